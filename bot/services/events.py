"""The events that services publish after something has happened, and their delivery.

A shard, which is Discord's share of the servers, has services of its own. They tell each other of
changes by these events.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct

from bot.domain.changes import Change
from bot.domain.table import Table
from bot.engine.package import GamePackage


class TableChanged(Struct, frozen=True):
    """A change of a table was stored in the database."""

    before: Table
    """The table before the change."""
    change: Change
    """The change. Its table is the stored one."""
    package: GamePackage
    """The game of the table, with its rules and texts."""
    answered_user: int | None = None
    """The user id of the person who sees the change in the answer to their own click.

    None means that nobody does. Other people's own screens are updated instead.
    """


class TimersChanged(Struct, frozen=True):
    """The timers of a table have changed, and nothing else that people could see."""

    table: Table


class TableDropped(Struct, frozen=True):
    """A table was deleted from the database, together with its timers."""

    table_id: int


class CommitUnknown(Struct, frozen=True):
    """The database's answer to a write was lost, so nobody knows whether the change is stored."""


class ReachabilityChanged(Struct, frozen=True):
    """People can reach the bot in Discord from now on, or they cannot any more."""

    is_reachable: bool


class DeadlinesMoving(Struct, frozen=True):
    """The timers of a shard are about to move in the database, or have just moved.

    Timers in memory are out of date then.
    """


class DeadlinesMoved(Struct, frozen=True):
    """All timers of a shard have moved in the database, and people can reach the bot."""


E = TypeVar("E", bound=Struct)


class Events:
    """Passes events to listeners, in the order in which the listeners subscribed."""

    def __init__(self) -> None:
        self._listeners: dict[type[Struct], list[Callable[[Any], None]]] = {}

    def subscribe(self, kind: type[E], listener: Callable[[E], None]) -> None:
        """Call a function with each event of a type from now on.

        Args:
            kind: The type of the events.
            listener: The function to call. It must not wait.
        """
        self._listeners.setdefault(kind, []).append(listener)

    def publish(self, event: Struct) -> None:
        """Call all listeners that subscribed to the type of this event."""
        for listener in self._listeners.get(type(event), ()):
            listener(event)
