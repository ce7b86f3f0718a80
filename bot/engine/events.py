"""Events of games as types, and the records in which the database stores them.

A record has a name, the tag of the event's struct, and one flat tuple of values: the fields in
their order. Of a field that is a tuple, each item is one value.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, get_args, get_origin

from msgspec import Struct
from msgspec.structs import astuple

from bot.engine.moves import get_tag, resolve_field_types

Seat = int
"""The number of a player at a table, counted clockwise from 0. As the type of a parameter
`viewer`, `Seat | None` allows None for an onlooker, who does not play.
"""


class Event(Struct, frozen=True, gc=False):
    """Base class of a game's events: something that happened, such as a card that was played.

    The tag of each subclass is the key of the message that describes the event. A field is an
    `int`, a `bool`, a `str` or a tuple of a fixed number of integers. The last field may also be a
    `tuple[int, ...]`.
    """


class Notice(Struct, frozen=True, gc=False):
    """An event of a game, and who may know of it."""

    event: Event
    to: tuple[Seat, ...] | None = None
    """Seats, or None for everybody, including onlookers."""


Notices = Sequence[Notice]


class EventRecord(Struct, frozen=True, gc=False):
    """An event of a game or of the table as it is stored."""

    to: tuple[Seat, ...] | None
    """As in `Notice.to`."""
    name: str
    """The tag of the game's event. Names of the table's own events begin with "table-"."""
    values: tuple[int | str, ...] = ()


def to_record(notice: Notice) -> EventRecord:
    """Convert an event and its recipients to the stored form."""
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
    """Convert stored events back to these types. Others, such as the table's own, are left out.

    Raises:
        ValueError: The values of an event do not fit the fields of its type.
    """
    known = _index_by_tag(tuple(kinds))
    return tuple(
        Notice(_parse_event(known[record.name], record.values), record.to)
        for record in records
        if record.name in known
    )


@cache
def _find_stored_form(kind: type[Event]) -> tuple[str, bool, bool]:
    """Return the tag of a type of events, and two facts that let `to_record` work faster.

    The first is whether all fields are stored unchanged. The second is whether only the last field
    is a tuple, and the others are stored unchanged.
    """
    types = resolve_field_types(kind)
    is_flat = all(of in (int, str) for of in types)
    ends_flat = not is_flat and get_origin(types[-1]) is tuple and set(types[:-1]) <= {int, str}
    return get_tag(kind), is_flat, ends_flat


def _flatten_values(values: Iterable[Any]) -> list[int | str]:
    """Return the values in one flat list: the items of tuples, and 0 or 1 for booleans."""
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
    """Return how many stored values belong to each field of a type of events, in order.

    0 means a single value that is no tuple. None means all remaining values.
    """
    widths: list[int | None] = []
    for of in resolve_field_types(kind):
        arguments = get_args(of)
        if get_origin(of) is not tuple:
            widths.append(0)
        else:
            widths.append(None if Ellipsis in arguments else len(arguments))
    if None in widths[:-1]:
        raise TypeError(f"{kind.__name__}: only the last field may be a tuple of any length")
    return tuple(widths)


def _parse_event(kind: type[Event], values: Sequence[int | str]) -> Event:
    """Create an event from its stored values, or raise `ValueError` if their number is wrong."""
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
