"""The task of making a puzzle or finding a step of one, in this process or in another one."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.json import encode

from bot.engine.computer_task import ComputerTaskResult
from bot.engine.puzzle_data import Puzzle, Step


class PuzzleTask(Struct, frozen=True):
    """A call of a method of `Puzzles` that may take long."""

    call: Callable[[], Puzzle | Step]
    """Calls the method. It can be pickled, such as a `partial`."""

    def choose(self) -> ComputerTaskResult:
        """Call the method.

        Raises:
            Exception: The method has raised it.
        """
        return ComputerTaskResult(made=encode(self.call()).decode())
