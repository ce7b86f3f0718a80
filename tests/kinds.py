"""Chooses which of many similar cases run without `--thorough`."""

from collections.abc import Callable, Hashable, Iterable
from typing import Any

import pytest


def first_of_each_kind(
    cases: Iterable[tuple[Any, ...]], kind: Callable[..., Hashable]
) -> list[Any]:
    """Return the cases of a test, of which only the first of each kind runs without `--thorough`.

    Args:
        cases: The arguments of the test, a tuple for each case.
        kind: Returns the kind of the case with these arguments.
    """
    seen = set[Hashable]()
    marked = []
    for case in cases:
        again = kind(*case) in seen
        seen.add(kind(*case))
        marked.append(pytest.param(*case, marks=[pytest.mark.thorough] if again else []))
    return marked
