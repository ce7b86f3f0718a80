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
    """The names of the skill levels, weakest first. People never see the name of an only level."""
    fast_levels: tuple[str, ...] = ()
    """The levels that choose a move within 5 ms of processor time, perhaps with "absent".

    They run in the bot's own process. All other levels, and all levels of games from other Python
    packages, run in a separate process, so that they do not delay anybody's click.
    `python -m benchmarks.rules` measures the times.
    """
    win_rates: Mapping[int, tuple[float, ...]] = {}
    """Maps a number of players to how often each level but the weakest wins, from 0 to 1.

    A rate is the share of games that one computer player of the level wins against players of the
    next weaker level. The game's arena, a tournament of computer players, measures it. The winners
    of a game share it: in a game of two equal teams, each of five players wins 0.2 games.

    For a number of players that was not measured, the next smaller measured number is used, or
    else the next larger one. {} means that nothing was measured.
    """

    def choose_move(self, view: V, moves: tuple[Move, ...], level: str, rng: Random) -> Move:  # noqa: ARG002
        """Choose one of the moves for a computer player, which knows no more than its own view.

        Args:
            level: One of `levels`, or "absent", which plays for a person whose time ran out.
        """
        return moves[0] if level == "absent" else rng.choice(moves)
