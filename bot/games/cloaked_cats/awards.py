"""The awards of Cloaked Cats, computed from the events of a game."""

from collections.abc import Callable, Sequence

from msgspec import Struct, field

from bot.engine.events import Seat
from bot.engine.game import LogEntry, Place, find_winners, give_awards
from bot.games.cloaked_cats.model.events import (
    CardsDealt,
    CatPlayed,
    GuessAnswered,
    LastRoundBegan,
    number_turns,
)
from bot.games.cloaked_cats.model.state import CAT_FEATURES, FEATURES_PER_FAN, Guess

MIN_RIGHT_GUESSES = 3
"""The smallest number of right guesses, with no wrong one, that is more than luck."""
MIN_TRAPS = 2
"""The smallest number of traps that is more than luck.

A trap is a cat that gave an opponent away at once.
"""
MIN_CATS_WITH_OWN_FEATURES, MIN_HIDDEN_FEATURES = 2, 2
"""How many cats with own features, and how many hidden features, make a poker face.

Both are minimums. A feature is hidden if nobody guessed it.
"""


class GameHistory(Struct):
    """The events of a game that awards depend on."""

    winners: tuple[Seat, ...]
    """The seats that won."""
    fans: dict[Seat, tuple[int, ...]] = field(default_factory=dict)
    """The features that each seat was dealt."""
    cats: dict[int, CatPlayed] = field(default_factory=dict)
    """The cat that was played in each turn, by turn."""
    guesses: list[Guess] = field(default_factory=list)
    """All guesses, in order."""
    last_round_trigger_turn: int | None = None
    """The turn that triggered the last round; None if there was none."""

    def list_guesses_by(self, seat: Seat) -> list[Guess]:
        """Return the guesses of a seat, in order."""
        return [guess for guess in self.guesses if guess.seat == seat]

    def list_found_features(self, seat: Seat) -> list[int]:
        """Return the features of a seat that were guessed."""
        return [guess.feature for guess in self.guesses if guess.right and guess.opponent == seat]


def earned_awards(log: Sequence[LogEntry], places: Sequence[Place]) -> tuple[tuple[str, Seat], ...]:
    """Return the awards that were earned, each with its seat."""
    return give_awards(AWARD_CHECKS, _read_history(log, find_winners(places)), places)


def _read_history(log: Sequence[LogEntry], winners: tuple[Seat, ...]) -> GameHistory:
    course = GameHistory(winners)
    for turn, event in number_turns(event for entry in log for event in entry.events):
        match event:
            case LastRoundBegan():
                course.last_round_trigger_turn = turn
            case CatPlayed() as cat:
                course.cats[turn] = cat
            case GuessAnswered() as guess:
                course.guesses.append(guess.make_guess(turn))
    for notice in log[0].notices:
        if isinstance(notice.event, CardsDealt) and notice.to:
            course.fans[notice.to[0]] = notice.event.features
    return course


def _has_guessed_first(history: GameHistory, seat: Seat) -> bool:
    """Tell whether a player made the first guess of the game, and it was right."""
    return any(guess.right and guess.seat == seat for guess in history.guesses[:1])


def _is_never_wrong(history: GameHistory, seat: Seat) -> bool:
    """Tell whether a player guessed often and was always right."""
    guesses = history.list_guesses_by(seat)
    return len(guesses) >= MIN_RIGHT_GUESSES and all(guess.right for guess in guesses)


def _has_set_traps(history: GameHistory, seat: Seat) -> bool:
    """Tell whether a player's cats often gave an opponent away at once.

    Then the player guessed rightly, in the same turn, why the opponent placed a mask.
    """
    caught = [
        guess
        for guess in history.list_guesses_by(seat)
        if guess.right and guess.turn in history.cats
    ]
    return sum(_is_revealed_by(history.cats[guess.turn], guess) for guess in caught) >= MIN_TRAPS


def _is_revealed_by(cat: CatPlayed, guess: Guess) -> bool:
    """Tell whether a cat shows the feature that was guessed and has the opponent's mask."""
    return guess.opponent in cat.masks and guess.feature in CAT_FEATURES[cat.cat]


def _has_unmasked_alone(history: GameHistory, seat: Seat) -> bool:
    """Tell whether a player guessed all features of one opponent."""
    seen_through = [guess.opponent for guess in history.list_guesses_by(seat) if guess.right]
    return any(seen_through.count(opponent) == FEATURES_PER_FAN for opponent in seen_through)


def _has_bluffed(history: GameHistory, seat: Seat) -> bool:
    """Tell whether a player guessed one of their own features that nobody found.

    Another player must have guessed after that.
    """
    safe = {*history.fans[seat]} - {*history.list_found_features(seat)}
    later = max((guess.turn for guess in history.guesses if guess.seat != seat), default=-1)
    return any(
        guess.feature in safe and guess.turn < later for guess in history.list_guesses_by(seat)
    )


def _has_poker_face(history: GameHistory, seat: Seat) -> bool:
    """Tell whether a player showed own features on cats, and hardly any was guessed."""
    shown = [cat for cat in history.cats.values() if cat.seat == seat and seat in cat.masks]
    return (
        len(shown) >= MIN_CATS_WITH_OWN_FEATURES
        and FEATURES_PER_FAN - len(history.list_found_features(seat)) >= MIN_HIDDEN_FEATURES
    )


def _is_right_in_last_round(history: GameHistory, seat: Seat) -> bool:
    """Tell whether a player was right in the last round, in which no cat tells anything."""
    last = history.last_round_trigger_turn
    return last is not None and any(
        g.right and g.turn > last for g in history.list_guesses_by(seat)
    )


def _has_won_unmasked(history: GameHistory, seat: Seat) -> bool:
    """Tell whether a player won though all of their features were guessed."""
    return seat in history.winners and len(history.list_found_features(seat)) == FEATURES_PER_FAN


AWARD_CHECKS: dict[str, Callable[[GameHistory, Seat], bool]] = {
    "first-guess": _has_guessed_first,
    "never-wrong": _is_never_wrong,
    "trap": _has_set_traps,
    "whole-cat": _has_unmasked_alone,
    "bluff": _has_bluffed,
    "poker-face": _has_poker_face,
    "last-round": _is_right_in_last_round,
    "unmasked-winner": _has_won_unmasked,
}
"""The check for each award, by the award's name."""
AWARDS = tuple(AWARD_CHECKS)
"""The names of all awards."""
