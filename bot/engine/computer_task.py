"""A computer's thought: all that it chooses a move from, wherever it thinks."""

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec import Struct

from bot.common.log import describe_failure
from bot.engine.game import Game, IllegalMove
from bot.engine.moves import Move

MAX_FAILURE_CHARACTERS = 2_000
"""A failure deep in a recursion names a thousand places."""


class ComputerTaskResult(Struct, frozen=True):
    """What came of a thought."""

    move: str | None = None
    """The path of a legal move; None: nothing but a failure."""
    failure: str = ""
    """What `bot.common.log.describe_failure` returns: the kind comes before the first comma."""


TIMED_OUT_RESULT = ComputerTaskResult(failure=TimeoutError.__name__)
"""What came of a thought that takes too long, or waits behind such a one."""


class ComputerTask(Struct, frozen=True):
    """What a computer chooses from. Of a game it knows what its own seat may know."""

    game: Game[Any, Any]
    view: Any
    moves: tuple[Move, ...]
    level: str
    key: bytes
    """What the computer's taste is drawn from: the same thought ends in the same move."""

    def choose(self) -> ComputerTaskResult:
        """Return the move that `Game.choose_move` chooses; raises what that raises."""
        rng = Random(self.key)  # noqa: S311 - a computer's taste, not a draw of the game
        move: object = self.game.choose_move(self.view, self.moves, self.level, rng)
        if move in self.moves:
            return ComputerTaskResult(self.moves[self.moves.index(move)].path)
        return ComputerTaskResult(failure=f"{IllegalMove.__name__}, {type(move).__name__}")


def catch_failures(choose: Callable[[], ComputerTaskResult]) -> ComputerTaskResult:
    """Return what `choose` returns, or its failure.

    A game that raises `SystemExit` or `KeyboardInterrupt` must not end the process, so these are
    caught, too.
    """
    try:
        return choose()
    except BaseException as problem:
        return ComputerTaskResult(failure=describe_failure(problem)[:MAX_FAILURE_CHARACTERS])
