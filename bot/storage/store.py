"""Opens the database and gives access to everything that survives a restart of the bot."""

from bot.common.counters import NO_COUNTERS, Counters
from bot.engine.game import Games
from bot.storage.bot_repository import BotRepository
from bot.storage.call_repository import CallRepository
from bot.storage.database import Database, Transactions
from bot.storage.evening_repository import EveningRepository
from bot.storage.extend_deadlines import DeadlineExtensions
from bot.storage.group_commit import GroupWriter
from bot.storage.guess_repository import GuessRepository
from bot.storage.guild_repository import GuildRepository
from bot.storage.opening import open_database
from bot.storage.people_repository import PeopleRepository
from bot.storage.personal_data import PersonalData
from bot.storage.puzzle_repository import PuzzleRepository
from bot.storage.record_repository import RecordRepository
from bot.storage.removed_people_repository import RemovedPeopleRepository
from bot.storage.retention import Retention
from bot.storage.server_settings_repository import ServerSettingsRepository
from bot.storage.shard_leases import ShardLeases
from bot.storage.shards import Shard
from bot.storage.standings_repository import StandingsRepository
from bot.storage.table_repository import TableRepository


class Store:
    """The open database, with one object for each kind of data that it stores.

    These objects, the repositories, have the methods that read and write the data. Of all stored
    data, only the settings of people who pressed something lately are kept in memory.
    """

    def __init__(self, database: Database, games: Games, counters: Counters = NO_COUNTERS) -> None:
        """Create the repositories of an open database; call `Store.open` instead."""
        self._transactions = transactions = Transactions(database)
        self._writer = GroupWriter(transactions, counters)
        self.deadlines = DeadlineExtensions(transactions, self._writer)
        self.tables = TableRepository(transactions, games, self._writer, self.deadlines)
        self.records = RecordRepository(transactions)
        self.standings = StandingsRepository(transactions)
        self.guesses = GuessRepository(transactions)
        self.calls = CallRepository(transactions, self._writer)
        self.people = PeopleRepository(transactions, self._writer)
        self.personal_data = PersonalData(transactions, self.records)
        self.guilds = GuildRepository(transactions)
        self.evenings = EveningRepository(transactions)
        self.server_settings = ServerSettingsRepository(transactions, self._writer)
        self.removed_people = RemovedPeopleRepository(transactions, self._writer)
        self.puzzles = PuzzleRepository(transactions, self._writer)
        self.bot = BotRepository(transactions, self._writer)
        self.retention = Retention(transactions)

    @classmethod
    async def open(cls, url: str, games: Games, counters: Counters = NO_COUNTERS) -> "Store":
        """Open the database at an address.

        Create or migrate it first if necessary.

        Returns:
            The open store. Close it with `close`.

        Raises:
            StoreProblem: The database cannot be used, for example because another process uses it
                exclusively.
        """
        store = cls(await open_database(url), games, counters)
        try:
            await store.tables.try_write()
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Write all waiting changes, and close the database.

        After that, calls of other methods raise `RuntimeError`. A second call of this method does
        nothing.
        """
        if not await self._transactions.close():
            return
        try:
            await self._writer.flush()
        finally:
            await self._transactions.database.close()

    async def check(self) -> None:
        """Check that the database is still the one that was opened.

        Raises:
            StoreProblem: The database's file was moved, deleted or replaced.
            RuntimeError: The store is closed.
        """
        await self._transactions.check()

    async def flush(self) -> None:
        """Write all changes and clicks that are waiting in memory to the database."""
        await self._writer.flush()

    def open_leases(self) -> ShardLeases:
        """Return the object with which this process of the bot claims the shards that it serves."""
        return self._transactions.database.open_leases()

    async def agree_on_shard_count(self, requested_count: int | None, now: float) -> int:
        """Change the number of shards if requested, and return the number to use.

        If the number changes, all deadlines are extended by the time for which no process served
        the game tables.

        Args:
            requested_count: The number of shards to use from now on. Give it only if no other
                process of the bot runs. None keeps the stored number.
        """
        there = await self.bot.shard_count()
        if requested_count is None or requested_count == there:
            return there
        for shard in (Shard(number, there) for number in range(there)):
            await self.deadlines.finish(shard)
            last = await self.bot.read_last_heartbeat(shard)
            if last is not None:
                await self.deadlines.extend(now, last, shard, keep_minimum=True)
        await self.bot.set_shard_count(requested_count, now)
        return requested_count
