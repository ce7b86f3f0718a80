"""Chance without a sealed seed: for arenas, benchmarks and tests."""

from collections.abc import Sequence
from random import Random


class Luck:
    """Chance from Python's own generator, in place of a table's sealed seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)  # noqa: S311

    def below(self, n: int) -> int:
        """Draw an integer from 0 to n-1."""
        return self.random.randrange(n)

    def shuffled(self, items: Sequence[int]) -> tuple[int, ...]:
        """Return the items in a random order."""
        return tuple(self.random.sample(items, len(items)))
