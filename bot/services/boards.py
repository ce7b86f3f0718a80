"""Keeps the boards of tables up to date: their content, their place in the channel, and mentions.

A board is a table's public message in its channel.
"""

import asyncio
import logging
import math
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from bot.domain.changes import Change, Click, Gone, Refused, close_table
from bot.domain.display_names import replace_names_by_seats
from bot.domain.options import has_usual_options
from bot.domain.presence import users_to_call
from bot.domain.seating import confirmed_players
from bot.domain.table import Board, Finished, Lobby, Table, is_over
from bot.engine.package import GamePackage
from bot.engine.screen import FixedBoard, Screen
from bot.presenters import screens
from bot.presenters.screens import add_mentions
from bot.services.delivery import Target
from bot.services.events import TableChanged
from bot.services.messenger import (
    BoardGone,
    ChannelGone,
    LatePictures,
    NoAccess,
    Rejected,
    RequestFailed,
    RouteClosed,
    ThreadArchived,
    Unreachable,
    wait_for_pictures,
)
from bot.services.service import Service
from bot.services.sessions import BoardState

log = logging.getLogger(__name__)

PRIORITY_AFTER_CLICK_SECONDS = 60.0
"""The number of seconds after a click at a table during which its board is updated before others.
"""
MAX_BOARD_WAIT_SECONDS = 1.5
"""The maximum number of seconds that the answer to a press waits for the table's public message.
After that, the answer is sent anyway. It is longer than the pause between two edits of a message,
and shorter than Discord waits for an answer.
"""
MAX_LOOK_SECONDS = 3.0
"""The maximum number of seconds that an answer waits to learn whether a message still exists."""
MIN_REPOST_INTERVAL_SECONDS = 30.0
"""The number of seconds after a post of a table's public message in which it is not posted again.
It applies to the command that asks for a new post. Within that time, the command only updates the
message.
"""
MISSING_ACCESS_CODE = 50001
"""Discord's error code for a channel to which the bot has no access, such as a private thread. See
https://docs.discord.com/developers/topics/opcodes-and-status-codes#json.
"""
BLOCKED_BY_FILTER_CODE = 200000
"""Discord's error code for a message that a content filter blocks, usually because of a name."""
NO_ACCESS_GRACE_SECONDS = 60.0
"""The number of seconds for which the bot must lack access to a channel before the table pauses.
Access may be missing for a moment while permissions change, and during outages of Discord.
"""

DELETE_RETRY_DELAYS_SECONDS = (2.0, 15.0, 60.0, 600.0)
"""The numbers of seconds to wait before each next try to delete a replaced message. The last delay
is repeated until the deletion succeeds.
"""


class Boards(Service):
    """Keeps the board of every table, up to date."""

    def on_table_changed(self, event: TableChanged) -> None:
        """Update the public message of a table that has changed.

        If somebody has just clicked at the table, the message goes before those of other tables. A
        lesson has no public message.
        """
        table = event.change.table
        if not table.is_lesson:
            somebody_is_here = self._clock.now() - table.clicked_at < PRIORITY_AFTER_CLICK_SECONDS
            self.redraw(table.id, is_urgent=somebody_is_here)

    def redraw(self, table_id: int, *, is_urgent: bool, force: bool = False) -> None:
        """Update a table's public message soon, without waiting for that.

        Args:
            is_urgent: Whether the message goes before those of tables that nobody is using.
            force: Whether to send it even if Discord is believed to show the same already. Somebody
                may have deleted the message.
        """

        async def show() -> NoAccess | None:
            return await self._show(table_id, force)

        self._delivery.schedule(
            Target(table_id, "board"),
            show,
            is_urgent=is_urgent,
            min_interval_seconds=self._timings.between_edits,
        )

    def prioritize(self, table_id: int) -> None:
        """Update a table's public message before others, because somebody is looking at it.

        If the message is outdated but not queued, it is queued. That happens if the process that
        changed the table stopped too early.
        """
        board = Target(table_id, "board")
        if self._delivery.is_under_way(board):
            self._delivery.prioritize(board)
        elif self._tables.has_stale_board(table_id):
            self.redraw(table_id, is_urgent=True)

    def repair_board(self, table_id: int) -> None:
        """Update a table's public message after a start or crash of the bot.

        Discord may have accepted a post of the message before without the bot storing its id.
        """
        self._get_state(table_id).may_have_unknown_post = True
        self.redraw(table_id, is_urgent=False)

    async def wait_until_shown(self, table_id: int, click: Click) -> None:
        """Wait until the bot has tried to show the newest version of a table's public message.

        If Discord is slow, the wait ends before the message appears.

        Raises:
            Refused: Discord does not let the bot show the message. The sentence says what the
                person can do.
        """
        board = Target(table_id, "board")
        refusal = await self._delivery.wait_until_shown(board, MAX_BOARD_WAIT_SECONDS)
        if refusal is not None:
            raise _explain_refusal(refusal, click, self._clock.now())

    async def reopen(self, table_id: int, click: Click) -> None:
        """Resume a table whose channel the bot could not reach, and show its public message there.

        Raises:
            Refused: Discord does not let the bot show the message. The sentence says what the
                person can do.
        """
        await self._tables.resume_channel(table_id, click)
        await self.wait_until_shown(table_id, click)

    async def is_visible(self, table: Table, click: Click) -> bool:
        """Return whether a table's public message still exists in a channel that the bot can see.

        False also if Discord does not say so in time.
        """
        message = table.board.message
        if message is None or {"view_channel", "connect"} & {*click.missing_permissions}:
            return False
        with suppress(RequestFailed, TimeoutError):
            async with asyncio.timeout(MAX_LOOK_SECONDS):
                return await self._messenger.has_message(table.channel, message)
        return False

    def is_recently_posted(self, table_id: int) -> bool:
        """Return whether this process posted the table's public message moments ago.

        That is within the last `MIN_REPOST_INTERVAL_SECONDS`.
        """
        return self._clock.now() - self._get_state(table_id).posted_at < MIN_REPOST_INTERVAL_SECONDS

    async def pause(self, table: Table, paused_at: float | None = None) -> None:
        """Pause a table whose channel the bot cannot reach.

        The stored mentions are cleared, so that people who owe an answer later count as newly
        mentioned. The public message then moves to the end of the channel.

        Args:
            paused_at: The time at which the pause began, in seconds since 1970. None means now.
        """
        await self._tables.update_board(table.id, lambda board: replace(board, mentions=()))
        at = self._clock.now() if paused_at is None else paused_at

        def paused(table: Table) -> Change:
            starts = not isinstance(table, Finished) and not table.paused
            since = at if starts else table.paused_at
            return Change(replace(table, paused="channel", paused_at=since))

        await self._tables.submit(table.id, paused)

    async def close_in_lost_channels(self) -> None:
        """Close the games put aside whose channels were deleted while the bot did not run.

        Nothing else is sent to these channels, so nothing else would find that out.
        """
        for table_id in await self._store.tables.find_aside_in_shard(self._shard):
            await self.close_if_channel_gone(table_id)

    async def close_if_channel_gone(self, table_id: int) -> None:
        """Close a table if its channel was deleted.

        It stays open if the bot only cannot reach the channel at the moment.
        """
        table = await self._tables.load(table_id, allow_missing_game=True)
        try:
            await self._messenger.find_newest_message(table.channel)
        except ChannelGone:
            await self.close_without_channel(table)
        except RequestFailed:
            pass

    async def close_without_channel(self, table: Table) -> None:
        """Close a table whose channel was deleted, and all others in that channel."""
        await self._close(table)
        await self.close_channel(table.channel)

    async def close_channel(self, channel: int) -> None:
        """Close the open table of a channel that was deleted, and the games put aside there."""
        holder = await self._tables.find_holder(channel)
        if holder is not None:
            await self._close(holder)
        for table_id in await self._store.tables.find_all_aside(channel):
            await self._close(await self._tables.load(table_id, allow_missing_game=True))

    async def _close(self, table: Table) -> None:
        """Close a table whose channel was deleted, without updating its public message."""
        log.info("closed table %s: its channel is gone", table.id)
        if self._tables.is_game_missing(table):
            await self._missing_games.close(table.id)
            return
        await self._tables.update_board(table.id, lambda _: Board(shown=table.version + 1))
        await self._tables.submit(table.id, close_table)

    def _get_state(self, table_id: int) -> BoardState:
        return self._sessions[table_id].board

    async def _show(self, table_id: int, force: bool) -> NoAccess | None:
        """Show the newest version of a table's public message.

        Return the refusal if Discord does not allow it, else None.
        """
        refusal = None
        try:
            with suppress(Gone):
                await self._save_pending_update(table_id)
                table = await self._tables.load(table_id)
                if force:
                    self._get_state(table_id).last_shown_hash = None
                refusal = await self._try_to_show(table) if force or table.board_is_behind else None
                if not self._get_state(table_id).is_deleting:
                    await self._try_to_delete_replaced(table_id)
        except Exception:
            self._get_state(table_id).may_have_unknown_post = True
            raise
        self._get_state(table_id).may_have_unknown_post = False
        return refusal

    async def _try_to_show(self, table: Table) -> NoAccess | None:
        """Show one version of a table's public message.

        If the bot has no access to the channel, pause the table and return the refusal. If the
        channel was deleted, close the table.
        """
        state = self._get_state(table.id)
        try:
            await self._show_with_fallback(table)
        except NoAccess as refusal:
            if self._may_be_temporary(table, refusal):
                raise Unreachable(refusal) from None
            log.warning(
                "table %s pauses: Discord refuses its board in channel %s with code %s",
                table.id,
                table.channel,
                refusal.code,
            )
            await self.pause(table, paused_at=state.no_access_since)
            state.no_access_since = None
            return refusal
        except ChannelGone:
            await self.close_without_channel(table)
        state.no_access_since = None
        return None

    def _may_be_temporary(self, table: Table, refusal: NoAccess) -> bool:
        """Return whether missing access to the channel may be temporary.

        That is assumed for `MISSING_ACCESS_CODE` during the first `NO_ACCESS_GRACE_SECONDS`. It is
        never assumed for a new table, because the person who opened it is waiting for the answer.
        """
        if refusal.code != MISSING_ACCESS_CODE or table.board.message is None:
            return False
        now = self._clock.now()
        state = self._get_state(table.id)
        state.no_access_since = now if state.no_access_since is None else state.no_access_since
        return now - state.no_access_since < NO_ACCESS_GRACE_SECONDS

    async def _show_with_fallback(self, table: Table) -> None:
        """Show one version of a table's public message, in a simpler form if Discord rejects it.

        The simpler form has seat numbers in place of names, or no pictures and emojis.
        """
        nameless = self._get_state(table.id).is_nameless
        try:
            await self._show_as(table, replace_names_by_seats(table) if nameless else table)
        except Rejected as rejected:
            if rejected.code == BLOCKED_BY_FILTER_CODE and not nameless:
                log.info("a filter rejects the board of table %s: it goes without names", table.id)
                self._get_state(table.id).is_nameless = True
                await self._show_as(table, replace_names_by_seats(table))
                return
            log.warning(
                "Discord rejects the board of table %s with code %s: once more as text alone",
                table.id,
                rejected.code,
            )
            await self._show_as(table, replace(table, text_only=True))

    async def _show_as(self, table: Table, displayed_table: Table) -> None:
        """Show one version of a table's public message, drawn from `displayed_table`.

        `displayed_table` is the table itself, or a copy of it without names or pictures.
        """
        package = self._tables.find_package(table)
        mentions = screens.users_asked(table)
        minutes = await self._find_usual_minutes(table, package)
        may_call = isinstance(table, Lobby) and await self._may_call(table)
        screen = screens.render_board(
            displayed_table, package, minutes, self._registry, may_call=may_call
        )
        message = table.board.message
        if message is not None and not await self._should_move(table, screen, mentions):
            with suppress(BoardGone):
                late = await self._edit(table, message, screen)
                noted = () if isinstance(screen, FixedBoard) else mentions
                await self._note_board(table, message, noted, late)
                return
        await self._post(table, screen, mentions)

    async def _find_usual_minutes(self, table: Table, package: GamePackage) -> int | None:
        if not isinstance(table, Lobby) or not has_usual_options(table, package):
            return None
        seats = len(confirmed_players(table))
        return await self._lookups.find_usual_minutes(table.game, seats)

    async def _may_call(self, table: Lobby) -> bool:
        return (await self._lookups.find_settings(table.guild)).calls != "off"

    async def _edit(self, table: Table, message: int, screen: Screen) -> LatePictures | None:
        """Edit a table's public message.

        Do nothing if it is known to show the same screen already. Return the pictures that are
        still being drawn, or None if there are none or nothing was sent.
        """
        state = self._get_state(table.id)
        if state.last_shown_hash == hash((message, screen)):
            return None
        state.last_shown_hash = None
        late = await self._messenger.edit(table.channel, message, screen)
        self._counters.count_board_request("edit")
        self._note_shown(table, message, screen, late)
        return late

    def _note_shown(
        self, table: Table, message: int, screen: Screen, late_pictures: LatePictures | None
    ) -> None:
        """Remember which screen a table's public message shows, to skip an identical edit later.

        If it is uncertain what the message shows, or a picture is missing, the next edit is not
        skipped.
        """
        self._sessions[table.id].note_shown(screen)
        state = self._get_state(table.id)
        if not late_pictures and not state.may_have_unknown_post:
            state.last_shown_hash = hash((message, screen))

    async def _should_move(self, table: Table, screen: Screen, mentions: tuple[int, ...]) -> bool:
        """Return whether to post the public message again at the end of the channel.

        True if a change of the table asked for that. If other messages follow it, also true if a
        person is newly mentioned. The same holds if the game is over and no other table is open
        here. False for a `FixedBoard`, which people are about to press.
        """
        if isinstance(screen, FixedBoard):
            return False
        if table.board.should_move:
            return True
        if not set(mentions) - set(table.board.mentions) and not is_over(table):
            return False
        if is_over(table) and await self._tables.find_open_table(table.channel):
            return False  # another table is open, so the result need not move down
        newest = await self._messenger.find_newest_message(table.channel) or 0
        return newest > (table.board.message or 0)  # the cached id may be older than the board

    async def _post(self, table: Table, screen: Screen, mentions: tuple[int, ...]) -> None:
        """Post a new public message, store its id, and note that the old message has to be deleted.

        The message mentions the people who owe an answer and have not clicked since they were
        asked. The nonce contains the id of the old message, so it stays the same until the new id
        is stored. If an earlier post was accepted without the bot's knowledge, Discord returns that
        post for the same nonce. It may show an older version, so it is stored as outdated and
        edited next.
        """
        # The filter that blocks a lobby may be about the number of mentions.
        is_blocked = isinstance(table, Lobby) and self._get_state(table.id).is_nameless
        is_silent = is_blocked or isinstance(screen, FixedBoard)
        to_mention = () if is_silent else users_to_call(table)
        called = add_mentions(screen, table, to_mention)
        nonce = f"{table.id:x}-{table.board.message or 0:x}"
        try:
            posted = await self._messenger.post(table.channel, called, nonce)
        except BoardGone:  # a locked thread, for example
            raise NoAccess(0) from None
        self._counters.count_board_request("post")
        self._get_state(table.id).posted_at = self._clock.now()
        self._note_shown(table, posted.id, called, posted.late_pictures)
        await self._note_board(table, posted.id, mentions, posted.late_pictures)

    async def _try_to_delete_replaced(self, table_id: int) -> None:
        """Delete the old messages that a new one has replaced. If that fails, try again later."""

        async def delete() -> None:
            with suppress(Gone):
                await self._delete_replaced(table_id)
            self._get_state(table_id).is_deleting = False

        try:
            await delete()
        except Unreachable:
            self._get_state(table_id).is_deleting = True
            self._delivery.schedule(
                Target(table_id, "replaced-boards"),
                delete,
                is_urgent=False,
                retry_delays=DELETE_RETRY_DELAYS_SECONDS,
            )

    async def _delete_replaced(self, table_id: int) -> None:
        """Delete the old messages that a new one has replaced.

        Raises `Unreachable` at the first message that could not be deleted and may still exist.
        That message stays in the database, so a later process also tries to delete it.
        """
        table = await self._tables.load(table_id)
        gone = set[int]()
        try:
            for message in table.board.replaced:
                await self._delete(table.channel, message)
                gone.add(message)
        finally:
            if gone:
                await self._tables.update_board(table_id, lambda old: old.without_replaced(gone))

    async def _delete(self, channel: int, message: int) -> None:
        """Delete a message.

        Do nothing if it was deleted already. Raises `Unreachable` if the message may still exist.
        """
        try:
            await self._messenger.delete(channel, message)
        except (NoAccess, ThreadArchived):
            raise Unreachable from None
        except (BoardGone, ChannelGone):
            pass

    async def _note_board(
        self, table: Table, message: int, mentions: tuple[int, ...], late: LatePictures | None
    ) -> None:
        """Store which message shows which version of the table.

        If the message may be older or lacks a picture, an older version is stored. The message is
        then updated again.
        """
        state = self._get_state(table.id)
        unsure = state.may_have_unknown_post and message != table.board.message
        version = table.version - 1 if unsure or late else table.version
        state.unsaved_update = partial(
            Board.show_version,
            message=message,
            version=version,
            mentions=mentions,
            moved_version=table.version,
        )
        await self._save_pending_update(table.id)
        if late:
            self._background.run(self._redraw_when_drawn(table.id, late))
        elif unsure:
            self.redraw(table.id, is_urgent=False)

    async def _save_pending_update(self, table_id: int) -> None:
        """Store the change of the board's state that describes what Discord has accepted.

        If the database fails, the change stays in memory and is stored at the next try.
        """
        state = self._get_state(table_id)
        if state.unsaved_update:
            await self._tables.update_board(table_id, state.unsaved_update)
            state.unsaved_update = None

    async def _redraw_when_drawn(self, table_id: int, late_pictures: LatePictures) -> None:
        """Update a table's public message as soon as its late pictures are drawn.

        The update goes before others, while the pictures are still cached. If no picture could be
        drawn, nothing changes.
        """
        if await wait_for_pictures(late_pictures):
            self.redraw(table_id, is_urgent=True)


def _explain_refusal(refusal: NoAccess, click: Click, now: float) -> Refused:
    """Return the error whose sentence tells a person why Discord does not show the table."""
    if isinstance(refusal, RouteClosed):
        return Refused("board-later", until=str(math.ceil(now + refusal.seconds)))
    if isinstance(refusal, Rejected):
        return Refused("board-rejected", code=str(refusal.code))
    if refusal.code == MISSING_ACCESS_CODE and click.is_private_thread:
        return Refused("board-private-thread")
    return Refused("board-refused")
