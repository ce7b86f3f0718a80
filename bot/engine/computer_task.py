"""The task in which a computer player chooses a move, in this process or in another one."""

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec import Struct

from bot.common.log import describe_failure
from bot.engine.game import Game, IllegalMove
from bot.engine.moves import Move

MAX_FAILURE_CHARACTERS = 2_000
"""The maximum number of characters of a failure's description.

A failure deep in a recursion would name a thousand places in the code.
"""


class ComputerTaskResult(Struct, frozen=True):
    """What came of a computer player's task: a move, or a description of a failure."""

    move: str | None = None
    """The chosen legal move as text, such as "bid/3/6". None means that the task failed."""
    failure: str = ""
    """The description of the failure by `bot.common.log.describe_failure`; "" if there is a move.

    The name of the exception is before the first comma.
    """


TIMED_OUT_RESULT = ComputerTaskResult(failure=TimeoutError.__name__)
"""The result of a computer player's task that took too long, or waited behind such a task."""


class ComputerTask(Struct, frozen=True):
    """All that a computer player needs in order to choose a move.

    It contains only what the computer player's own seat may know of the game, so that the computer
    cannot cheat.
    """

    game: Game[Any, Any]
    """The rules of the game, which also choose the move."""
    view: Any
    """All that the computer player's seat may know of the game."""
    moves: tuple[Move, ...]
    """All legal moves of the seat."""
    level: str
    """How well the computer plays: one of `Game.levels`, or "absent"."""
    key: bytes
    """The seed of the computer player's random choices.

    The same task always gives the same move.
    """

    def choose(self) -> ComputerTaskResult:
        """Let the game choose a move, and return it, or a failure if the move is not legal.

        Raises:
            Exception: The game's `Game.choose_move` has raised it.
        """
        rng = Random(self.key)  # noqa: S311 - a computer's taste, not a draw of the game
        move: object = self.game.choose_move(self.view, self.moves, self.level, rng)
        if move in self.moves:
            return ComputerTaskResult(self.moves[self.moves.index(move)].path)
        return ComputerTaskResult(failure=f"{IllegalMove.__name__}, {type(move).__name__}")


def catch_failures(choose: Callable[[], ComputerTaskResult]) -> ComputerTaskResult:
    """Call a function that chooses a move, and return a failure if it raises an exception.

    `SystemExit` and `KeyboardInterrupt` are caught, too. A game that raises them must not end the
    process.
    """
    try:
        return choose()
    except BaseException as problem:
        return ComputerTaskResult(failure=describe_failure(problem)[:MAX_FAILURE_CHARACTERS])
