"""The awards of Cloaked Cats, and the numbers that tell much of a finished game."""

from collections.abc import Sequence

from msgspec import Struct, field

from bot.engine.awards import AwardRules, count_events
from bot.engine.events import Seat
from bot.engine.game import Place, find_winners
from bot.engine.records import LogEntry
from bot.games.cloaked_cats.model import events
from bot.games.cloaked_cats.model.state import CAT_FEATURES, FEATURES_PER_FAN, Guess

MIN_RIGHT_GUESSES = 3
"""The minimum number of guesses, all of them right, that earns the award "never-wrong". With fewer
guesses, it may just be luck.
"""
MIN_TRAPS = 2
"""The minimum number of traps that earns the award "trap". A trap is a cat on which an opponent
placed a mask tile, followed in the same turn by a right guess of that opponent's feature. A single
trap may just be luck.
"""
MIN_CATS_WITH_OWN_FEATURES, MIN_HIDDEN_FEATURES = 2, 2
"""The two minimums for the award "poker-face". The first is the number of cats with a feature of
their own that a player must have played. The second is the number of the player's features that
nobody guessed.
"""


class GameHistory(Struct):
    """The events of a finished game, arranged for the functions that decide who earned an award."""

    winners: tuple[Seat, ...]
    """The seats of the players who won."""
    fans: dict[Seat, tuple[int, ...]] = field(default_factory=dict)
    """The three features that each player was dealt, by seat."""
    cats: dict[int, events.CatPlayed] = field(default_factory=dict)
    """Maps the number of each turn to the event of the cat that was played in that turn."""
    guesses: list[Guess] = field(default_factory=list)
    """All guesses of the game, in the order in which they were made."""
    last_round_trigger_turn: int | None = None
    """The number of the turn that made its round the last one, or None if no last round began."""

    def list_guesses_by(self, seat: Seat) -> list[Guess]:
        """Return the guesses that a player made, in the order in which they were made."""
        return [guess for guess in self.guesses if guess.seat == seat]

    def list_found_features(self, seat: Seat) -> list[int]:
        """Return the features of a player that opponents guessed, in the order of the guesses."""
        return [guess.feature for guess in self.guesses if guess.right and guess.opponent == seat]


def _summarise(log: Sequence[LogEntry], places: Sequence[Place]) -> GameHistory:
    course = GameHistory(find_winners(places))
    for turn, event in events.number_turns(event for entry in log for event in entry.events):
        match event:
            case events.LastRoundBegan():
                course.last_round_trigger_turn = turn
            case events.CatPlayed() as cat:
                course.cats[turn] = cat
            case events.GuessAnswered() as guess:
                course.guesses.append(guess.make_guess(turn))
    for notice in log[0].notices:
        if isinstance(notice.event, events.CardsDealt) and notice.to:
            course.fans[notice.to[0]] = notice.event.features
    return course


def _has_guessed_first(history: GameHistory, seat: Seat) -> bool:
    return any(guess.right and guess.seat == seat for guess in history.guesses[:1])


def _is_never_wrong(history: GameHistory, seat: Seat) -> bool:
    guesses = history.list_guesses_by(seat)
    return len(guesses) >= MIN_RIGHT_GUESSES and all(guess.right for guess in guesses)


def _has_set_traps(history: GameHistory, seat: Seat) -> bool:
    traps = 0
    for guess in history.list_guesses_by(seat):
        cat = history.cats.get(guess.turn)
        if guess.right and cat and guess.opponent in cat.masks:
            traps += guess.feature in CAT_FEATURES[cat.cat]
    return traps >= MIN_TRAPS


def _has_unmasked_alone(history: GameHistory, seat: Seat) -> bool:
    seen_through = [guess.opponent for guess in history.list_guesses_by(seat) if guess.right]
    return any(seen_through.count(opponent) == FEATURES_PER_FAN for opponent in seen_through)


def _has_bluffed(history: GameHistory, seat: Seat) -> bool:
    """Tell whether a player bluffed: guessed a feature of their own, which no opponent guessed.

    Another player must have guessed later in the game, because otherwise the bluff could fool
    nobody.
    """
    safe = {*history.fans[seat]} - {*history.list_found_features(seat)}
    later = max((guess.turn for guess in history.guesses if guess.seat != seat), default=-1)
    return any(g.feature in safe and g.turn < later for g in history.list_guesses_by(seat))


def _has_poker_face(history: GameHistory, seat: Seat) -> bool:
    shown = [cat for cat in history.cats.values() if cat.seat == seat and seat in cat.masks]
    hidden_count = FEATURES_PER_FAN - len(history.list_found_features(seat))
    return len(shown) >= MIN_CATS_WITH_OWN_FEATURES and hidden_count >= MIN_HIDDEN_FEATURES


def _is_right_in_last_round(history: GameHistory, seat: Seat) -> bool:
    last = history.last_round_trigger_turn
    right = [guess.turn for guess in history.list_guesses_by(seat) if guess.right]
    return last is not None and any(turn > last for turn in right)


def _has_won_unmasked(history: GameHistory, seat: Seat) -> bool:
    """Tell whether a player won although opponents guessed all three of the player's features."""
    return seat in history.winners and len(history.list_found_features(seat)) == FEATURES_PER_FAN


AWARDS = AwardRules(
    {
        "first-guess": _has_guessed_first,
        "never-wrong": _is_never_wrong,
        "trap": _has_set_traps,
        "whole-cat": _has_unmasked_alone,
        "bluff": _has_bluffed,
        "poker-face": _has_poker_face,
        "last-round": _is_right_in_last_round,
        "unmasked-winner": _has_won_unmasked,
    },
    _summarise,
    bluffs=("bluff", "poker-face"),
)
NUMBERS = {"cats": count_events(events.CatPlayed), "hits": count_events(events.GuessRight)}
"""The numbers of cats that were played, and of right guesses."""
