"""Defines the events that the services of a shard publish after something has happened."""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct

from bot.domain.changes import Change
from bot.domain.table import Table
from bot.engine.package import GamePackage


class TableChanged(Struct, frozen=True):
    """A change of a table is on the disk."""

    before: Table
    change: Change
    """The change. Its table is the one that the store returned."""
    package: GamePackage
    """The package of the table's game."""
    answered_user: int | None = None
    """The user id of the person who sees the change in the answer to their own click. None if
    nobody does."""


class TimersChanged(Struct, frozen=True):
    """The timers of a table have changed.

    There is nothing new to show.
    """

    table: Table


class TableDropped(Struct, frozen=True):
    """A table is deleted, and its timers with it."""

    table_id: int


class CommitUnknown(Struct, frozen=True):
    """The database's answer to a commit was lost, so the change may or may not be stored."""


class ReachabilityChanged(Struct, frozen=True):
    """People can reach the bot from now on, or cannot reach it from now on."""

    is_reachable: bool


class DeadlinesMoving(Struct, frozen=True):
    """The timers of a shard are about to move in the database, or have just moved."""


class DeadlinesMoved(Struct, frozen=True):
    """All timers of a shard have moved in the database, and people can reach the bot."""


E = TypeVar("E", bound=Struct)


class Events:
    """Passes events to listeners, in the order in which the listeners subscribed."""

    def __init__(self) -> None:
        self._listeners: dict[type[Struct], list[Callable[[Any], None]]] = {}

    def subscribe(self, kind: type[E], listener: Callable[[E], None]) -> None:
        """Call a listener with every event of a type."""
        self._listeners.setdefault(kind, []).append(listener)

    def publish(self, event: Struct) -> None:
        """Call all listeners that subscribed to the type of this event."""
        for listener in self._listeners.get(type(event), ()):
            listener(event)
