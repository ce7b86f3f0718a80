"""The task of choosing a move for a computer player, in this process or in another one."""

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec import Struct

from bot.common.log import describe_failure
from bot.engine.computers import Computers
from bot.engine.game import IllegalMove
from bot.engine.moves import Move

MAX_FAILURE_CHARACTERS = 2_000


class ComputerTaskResult(Struct, frozen=True):
    """What asking a computer player for a move came to: a move, or a failure.

    A task of puzzles has what it made in place of the move.
    """

    move: str | None = None
    """The path of the move, or None for a failure."""
    failure: str = ""
    """The failure as `bot.common.log.describe_failure` describes it. It begins with the exception's
    name, which ends at the first comma.
    """
    made: str = ""
    """The JSON of a puzzle or of a step of one."""


TIMED_OUT_RESULT = ComputerTaskResult(failure=TimeoutError.__name__)
"""The result for a computer player that took too long, or waited behind another slow one."""


class ComputerTask(Struct, frozen=True):
    """All that a computer player needs to choose a move.

    It contains only what the player's own seat may know of the game, so the computer cannot cheat.
    """

    computers: Computers[Any]
    view: Any
    moves: tuple[Move, ...]
    level: str
    key: bytes
    """The seed of the random choices. The same task always gives the same move."""

    def choose(self) -> ComputerTaskResult:
        """Ask the computer player for its move. A move that is not legal is a failure.

        Raises:
            Exception: `Computers.choose_move` has raised it.
        """
        rng = Random(self.key)  # noqa: S311 - a computer's taste, not a draw of the game
        move: object = self.computers.choose_move(self.view, self.moves, self.level, rng)
        if move in self.moves:
            return ComputerTaskResult(self.moves[self.moves.index(move)].path)
        return ComputerTaskResult(failure=f"{IllegalMove.__name__}, {type(move).__name__}")


def catch_failures(choose: Callable[[], ComputerTaskResult]) -> ComputerTaskResult:
    """Call a function that runs a task. If it raises an exception, return a failure instead.

    `SystemExit` and `KeyboardInterrupt` are caught, too, so that no game can end the process.
    """
    try:
        return choose()
    except BaseException as problem:
        return ComputerTaskResult(failure=describe_failure(problem)[:MAX_FAILURE_CHARACTERS])
