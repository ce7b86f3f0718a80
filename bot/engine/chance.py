"""Fair chance: every draw follows from a secret seed, so that anybody can repeat the deal later.

`docs/fair-deal.md` explains this to players and describes it exactly.
"""

import hashlib
import hmac
from collections.abc import Sequence
from random import Random

_DIGEST_VALUE_COUNT = 2**256


class SeededChance:
    """The draws of one step of a table. The same seed and step always give the same draws."""

    def __init__(self, seed: bytes, step: int) -> None:
        """Start at draw 0 of `step`. The deal is step 0. `seed` is the table's 32 bytes."""
        self._seed = seed
        self._step = step
        self._draw = 0

    def below(self, n: int) -> int:
        """Draw an integer from 0 to n-1, each equally likely.

        Numbers from the last whole multiple of `n` on are drawn again. Otherwise small results
        would come up more often. Raises `ValueError` if `n` is not from 1 to 2**256.
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

        Go from the last place down to the second. Swap each item with the one at a place drawn from
        the first place up to its own.
        """
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)


class PythonChance:
    """Random draws from Python's own generator, for tests and tools, never for a table."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)  # noqa: S311 - no secret

    def below(self, n: int) -> int:
        """Draw an integer from 0 to n-1."""
        return self.random.randrange(n)

    def shuffle(self, items: Sequence[int]) -> tuple[int, ...]:
        """Return the items in a random order."""
        return tuple(self.random.sample(items, len(items)))


def compute_commitment(seed: bytes) -> str:
    """Return the commitment to the seed that is shown at the deal.

    It is the seed's SHA-256 as 64 hexadecimal digits.
    """
    return hashlib.sha256(seed).hexdigest()
