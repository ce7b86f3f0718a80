"""What differs between two views, field by field."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict


class _Nothing:
    """Stands where only one of two tuples has an item."""


NOTHING = _Nothing()


def differences(before: Any, after: Any, path: str = "") -> Iterator[str]:
    """Yield a text for each value that differs: its path, what it was and what it is.

    Before the first view is None: then all its fields are told.
    """
    if type(before) is type(after) and before == after:
        return
    if isinstance(after, Struct) and type(before) is type(after):
        former = asdict(before)
        for field, value in asdict(after).items():
            yield from differences(former[field], value, f"{path}.{field}" if path else field)
    elif before is None and not path:
        yield from (f"{field} {value!r}" for field, value in asdict(after).items())
    elif isinstance(before, tuple) and isinstance(after, tuple):
        yield from _of_tuples(before, after, path)
    else:
        yield f"{path} {before!r} -> {after!r}"


def _of_tuples(before: tuple[Any, ...], after: tuple[Any, ...], path: str) -> Iterator[str]:
    """Yield what differs item by item, where there are as many; else what has come and gone."""
    if len(before) == len(after):
        for number, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from differences(old, new, f"{path}[{number}]")
    elif before and after[: len(before)] == before:
        yield f"{path} + {after[len(before) :]!r}"
    else:
        yield f"{path} {before!r} -> {after!r}"
