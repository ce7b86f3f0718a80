"""What was looked up in the store and still holds, so that a press need not ask again.

Like the tables in use (`sessions.py`), it is an economy and never a truth: this process alone
changes the tables of a shard, and each change is noted here when it is on the disk. Of one of which
nobody knows whether it is stored, nothing is kept.
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
"""Channels, and lessons of people, of which it is known which table is open there."""
MAX_CACHED_PEOPLE = 8192
"""People of whom it is known whether they finished a game, or which tables they host."""
MAX_CACHED_PAGES = 64
"""Pages of servers' tables that are known."""
MAX_CACHED_EVENT_LISTS = 128
"""Tables whose public events are all at hand."""
LOOKUP_TTL_SECONDS = 600.0
"""Seconds for which is believed what others may change: a person plays elsewhere, too."""

K = TypeVar("K")
V = TypeVar("V")


class Cache(Generic[K, V]):
    """What was read, by what was asked for."""

    def __init__(self, kept: MutableMapping[K, V]) -> None:
        """Keep them here, which may let go of any."""
        self._values = kept
        self._pending_reads: dict[K, object] = {}
        """What is just being read, of which nothing has changed since."""

    async def ask(self, key: K, read: Callable[[], Awaitable[V]]) -> V:
        """Return what is known, else what is read."""
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
        """Take note of what holds from now on."""
        self._pending_reads.pop(key, None)
        self._values[key] = value

    def forget(self, key: K) -> V | None:
        """Read it anew the next time; return what was known."""
        self._pending_reads.pop(key, None)
        return self._values.pop(key, None)

    def clear(self) -> None:
        """Read all anew."""
        self._pending_reads.clear()
        self._values.clear()


class Lookups:
    """What the store was asked about the tables of a shard and their people."""

    def __init__(self, store: Store) -> None:
        """Ask this store."""
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
        """Who does not want to be served, as it was looked up last."""

    def add_cache(self, cache: Cache[Any, Any]) -> None:
        """Clear this cache, too, whenever everything is to be read anew."""
        self._other_caches.append(cache)

    async def load_unserved(self) -> None:
        """Look up who does not want to be served: few, but each press asks."""
        self.unserved_users = await self._store.people.find_unserved()

    def chosen(self) -> None:
        """Take note that somebody has chosen who sees how they play."""
        self._scores.clear()

    async def find_open_table(self, channel: int) -> int | None:
        """Return the id of the channel's table that is in the lobby or playing."""
        return await self._open_tables.ask(
            (channel, 0), lambda: self._store.tables.find_open(channel)
        )

    async def find_open_lesson(self, user: int, guild: int) -> int | None:
        """Return the id of the lesson that a person takes in a server."""
        place = lesson_channel(user), guild
        return await self._open_tables.ask(
            place, lambda: self._store.tables.find_lesson(user, guild)
        )

    async def find_hosted_tables(self, user: int, guild: int) -> tuple[int, ...]:
        """Return the ids of a server's open tables that have this host, without lessons."""
        return await self._hosted_tables.ask(
            (user, guild), lambda: self._store.tables.find_hosted(user, guild)
        )

    async def has_finished_game(self, user: int, game: str) -> bool:
        """Tell whether a person finished a game of this kind, on any server."""
        return await self._finished.ask(
            (user, game), lambda: self._store.history.has_finished(user, game)
        )

    async def games(self, guild: int) -> tuple[str, ...]:
        """Return the games that were played to their end on a server."""
        return await self._games.ask(guild, lambda: self._store.history.find_finished_games(guild))

    async def scores(self, page: Page) -> tuple[Line, ...]:
        """Return a page of a server's table, and the first line of the next one."""
        return await self._scores.ask(page, lambda: self._store.history.scores(page))

    async def events(self, table: int) -> tuple[EventRecord, ...]:
        """Return a table's public events in their order."""
        return await self._events.ask(table, lambda: self._store.tables.find_events(table))

    def note_commit(self, before: Table, commit: Commit, table: Table) -> None:
        """Take note of a change that is on the disk."""
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

    def kept(self, table: Table) -> None:
        """Take note that the record of a game is on the disk, with all that it brings."""
        people = (player.user for player in table.players if is_over(table) and player.user)
        for user in people:
            self._finished.put((user, table.game), True)
        self._games.forget(table.guild)
        self._scores.clear()

    def _note_host(self, table: Table, *, is_open: bool) -> None:
        """Note whether a table is among the open ones of its host."""
        host = table.host, table.guild
        known = None if table.is_lesson else self._hosted_tables.forget(host)
        if known is not None:
            others = {*known} - {table.id}
            self._hosted_tables.put(host, tuple(sorted(others | {table.id} if is_open else others)))

    def unknown(self, commit: Commit) -> None:
        """Take note of a change of which nobody knows whether it is on the disk."""
        table = commit.table
        self._open_tables.forget(_make_place_key(table))
        self._events.forget(table.id)
        self._hosted_tables.clear()

    def clear(self) -> None:
        """Read everything anew."""
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
    """Return where at most one table is open: a channel, or a person's lessons in a server."""
    return table.channel, table.guild if table.is_lesson else 0
