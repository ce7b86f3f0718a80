"""What the services of a shard tell each other after something has happened."""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct

from bot.domain.changes import Change
from bot.domain.table import Table
from bot.engine.box import GamePackage


class TableChanged(Struct, frozen=True):
    """A change of a table is on the disk."""

    before: Table
    change: Change
    """With the table as it is now."""
    box: GamePackage
    """The game that is played there."""
    answered_user: int | None = None
    """Who is told by the answer to their own click."""


class TimersChanged(Struct, frozen=True):
    """The timers of a table are other ones, with nothing new to show."""

    table: Table


class TableDropped(Struct, frozen=True):
    """A table is deleted, or its timers wait for its game."""

    table_id: int


class CommitUnknown(Struct, frozen=True):
    """Nobody knows whether a change is on the disk."""


class ReachabilityChanged(Struct, frozen=True):
    """People can reach the bot from now on, or cannot any more."""

    is_reachable: bool


class DeadlinesMoving(Struct, frozen=True):
    """The timers of many tables are about to move in the database, or have just moved."""


class DeadlinesMoved(Struct, frozen=True):
    """All timers have moved, and people can see it."""


E = TypeVar("E", bound=Struct)


class Events:
    """Tells listeners of events, in the order in which they subscribed."""

    def __init__(self) -> None:
        self._listeners: dict[type[Struct], list[Callable[[Any], None]]] = {}

    def subscribe(self, kind: type[E], listener: Callable[[E], None]) -> None:
        """Call a listener with each event of a kind."""
        self._listeners.setdefault(kind, []).append(listener)

    def publish(self, event: Struct) -> None:
        """Tell all who listen to this kind of event."""
        for listener in self._listeners.get(type(event), ()):
            listener(event)
