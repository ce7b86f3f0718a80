"""What players can be honoured for after a game of Cloaked Cats, from what was told in it."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct, field

from bot.games.cloaked_cats.cards import CAT_FEATURES, FAN
from bot.games.cloaked_cats.state import Guess
from bot.games.events import Seat
from bot.games.game import Happened, Place

MANY = 3
"""So many right guesses, with no wrong one, are no luck."""
TRAPS = 2
"""So many cats that gave somebody away at once are no luck."""
SHOWN, HIDDEN = 2, 2
"""Whoever played so many cats with own features, of which so many stay hidden, has a poker face."""


class Played(Struct, frozen=True):
    """A cat that was played."""

    turn: int
    seat: Seat
    cat: int
    masks: tuple[Seat, ...]
    """Who placed a mask on it."""


class Told(Struct):
    """What was told in a game."""

    winners: tuple[Seat, ...]
    fans: dict[Seat, tuple[int, ...]] = field(default_factory=dict)
    """The features that each seat was dealt."""
    cats: list[Played] = field(default_factory=list)
    guesses: list[Guess] = field(default_factory=list)
    last: int | None = None
    """The turn that brought the last round about; None: there was none."""

    def by(self, seat: Seat) -> list[Guess]:
        """Return the guesses of a seat, in their order."""
        return [guess for guess in self.guesses if guess.seat == seat]

    def found(self, seat: Seat) -> list[int]:
        """Return the features of a seat that were guessed."""
        return [guess.feature for guess in self.guesses if guess.right and guess.opponent == seat]


def awarded(course: Sequence[Happened], places: Sequence[Place]) -> tuple[tuple[str, Seat], ...]:
    """Return who earned which award."""
    told = _told(course, tuple(place.seat for place in places if place.rank == 1))
    return tuple((name, seat) for name, earns in EARNS.items() for seat in earns(told))


def _told(course: Sequence[Happened], winners: tuple[Seat, ...]) -> Told:
    told, turn, active = Told(winners), -1, -1
    for event in (event for happened in course for event in happened.events):
        if event.name == "dealt" and event.to:
            told.fans[event.to[0]] = tuple(int(value) for value in event.values[:FAN])
        elif event.name == "last-round":
            told.last = turn
        elif event.name == "cat-played":
            active, cat, *masks = (int(value) for value in event.values)
            turn += 1
            told.cats.append(Played(turn, active, cat, tuple(masks)))
        elif event.name in ("guess-right", "guess-wrong"):
            seat, opponent, feature = (int(value) for value in event.values)
            turn, active = turn + (seat != active), seat
            right = event.name == "guess-right"
            told.guesses.append(Guess(turn, seat, opponent, feature, right))
    return told


def _first_guess(told: Told) -> Iterator[Seat]:
    """Yield who dared the first guess of the game, if it was right."""
    yield from (guess.seat for guess in told.guesses[:1] if guess.right)


def _never_wrong(told: Told) -> Iterator[Seat]:
    """Yield who guessed often, and was always right."""
    for seat in told.fans:
        guesses = told.by(seat)
        if len(guesses) >= MANY and all(guess.right for guess in guesses):
            yield seat


def _trap(told: Told) -> Iterator[Seat]:
    """Yield who often played a cat and named rightly, in the same turn, why a mask was on it."""
    cats = {cat.turn: cat for cat in told.cats}
    for seat in told.fans:
        caught = [guess for guess in told.by(seat) if guess.right and guess.turn in cats]
        if sum(_told_by(cats[guess.turn], guess) for guess in caught) >= TRAPS:
            yield seat


def _told_by(cat: Played, guess: Guess) -> bool:
    return guess.opponent in cat.masks and guess.feature in CAT_FEATURES[cat.cat]


def _whole_cat(told: Told) -> Iterator[Seat]:
    """Yield who guessed all features of somebody alone."""
    for seat in told.fans:
        seen_through = [guess.opponent for guess in told.by(seat) if guess.right]
        if any(seen_through.count(opponent) == FAN for opponent in seen_through):
            yield seat


def _bluff(told: Told) -> Iterator[Seat]:
    """Yield who named a feature of their own that nobody found, though others guessed on."""
    for seat, fan in told.fans.items():
        safe = {*fan} - {*told.found(seat)}
        later = max((guess.turn for guess in told.guesses if guess.seat != seat), default=-1)
        if any(guess.feature in safe and guess.turn < later for guess in told.by(seat)):
            yield seat


def _poker_face(told: Told) -> Iterator[Seat]:
    """Yield who openly played cats with their own features, which hardly anybody found."""
    for seat in told.fans:
        shown = [cat for cat in told.cats if cat.seat == seat and seat in cat.masks]
        if len(shown) >= SHOWN and FAN - len(told.found(seat)) >= HIDDEN:
            yield seat


def _last_round(told: Told) -> Iterator[Seat]:
    """Yield who was right in the last round, when no cat tells anything any more."""
    for seat in told.fans:
        late = (guess for guess in told.by(seat) if told.last is not None)
        if any(guess.right and guess.turn > (told.last or 0) for guess in late):
            yield seat


def _unmasked_winner(told: Told) -> Iterator[Seat]:
    """Yield who won though all of their features were found."""
    return (seat for seat in told.winners if len(told.found(seat)) == FAN)


EARNS: dict[str, Callable[[Told], Iterator[Seat]]] = {
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
