"""Caches answers of the database, so that a press need not ask it again.

The caches only save reads, like the tables in memory (`sessions.py`). The database holds the truth.
Only this process changes the tables of its shard, and it notes each stored change here. If the
outcome of a write is unknown, the cached answers about its table are dropped.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any, Generic, TypeVar

from cachetools import LRUCache, TTLCache

from bot.domain.results import Line, Page
from bot.domain.table import Commit, Finished, Table, is_over, lesson_channel
from bot.engine.events import EventRecord
from bot.storage.store import Store

MAX_CACHED_PLACES = 8192
"""The maximum number of cached answers to which table is open in a channel.

A person's lesson in a server counts like a channel.
"""
MAX_CACHED_PEOPLE = 8192
"""The maximum number of cached answers about people.

They tell which tables people host, and which games they have finished.
"""
MAX_CACHED_PAGES = 64
"""The maximum number of cached pages of servers' scoreboards."""
MAX_CACHED_EVENT_LISTS = 128
"""The maximum number of tables whose public events are cached."""
LOOKUP_TTL_SECONDS = 600.0
"""The seconds for which the bot trusts a cached answer that another process may change.

A person may play on servers of other shards, too.
"""

K = TypeVar("K")
V = TypeVar("V")


class Cache(Generic[K, V]):
    """Caches values that were read from the database, by key.

    It never caches a value that a change has outdated while it was being read.
    """

    def __init__(self, values: MutableMapping[K, V]) -> None:
        """Store the values in `values`, which may drop any of them to limit their number or age."""
        self._values = values
        self._pending_reads: dict[K, object] = {}
        """A marker for each read that is under way.

        A change of the key removes the marker, and the result of the read is then not cached.
        """

    async def get_or_read(self, key: K, read: Callable[[], Awaitable[V]]) -> V:
        """Return the cached value of a key, or else read and cache it.

        Args:
            key: The key.
            read: Reads the value from the database.
        """
        with suppress(KeyError):
            return self._values[key]
        mine = self._pending_reads[key] = object()
        try:
            found = await read()
            if self._pending_reads.get(key) is mine:
                self._values[key] = found
        finally:
            if self._pending_reads.get(key) is mine:
                del self._pending_reads[key]
        return self._values.get(key, found)

    def put(self, key: K, value: V) -> None:
        """Cache a value that is valid from now on. Discard reads of the key that are under way."""
        self._pending_reads.pop(key, None)
        self._values[key] = value

    def forget(self, key: K) -> V | None:
        """Drop a key, so that the next `get_or_read` reads its value again.

        Returns:
            The value that was cached, or None if there was none.
        """
        self._pending_reads.pop(key, None)
        return self._values.pop(key, None)

    def clear(self) -> None:
        """Drop all values, so that each is read again."""
        self._pending_reads.clear()
        self._values.clear()


class Lookups:
    """Caches what the database answers about the tables of a shard and their people."""

    def __init__(self, store: Store) -> None:
        """Start with empty caches, and read from this store."""
        self._store = store
        self._open_tables: Cache[tuple[int, int], int | None] = Cache(LRUCache(MAX_CACHED_PLACES))
        self._hosted_tables: Cache[tuple[int | None, int], tuple[int, ...]] = Cache(
            LRUCache(MAX_CACHED_PEOPLE)
        )
        self._finished: Cache[tuple[int, str], bool] = Cache(
            TTLCache(MAX_CACHED_PEOPLE, LOOKUP_TTL_SECONDS)
        )
        self._games: Cache[int, tuple[str, ...]] = Cache(
            TTLCache(MAX_CACHED_PAGES, LOOKUP_TTL_SECONDS)
        )
        self._scores: Cache[Page, tuple[Line, ...]] = Cache(
            TTLCache(MAX_CACHED_PAGES, LOOKUP_TTL_SECONDS)
        )
        self._events: Cache[int, tuple[EventRecord, ...]] = Cache(LRUCache(MAX_CACHED_EVENT_LISTS))
        self._other_caches: list[Cache[Any, Any]] = []
        self.unserved_users: frozenset[int] = frozenset()
        """The ids of users who chose not to be served, as of the last `load_unserved`."""

    def add_cache(self, cache: Cache[Any, Any]) -> None:
        """Let `clear` also clear this cache, which another service owns."""
        self._other_caches.append(cache)

    async def load_unserved(self) -> None:
        """Load the ids of users who chose not to be served by the bot.

        They are few, and every press has to be checked against them.
        """
        self.unserved_users = await self._store.people.find_unserved()

    def forget_scores(self) -> None:
        """Drop cached scoreboards, because somebody has chosen who may see how they play."""
        self._scores.clear()

    async def find_open_table(self, channel: int) -> int | None:
        """Return the id of the lobby or running game of a channel, or None if there is none."""
        return await self._open_tables.get_or_read(
            (channel, 0), lambda: self._store.tables.find_open(channel)
        )

    async def find_open_lesson(self, user: int, guild: int) -> int | None:
        """Return the id of a person's open lesson in a server, or None if there is none."""
        place = lesson_channel(user), guild
        return await self._open_tables.get_or_read(
            place, lambda: self._store.tables.find_lesson(user, guild)
        )

    async def find_hosted_tables(self, user: int, guild: int) -> tuple[int, ...]:
        """Return the ids of the open tables that a person hosts in a server, without lessons."""
        return await self._hosted_tables.get_or_read(
            (user, guild), lambda: self._store.tables.find_hosted(user, guild)
        )

    async def has_finished_game(self, user: int, game: str) -> bool:
        """Return whether a person has finished a game of this kind on any server."""
        return await self._finished.get_or_read(
            (user, game), lambda: self._store.history.has_finished(user, game)
        )

    async def find_games(self, guild: int) -> tuple[str, ...]:
        """Return the names of the games that were played to their end on a server."""
        return await self._games.get_or_read(
            guild, lambda: self._store.history.find_finished_games(guild)
        )

    async def load_scores(self, page: Page) -> tuple[Line, ...]:
        """Return a page of a server's scoreboard, and the first line of the next page if any."""
        return await self._scores.get_or_read(page, lambda: self._store.history.find_scores(page))

    async def load_events(self, table: int) -> tuple[EventRecord, ...]:
        """Return the public events of a table, in the order in which they happened."""
        return await self._events.get_or_read(table, lambda: self._store.tables.find_events(table))

    def note_commit(self, before: Table, commit: Commit, table: Table) -> None:
        """Update the caches after a change of a table was stored.

        Args:
            before: The table before the change.
            commit: What was stored.
            table: The table as it is now.
        """
        is_open = not isinstance(table, Finished)
        if is_open:
            self._open_tables.put(_make_place_key(table), table.id)
        elif not isinstance(before, Finished):
            self._open_tables.put(_make_place_key(table), None)
        self._note_host(before, is_open=False)
        self._note_host(table, is_open=is_open)
        told = tuple(event for event in commit.events if event.to is None)
        known = self._events.forget(table.id) if before.id else ()
        if known is not None:
            self._events.put(table.id, known + told)

    def note_record(self, table: Table) -> None:
        """Update the caches after the record of a finished game was stored."""
        people = (player.user for player in table.players if is_over(table) and player.user)
        for user in people:
            self._finished.put((user, table.game), True)
        self._games.forget(table.guild)
        self._scores.clear()

    def _note_host(self, table: Table, *, is_open: bool) -> None:
        """Add the table to the open tables of its host, or remove it from them."""
        host = table.host, table.guild
        known = None if table.is_lesson else self._hosted_tables.forget(host)
        if known is not None:
            others = {*known} - {table.id}
            self._hosted_tables.put(host, tuple(sorted(others | {table.id} if is_open else others)))

    def forget_commit(self, commit: Commit) -> None:
        """Drop the cached answers that a change may have outdated.

        Nobody knows whether the change is stored.
        """
        table = commit.table
        self._open_tables.forget(_make_place_key(table))
        self._events.forget(table.id)
        self._hosted_tables.clear()

    def clear(self) -> None:
        """Drop all cached answers, so that each is read again."""
        known: tuple[Cache[Any, Any], ...] = (
            self._open_tables,
            self._hosted_tables,
            self._finished,
            self._games,
            self._scores,
            self._events,
            *self._other_caches,
        )
        for cache in known:
            cache.clear()


def _make_place_key(table: Table) -> tuple[int, int]:
    """Return a key of the place in which at most one table is open.

    The place is a channel, or a person's lesson in a server.
    """
    return table.channel, table.guild if table.is_lesson else 0
