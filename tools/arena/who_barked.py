"""Measures the computer players of Who Barked? with one level as cats and another as dogs.

The yardstick `cats-fox-dogs-tomcat` plays as the Sly Fox with a cat's role, and as the Tomcat with
a dog's. If all are of this kind, the wins of each team compare these levels:
`python -m tools.arena who_barked cats-fox-dogs-tomcat cats-fox-dogs-tomcat`.
"""

from collections.abc import Callable
from itertools import permutations
from random import Random

from bot.engine.moves import Move
from bot.games.who_barked.model.state import State, View
from bot.games.who_barked.package import PACKAGE
from tools.arena import arena

COMPUTERS = PACKAGE.computers


def make_split_player(cats: str, dogs: str) -> Callable[[View, tuple[Move, ...], Random], Move]:
    """Make a player who plays as one level with a cat's role, and as another with a dog's."""

    def choose_move(view: View, moves: tuple[Move, ...], rng: Random) -> Move:
        level = dogs if view.role == "dog" else cats
        return COMPUTERS.choose_move(view, moves, level, rng)

    return choose_move


def measure_game(state: State) -> arena.Measures:
    """Return the number of decisions of a finished game."""
    return {"decisions": (state.decision,) * state.seats}


ARENA = arena.Arena(
    PACKAGE,
    {
        f"cats-{cats}-dogs-{dogs}": make_split_player(cats, dogs)
        for cats, dogs in permutations(COMPUTERS.levels, 2)
    },
    measures=measure_game,
)
