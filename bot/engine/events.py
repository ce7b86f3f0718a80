"""Events as types, and the form in which they are stored.

A game defines what can happen in it as frozen structs. A stored event has a name, the tag of its
struct, and one flat tuple of values: the fields in their order, tuples among them laid out flat.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, get_args, get_origin

from msgspec import Struct
from msgspec.structs import astuple

from bot.engine.moves import get_tag, resolve_field_types

Seat = int
"""0 to n-1, clockwise. As a viewer, None is an onlooker."""


class Event(Struct, frozen=True, gc=False):
    """Something that happened in a game. Subclasses have a tag: a key of the game's catalogue.

    A field is an `int`, a `bool`, a `str`, a tuple of a fixed number of integers, or, as the last
    one, a `tuple[int, ...]`.
    """


class Notice(Struct, frozen=True, gc=False):
    """An event with who may know of it."""

    event: Event
    to: tuple[Seat, ...] | None = None
    """None: everybody."""


class EventRecord(Struct, frozen=True, gc=False):
    """An event as it is stored, of a game or of the table itself."""

    to: tuple[Seat, ...] | None
    """Who may ever see it. None: everybody."""
    name: str
    """The tag of the game's event, or "table-..." for what happened at the table."""
    values: tuple[int | str, ...] = ()


def to_record(notice: Notice) -> EventRecord:
    """Return a notice as it is stored."""
    tag, is_flat, ends_flat = _find_stored_form(type(notice.event))
    values = astuple(notice.event)
    if ends_flat:
        values = values[:-1] + values[-1]
    elif not is_flat:
        values = tuple(_flatten_values(values))
    return EventRecord(notice.to, tag, values)


def from_records(
    kinds: Sequence[type[Event]], records: Iterable[EventRecord]
) -> tuple[Notice, ...]:
    """Return stored events of these kinds; all others, such as the table's own, are left out.

    Raises `ValueError` for an event whose values are not those of its kind.
    """
    known = _index_by_tag(tuple(kinds))
    return tuple(
        Notice(_parse_event(known[record.name], record.values), record.to)
        for record in records
        if record.name in known
    )


@cache
def _find_stored_form(kind: type[Event]) -> tuple[str, bool, bool]:
    """Return the tag of a kind, and whether its fields are stored as they are.

    The last value: whether all are but the last field, which is a tuple.
    """
    types = resolve_field_types(kind)
    is_flat = all(of in (int, str) for of in types)
    ends_flat = not is_flat and get_origin(types[-1]) is tuple and set(types[:-1]) <= {int, str}
    return get_tag(kind), is_flat, ends_flat


def _flatten_values(values: Iterable[Any]) -> list[int | str]:
    flat = list[int | str]()
    for value in values:
        if isinstance(value, tuple):
            flat += value
        else:
            flat.append(int(value) if isinstance(value, bool) else value)
    return flat


@cache
def _index_by_tag(kinds: tuple[type[Event], ...]) -> dict[str, type[Event]]:
    return {get_tag(kind): kind for kind in kinds}


@cache
def _count_field_values(kind: type[Event]) -> tuple[int | None, ...]:
    """Return how many values each field has: 0 for one of its own, None for all that are left."""
    widths: list[int | None] = []
    for of in resolve_field_types(kind):
        arguments = get_args(of)
        if get_origin(of) is not tuple:
            widths.append(0)
        else:
            widths.append(None if Ellipsis in arguments else len(arguments))
    return tuple(widths)


def _parse_event(kind: type[Event], values: Sequence[int | str]) -> Event:
    fields, start = list[Any](), 0
    for width, of in zip(_count_field_values(kind), resolve_field_types(kind), strict=True):
        end = max(start, len(values)) if width is None else start + (width or 1)
        found = tuple(values[start:end])
        if width == 0:
            fields.extend(map(bool, found) if of is bool else found)
        else:
            fields.append(found)
        start = end
    if start != len(values):
        raise ValueError(f"{kind.__name__} does not have {len(values)} values")
    return kind(*fields)
