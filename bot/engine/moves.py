"""Moves as types, and their paths, which stand for them in buttons and in the database.

A game defines its moves as frozen structs. A path is a move's tag and its fields, joined with "/".
`Bid(count=3, face=6)` with the tag "bid" has the path "bid/3/6".

Screens enter a move field by field. A `Prefix` is a move of which only the first fields are chosen.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct
from msgspec.structs import astuple, fields

MAX_CACHED_PATHS = 100_000
"""The maximum number of moves whose paths are cached.

It exceeds the number of distinct moves of all games that run at a time.
"""
MAX_CACHED_MOVES = 10_000
"""The maximum number of paths whose moves are cached. People press far fewer in a minute."""
MAX_DIGITS_PER_NUMBER = 9
"""The maximum number of digits of a number in a path. Longer numbers are forged."""

FieldValue = int | str | tuple[int, ...]
"""The value of a move's field: a number, a word or several numbers.

A word consists of ASCII characters without "/" and ".".
"""


class Move(Struct, frozen=True, gc=False, cache_hash=True):
    """A choice that answers a decision.

    Subclasses look like `class Bid(Move, tag="bid", frozen=True)`. The tag is one or more words
    joined with "/".

    A field is an `int`, a `str`, a `Literal` of strings or a `tuple[int, ...]`. The path leaves out
    trailing fields that have their default value. It has at most 60 characters, all of them ASCII.
    """

    @property
    def path(self) -> str:
        """The move's path, such as "bid/3/6"."""
        return format_path(self)


class Prefix(Struct, frozen=True, gc=False):
    """The first fields of a move that is being entered."""

    kind: type[Move] | None = None
    """The type of the move. None: nothing is chosen yet, not even the type."""
    values: tuple[FieldValue, ...] = ()
    """The fields chosen so far, in their order."""

    @property
    def path(self) -> str:
        """The beginning of the paths of all moves with this prefix; "" for all moves."""
        return "/".join((get_tag(self.kind), *map(_format_value, self.values))) if self.kind else ""

    def add_value(self, value: FieldValue) -> "Prefix":
        """Return the prefix with one more field."""
        return Prefix(self.kind, (*self.values, value))

    def is_prefix_of(self, move: Move) -> bool:
        """Return whether a move begins with this prefix."""
        if self.kind is None:
            return True
        return type(move) is self.kind and astuple(move)[: len(self.values)] == self.values

    def find_completed_move(self, moves: Iterable[Move]) -> Move | None:
        """Return the one of `moves` that has exactly these fields, or None if there is none."""
        path = self.path
        return next((move for move in moves if self.is_prefix_of(move) and move.path == path), None)


EMPTY_PREFIX = Prefix()
"""The prefix of a move of which nothing is chosen yet."""


def list_next_values(moves: Iterable[Move], prefix: Prefix) -> tuple[Any, ...]:
    """Return the distinct values of the field that follows a prefix, in the order of `moves`.

    A move whose last field is already in the prefix adds no value.

    >>> class Bid(Move, tag="bid", frozen=True):
    ...     count: int
    ...     face: int
    >>> list_next_values((Bid(1, 6), Bid(2, 3)), Prefix(Bid))
    (1, 2)
    >>> list_next_values((Bid(1, 6), Bid(2, 3)), Prefix(Bid, (2,)))
    (3,)
    """
    place = len(prefix.values)
    rest = (astuple(move)[place:] for move in moves if prefix.kind and prefix.is_prefix_of(move))
    return tuple(dict.fromkeys(values[0] for values in rest if values))


def list_next_prefixes(moves: Iterable[Move], prefix: Prefix) -> tuple[Prefix, ...]:
    """Return a prefix for each possible next choice: a type of move, or the value of a field."""
    if prefix.kind is None:
        return tuple(map(Prefix, dict.fromkeys(map(type, moves))))
    return tuple(prefix.add_value(value) for value in list_next_values(moves, prefix))


def drop_last_field(path: str) -> str:
    """Return the path without its last field, such as `bid/3` for `bid/3/6`."""
    return path.rpartition("/")[0]


def join_values(values: Iterable[str]) -> str:
    """Return a menu's values as one field of a path: sorted and joined with ".".

    Numbers come first, in ascending order. Words follow in alphabetical order.

    >>> join_values(["11", "2", "tail"])
    '2.11.tail'
    """
    return ".".join(sorted(values, key=_make_sort_key))


def _make_sort_key(value: str) -> tuple[bool, int, str]:
    is_number = value.isascii() and value.isdecimal()
    return not is_number, int(value) if is_number else 0, value


@cache
def get_tag(kind: type[Struct]) -> str:
    """Return the tag of a type of moves or events. Raises `TypeError` if it has none."""
    tag = kind.__struct_config__.tag
    if not isinstance(tag, str):
        raise TypeError(f"{kind.__name__} needs a tag: class {kind.__name__}(..., tag=...)")
    return tag


@lru_cache(maxsize=MAX_CACHED_MOVES)
def parse_move(kinds: tuple[type[Move], ...], path: str) -> Move | None:
    """Return the move that has this path, or None if it is no path of these types of moves."""
    prefix = parse_prefix(kinds, path)
    if prefix is None or prefix.kind is None:
        return None
    if NODEFAULT in _list_defaults(prefix.kind)[len(prefix.values) :]:
        return None
    move = prefix.kind(*prefix.values)
    return move if move.path == path else None


def parse_prefix(kinds: Sequence[type[Move]], path: str) -> Prefix | None:
    """Return the prefix that has this path, or None if no move of these types begins with it."""
    if not path:
        return EMPTY_PREFIX
    kind = next((kind for kind in kinds if f"{path}/".startswith(f"{get_tag(kind)}/")), None)
    if kind is None:
        return None
    texts = path.removeprefix(get_tag(kind)).split("/")[1:]
    types = resolve_field_types(kind)
    values = tuple(_parse_value(text, of) for text, of in zip(texts, types, strict=False))
    return None if len(texts) > len(types) or None in values else Prefix(kind, values)


@cache
def resolve_field_types(kind: type[Struct]) -> tuple[Any, ...]:
    """Return the types of the fields of a struct, in their order."""
    hints = get_type_hints(kind)
    return tuple(hints[field.name] for field in fields(kind))


@cache
def _list_defaults(kind: type[Move]) -> tuple[Any, ...]:
    return tuple(field.default for field in fields(kind))


class _PathCache(dict[Move, str]):
    """A cache of the paths of moves.

    `lru_cache` takes twice as long, which matters for long lists of moves.
    """

    def __missing__(self, move: Move) -> str:
        """Make the path of a move and cache it."""
        if len(self) >= MAX_CACHED_PATHS:
            self.clear()
        values, defaults = astuple(move), _list_defaults(type(move))
        while values and values[-1] == defaults[len(values) - 1]:
            values = values[:-1]
        path = "/".join((get_tag(type(move)), *map(_format_value, values)))
        self[move] = path
        return path


_PATH_CACHE = _PathCache()


def format_path(move: Move) -> str:
    """Return the path of a move."""
    return _PATH_CACHE[move]


def format_paths(moves: Iterable[Move]) -> tuple[str, ...]:
    """Return the paths of moves, in their order."""
    return tuple(map(_PATH_CACHE.__getitem__, moves))


def _format_value(value: FieldValue) -> str:
    return ".".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _parse_value(text: str, field_type: Any) -> Any:
    """Convert a text to a field's type. Return None if the text is no such value."""
    if field_type is int:
        is_number = text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS_PER_NUMBER
        return int(text) if is_number else None
    if field_type is str:
        return text
    if get_origin(field_type) is Literal:
        return text if text in get_args(field_type) else None
    numbers = tuple(_parse_value(part, int) for part in text.split("."))
    return None if None in numbers else numbers
