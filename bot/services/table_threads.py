"""Opens threads for tables, in servers where each table gets one of its own, and names them."""

import asyncio
import math
from contextlib import suppress
from math import inf

from cachetools import TTLCache
from msgspec.structs import replace

from bot.domain.changes import Click, Refused, check_can_post
from bot.domain.table import Lobby, Match
from bot.presenters.table_threads import (
    format_thread_name,
    rename_after_game,
    render_announcement,
)
from bot.services.conversations import TOKEN_LIFETIME_SECONDS
from bot.services.messenger import (
    BoardGone,
    NoAccess,
    Rejected,
    RequestFailed,
    RouteClosed,
    Unreachable,
)
from bot.services.service import Service, Shared

MIN_RENAMING_INTERVAL_SECONDS = 300.0
"""The minimum number of seconds between two new names of a thread. Discord allows two in ten
minutes: https://github.com/discord/discord-api-docs/issues/1900.
"""
TOO_MANY_THREADS_CODES = (160006, 160007)
"""Discord's error codes for a server that has the maximum number of active threads. See
https://docs.discord.com/developers/topics/opcodes-and-status-codes#json.
"""


class TableThreads(Service):
    """Opens a thread for each new table, if the server's settings say so."""

    def __init__(self, shared: Shared) -> None:
        super().__init__(shared)
        self._openings: TTLCache[int, asyncio.Task[int]] = TTLCache(
            inf, TOKEN_LIFETIME_SECONDS, shared.clock.monotonic
        )
        """The tasks that open threads, by interaction id. Discord may deliver a command twice."""
        self._renamed: TTLCache[int, None, float] = TTLCache(
            inf, MIN_RENAMING_INTERVAL_SECONDS, shared.clock.monotonic
        )
        """The threads that were renamed lately."""

    def rename_after_start(self, table: Match) -> None:
        """Rename the thread of a table whose game has started, if it has another game's name."""
        if table.parent and table.channel not in self._renamed:
            self._background.run(self._rename(table))

    async def _rename(self, table: Match) -> None:
        """Name a thread after its game if Discord lets the bot do so."""
        with suppress(RequestFailed):
            name = await self._messenger.find_own_thread_name(table.channel)
            package = self._tables.find_package(table)
            new_name = rename_after_game(name, table, package, self._registry)
            if new_name != name:
                self._renamed[table.channel] = None
                await self._messenger.rename_thread(table.channel, new_name)

    async def is_wanted(self, click: Click) -> bool:
        """Return whether a table that is opened by this click gets a thread of its own.

        In a thread it opens where the person is. A post of a forum in which no table is open leads
        to another post, because a forum has nothing but posts.
        """
        is_in_thread = bool(click.parent_channel) and not click.is_private_thread
        if not (click.can_have_threads or is_in_thread):
            return False
        if not (await self._lookups.find_settings(click.guild)).threads:
            return False
        if click.can_have_threads:
            return True
        if await self._tables.find_holder(click.channel):
            return False
        with suppress(RequestFailed):
            return await self._messenger.is_forum(click.parent_channel)
        return False

    def check_can_open(self, click: Click, *, text_only: bool) -> None:
        """Raise `Refused` if the bot lacks permissions to open a thread for a table."""
        lacking = replace(click, missing_permissions=click.missing_for_thread)
        check_can_post(lacking, text_only=text_only, refusal_key="missing-for-thread")

    async def open(self, click: Click, lobby: Lobby) -> Click:
        """Open a thread for a new table, and return the click as if it had come from there.

        If the same click comes again, it leads to the same thread.

        Raises:
            Refused: Discord does not open the thread. No announcement of it is left.
        """
        opening = self._openings.get(click.id)
        if opening is None:
            opening = self._openings[click.id] = asyncio.create_task(self._open(click, lobby))
        try:
            thread = await asyncio.shield(opening)
        except RequestFailed as failure:
            raise _explain_failure(failure, self._clock.now()) from None
        parent = click.parent_channel or click.channel
        return replace(click, channel=thread, parent_channel=parent, can_have_threads=False)

    async def withdraw(self, click: Click, thread: int) -> None:
        """Delete the announcement of a thread in which no table has opened."""
        channel = click.channel if click.can_have_threads else thread
        with suppress(RequestFailed):
            await self._messenger.delete(channel, thread)

    async def _open(self, click: Click, lobby: Lobby) -> int:
        """Return the id of a new thread, which is named without the host if Discord rejects that.

        The first message, which announces the thread, has the same id.
        """
        try:
            return await self._open_as(click, lobby, click.short_name)
        except Rejected as rejected:
            if rejected.code in TOO_MANY_THREADS_CODES:
                raise
        return await self._open_as(click, lobby, "")

    async def _open_as(self, click: Click, lobby: Lobby, host: str) -> int:
        package = self._tables.find_package(lobby)
        name = format_thread_name(lobby, package, host)
        announcement = render_announcement(lobby, package, host)
        if not click.can_have_threads:
            return await self._messenger.create_post(click.parent_channel, name, announcement)
        nonce = f"thread-{click.id:x}" + "-n" * (not host)
        posted = await self._messenger.post(click.channel, announcement, nonce)
        try:
            return await self._messenger.start_thread(click.channel, posted.id, name)
        except RequestFailed:
            await self.withdraw(click, posted.id)
            raise


def _explain_failure(failure: RequestFailed, now: float) -> Refused:
    """Return the error whose sentence tells a person why no thread was opened."""
    refusal = failure.refusal if isinstance(failure, Unreachable) else None
    if isinstance(refusal, RouteClosed):
        return Refused("thread-later", until=str(math.ceil(now + refusal.seconds)))
    if isinstance(failure, NoAccess):
        is_full = failure.code in TOO_MANY_THREADS_CODES
        return Refused("thread-too-many" if is_full else "thread-refused")
    return Refused("try-again" if isinstance(failure, BoardGone) else "thread-not-now")
