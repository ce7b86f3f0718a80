"""Gives the services of a shard what most of them use."""

from dataclasses import InitVar, dataclass

from bot.common.counters import Counters
from bot.common.timings import Timings
from bot.domain.changes import Click
from bot.domain.table import Table
from bot.engine.package import GamePackage
from bot.engine.screen import Screen
from bot.presenters import screens
from bot.services.background import Background
from bot.services.computer_executor import ComputerExecutor
from bot.services.conversations import Conversations
from bot.services.delivery import Delivery
from bot.services.events import Events
from bot.services.heartbeat import Clock, Heartbeat
from bot.services.lookups import Lookups
from bot.services.messenger import Messenger
from bot.services.missing_games import MissingGames
from bot.services.puzzle_library import PuzzleLibrary
from bot.services.sessions import TableSessions
from bot.services.tables import Tables
from bot.storage.shards import Shard
from bot.storage.store import Store


@dataclass(eq=False)
class Shared:
    """Creates and holds what three or more services of one shard use."""

    store: Store
    shard: Shard
    registry: dict[str, GamePackage]
    """The installed games, with the emojis that they have now."""
    messenger: Messenger
    clock: Clock
    timings: Timings
    counters: Counters
    given_executor: ComputerExecutor | None
    """Runs computer players and slow work on puzzles. Whoever created it has to close it. None
    means that the services create and close one of their own.
    """

    def __post_init__(self) -> None:
        store, clock, timings = self.store, self.clock, self.timings
        self.executor = self.given_executor or ComputerExecutor()
        self.events = events = Events()
        self.background = Background()
        self.delivery = Delivery(self.background)
        self.heartbeat = heartbeat = Heartbeat(store, self.shard, clock, timings.heartbeat, events)
        self.sessions = sessions = TableSessions(store, clock)
        self.lookups = lookups = Lookups(store)
        self.conversations = Conversations(sessions, self.background, clock, events)
        self.tables = Tables(
            store, sessions, lookups, self.registry, heartbeat, events, timings.pause, self.counters
        )
        self.puzzle_library = PuzzleLibrary(store, self.registry, self.executor, clock)
        self.missing_games = MissingGames(self.tables, sessions, clock, events)


@dataclass(eq=False)
class Service:
    """A service of a shard, which has what the others share under names of its own.

    A subclass that needs more takes that after `shared` in its constructor.
    """

    shared: InitVar[Shared]

    def __post_init__(self, shared: Shared) -> None:
        self._store = shared.store
        self._shard = shared.shard
        self._registry = shared.registry
        self._messenger = shared.messenger
        self._clock = shared.clock
        self._timings = shared.timings
        self._counters = shared.counters
        self._events = shared.events
        self._background = shared.background
        self._delivery = shared.delivery
        self._sessions = shared.sessions
        self._lookups = shared.lookups
        self._conversations = shared.conversations
        self._tables = shared.tables
        self._missing_games = shared.missing_games
        self._puzzle_library = shared.puzzle_library

    def _render_own_screen(self, table: Table, click: Click, note: str = "") -> Screen:
        """Return a person's own screen of a table, with a note above the buttons if it has one."""
        package, reads_text = self._tables.find_package(table), self._tables.reads_text(click.user)
        return screens.render_own(
            table, package, click.user, click.language, note=note, reads_text=reads_text
        )
