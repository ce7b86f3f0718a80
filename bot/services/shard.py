"""Creates, connects, starts and closes the services of a shard, Discord's share of the servers."""

import asyncio

from bot.common.counters import NO_COUNTERS, Counters
from bot.common.timings import DEFAULT_TIMINGS, Timings
from bot.engine.package import GameRegistry
from bot.services.actions import Actions
from bot.services.background import Background
from bot.services.boards import Boards
from bot.services.channel_events import ChannelEvents
from bot.services.commands import Commands
from bot.services.computer_executor import ComputerExecutor
from bot.services.computer_moves import ComputerMoves
from bot.services.delivery import Delivery
from bot.services.events import (
    CommitUnknown,
    DeadlinesMoved,
    DeadlinesMoving,
    Events,
    PeopleErased,
    PersonForgotten,
    ReachabilityChanged,
    TableChanged,
    TableDropped,
    TimersChanged,
)
from bot.services.heartbeat import Clock, Heartbeat
from bot.services.history import History
from bot.services.leaving import Leaving
from bot.services.lessons import Lessons
from bot.services.lobby import HostedTables, Lobbies
from bot.services.making_room import MakingRoom
from bot.services.messenger import Messenger
from bot.services.own_screens import OwnScreens
from bot.services.play import Gameplay
from bot.services.presses import PressHandler
from bot.services.privacy import Erasure, Privacy
from bot.services.scheduler import Scheduler
from bot.services.sharing import Sharing
from bot.services.standings import Standings
from bot.services.tables import Tables
from bot.services.watch_parties import WatchParties
from bot.storage.problems import StoreProblem
from bot.storage.shards import Shard
from bot.storage.store import Store

MAX_BOARD_REPAIR_AGE_SECONDS = 7 * 86_400.0
"""The age in seconds of a finished table above which its outdated board is not updated any more.

The board is the table's public message. It may be outdated if the bot stopped before it showed a
change.
"""
STORE_RECHECK_SECONDS = 2.0
"""The number of seconds between two tries to read the database after a lost answer to a write."""


class ShardServices:
    """All services for the tables of one shard, which is Discord's share of the servers."""

    def __init__(
        self,
        store: Store,
        shard: Shard,
        registry: GameRegistry,
        messenger: Messenger,
        clock: Clock,
        timings: Timings = DEFAULT_TIMINGS,
        computers: int = 0,
        counters: Counters = NO_COUNTERS,
        executor: ComputerExecutor | None = None,
    ) -> None:
        """Create the services and connect them to each other.

        `start` starts them.

        Args:
            store: The database.
            shard: The shard, which is Discord's share of the servers.
            registry: The games that are installed, by their names.
            messenger: Sends messages to Discord.
            clock: Tells the time.
            timings: The seconds between heartbeats, before computers' moves, and between edits of a
                message.
            computers: The number of computer players at a new table.
            counters: Counts what happens, for the bot's metrics.
            executor: Runs the computer players. Whoever created it has to close it. None means that
                the services create and close one of their own.
        """
        self._store = store
        self._shard = shard
        self._is_rechecking = False
        self._owns_executor = executor is None
        self.clock = clock
        self.background = Background()
        events = Events()
        self.heartbeat = Heartbeat(store, shard, clock, timings.heartbeat, events)
        self.tables = Tables(
            store, shard, registry, self.heartbeat, events, timings.pause, counters
        )
        self.delivery = Delivery(self.background)
        self.boards = Boards(
            self.tables, messenger, self.background, self.delivery, timings.between_edits
        )
        self.own_screens = OwnScreens(self.tables, self.background, self.delivery, clock)
        self.executor = executor or ComputerExecutor()
        self.computer_moves = ComputerMoves(self.tables.sessions, self.executor, counters)
        erasure = Erasure(self.tables, events)
        self.scheduler = Scheduler(
            self.tables, messenger, self.background, self.computer_moves, self.heartbeat, erasure
        )
        self.cleanup = self.scheduler.cleanup
        self.channel_events = ChannelEvents(self.tables, self.boards, messenger)
        self._create_actions(messenger, erasure, computers, timings.between_edits)
        self._subscribe(events)

    def _create_actions(
        self, messenger: Messenger, erasure: Erasure, computers: int, seconds_between_edits: float
    ) -> None:
        """Create the services that handle presses and commands, and collect their actions."""
        leaving = Leaving(self.tables)
        hosted = HostedTables(self.tables, self.boards, leaving)
        room = MakingRoom(self.tables)
        self.lobby = Lobbies(self.tables, self.boards, hosted, room, computers)
        self.lessons = Lessons(self.tables, self.own_screens)
        self.play = Gameplay(self.tables, self.own_screens, self.lobby)
        sharing = Sharing(self.tables, messenger)
        self.history = History(self.tables, messenger, sharing)
        self.watch_parties = WatchParties(
            self.tables,
            messenger,
            sharing,
            self.history,
            self.delivery,
            self.background,
            seconds_between_edits,
        )
        self.standings = Standings(self.tables, sharing)
        self.privacy = Privacy(self.tables, erasure, messenger)
        self.commands = Commands(
            self.tables, self.boards, self.own_screens, self.lobby, self.lessons, leaving, room
        )
        self.actions = Actions(
            (
                self.lobby,
                self.play,
                leaving,
                hosted,
                room,
                self.lessons,
                self.history,
                self.watch_parties,
                self.standings,
                self.privacy,
                self.commands,
            )
        )
        self.presses = PressHandler(self.tables, self.boards, self.play, self.actions)

    def _subscribe(self, events: Events) -> None:
        """Subscribe the services to each other's events.

        The order matters: after a change of a table, its public message is queued first, then its
        timers, then people's own screens.
        """
        events.subscribe(TableChanged, self.boards.on_table_changed)
        events.subscribe(TableChanged, self.scheduler.on_table_changed)
        events.subscribe(TableChanged, self.own_screens.on_table_changed)
        events.subscribe(PersonForgotten, self.own_screens.on_person_forgotten)
        events.subscribe(PeopleErased, self.own_screens.on_people_erased)
        events.subscribe(PersonForgotten, self.watch_parties.on_person_forgotten)
        events.subscribe(PeopleErased, self.watch_parties.on_people_erased)
        events.subscribe(TimersChanged, self.scheduler.on_timers_changed)
        events.subscribe(TableDropped, self.scheduler.on_table_dropped)
        events.subscribe(ReachabilityChanged, self.scheduler.on_reachability_changed)
        events.subscribe(CommitUnknown, self._on_commit_unknown)
        events.subscribe(DeadlinesMoving, self._on_deadlines_moving)
        events.subscribe(DeadlinesMoved, self._on_deadlines_moved)

    @property
    def registry(self) -> GameRegistry:
        """The installed games, with the emojis that they have now."""
        return self.tables.registry

    def replace_games(self, registry: GameRegistry) -> None:
        """Use new objects for the same installed games, because their emojis may have changed."""
        self.tables.registry = registry

    def clear_caches(self) -> None:
        """Drop tables and timers from memory, so that they are read from the database again.

        Used when they may have changed there.
        """
        self.tables.clear_caches()
        self.scheduler.forget_timers()

    async def start(self, *, is_reachable: bool) -> None:
        """Start the heartbeat, and update the public messages that show an outdated table.

        Timers fire as soon as people can reach the bot.

        Args:
            is_reachable: Whether people can reach the bot already, because another process served
                the tables until now. Deadlines are then not extended.
        """
        await self.heartbeat.start(is_reachable=is_reachable)
        self.tables.started_at = self.tables.now()
        for table in await self._find_stale_boards():
            self.boards.repair_board(table)
        self.background.run(self.boards.close_in_lost_channels())

    async def close(self, timeout_seconds: float) -> None:
        """Stop firing timers, and wait for work that is running.

        Args:
            timeout_seconds: The number of seconds after which the remaining work is cancelled.
        """
        self.scheduler.close()
        self.computer_moves.close()
        if self._owns_executor:
            self.executor.close()
        self.delivery.close()
        await self.background.close(timeout_seconds)

    def _on_commit_unknown(self, _: CommitUnknown) -> None:
        """Check public messages and timers, because it is unknown whether a change was stored."""
        if not self._is_rechecking:
            self._is_rechecking = True
            self.background.run(self._recheck_boards())

    async def _recheck_boards(self) -> None:
        """Wait until the database can be read.

        Then update outdated messages and load timers again.
        """
        try:
            while True:
                try:
                    behind = await self._find_stale_boards()
                    break
                except StoreProblem:
                    await asyncio.sleep(STORE_RECHECK_SECONDS)
        finally:
            self._is_rechecking = False
        for table in behind:
            self.boards.redraw(table, is_urgent=True)
        self.clear_caches()
        self.scheduler.wake()

    def _on_deadlines_moving(self, _: DeadlinesMoving) -> None:
        self.clear_caches()

    def _on_deadlines_moved(self, _: DeadlinesMoved) -> None:
        self.background.run(self._show_moved_deadlines())

    async def _show_moved_deadlines(self) -> None:
        """Update the public messages of tables whose deadlines were moved, and let timers fire."""
        for table in await self._find_stale_boards():
            self.boards.redraw(table, is_urgent=False)
        self.scheduler.wake()

    async def _find_stale_boards(self) -> tuple[int, ...]:
        """Return the ids of tables whose public message is outdated.

        Tables that ended more than `MAX_BOARD_REPAIR_AGE_SECONDS` ago are left out.
        """
        return await self._store.tables.find_stale_boards(
            self._shard, self.tables.now() - MAX_BOARD_REPAIR_AGE_SECONDS
        )
