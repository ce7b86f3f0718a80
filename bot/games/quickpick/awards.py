"""The awards of Quickpick, and the numbers that tell much of a finished game."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from msgspec import Struct, field

from bot.engine.awards import AwardRules, count_events
from bot.engine.events import Seat
from bot.engine.game import Act, Place, find_winners
from bot.engine.records import LogEntry
from bot.games.quickpick.model import events
from bot.games.quickpick.model.moves import ChooseTile, Draw

MIN_GUESSED_FACES = 5
"""The number of faces that a player has to guess in a game to earn the award "five-faces"."""
MIN_WINS_IN_A_ROW, MIN_WINS_WITHOUT_WRONG_HAND = 3, 2
"""The numbers of races that a player has to win for the awards "three-in-a-row" and "never-wrong".
A player wins a race by being first on the right tile. For "three-in-a-row", the player won without
losing a race in between; races as the mime do not count. For "never-wrong", the player chose no
wrong tile in the whole game.
"""
MAX_PARTS_OF_EARLY_GUESS, MAX_PARTS_OF_CLEAR_MIME = 2, 3
"""The maximum numbers of hints before a right guess for the awards "two-parts" and "clear-face".
Hints are shown parts of the face, and sounds. "two-parts" goes to a player who often guesses that
early. "clear-face" goes to a mime whose faces are all guessed that early.
"""
MIN_REPETITIONS = 2
"""The number of times a player has to achieve a feat in a game for awards without their own number.
Once could be luck. The awards are "two-parts", "kept-cool", "clear-face" and "both-sides".
"""
MIN_MISLEADING_HANDS = 2
"""The minimum number of wrong guesses by others before a right guess that counts for "kept-cool".
That award is for players who are not misled by others, in at least `MIN_REPETITIONS` races.
"""
MIN_MASKS_BEHIND = 3
"""The number of masks by which a winner must once have been behind the leader for "comeback"."""


class TimedChoice(Struct, frozen=True):
    """A guesser's choice of a tile, with the time of the click."""

    click_id: int
    """Discord's id of the click. Of two clicks, the one with the lower id is first (ruling Q6)."""
    seat: Seat
    tile: int
    part_count: int
    """The number of parts shown and sounds made by the mime before this choice."""
    elapsed_seconds: float
    """The number of seconds from the mime's look at the secret face to this choice."""


class Race(Struct):
    """A race to guess the secret face: from the mime's look at it until it is revealed."""

    mime: Seat
    start_seconds: float = 0.0
    """The time at which the race began, in seconds since 1970."""
    part_count: int = 0
    """The number of parts shown and sounds made by the mime so far.

    It stays 0 in games where the mime makes faces in front of a camera instead.
    """
    hands: list[TimedChoice] = field(default_factory=list)
    """The guessers' choices, in the order in which they reached the bot.

    In the rulebook, guessers put a hand on a tile.
    """
    mask: int = -1
    """The secret mask (monster face), as an index in `MASKS`; -1 until it is revealed."""
    right_guesser: Seat | None = None
    """The seat of the guesser who was first on the right tile and won the race.

    None means that nobody was right, or that this guesser has left the game.
    """
    step: int = 0
    """The number of the game's step at which the secret face was revealed."""

    @property
    def winning_hand(self) -> TimedChoice | None:
        """The choice of the guesser who was first on the right tile.

        None means that nobody was right.
        """
        return next((hand for hand in self.hands if hand.seat == self.right_guesser), None)


class GameHistory(Struct, frozen=True):
    """The races and the winners of a whole game, from which the awards are computed."""

    races: tuple[Race, ...]
    """All races that ended with a result, oldest first.

    A race that ends because the mime leaves has no result.
    """
    winners: tuple[Seat, ...]
    """The seats of the players who won the game."""
    seats: tuple[Seat, ...]

    def list_won_races(self, seat: Seat) -> list[Race]:
        """Return the races in which this player was first on the right tile."""
        return [race for race in self.races if race.right_guesser == seat]


def _summarise(log: Sequence[LogEntry], places: Sequence[Place]) -> GameHistory:
    seats = tuple(place.seat for place in places)
    return GameHistory(tuple(list_finished_races(log)), find_winners(places), seats)


def list_finished_races(log: Sequence[LogEntry]) -> Iterator[Race]:
    """Yield the races of a game that ended with a result, oldest first.

    A race that ends because the mime leaves is left out.
    """
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
                case events.PartShown() | events.SoundMade():
                    race.part_count += 1
                case events.MaskGuessed(_, mask, guesser):
                    race.mask, race.right_guesser, race.step = mask, guesser, entry.step
                    yield race
                case events.MaskNotGuessed(_, mask):
                    race.mask, race.step = mask, entry.step
                    yield race


def _has_guessed_many_faces(history: GameHistory, seat: Seat) -> bool:
    return len(history.list_won_races(seat)) >= MIN_GUESSED_FACES


def _has_won_races_in_a_row(history: GameHistory, seat: Seat) -> bool:
    runs = groupby(race.right_guesser == seat for race in history.races if race.mime != seat)
    return any(right and len([*run]) >= MIN_WINS_IN_A_ROW for right, run in runs)


def _is_never_wrong(history: GameHistory, seat: Seat) -> bool:
    """Tell whether a player never chose a wrong tile in the game, and won enough races.

    `MIN_WINS_WITHOUT_WRONG_HAND` says how many are enough.
    """
    hands = ((hand, race) for race in history.races for hand in race.hands if hand.seat == seat)
    is_sure = len(history.list_won_races(seat)) >= MIN_WINS_WITHOUT_WRONG_HAND
    return is_sure and all(hand.tile == race.mask for hand, race in hands)


def _has_guessed_early(history: GameHistory, seat: Seat) -> bool:
    hands = (race.winning_hand for race in history.list_won_races(seat))
    early = [hand for hand in hands if hand and 0 < hand.part_count <= MAX_PARTS_OF_EARLY_GUESS]
    return len(early) >= MIN_REPETITIONS


def _has_kept_cool(history: GameHistory, seat: Seat) -> bool:
    """Tell whether a player was often right although others had chosen wrong tiles before.

    `MIN_MISLEADING_HANDS` says how many wrong choices it takes, and `MIN_REPETITIONS` how often.
    """
    wrong_counts = map(_count_wrong_before, history.list_won_races(seat))
    return sum(count >= MIN_MISLEADING_HANDS for count in wrong_counts) >= MIN_REPETITIONS


def _count_wrong_before(race: Race) -> int:
    """Return the number of wrong guesses that were made before the winning one.

    It is 0 if nobody was right.
    """
    hand = race.winning_hand
    return sum(1 for h in race.hands if hand and h.click_id < hand.click_id and h.tile != race.mask)


def _is_clear_mime(history: GameHistory, seat: Seat) -> bool:
    hands = [race.winning_hand for race in history.races if race.mime == seat]
    is_clear = all(hand and 0 < hand.part_count <= MAX_PARTS_OF_CLEAR_MIME for hand in hands)
    return len(hands) >= MIN_REPETITIONS and is_clear


def _has_won_both_sides(history: GameHistory, seat: Seat) -> bool:
    guessed = [pair for pair in pairwise(history.races) if pair[0].right_guesser is not None]
    both = [one.mime for one, two in guessed if two.right_guesser == one.mime]
    return both.count(seat) >= MIN_REPETITIONS


def _has_come_back(history: GameHistory, seat: Seat) -> bool:
    masks, behind = dict.fromkeys(history.seats, 0), 0
    for race in history.races:
        if race.right_guesser is not None:
            masks[race.right_guesser] += 1
            masks[race.mime] += 1
        behind = max(behind, max(masks.values()) - masks[seat])
    return seat in history.winners and behind >= MIN_MASKS_BEHIND


AWARDS = AwardRules(
    {
        "five-faces": _has_guessed_many_faces,
        "three-in-a-row": _has_won_races_in_a_row,
        "never-wrong": _is_never_wrong,
        "two-parts": _has_guessed_early,
        "kept-cool": _has_kept_cool,
        "clear-face": _is_clear_mime,
        "both-sides": _has_won_both_sides,
        "comeback": _has_come_back,
    },
    _summarise,
)
NUMBERS = {"races": count_events(*events.RACE_ENDS), "found": count_events(events.MaskGuessed)}
"""The numbers of races with a result, and of those in which the monster was found."""
