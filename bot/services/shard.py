"""Creates, connects, starts and closes the services of a shard."""

import asyncio
from dataclasses import dataclass

from bot.engine.package import GameRegistry
from bot.services import events
from bot.services.actions import Actions
from bot.services.boards import Boards
from bot.services.calls import Calls
from bot.services.channel_events import ChannelEvents
from bot.services.cleanup import Cleanup
from bot.services.commands import Commands
from bot.services.computer_moves import ComputerMoves
from bot.services.evenings import Evenings
from bot.services.exporting import Exporting
from bot.services.history import History
from bot.services.leaving import Leaving
from bot.services.lessons import Lessons
from bot.services.lobby import HostedTables, Lobbies
from bot.services.making_room import MakingRoom
from bot.services.own_screens import OwnScreens
from bot.services.play import Gameplay
from bot.services.presses import PressHandler
from bot.services.privacy import Erasure, Privacy
from bot.services.puzzle_maker import PuzzleMaker
from bot.services.puzzle_posts import PuzzlePosts
from bot.services.puzzles import DailyPuzzles
from bot.services.scheduler import Scheduler
from bot.services.score_removal import ScoreRemoval
from bot.services.server_settings import ServerSettingsPanel
from bot.services.service import Shared
from bot.services.sharing import Sharing
from bot.services.standings import Standings
from bot.services.table_threads import TableThreads
from bot.services.watch_parties import WatchParties
from bot.storage.problems import StoreProblem

MAX_BOARD_REPAIR_AGE_SECONDS = 7 * 86_400.0
"""The age in seconds of a finished table above which its outdated board is not updated any more.
The board is the table's public message. It may be outdated if the bot stopped before it showed a
change.
"""
STORE_RECHECK_SECONDS = 2.0
"""The number of seconds between two tries to read the database after a lost answer to a write."""


@dataclass(eq=False)
class ShardServices(Shared):
    """All services for the tables of one shard, which is Discord's share of the servers.

    They are connected to each other, and `start` starts them.
    """

    computers: int
    """The number of computer players that a new table has by default."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._is_rechecking = False
        self._create_services()
        self._subscribe()

    def _create_services(self) -> None:
        """Create the services that show tables, fire timers, and handle presses and commands."""
        self.boards = boards = Boards(self)
        self.own_screens, calls = OwnScreens(self), Calls(self)
        self.channel_events = ChannelEvents(self, boards)
        self.cleanup, erasure = Cleanup(self), Erasure(self)
        self.computer_moves = ComputerMoves(self, self.executor)
        evenings = Evenings(self)
        self.puzzle_maker = PuzzleMaker(self)
        self.scheduler = Scheduler(self, self.cleanup, self.computer_moves, erasure, evenings)
        leaving, room, sharing = Leaving(self), MakingRoom(self), Sharing(self)
        hosted, settings = HostedTables(self, boards, leaving), ServerSettingsPanel(self)
        threads = TableThreads(self)
        self.lobby = Lobbies(
            self, boards, hosted, room, threads, settings, evenings, self.computers
        )
        self.lessons = Lessons(self)
        self.play = Gameplay(self, self.own_screens, self.lobby)
        self.history = History(self, sharing)
        self.watch_parties = WatchParties(self, sharing, self.history)
        self.standings = Standings(self, sharing)
        self.puzzles, self.puzzle_posts = DailyPuzzles(self, sharing), PuzzlePosts(self)
        self.privacy = Privacy(self, erasure, Exporting(self))
        self.settings = settings
        self.commands = Commands(
            self, boards, self.lobby, self.lessons, leaving, room, settings, evenings
        )
        mine = (self.lobby, self.play, leaving, hosted, room, self.lessons, self.history, calls)
        more = (self.watch_parties, self.standings, self.privacy, self.commands, settings)
        self.actions = Actions(*mine, *more, evenings, ScoreRemoval(self), self.puzzles)
        self.presses = PressHandler(self, boards, self.play, self.actions)

    def _subscribe(self) -> None:
        """Subscribe the services to each other's events.

        The order matters: after a change of a table, its public message is queued first, then its
        timers, then people's own screens.
        """
        subscribe = self.events.subscribe
        subscribe(events.TableChanged, self.boards.on_table_changed)
        subscribe(events.TableChanged, self.scheduler.on_table_changed)
        subscribe(events.TableChanged, self.own_screens.on_table_changed)
        subscribe(events.AnswerBegun, self.own_screens.on_answer_begun)
        subscribe(events.PersonForgotten, self.own_screens.on_person_forgotten)
        subscribe(events.PeopleErased, self.own_screens.on_people_erased)
        subscribe(events.PersonForgotten, self.watch_parties.on_person_forgotten)
        subscribe(events.PeopleErased, self.watch_parties.on_people_erased)
        subscribe(events.PuzzlePostsPlanned, self.puzzle_posts.on_posts_planned)
        subscribe(events.TimersChanged, self.scheduler.on_timers_changed)
        subscribe(events.TableDropped, self.scheduler.on_table_dropped)
        subscribe(events.ReachabilityChanged, self.scheduler.on_reachability_changed)
        subscribe(events.ReachabilityChanged, self.puzzle_posts.on_reachability_changed)
        subscribe(events.ReachabilityChanged, self.puzzle_maker.on_reachability_changed)
        subscribe(events.CommitUnknown, self._on_commit_unknown)
        subscribe(events.DeadlinesMoving, self._on_deadlines_moving)
        subscribe(events.DeadlinesMoved, self._on_deadlines_moved)

    def replace_games(self, registry: GameRegistry) -> None:
        """Use new objects for the same installed games, because their emojis may have changed."""
        games = dict(registry)
        self.registry.clear()
        self.registry.update(games)

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
        self.missing_games.started_at = self.clock.now()
        for table in await self._find_stale_boards():
            self.boards.repair_board(table)
        self.background.run(self.boards.close_in_lost_channels())

    async def close(self, timeout_seconds: float) -> None:
        """Stop firing timers, and wait for work that is running."""
        self.scheduler.close()
        self.puzzle_posts.close()
        self.computer_moves.close()
        self.puzzle_maker.close()
        if not self.given_executor:
            self.executor.close()
        self.delivery.close()
        await self.background.close(timeout_seconds)

    def _on_commit_unknown(self, _: events.CommitUnknown) -> None:
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

    def _on_deadlines_moving(self, _: events.DeadlinesMoving) -> None:
        self.clear_caches()

    def _on_deadlines_moved(self, _: events.DeadlinesMoved) -> None:
        self.background.run(self._show_moved_deadlines())

    async def _show_moved_deadlines(self) -> None:
        for table in await self._find_stale_boards():
            self.boards.redraw(table, is_urgent=False)
        self.scheduler.wake()

    async def _find_stale_boards(self) -> tuple[int, ...]:
        """Return the ids of tables whose public message is outdated.

        Tables that ended more than `MAX_BOARD_REPAIR_AGE_SECONDS` ago are left out.
        """
        return await self.store.tables.find_stale_boards(
            self.shard, self.clock.now() - MAX_BOARD_REPAIR_AGE_SECONDS
        )
