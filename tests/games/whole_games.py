"""Whole random games of every game on the shelf, and what is common to the tests of them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from msgspec.json import decode, encode

from bot.games.contract.core import LATE
from bot.games.contract.limits import PATH
from bot.games.contract.playing import choices
from bot.games.game import Act, Elapse, Event, Game, IllegalMove, Input, Leave, Seat, Stale
from bot.games.luck import Luck
from tests.games.catham_city import playing as catham_city
from tests.games.cloaked_cats import playing as cloaked_cats
from tests.games.quickpick import playing as quickpick
from tests.toys import SHELF

Step = tuple[Any, tuple[Event, ...]]
Setting = tuple[Any, ...]
"""What a game's `walk` is given; the number of seats comes first."""

NEVER = 10**6
"""The number of a decision that nobody ever has."""
LEAVES = 40
"""Where the rules handle it, somebody leaves at one of so many steps."""
LOOKED_AT = 0.1
"""The share of all steps at which secrets are exchanged."""
NEAR = 12
"""So many moves are changed a little, to try what comes of them."""


@dataclass(frozen=True)
class Kind:
    """A game, and how random games of it are played."""

    name: str
    game: Game[Any, Any]
    settings: SearchStrategy[Setting]
    walk: Callable[..., Iterator[Step]]
    """Plays a random game and yields each state with the events before it."""
    conceivable: tuple[str, ...] = ()
    """Moves to try, most of which are not allowed, besides those that are nearly moves."""
    examples: int = 20
    """Random games for each property that holds at every step."""

    def __str__(self) -> str:
        """Name the test."""
        return self.name

    def always(self, holds: Callable[[Setting], None]) -> None:
        """Check what holds in every game."""
        settings(max_examples=self.examples)(given(self.settings)(holds))()

    def accepts(self, state: Any, seat: Seat, decision: int, move: str) -> bool:
        """Tell whether the rules take a move."""
        try:
            self.game.step(state, Act(seat, decision, move, at=LATE), Luck(0))
        except (IllegalMove, Stale):
            return False
        return True


def plain_settings(game: Game[Any, Any]) -> SearchStrategy[Setting]:
    """Return what `plain_walk` takes: seats, a choice of each option, a seed."""
    options = {option.name: st.sampled_from(choices(option)) for option in game.options}
    return st.tuples(
        st.sampled_from(game.seats), st.fixed_dictionaries(options), st.integers(0, 2**32)
    )


def plain_walk(
    game: Game[Any, Any], seats: int, options: Mapping[str, str], seed: int
) -> Iterator[Step]:
    """Play a random game with any moves, and yield each state with the events before it."""
    luck, at = Luck(seed), 0
    state, events = game.deal(seats, options, luck)
    yield state, events
    while prompts := game.prompts(state):
        at += 5_000 << 22
        given: Input = Leave(luck.below(seats))
        if game.computer_may_take(state) or luck.below(LEAVES):
            prompt = luck.random.choice(prompts)
            given = Elapse(prompt.decision)
            if prompt.seat is not None:
                move = luck.random.choice(game.moves(state, prompt.seat))
                given = Act(prompt.seat, prompt.decision, move, at)
        try:
            state, events = game.step(state, given, luck)
        except Stale:
            assert isinstance(given, Leave), "who has left cannot do so again"
            continue
        yield state, events


def plain(name: str) -> Kind:
    """Return a game that is played with any moves."""
    game = SHELF[name].game

    def walk(seats: int, options: Mapping[str, str], seed: int) -> Iterator[Step]:
        return plain_walk(game, seats, options, seed)

    return Kind(name, game, plain_settings(game), walk)


def known(name: str, playing: Any, examples: int) -> Kind:
    """Return a game whose module `playing` knows how all that can happen comes about."""
    return Kind(name, playing.GAME, playing.games, playing.walk, playing.CONCEIVABLE, examples)


KINDS = (
    known("cloaked_cats", cloaked_cats, 40),
    known("catham_city", catham_city, 15),
    known("quickpick", quickpick, 30),
    plain("liars_dice"),
    plain("secret_numbers"),
    plain("race"),
)
every_kind = pytest.mark.parametrize("kind", KINDS, ids=str)


def nearly(moves: tuple[str, ...], luck: Random) -> set[str]:
    """Return what is nearly one of these moves."""
    found = {"", "/"}
    for move in luck.sample(moves, min(NEAR, len(moves))):
        *fields, last = move.split("/")
        found |= {"/".join(fields), f"{move}/0", f"{move}/", f"/{move}", move.upper(), f"{move}0"}
        if last.isdecimal():
            found |= {"/".join((*fields, str(int(last) + by))) for by in (-1, 1)}
    return found


def check_step(game: Game[Any, Any], state: Any, seats: int) -> None:
    """Assert what holds at every step of every game.

    Whoever is asked can answer and nobody else can, until there are places; moves are short and
    different; pauses are those of all levels; a state goes to JSON and back without loss.
    """
    prompts, standings = game.prompts(state), game.standings(state)
    assert bool(prompts) == (standings is None)
    if standings:
        assert standings[0].rank == 1
        assert sorted(place.seat for place in standings) == list(range(seats))
    asked = [prompt.seat for prompt in prompts]
    assert len(set(asked)) == len(asked)
    assert {len(prompt.pauses) for prompt in prompts} <= {0, len(game.levels)}
    for seat in range(seats):
        moves = game.moves(state, seat)
        assert bool(moves) == (seat in asked)
        assert len(set(moves)) == len(moves)
        assert all(map(str.isascii, moves))
        assert max(map(len, moves), default=0) <= PATH
    assert game.restored(encode(state)) == state


def check_viewed(game: Game[Any, Any], state: Any, seats: int) -> None:
    """Assert that what anybody sees of a state goes to JSON and back without loss."""
    for viewer in (None, *range(seats)):
        view = game.view(state, viewer)
        assert decode(encode(view), type=type(view)) == view


def check_left(game: Game[Any, Any], state: Any, seats: int) -> None:
    """Assert that nobody leaves by the rules where a computer may take the seat."""
    if game.computer_may_take(state):
        for seat in range(seats):
            with pytest.raises(Stale):
                game.step(state, Leave(seat), Luck(0))


def check_secrets(kind: Kind, setting: Setting, luck: Random) -> list[bool]:
    """Assert in one game that what is hidden from a viewer changes nothing that they are told.

    Returns for each step that was looked at whether anybody else is told of what was exchanged.
    """
    seats, noticed = range(setting[0]), []
    for state, _ in kind.walk(*setting):
        if luck.random() < LOOKED_AT:
            viewer = luck.choice((None, *seats))
            other = kind.game.alike(state, viewer, luck)
            if other is None:
                continue
            same = _told_to(kind, other, viewer) == _told_to(kind, state, viewer)
            assert same, f"{viewer} is told of what is hidden: {other} in place of {state}"
            noticed.append(any(_told_to(kind, other, s) != _told_to(kind, state, s) for s in seats))
    return noticed


def _told_to(kind: Kind, state: Any, viewer: Seat | None) -> bytes:
    """Return all that the rules tell a viewer of a state."""
    moves = () if viewer is None else kind.game.moves(state, viewer)
    return encode((kind.game.view(state, viewer), moves, kind.game.prompts(state)))
