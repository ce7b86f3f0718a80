"""What a rule of the contract is."""

from collections.abc import Callable
from typing import NamedTuple

from bot.games.contract.playing import Play


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
