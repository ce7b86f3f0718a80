"""What everybody at a table could see, step by step, as it was told then.

After each step that is one view for each seat and one for onlookers. Most of it is the same as a
step before, and the same for all of them. So of an onlookers' view only the fields are kept that
have changed, and of a seat's those in which it differs from the onlookers', if these have changed.
Rules that change later change nothing of what was kept.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from msgspec import Raw, Struct
from msgspec.json import decode, encode
from msgspec.structs import astuple

from bot.engine.game import Game

Views = tuple[Struct, ...]
"""The onlookers' view, then that of each seat."""
Fields = dict[str, Raw]
"""The fields of a view by their names, as JSON."""


def views(game: Game[Any, Any], state: object, seats: int) -> Views:
    """Return what everybody may see in a state."""
    return tuple(game.view(state, viewer) for viewer in (None, *range(seats)))


def told(before: Views, after: Views) -> bytes:
    """Return what a step told everybody, as JSON; `before` is (): all of it is kept.

    It is a list of the fields of onlookers that have changed, then for each seat of those in which
    its view differs from theirs; null where it does so as before.
    """
    public = after[0]
    changed = _differing(public, before[0]) if before else _fields(public)
    own: list[dict[str, object] | None] = [_differing(view, public) for view in after[1:]]
    if before:
        known = (_differing(view, before[0]) for view in before[1:])
        own = [None if fields == old else fields for fields, old in zip(own, known, strict=True)]
    return encode([changed, *own])


class Told(NamedTuple):
    """What was told until a step, still as JSON."""

    public: Fields
    """The onlookers' view."""
    own: tuple[Fields, ...]
    """Of each seat's view the fields that differ from the onlookers'."""

    @property
    def views(self) -> tuple[bytes, ...]:
        """The views: the onlookers' one, then that of each seat."""
        return tuple(encode(self.public | fields) for fields in ({}, *self.own))


def retold(steps: Iterable[bytes]) -> Iterator[Told]:
    """Yield what was told until each step; `steps` are what `told` returned, in their order."""
    public: Fields = {}
    own: list[Fields] = []
    for step in steps:
        changed, *seats = decode(step, type=list[dict[str, Raw] | None])
        public = public | (changed or {})
        own = own or [{} for _ in seats]
        own = [known if new is None else new for known, new in zip(own, seats, strict=True)]
        yield Told(public, tuple(own))


def _fields(view: Struct) -> dict[str, object]:
    return dict(zip(view.__struct_fields__, astuple(view), strict=True))


def _differing(view: Struct, other: Struct) -> dict[str, object]:
    """Return the fields of a view that are not those of another one."""
    mine = zip(view.__struct_fields__, astuple(view), astuple(other), strict=True)
    return {name: value for name, value, its in mine if value != its}
