"""The order in which the test files run."""

from collections.abc import Mapping
from itertools import accumulate
from pathlib import Path

LONGEST_FILES = Path(__file__).parent / "longest.txt"
"""The test files that take `LONG_SECONDS` or more, in the order in which they run."""
LONG_SECONDS = 2.0
WAITING_FOLDER = "tests/survival/"
"""The folder whose tests wait for other processes most of the time."""


def order_longest_files(seconds: Mapping[str, float]) -> list[str]:
    """Return the longest files, so that tests which wait run beside those which compute.

    Both kinds begin with their longest file, and get on in proportion to their time.

    Args:
        seconds: By the paths of test files, how long their tests took.
    """
    longest = [file for file in seconds if seconds[file] >= LONG_SECONDS]
    longest.sort(key=lambda file: -seconds[file])
    starts: dict[str, float] = {}
    for is_waiting in (True, False):
        files = [file for file in longest if file.startswith(WAITING_FOLDER) is is_waiting]
        before = [0.0, *accumulate(seconds[file] for file in files)]
        starts |= {file: start / before[-1] for file, start in zip(files, before, strict=False)}
    return sorted(starts, key=starts.__getitem__)
