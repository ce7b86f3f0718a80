"""Finds how two views, or what a viewer hears of two steps, differ, and says so in words."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from bot.engine.events import EventRecord, Seat

MAX_DIFFERENCE_CHARACTERS = 240

Events = Sequence[EventRecord]


def filter_events(events: Events, viewer: Seat | None) -> list[EventRecord]:
    """Return the events that a viewer may know of."""
    return [event for event in events if event.to is None or viewer in event.to]


def find_unequal_events(one: Events, other: Events) -> tuple[EventRecord | None, ...]:
    """Return the first two events that differ in two lists, or () if the lists are equal.

    None stands for the missing event if one of the lists has ended.
    """
    pairs = zip_longest(one, other)
    return next((pair for pair in pairs if pair[0] != pair[1]), ())


def describe_events(events: Sequence[EventRecord | None]) -> str:
    """Return events that differ in words, such as "shown (1, 3) or nothing"."""
    return " or ".join(f"{event.name} {event.values}" if event else "nothing" for event in events)


def describe_difference(one: Any, other: Any) -> str:
    """Return the first difference between two values that are not equal, in one line."""
    either = f"{one!r} -> {other!r}"
    found = either if one is None else next(find_differences(one, other), either)
    return found.strip()[:MAX_DIFFERENCE_CHARACTERS]


def flatten_fields(struct: Struct, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the name and the value of each field of a struct and of the structs within it."""
    for name, value in asdict(struct).items():
        if isinstance(value, Struct):
            yield from flatten_fields(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def find_differences(before: Any, after: Any, path: str = "") -> Iterator[str]:
    """Yield a line for each difference: its path, such as "hands[2]", the old and the new value.

    If `before` is None and `path` is "", all fields of the first view `after` are listed.
    """
    if type(before) is type(after) and before == after:
        return
    if isinstance(after, Struct) and type(before) is type(after):
        former = asdict(before)
        for field, value in asdict(after).items():
            yield from find_differences(former[field], value, f"{path}.{field}" if path else field)
    elif before is None and not path:
        yield from (f"{field} {value!r}" for field, value in asdict(after).items())
    elif isinstance(before, tuple) and isinstance(after, tuple):
        yield from _compare_tuples(before, after, path)
    else:
        yield f"{path} {before!r} -> {after!r}"


def _compare_tuples(before: tuple[Any, ...], after: tuple[Any, ...], path: str) -> Iterator[str]:
    if len(before) == len(after):
        for number, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from find_differences(old, new, f"{path}[{number}]")
    elif before and after[: len(before)] == before:
        yield f"{path} + {after[len(before) :]!r}"
    else:
        yield f"{path} {before!r} -> {after!r}"
