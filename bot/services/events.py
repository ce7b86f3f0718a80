"""The events that services publish after something has happened, and their delivery.

Each shard, which is Discord's share of the servers, has services of its own. These services inform
each other of changes by events.
"""

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct

from bot.common.log import log_failure
from bot.domain.changes import Change
from bot.domain.table import Table
from bot.engine.package import GamePackage
from bot.services.messenger import EphemeralMessage

log = logging.getLogger(__name__)


class TableChanged(Struct, frozen=True):
    """Published when a change of a table was stored in the database."""

    before: Table
    change: Change
    """`change.table` is the table as it was stored."""
    package: GamePackage
    answered_user: int | None = None
    """Who sees the change in the answer to their own click, so that nothing else shows it."""
    pressed_message: int = 0
    """The message whose button caused the change, or 0."""


class TimersChanged(Struct, frozen=True):
    """Published when only the timers of a table have changed, and nothing that people can see."""

    table: Table


class TableDropped(Struct, frozen=True):
    """Published when a table was deleted from the database, together with its timers."""

    table_id: int


class CommitUnknown(Struct, frozen=True):
    """Published when it is unknown whether a change was stored, as the answer was lost."""


class AnswerBegun(Struct, frozen=True):
    """Published when a click is about to be answered with a panel or a short answer."""

    user: int
    message: EphemeralMessage


class PersonForgotten(Struct, frozen=True):
    """Published before a person's data is erased, who perhaps also wants to be left alone."""

    user: int


class PeopleErased(Struct, frozen=True):
    """Published after data of people was erased, by whichever process, and caches are empty."""


class ReachabilityChanged(Struct, frozen=True):
    """Published when people in Discord can reach the bot again, or can no longer reach it."""

    is_reachable: bool


class PuzzlePostsPlanned(Struct, frozen=True):
    """Published when the managers of a server have changed when the daily puzzle is posted."""


class DeadlinesMoving(Struct, frozen=True):
    """Published right before and after all timers of a shard are moved in the database.

    Timers in memory are then out of date.
    """


class DeadlinesMoved(Struct, frozen=True):
    """Published when all timers of a shard were moved and people can reach the bot."""


E = TypeVar("E", bound=Struct)


class Events:
    """Passes each event to the functions that subscribed to its type, in their order."""

    def __init__(self) -> None:
        self._listeners: dict[type[Struct], list[Callable[[Any], None]]] = {}

    def subscribe(self, kind: type[E], listener: Callable[[E], None]) -> None:
        """Call a function with each event of a type from now on.

        Args:
            listener: It must return without waiting.
        """
        self._listeners.setdefault(kind, []).append(listener)

    def publish(self, event: Struct) -> None:
        """Call all functions that subscribed to the type of this event, and log their errors."""
        for listener in self._listeners.get(type(event), ()):
            try:
                listener(event)
            except Exception as problem:
                log_failure(log, f"reacting to {type(event).__name__}", problem)
