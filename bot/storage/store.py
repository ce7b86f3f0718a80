"""The store holds all that survives a crash."""

from bot.common.counters import NO_COUNTERS, Counters
from bot.engine.game import Games
from bot.storage.bot_repository import BotRepository
from bot.storage.database import Database, Transactions
from bot.storage.extend_deadlines import DeadlineExtensions
from bot.storage.group_commit import GroupWriter
from bot.storage.guild_repository import GuildRepository
from bot.storage.history_repository import HistoryRepository
from bot.storage.opening import open_database
from bot.storage.people_repository import PeopleRepository
from bot.storage.personal_data import PersonalData
from bot.storage.retention import Retention
from bot.storage.shard_leases import ShardLeases
from bot.storage.shards import Shard
from bot.storage.table_repository import TableRepository


class Store:
    """An open database with its repositories. It keeps no data in memory."""

    def __init__(self, database: Database, games: Games, counters: Counters = NO_COUNTERS) -> None:
        """Use `Store.open` instead."""
        self._transactions = transactions = Transactions(database)
        self._writer = GroupWriter(transactions, counters)
        self.deadlines = DeadlineExtensions(transactions, self._writer)
        self.tables = TableRepository(transactions, games, self._writer, self.deadlines)
        self.history = HistoryRepository(transactions)
        self.people = PeopleRepository(transactions)
        self.personal_data = PersonalData(transactions, self.history)
        self.guilds = GuildRepository(transactions)
        self.bot = BotRepository(transactions, self._writer)
        self.retention = Retention(transactions)

    @classmethod
    async def open(cls, url: str, games: Games, counters: Counters = NO_COUNTERS) -> "Store":
        """Open the database at `url`, such as `sqlite:///data/cats.db`, with tables of these games.

        A database is made or migrated if needed. `counters` count what is written. Raises
        `StoreProblem`, also if another process has the database alone.
        """
        store = cls(await open_database(url), games, counters)
        try:
            await store.tables.try_write()
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Write waiting changes, and close the database. Later calls raise `RuntimeError`."""
        if not await self._transactions.close():
            return
        try:
            await self._writer.flush()
        finally:
            await self._transactions.database.close()

    async def check(self) -> None:
        """Check that the database is still the one that was opened."""
        await self._transactions.check()

    async def flush(self) -> None:
        """Write all waiting changes and clicks."""
        await self._writer.flush()

    def open_leases(self) -> ShardLeases:
        """Return the leases of this worker."""
        return self._transactions.database.open_leases()

    async def agree_on_shard_count(self, requested_count: int | None, now: float) -> int:
        """Return the number of shards; `requested_count` sets it.

        Only a worker that is alone may set it. Then the deadlines of the old shards are extended by
        the time in which nobody could reach them.
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
