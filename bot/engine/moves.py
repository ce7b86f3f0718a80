"""Moves as types, and their paths: the same moves as text, for buttons and for the database.

A game defines its moves as frozen structs. A path is a move's tag and its fields, joined with "/".
`Bid(count=3, face=6)` with the tag "bid" has the path "bid/3/6".

People enter a move field by field, with one press for each field. A `Prefix` is a move of which
only the first fields are chosen.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct
from msgspec.structs import astuple, fields

MAX_CACHED_PATHS = 100_000
"""Beyond it, all are dropped. It exceeds the number of distinct moves in all games that run at the
same time.
"""
MAX_CACHED_MOVES = 10_000
"""People press far fewer in a minute."""
MAX_DIGITS_PER_NUMBER = 9

FieldValue = int | str | tuple[int, ...]
"""The value of one field of a move: a number, a word of ASCII characters without "/" and ".", or
several numbers.
"""


class Move(Struct, frozen=True, gc=False, cache_hash=True):
    """Base class of a game's moves, such as `class Bid(Move, tag="bid", frozen=True)`.

    The tag is one or more words joined with "/". A field is an `int`, a `str`, a `Literal` of
    strings or a `tuple[int, ...]`. The path leaves out fields at the end that have their default
    value. It has at most 60 characters, all of them ASCII.
    """

    @property
    def path(self) -> str:
        """The move as text, such as "bid/3/6"."""
        return format_path(self)


class Prefix(Struct, frozen=True, gc=False):
    """The beginning of a move: the fields that a player has chosen so far."""

    kind: type[Move] | None = None
    """None means that the player has not chosen a type of move yet."""
    values: tuple[FieldValue, ...] = ()

    @property
    def path(self) -> str:
        """The text with which the paths of all moves with this beginning start."""
        return "/".join((get_tag(self.kind), *map(_format_value, self.values))) if self.kind else ""

    def add_value(self, value: FieldValue) -> "Prefix":
        """Return the longer beginning with this value as the next field."""
        return Prefix(self.kind, (*self.values, value))

    def is_prefix_of(self, move: Move) -> bool:
        """Return whether a move begins with the fields that the player has chosen so far.

        If the last of them has several numbers, some of the move's numbers are enough.
        """
        if type(move) is not self.kind:
            return self.kind is None
        values = astuple(move)[: len(self.values)]
        if values == self.values:
            return True
        *before, chosen = self.values
        *same, whole = values
        if not (isinstance(chosen, tuple) and isinstance(whole, tuple) and before == same):
            return False
        return not Counter(chosen) - Counter(whole)

    def find_completed_move(self, moves: Iterable[Move]) -> Move | None:
        """Return the one of the moves that has exactly the chosen fields, or None."""
        kind, path = self.kind, self.path
        return next((move for move in moves if type(move) is kind and move.path == path), None)


EMPTY_PREFIX = Prefix()


def list_next_values(moves: Iterable[Move], prefix: Prefix) -> tuple[Any, ...]:
    """Return the values from which a player can choose the next field of a move.

    The values are distinct and in the order of `moves`. A move whose last field is already chosen
    adds no value.

    >>> class Bid(Move, tag="bid", frozen=True):
    ...     count: int
    ...     face: int
    >>> list_next_values((Bid(1, 6), Bid(2, 3)), Prefix(Bid))
    (1, 2)
    >>> list_next_values((Bid(1, 6), Bid(2, 3)), Prefix(Bid, (2,)))
    (3,)

    Args:
        prefix: The fields that the player has chosen so far.
    """
    place = len(prefix.values)
    every = (astuple(move) for move in moves if type(move) is prefix.kind)
    rest = (values[place:] for values in every if values[:place] == prefix.values)
    return tuple(dict.fromkeys(values[0] for values in rest if values))


def list_next_prefixes(moves: Iterable[Move], prefix: Prefix) -> tuple[Prefix, ...]:
    """Return one longer beginning of a move for each choice that a player has next.

    The first choice is that of a type of move.
    """
    if prefix.kind is None:
        return tuple(map(Prefix, dict.fromkeys(map(type, moves))))
    return tuple(prefix.add_value(value) for value in list_next_values(moves, prefix))


def drop_last_field(path: str) -> str:
    """Return a path without its last field, such as `bid/3` for `bid/3/6`."""
    return path.rpartition("/")[0]


def join_values(values: Iterable[str]) -> str:
    """Join the values that a person chose in a menu to one field of a path.

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
    """Return the tag of a move or event class, which is its name in the database.

    Raises:
        TypeError: The class was defined without a tag.
    """
    tag = kind.__struct_config__.tag
    if not isinstance(tag, str):
        raise TypeError(f"{kind.__name__} needs a tag: class {kind.__name__}(..., tag=...)")
    return tag


@lru_cache(maxsize=MAX_CACHED_MOVES)
def parse_move(kinds: tuple[type[Move], ...], path: str) -> Move | None:
    """Return the move of one of these types with this path, or None if there is none."""
    prefix = parse_prefix(kinds, path)
    if prefix is None or prefix.kind is None:
        return None
    if NODEFAULT in _list_defaults(prefix.kind)[len(prefix.values) :]:
        return None
    move = prefix.kind(*prefix.values)
    return move if move.path == path else None


def parse_prefix(kinds: Sequence[type[Move]], path: str) -> Prefix | None:
    """Return the beginning of a move with this path, such as "bid/3", or None if there is none."""
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
    """Return the types of a struct's fields, in order, also if annotations are strings."""
    hints = get_type_hints(kind)
    return tuple(hints[field.name] for field in fields(kind))


@cache
def _list_defaults(kind: type[Move]) -> tuple[Any, ...]:
    """Return the default values of the fields in order, with `NODEFAULT` for those without."""
    return tuple(field.default for field in fields(kind))


class _PathCache(dict[Move, str]):
    """Caches the path of each move, and makes a missing one when it is looked up.

    `lru_cache` takes twice as long, which matters for long lists of moves.
    """

    def __missing__(self, move: Move) -> str:
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
    """Return the path of a move, such as "bid/3/6"."""
    return _PATH_CACHE[move]


def format_paths(moves: Iterable[Move]) -> tuple[str, ...]:
    """Return the paths of moves, in the same order."""
    return tuple(map(_PATH_CACHE.__getitem__, moves))


def _format_value(value: FieldValue) -> str:
    return ".".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _parse_value(text: str, field_type: Any) -> Any:
    """Convert the text of one field of a move, or return None if it does not fit."""
    if field_type is int:
        is_number = text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS_PER_NUMBER
        return int(text) if is_number else None
    if field_type is str:
        return text
    if get_origin(field_type) is Literal:
        return text if text in get_args(field_type) else None
    numbers = tuple(_parse_value(part, int) for part in text.split("."))
    return None if None in numbers else numbers
