"""What a rule of the contract is."""

import inspect
from collections.abc import Callable
from typing import NamedTuple

from bot.engine.box import Box
from bot.testing.playing import Play


class Rule(NamedTuple):
    """A sentence that holds for every game."""

    name: str
    """A word to name it by, on the command line and in the tests."""
    says: str
    """The rule itself."""
    check: Callable[[Play], None]
    """Raises `Broken` if it does not hold in a game that was played."""
    every: int = 1
    """It looks at one of so many games."""
    of: str = ""
    """The method that its author looks at first if it is broken, such as "game.step"; "": none."""

    def place(self, box: Box) -> str:
        """Return the file and line of that method of a game; "" if there is none."""
        owner, _, name = self.of.partition(".")
        method = inspect.unwrap(getattr(type(getattr(box, owner)), name)) if name else None
        code = getattr(method, "__code__", None)
        return f"{code.co_filename}:{code.co_firstlineno} `{name}`" if code else ""
