"""Events of games as types, and the records in which they are stored.

A game defines its events as frozen structs. A stored event has a name and one flat tuple of values.
The name is the tag of the struct. The values are the fields in their order. Of a field that is a
tuple, each item is one value.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, get_args, get_origin

from msgspec import Struct
from msgspec.structs import astuple

from bot.engine.moves import get_tag, resolve_field_types

Seat = int
"""The number of a player at the table, from 0 on, clockwise.

In a parameter `viewer`, None means an onlooker, who does not play.
"""


class Event(Struct, frozen=True, gc=False):
    """Something that happened in a game, such as a card that was played.

    It is the base class of events.

    The tag of each subclass is the key of a message in the game's catalogue. A field is an `int`, a
    `bool`, a `str` or a tuple of a fixed number of integers. The last field may also be a
    `tuple[int, ...]`.
    """


class Notice(Struct, frozen=True, gc=False):
    """An event together with the seats that may know of it."""

    event: Event
    to: tuple[Seat, ...] | None = None
    """The seats that may know of the event. None means everybody, including onlookers."""


class EventRecord(Struct, frozen=True, gc=False):
    """An event of a game, or of the table itself, as it is stored in the database."""

    to: tuple[Seat, ...] | None
    """The seats that may ever see the event. None means everybody, including onlookers."""
    name: str
    """The tag of the game's event, or a name that begins with "table-" for an event of the table.
    """
    values: tuple[int | str, ...] = ()
    """The values of the event's fields, with the items of tuples in place of the tuples."""


def to_record(notice: Notice) -> EventRecord:
    """Convert an event with its recipients to the record that is stored."""
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
    """Convert stored events back to the game's types.

    Args:
        kinds: The types of events to return. Events of other types, such as the table's own, are
            left out.
        records: The stored events.

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
    """Return the tag of a type of events, and two facts about its fields.

    The facts make `to_record` faster. The first one is whether all fields are stored unchanged. The
    second one is whether only the last field is not, because it is a tuple.
    """
    types = resolve_field_types(kind)
    is_flat = all(of in (int, str) for of in types)
    ends_flat = not is_flat and get_origin(types[-1]) is tuple and set(types[:-1]) <= {int, str}
    return get_tag(kind), is_flat, ends_flat


def _flatten_values(values: Iterable[Any]) -> list[int | str]:
    """Return the values, with the items of tuples in their place and 0 or 1 for booleans."""
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
    """Return how many stored values belong to each field of a type of events.

    0 means a single value that is no tuple. None means all values that are left, because the last
    field is a tuple of any length.
    """
    widths: list[int | None] = []
    for of in resolve_field_types(kind):
        arguments = get_args(of)
        if get_origin(of) is not tuple:
            widths.append(0)
        else:
            widths.append(None if Ellipsis in arguments else len(arguments))
    return tuple(widths)


def _parse_event(kind: type[Event], values: Sequence[int | str]) -> Event:
    """Make an event of this type from the flat tuple of values that was stored."""
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
