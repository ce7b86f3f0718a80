"""Transcripts: what everybody saw after each step of a game.

Views change little from step to step, and differ little from each other, so only differences are
stored: for the onlookers' view from the step before, for a seat's view from the onlookers' view.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from msgspec import Raw, Struct
from msgspec.json import decode, encode
from msgspec.structs import asdict, astuple

from bot.domain.table import Lobby, Table
from bot.engine.game import Game
from bot.engine.package import GamePackage

Views = tuple[Struct, ...]
"""What everybody can see of a game: first the onlookers' view, then the view of each seat."""


Fields = dict[str, Raw]
"""Maps the names of a view's fields to their values as JSON."""


def make_views(game: Game[Any, Any], state: object, seats: int) -> Views:
    """Return what the onlookers and each player can see in this state of a game."""
    return tuple(game.view(state, viewer) for viewer in (None, *range(seats)))


def views_after_step(before: Table, table: Table, package: GamePackage) -> Views:
    """Return what everybody can see after a step of a game, or () if the change was none."""
    if isinstance(table, Lobby) or table.state is None or table.is_lesson:
        return ()
    if not isinstance(before, Lobby) and table.state is before.state:
        return ()
    return make_views(package.game, table.state, len(table.players))


def encode_transcript_step(before: Views, after: Views) -> bytes:
    """Return how a step changed what everybody can see, as JSON.

    The first entry of the list holds the onlookers' fields that have changed. One entry per seat
    follows: the fields in which its view differs from the onlookers' view, or null if that
    difference is the same as before. If `before` is (), all fields count as changed.
    """
    public = after[0]
    changed = _changed_fields(public, before[0]) if before else asdict(public)
    own: list[dict[str, object] | None] = [_changed_fields(view, public) for view in after[1:]]
    if before:
        known = (_changed_fields(view, before[0]) for view in before[1:])
        own = [None if fields == old else fields for fields, old in zip(own, known, strict=True)]
    return encode([changed, *own])


class TranscriptStep(NamedTuple):
    """What everybody could see after a step of a game, as JSON that is not decoded yet."""

    public_fields: Fields
    """The fields of the onlookers' view, by name."""
    own_fields: tuple[Fields, ...]
    """One entry per seat, with the fields in which its view differs from the onlookers' view."""

    @property
    def views(self) -> tuple[bytes, ...]:
        """The complete views as JSON: first the onlookers' view, then the view of each seat."""
        return tuple(encode(self.public_fields | fields) for fields in ({}, *self.own_fields))


def read_transcript(steps: Iterable[bytes]) -> Iterator[TranscriptStep]:
    """Yield what everybody could see after each of these results of `encode_transcript_step`."""
    public: Fields = {}
    own: list[Fields] = []
    for step in steps:
        changed, *seats = decode(step, type=list[dict[str, Raw] | None])
        public = public | (changed or {})
        own = own or [{} for _ in seats]
        own = [known if new is None else new for known, new in zip(own, seats, strict=True)]
        yield TranscriptStep(public, tuple(own))


def _changed_fields(view: Struct, other: Struct) -> dict[str, object]:
    """Map the names of the fields in which two views differ to the values in `view`."""
    mine = zip(view.__struct_fields__, astuple(view), astuple(other), strict=True)
    return {name: value for name, value, its in mine if value != its}
