"""What players can be honoured for after a game of Cloaked Cats, from what was told in it."""

from collections.abc import Callable, Sequence

from msgspec import Struct, field

from bot.engine.events import Seat
from bot.engine.game import LogEntry, Place, give_awards, winners_of
from bot.games.cloaked_cats.model.events import (
    CardsDealt,
    CatPlayed,
    GuessAnswered,
    LastRoundBegan,
    number_turns,
)
from bot.games.cloaked_cats.model.state import CAT_FEATURES, FAN, Guess

MIN_RIGHT_GUESSES = 3
"""Fewer right guesses, with no wrong one, may be luck."""
MIN_TRAPS = 2
"""Fewer cats that gave somebody away at once may be luck."""
MIN_OWN_CATS, MIN_HIDDEN = 2, 2
"""Whoever played so many cats with own features, of which so many stay hidden, has a poker face."""


class Course(Struct):
    """What happened in a game."""

    winners: tuple[Seat, ...]
    fans: dict[Seat, tuple[int, ...]] = field(default_factory=dict)
    """The features that each seat was dealt."""
    cats: dict[int, CatPlayed] = field(default_factory=dict)
    """By turn."""
    guesses: list[Guess] = field(default_factory=list)
    last: int | None = None
    """The turn that brought the last round about; None: there was none."""

    def by(self, seat: Seat) -> list[Guess]:
        """Return the guesses of a seat, in their order."""
        return [guess for guess in self.guesses if guess.seat == seat]

    def found(self, seat: Seat) -> list[int]:
        """Return the features of a seat that were guessed."""
        return [guess.feature for guess in self.guesses if guess.right and guess.opponent == seat]


def earned_awards(log: Sequence[LogEntry], places: Sequence[Place]) -> tuple[tuple[str, Seat], ...]:
    """Return who earned which award."""
    return give_awards(EARNS, _read_course(log, winners_of(places)), places)


def _read_course(log: Sequence[LogEntry], winners: tuple[Seat, ...]) -> Course:
    course = Course(winners)
    for turn, event in number_turns(event for entry in log for event in entry.events):
        match event:
            case LastRoundBegan():
                course.last = turn
            case CatPlayed() as cat:
                course.cats[turn] = cat
            case GuessAnswered() as guess:
                course.guesses.append(guess.in_turn(turn))
    for notice in log[0].notices:
        if isinstance(notice.event, CardsDealt) and notice.to:
            course.fans[notice.to[0]] = notice.event.features
    return course


def _first_guess(course: Course, seat: Seat) -> bool:
    """Tell whether somebody dared the first guess of the game, and was right."""
    return any(guess.right and guess.seat == seat for guess in course.guesses[:1])


def _never_wrong(course: Course, seat: Seat) -> bool:
    """Tell whether somebody guessed often, and was always right."""
    guesses = course.by(seat)
    return len(guesses) >= MIN_RIGHT_GUESSES and all(guess.right for guess in guesses)


def _trap(course: Course, seat: Seat) -> bool:
    """Tell whether somebody often named rightly, in the turn of a cat, why a mask was on it."""
    caught = [guess for guess in course.by(seat) if guess.right and guess.turn in course.cats]
    return sum(_is_told_by(course.cats[guess.turn], guess) for guess in caught) >= MIN_TRAPS


def _is_told_by(cat: CatPlayed, guess: Guess) -> bool:
    return guess.opponent in cat.masks and guess.feature in CAT_FEATURES[cat.cat]


def _whole_cat(course: Course, seat: Seat) -> bool:
    """Tell whether somebody guessed all features of somebody alone."""
    seen_through = [guess.opponent for guess in course.by(seat) if guess.right]
    return any(seen_through.count(opponent) == FAN for opponent in seen_through)


def _bluff(course: Course, seat: Seat) -> bool:
    """Tell whether a feature that somebody named and had was not found, though others guessed."""
    safe = {*course.fans[seat]} - {*course.found(seat)}
    later = max((guess.turn for guess in course.guesses if guess.seat != seat), default=-1)
    return any(guess.feature in safe and guess.turn < later for guess in course.by(seat))


def _poker_face(course: Course, seat: Seat) -> bool:
    """Tell whether somebody played cats with own features, which hardly anybody found."""
    shown = [cat for cat in course.cats.values() if cat.seat == seat and seat in cat.masks]
    return len(shown) >= MIN_OWN_CATS and FAN - len(course.found(seat)) >= MIN_HIDDEN


def _last_round(course: Course, seat: Seat) -> bool:
    """Tell whether somebody was right in the last round, when no cat tells anything any more."""
    last = course.last
    return last is not None and any(g.right and g.turn > last for g in course.by(seat))


def _unmasked_winner(course: Course, seat: Seat) -> bool:
    """Tell whether somebody won though all of their features were found."""
    return seat in course.winners and len(course.found(seat)) == FAN


EARNS: dict[str, Callable[[Course, Seat], bool]] = {
    "first-guess": _first_guess,
    "never-wrong": _never_wrong,
    "trap": _trap,
    "whole-cat": _whole_cat,
    "bluff": _bluff,
    "poker-face": _poker_face,
    "last-round": _last_round,
    "unmasked-winner": _unmasked_winner,
}
AWARDS = tuple(EARNS)
"""The names of all awards."""
