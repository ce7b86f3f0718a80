"""Caches what the database answers, so that not every press has to ask it again.

The caches only save reads, like the tables in memory (`sessions.py`). Only this process changes the
tables of its shard, and it notes each stored change here. If the outcome of a write is unknown, the
cached results about its table are dropped.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any, Generic, TypeVar

from cachetools import LRUCache, TTLCache
from msgspec.msgpack import decode, encode
from msgspec.structs import replace

from bot.domain.game_records import find_usual_minutes
from bot.domain.results import Line, Page
from bot.domain.server_settings import ServerSettings, SettingName, SettingValue
from bot.domain.table import OPEN_PHASES, Commit, Table, is_over, lesson_channel
from bot.storage.store import Store

MAX_CACHED_PLACES = 8192
"""The maximum number of channels and lessons for which the open table's id is cached. The least
recently used ones are dropped.
"""
MAX_CACHED_PEOPLE = 8192
"""The maximum number of cached query results about people. Each says which tables a person hosts
in a server, or whether they have finished a game of some kind. The least recently used ones are
dropped.
"""
MAX_CACHED_PAGES = 64
"""The maximum number of cached pages of servers' scoreboards. The least recently used are dropped.
"""
MAX_CACHED_SERVERS = 65_536
"""The maximum number of servers whose settings are cached. The least recently used are dropped."""
MAX_CACHED_LENGTHS = 256
"""The maximum number of cached lengths of games, one for each game and number of players."""
LOOKUP_TTL_SECONDS = 600.0
"""The maximum age in seconds of cached results that another process may change. For example, a
person may also play on servers that another process handles. Older results are read again.
"""

K = TypeVar("K")
V = TypeVar("V")


class Cache(Generic[K, V]):
    """A cache of values that were read from the database, by key.

    A value that changes while it is being read is not cached.
    """

    def __init__(self, values: MutableMapping[K, V]) -> None:
        """Store the values in `values`, which may drop any of them to limit their number or age."""
        self._values = values
        self._pending_reads: dict[K, object] = {}
        """A marker for each key that is being read at the moment. If the key changes in the
        meantime, the marker is removed, and the result of the read is not cached.
        """

    async def get_or_read(self, key: K, read: Callable[[], Awaitable[V]]) -> V:
        """Return the cached value of a key. If there is none, read and cache it."""
        with suppress(KeyError):
            return self._values[key]
        mine = self._pending_reads[key] = object()
        try:
            value = await read()
            if self._pending_reads.get(key) is mine:
                self._values[key] = value
        finally:
            if self._pending_reads.get(key) is mine:
                del self._pending_reads[key]
        return self._values.get(key, value)

    def put(self, key: K, value: V) -> None:
        """Cache the current value of a key.

        The results of reads that are running now are not cached.
        """
        self._pending_reads.pop(key, None)
        self._values[key] = value

    def forget(self, key: K) -> V | None:
        """Drop the value of a key, so that the next `get_or_read` reads it again.

        Returns:
            The value that was cached, or None if there was none.
        """
        self._pending_reads.pop(key, None)
        return self._values.pop(key, None)

    def clear(self) -> None:
        """Drop all values, so that each is read again when it is needed."""
        self._pending_reads.clear()
        self._values.clear()


class Lookups:
    """Caches what the database answers about a shard's tables and their people."""

    def __init__(self, store: Store) -> None:
        """Start with empty caches. Values that are missing are read from this store."""
        self._store = store
        self._caches: list[Cache[Any, Any]] = []
        self._open_tables: Cache[tuple[int, int], int | None] = self.add_cache(MAX_CACHED_PLACES)
        self._hosted_tables: Cache[tuple[int | None, int], tuple[int, ...]]
        self._hosted_tables = self.add_cache(MAX_CACHED_PEOPLE)
        ttl = LOOKUP_TTL_SECONDS
        self._finished: Cache[tuple[int, str], bool] = self.add_cache(MAX_CACHED_PEOPLE, ttl)
        self._games: Cache[int, tuple[str, ...]] = self.add_cache(MAX_CACHED_PAGES, ttl)
        self._scores: Cache[Page, tuple[Line, ...]] = self.add_cache(MAX_CACHED_PAGES, ttl)
        self._settings: Cache[int, bytes] = self.add_cache(MAX_CACHED_SERVERS)
        """The settings of servers, packed, because there can be many."""
        self._minutes: Cache[tuple[str, int], int | None] = self.add_cache(MAX_CACHED_LENGTHS, ttl)

    def add_cache(self, max_size: int, ttl_seconds: float | None = None) -> Cache[K, V]:
        """Return a new cache, which `clear` also clears."""
        cache: Cache[K, V] = Cache(
            LRUCache(max_size) if ttl_seconds is None else TTLCache(max_size, ttl_seconds)
        )
        self._caches.append(cache)
        return cache

    def forget_scores(self) -> None:
        """Drop cached scoreboards, because somebody has changed who may see their results."""
        self._scores.clear()

    async def find_open_table(self, channel: int) -> int | None:
        """Return the id of the channel's table that has not ended, or None if there is none."""
        return await self._open_tables.get_or_read(
            (channel, 0), lambda: self._store.tables.find_open(channel)
        )

    async def find_open_lesson(self, user: int, guild: int) -> int | None:
        """Return the id of the lesson that a person takes in a server, or None if there is none."""
        place = lesson_channel(user), guild
        return await self._open_tables.get_or_read(
            place, lambda: self._store.tables.find_lesson(user, guild)
        )

    async def find_hosted_tables(self, user: int, guild: int) -> tuple[int, ...]:
        """Return the ids of the open tables that a person hosts in a server.

        Lessons are left out.
        """
        return await self._hosted_tables.get_or_read(
            (user, guild), lambda: self._store.tables.find_hosted(user, guild)
        )

    async def has_finished_game(self, user: int, game: str) -> bool:
        """Return whether a person has finished a game of this kind on any server."""
        return await self._finished.get_or_read(
            (user, game), lambda: self._store.standings.has_finished(user, game)
        )

    async def find_games(self, guild: int) -> tuple[str, ...]:
        """Return the names of the games that were played to their end on a server."""
        return await self._games.get_or_read(
            guild, lambda: self._store.standings.find_finished_games(guild)
        )

    async def load_scores(self, page: Page) -> tuple[Line, ...]:
        """Return the lines of one page of a server's scoreboard.

        If another page follows, its first line is included.
        """
        return await self._scores.get_or_read(page, lambda: self._store.standings.find_scores(page))

    async def find_settings(self, guild: int) -> ServerSettings:
        """Return the settings of a server."""

        async def read() -> bytes:
            return encode(await self._store.server_settings.find(guild))

        return decode(await self._settings.get_or_read(guild, read), type=ServerSettings)

    async def change_setting(
        self, guild: int, name: SettingName, value: SettingValue, user: int, now: float
    ) -> None:
        """Store one setting of a server and who changed it."""
        try:
            await self._store.server_settings.change(guild, name, value, user, now)
        finally:  # if that fails, the outcome may be unknown
            packed = self._settings.forget(guild)
        if packed:
            author = {"changed_by": user, "changed_setting": name, "changed_at": now}
            settings = replace(decode(packed, type=ServerSettings), **{name: value}, **author)
            self._settings.put(guild, encode(settings))

    async def change_puzzle(self, settings: ServerSettings) -> None:
        """Store when and where the daily puzzle is posted in a server, and who changed that."""
        try:
            await self._store.server_settings.change_puzzle(settings)
        finally:
            self.forget_settings(settings.guild)

    def forget_settings(self, guild: int) -> None:
        """Drop the cached settings of a server, because they have changed."""
        self._settings.forget(guild)

    async def note_call(self, guild: int, now: float) -> None:
        """Store when people were last called in a server."""
        settings = await self.find_settings(guild)
        self._settings.put(guild, encode(replace(settings, called_at=now)))
        await self._store.server_settings.note_call(guild, now)

    async def find_usual_minutes(self, game: str, seats: int) -> int | None:
        """Return how many minutes people usually take for a game with so many players.

        None means that too few have played it.
        """

        async def read() -> int | None:
            return find_usual_minutes(await self._store.records.find_durations(game, seats))

        return await self._minutes.get_or_read((game, seats), read)

    def note_commit(self, before: Table, table: Table) -> None:
        """Update the cached results after a change of a table was stored."""
        is_open = table.phase in OPEN_PHASES
        if is_open:
            self._open_tables.put(_make_place_key(table), table.id)
        elif before.phase in OPEN_PHASES:
            self._open_tables.put(_make_place_key(table), None)
        self._note_host(before, is_open=False)
        self._note_host(table, is_open=is_open)

    def note_record(self, table: Table) -> None:
        """Update the cached results after the record of a finished game was stored."""
        people = (player.user for player in table.players if is_over(table) and player.user)
        for user in people:
            self._finished.put((user, table.game), True)
        self._games.forget(table.guild)
        self._scores.clear()

    def _note_host(self, table: Table, *, is_open: bool) -> None:
        host = table.host, table.guild
        known = None if table.is_lesson else self._hosted_tables.forget(host)
        if known is not None:
            others = {*known} - {table.id}
            self._hosted_tables.put(host, tuple(sorted(others | {table.id} if is_open else others)))

    def forget_commit(self, commit: Commit) -> None:
        """Drop the cached results about a table after a write whose outcome is unknown."""
        table = commit.table
        self._open_tables.forget(_make_place_key(table))
        self._hosted_tables.clear()

    def clear(self) -> None:
        """Drop all cached results, so that they are read again."""
        for cache in self._caches:
            cache.clear()


def _make_place_key(table: Table) -> tuple[int, int]:
    """Return the cache key of a channel or of a person's lesson in a server.

    At most one table is open there.
    """
    return table.channel, table.guild if table.is_lesson else 0
