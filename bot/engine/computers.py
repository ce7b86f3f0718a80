"""The computer players of a game: an ability that a package names or leaves out."""

from collections.abc import Mapping
from random import Random
from typing import Generic, TypeVar

from msgspec import Struct

from bot.engine.moves import Move

V = TypeVar("V", bound=Struct)


class Computers(Generic[V]):
    """The computer players of a game. As it is, there is one level, which plays at random.

    It is pickled, because slow levels run in another process.
    """

    levels: tuple[str, ...] = ("computer",)
    """The names of the levels, weakest first. People never see the name of an only level."""
    fast_levels: tuple[str, ...] = ()
    """The levels, perhaps with "absent", that choose a move within 5 ms of processor time, as
    `python -m benchmarks.rules` measures it. They run in the bot's own process, unless the game is
    from another Python package. All others run in a separate process, so that they delay nobody's
    click.
    """
    win_rates: Mapping[int, tuple[float, ...]] = {}
    """Maps a number of players to how often each level but the weakest wins, from 0 to 1: the share
    of games that one player of the level wins against players of the next weaker one. The game's
    arena measures it. Winners of a game share it: in a game of two equal teams, each of five
    players wins 0.2 games. For other numbers, the next smaller measured one counts, or else the
    next larger one.
    """

    def choose_move(self, view: V, moves: tuple[Move, ...], level: str, rng: Random) -> Move:  # noqa: ARG002
        """Choose one of the moves for a computer player, which knows no more than its own view.

        `level` is one of `levels`, or "absent", which plays for a person whose time ran out.
        """
        return moves[0] if level == "absent" else rng.choice(moves)
