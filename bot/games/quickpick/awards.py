"""The awards of Quickpick, such as for many guessed faces, found in the events of a game."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise

from msgspec import Struct, field

from bot.engine.events import Seat
from bot.engine.game import Act, LogEntry, Place, find_winners, give_awards
from bot.games.quickpick.model.events import MaskGuessed, MaskNotGuessed, PartShown, SoundMade
from bot.games.quickpick.model.moves import ChooseTile, Draw

MIN_GUESSED_FACES = 5
"""How many faces a player has to guess in a game for the award "five-faces"."""
MIN_WINS_IN_A_ROW, MIN_WINS_WITHOUT_WRONG_HAND = 3, 2
"""How many races a player has to win: in a row, and in a game without a wrong choice.

The two numbers are for the awards "three-in-a-row" and "never-wrong".
"""
MAX_PARTS_OF_EARLY_GUESS, MAX_PARTS_OF_CLEAR_MIME = 2, 3
"""The most parts shown before an early guess, and before each guess of a clear mime's face.

The numbers are for the awards "two-parts" and "clear-face". A clear mime is one whose faces are all
guessed soon.
"""
MIN_REPETITIONS = 2
"""How often a player has to achieve a feat in a game so that it is not just luck."""
MIN_MISLEADING_HANDS = 2
"""How many wrong hands before the right one count as misleading the other guessers."""
MIN_MASKS_BEHIND = 3
"""How many masks behind the leader a winner must once have been for the comeback award."""


class TimedChoice(Struct, frozen=True):
    """A guesser's hand on a tile, with the time of the click."""

    click_id: int
    """Discord's id of the click, which decides who was first (ruling Q6)."""
    seat: Seat
    tile: int
    part_count: int
    """How many parts the mime had shown and sounds the mime had made before this choice."""
    elapsed_seconds: float
    """How many seconds passed since the mime looked at the mask."""


class Race(Struct):
    """A race, from the mime's look at the mask until the mask is revealed."""

    mime: Seat
    start_seconds: float = 0.0
    """When the race began, in seconds since 1970."""
    part_count: int = 0
    """How many parts the mime showed and sounds the mime made; in front of a camera, none."""
    hands: list[TimedChoice] = field(default_factory=list)
    mask: int = -1
    """The secret mask, or -1 until it is revealed."""
    right_guesser: Seat | None = None
    """The guesser who was right; None means that nobody was."""
    step: int = 0
    """The number of the step at which the mask was revealed."""

    @property
    def winning_hand(self) -> TimedChoice | None:
        """The choice of the guesser who was right; None means that nobody was."""
        return next((hand for hand in self.hands if hand.seat == self.right_guesser), None)


class GameHistory(Struct, frozen=True):
    """The races and the winners of a whole game, for the awards."""

    races: tuple[Race, ...]
    """All races that ended with a result, in order."""
    winners: tuple[Seat, ...]
    """The seats that won the game."""
    seats: tuple[Seat, ...]

    def list_won_races(self, seat: Seat) -> list[Race]:
        """Return the races in which a seat guessed the mask."""
        return [race for race in self.races if race.right_guesser == seat]

    def list_mimed_races(self, seat: Seat) -> list[Race]:
        """Return the races in which a seat was the mime."""
        return [race for race in self.races if race.mime == seat]


def earned_awards(log: Sequence[LogEntry], places: Sequence[Place]) -> tuple[tuple[str, Seat], ...]:
    """Return each earned award with the seat that earned it; see `Game.earned_awards`."""
    races = GameHistory(
        tuple(list_finished_races(log)), find_winners(places), tuple(place.seat for place in places)
    )
    return give_awards(AWARD_CHECKS, races, places)


def list_finished_races(log: Sequence[LogEntry]) -> Iterator[Race]:
    """Yield the races of a game that ended with a result, in order."""
    race = Race(-1)
    for entry in log:
        match entry.action:
            case Act(seat, _, Draw()):
                race = Race(seat, entry.at)
            case Act(seat, _, ChooseTile(mask), at):
                seconds = entry.at - race.start_seconds
                race.hands.append(TimedChoice(at, seat, mask, race.part_count, seconds))
        for event in entry.events:
            match event:
                case PartShown() | SoundMade():
                    race.part_count += 1
                case MaskGuessed(_, mask, guesser):
                    race.mask, race.right_guesser, race.step = mask, guesser, entry.step
                    yield race
                case MaskNotGuessed(_, mask):
                    race.mask, race.step = mask, entry.step
                    yield race


def _has_guessed_many_faces(history: GameHistory, seat: Seat) -> bool:
    """Return whether a player guessed at least `MIN_GUESSED_FACES` faces."""
    return len(history.list_won_races(seat)) >= MIN_GUESSED_FACES


def _has_won_races_in_a_row(history: GameHistory, seat: Seat) -> bool:
    """Return whether a player won several races in a row.

    Races with the player as the mime are skipped.
    """
    runs = groupby(race.right_guesser == seat for race in history.races if race.mime != seat)
    return any(right and len([*run]) >= MIN_WINS_IN_A_ROW for right, run in runs)


def _is_never_wrong(history: GameHistory, seat: Seat) -> bool:
    """Return whether a player never chose a wrong tile, and chose the right one often enough."""
    hands = ((hand, race) for race in history.races for hand in race.hands if hand.seat == seat)
    is_sure = len(history.list_won_races(seat)) >= MIN_WINS_WITHOUT_WRONG_HAND
    return is_sure and all(hand.tile == race.mask for hand, race in hands)


def _has_guessed_early(history: GameHistory, seat: Seat) -> bool:
    """Return whether a player often guessed a face from very few parts.

    A guess before the first part is a gamble and does not count.
    """
    hands = (race.winning_hand for race in history.list_won_races(seat))
    return (
        sum(1 for hand in hands if hand and 0 < hand.part_count <= MAX_PARTS_OF_EARLY_GUESS)
        >= MIN_REPETITIONS
    )


def _has_kept_cool(history: GameHistory, seat: Seat) -> bool:
    """Return whether a player was often right after others had chosen wrong tiles.

    `MIN_MISLEADING_HANDS` and `MIN_REPETITIONS` say how many and how often.
    """
    return (
        sum(
            _count_wrong_before(race) >= MIN_MISLEADING_HANDS
            for race in history.list_won_races(seat)
        )
        >= MIN_REPETITIONS
    )


def _count_wrong_before(race: Race) -> int:
    """Return how many hands were on wrong tiles before the right one came."""
    hand = race.winning_hand
    return sum(1 for h in race.hands if hand and h.click_id < hand.click_id and h.tile != race.mask)


def _is_clear_mime(history: GameHistory, seat: Seat) -> bool:
    """Return whether all faces that a player acted out were guessed from few parts."""
    hands = [race.winning_hand for race in history.list_mimed_races(seat)]
    return len(hands) >= MIN_REPETITIONS and all(
        hand and 0 < hand.part_count <= MAX_PARTS_OF_CLEAR_MIME for hand in hands
    )


def _has_won_both_sides(history: GameHistory, seat: Seat) -> bool:
    """Return whether a player often had their own face guessed and then won the next race."""
    in_turn = pairwise(history.races)
    both = [
        one.mime
        for one, two in in_turn
        if one.right_guesser is not None and two.right_guesser == one.mime
    ]
    return both.count(seat) >= MIN_REPETITIONS


def _has_come_back(history: GameHistory, seat: Seat) -> bool:
    """Return whether a player won the game after being far behind the leader."""
    masks, behind = dict.fromkeys(history.seats, 0), 0
    for race in history.races:
        if race.right_guesser is not None:
            masks[race.right_guesser] += 1
            masks[race.mime] += 1
        behind = max(behind, max(masks.values()) - masks[seat])
    return seat in history.winners and behind >= MIN_MASKS_BEHIND


AWARD_CHECKS: dict[str, Callable[[GameHistory, Seat], bool]] = {
    "five-faces": _has_guessed_many_faces,
    "three-in-a-row": _has_won_races_in_a_row,
    "never-wrong": _is_never_wrong,
    "two-parts": _has_guessed_early,
    "kept-cool": _has_kept_cool,
    "clear-face": _is_clear_mime,
    "both-sides": _has_won_both_sides,
    "comeback": _has_come_back,
}
"""The function that tells whether a seat earned an award, by the award's name."""
AWARDS = tuple(AWARD_CHECKS)
"""The names of all awards."""
