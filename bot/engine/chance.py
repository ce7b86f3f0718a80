"""Fair random draws: each follows from a secret seed, so that anybody can check the deal later.

`docs/fair-deal.md` explains this to players and describes the computation exactly.
"""

import hashlib
import hmac
from collections.abc import Sequence
from random import Random

_DIGEST_VALUE_COUNT = 2**256


class SeededChance:
    """Random draws for one step of a game, such as the deal or one move."""

    def __init__(self, seed: bytes, step: int) -> None:
        """Prepare the draws of a step, from the table's secret seed of 32 bytes."""
        self._seed = seed
        self._step = step
        self._draw = 0

    def below(self, n: int) -> int:
        """Draw an integer from 0 to `n` - 1, each equally likely.

        Each draw is the HMAC-SHA-256 of the text "step:draw" (two numbers), with the seed as the
        key. A result that is not below the largest multiple of `n` up to 2**256 is drawn again.

        Raises:
            ValueError: `n` is not from 1 to 2**256.
        """
        if not 1 <= n <= _DIGEST_VALUE_COUNT:
            raise ValueError(n)
        fair = _DIGEST_VALUE_COUNT - _DIGEST_VALUE_COUNT % n
        while True:
            label = f"{self._step}:{self._draw}".encode()
            self._draw += 1
            number = int.from_bytes(hmac.digest(self._seed, label, "sha256"), "big")
            if number < fair:
                return number % n

    def shuffle(self, items: Sequence[int]) -> tuple[int, ...]:
        """Return the items in a random order, each order equally likely (Fisher-Yates).

        From the last position to the second, swap its item with that at a drawn position up to it.
        """
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)


class PythonChance:
    """Random draws from Python's own generator, for tests and tools."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)  # noqa: S311 - no secret

    def below(self, n: int) -> int:
        """Draw an integer from 0 to `n` - 1, each equally likely."""
        return self.random.randrange(n)

    def shuffle(self, items: Sequence[int]) -> tuple[int, ...]:
        """Return the items in a random order, each order equally likely."""
        return tuple(self.random.sample(items, len(items)))


def compute_commitment(seed: bytes) -> str:
    """Return the SHA-256 of a table's secret seed, as 64 hexadecimal digits.

    People see it at the deal, and the seed after the game, so they can check that nobody exchanged
    it.
    """
    return hashlib.sha256(seed).hexdigest()
