"""Whole random games of every game, and what is common to the tests of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from hypothesis import given, settings
from hypothesis.strategies import SearchStrategy
from msgspec.json import encode

from bot.games.game import Act, Event, Game, IllegalMove, Seat, Stale
from bot.games.luck import Luck
from tests.games.catham_city import playing as catham_city
from tests.games.cloaked_cats import playing as cloaked_cats
from tests.games.quickpick import playing as quickpick

Step = tuple[Any, tuple[Event, ...]]
Setting = tuple[Any, ...]
"""What a game's `walk` is given; the number of seats comes first."""

LONGEST_MOVE = 60
"""Characters, so that it fits into a custom id."""
LATE = 10**9 << 22
"""The Discord id of a click after all others."""
NEVER = 10**6
"""The number of a decision that nobody ever has."""


@dataclass(frozen=True)
class Kind:
    """A game, and how random games of it are played."""

    name: str
    game: Game[Any, Any]
    settings: SearchStrategy[Setting]
    walk: Callable[..., Iterator[Step]]
    """Plays a random game and yields each state with the events before it."""
    conceivable: tuple[str, ...]
    """Moves to try, most of which are not allowed."""
    examples: int
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


KINDS = tuple(
    Kind(
        name=playing.__name__.split(".")[-2],
        game=playing.GAME,
        settings=playing.games,
        walk=playing.walk,
        conceivable=playing.CONCEIVABLE,
        examples=examples,
    )
    for playing, examples in ((cloaked_cats, 40), (catham_city, 15), (quickpick, 30))
)


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
        assert max(map(len, moves), default=0) <= LONGEST_MOVE
    assert game.restored(encode(state)) == state
