"""The task of a computer player: all that it chooses a move from, in whatever process it runs."""

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec import Struct

from bot.common.log import describe_failure
from bot.engine.game import Game, IllegalMove
from bot.engine.moves import Move

MAX_FAILURE_CHARACTERS = 2_000
"""The maximum number of characters of a failure.

A failure deep in a recursion names a thousand places in the code.
"""


class ComputerTaskResult(Struct, frozen=True):
    """The result of a task: a move or a failure."""

    move: str | None = None
    """The path of a legal move. None: the task failed."""
    failure: str = ""
    """The failure as `bot.common.log.describe_failure` returns it.

    Its kind is before the first comma.
    """


TIMED_OUT_RESULT = ComputerTaskResult(failure=TimeoutError.__name__)
"""The result of a task that takes too long, or that waits behind such a task."""


class ComputerTask(Struct, frozen=True):
    """The information from which a computer player chooses a move.

    It contains only what the computer player's own seat may know of the game.
    """

    game: Game[Any, Any]
    view: Any
    moves: tuple[Move, ...]
    level: str
    key: bytes
    """The seed of the computer player's random choices.

    The same task always gives the same move.
    """

    def choose(self) -> ComputerTaskResult:
        """Return the move that `Game.choose_move` chooses. Raises what that raises.

        The result is a failure if the move is not legal.
        """
        rng = Random(self.key)  # noqa: S311 - a computer's taste, not a draw of the game
        move: object = self.game.choose_move(self.view, self.moves, self.level, rng)
        if move in self.moves:
            return ComputerTaskResult(self.moves[self.moves.index(move)].path)
        return ComputerTaskResult(failure=f"{IllegalMove.__name__}, {type(move).__name__}")


def catch_failures(choose: Callable[[], ComputerTaskResult]) -> ComputerTaskResult:
    """Return what `choose` returns, or the failure if it raises an exception.

    `SystemExit` and `KeyboardInterrupt` are caught too, because a game that raises them must not
    end the process.
    """
    try:
        return choose()
    except BaseException as problem:
        return ComputerTaskResult(failure=describe_failure(problem)[:MAX_FAILURE_CHARACTERS])
