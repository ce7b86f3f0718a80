"""Keeps the boards of tables, their public messages, up to date: content, place and mentions."""

import logging
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from bot.domain.changes import Change, Click, Gone, Refused, close_table
from bot.domain.display_names import replace_names_by_seats
from bot.domain.presence import users_to_call
from bot.domain.table import Board, Finished, Table, is_over
from bot.engine.screen import FixedBoard, Screen
from bot.presenters import screens
from bot.presenters.screens import add_mentions
from bot.services.background import Background
from bot.services.delivery import Delivery, Target
from bot.services.events import TableChanged
from bot.services.messenger import (
    BoardGone,
    ChannelGone,
    LatePictures,
    Messenger,
    NoAccess,
    Rejected,
    ThreadArchived,
    Unreachable,
    wait_for_pictures,
)
from bot.services.sessions import BoardState
from bot.services.tables import Tables

log = logging.getLogger(__name__)

PRIORITY_AFTER_CLICK_SECONDS = 60.0
"""The seconds after a click at a table in which its board goes before other boards."""
MAX_BOARD_WAIT_SECONDS = 10.0
"""The maximum number of seconds that an answer waits for the board that it refers to."""
MIN_REPOST_INTERVAL_SECONDS = 30.0
"""The seconds after a new post of a board in which a command does not post it again."""
MISSING_ACCESS_CODE = 50001
"""Discord's error code for a channel that the bot is not in, such as a private thread.

See https://docs.discord.com/developers/topics/opcodes-and-status-codes#json.
"""
BLOCKED_BY_FILTER_CODE = 200000
"""Discord's error code for a message that an automatic filter blocks, mostly because of a name."""
NO_ACCESS_GRACE_SECONDS = 60.0
"""The seconds for which access has to be missing before a table with a board pauses.

Discord reports missing access for a moment while permissions change, and during its own outages.
"""

DELETE_RETRY_DELAYS_SECONDS = (2.0, 15.0, 60.0, 600.0)
"""The seconds until each next try to delete a message that a board replaced.

The last delay repeats.
"""


class Boards:
    """Keeps the board of every table, its public message in the channel, at its newest version."""

    def __init__(
        self,
        tables: Tables,
        messenger: Messenger,
        background: Background,
        delivery: Delivery,
        edit_interval_seconds: float,
    ) -> None:
        """Show the boards of these tables.

        Args:
            tables: The tables of this shard.
            messenger: Sends the messages to Discord.
            background: Runs work that no answer waits for.
            delivery: Decides when each message is sent.
            edit_interval_seconds: The minimum number of seconds between two edits of the same
                board.
        """
        self._tables = tables
        self.messenger = messenger
        self._background = background
        self._delivery = delivery
        self._edit_interval_seconds = edit_interval_seconds

    def on_table_changed(self, event: TableChanged) -> None:
        """Show the new version of the board of a table that has changed.

        It goes before other boards if somebody has just clicked at the table. A lesson has no
        board.
        """
        table = event.change.table
        if not table.is_lesson:
            somebody_is_here = self._tables.now() - table.clicked_at < PRIORITY_AFTER_CLICK_SECONDS
            self.redraw(table.id, is_urgent=somebody_is_here)

    def redraw(self, table_id: int, *, is_urgent: bool, force: bool = False) -> None:
        """Show the newest version of a table's board soon, without waiting for it.

        Args:
            table_id: The table's id.
            is_urgent: Whether the board goes before those of tables that nobody uses now.
            force: Whether to send it even if Discord shows it already as far as the bot knows.
                Somebody may have deleted the message.
        """

        async def show() -> NoAccess | None:
            return await self._show(table_id, force)

        self._delivery.schedule(
            (table_id,), show, is_urgent=is_urgent, min_interval_seconds=self._edit_interval_seconds
        )

    def prioritize(self, table_id: int) -> None:
        """Let a board that waits to be sent go first, because somebody looks at it.

        A stale board that is not waiting is redrawn. The process that changed the table may have
        ended before it showed the board.
        """
        if self._delivery.is_under_way((table_id,)):
            self._delivery.prioritize((table_id,))
        elif self._tables.has_stale_board(table_id):
            self.redraw(table_id, is_urgent=True)

    def repair_board(self, table_id: int) -> None:
        """Show the newest version of a board after a start or crash of the bot.

        Discord may have a post of the board that the database does not know.
        """
        self._get_state(table_id).may_have_unknown_post = True
        self.redraw(table_id, is_urgent=False)

    async def wait_until_shown(self, table_id: int, click: Click) -> None:
        """Wait until the bot has tried to show the newest version of a board.

        If Discord is slow, the board may appear later.

        Args:
            table_id: The table's id.
            click: The press whose answer waits for the board.

        Raises:
            Refused: Discord does not let the bot show the board. The sentence says what the person
                can do.
        """
        refusal = await self._delivery.wait_until_shown((table_id,), MAX_BOARD_WAIT_SECONDS)
        if refusal is not None:
            raise _explain_refusal(refusal, click)

    async def reopen(self, table_id: int, click: Click) -> None:
        """Resume a table whose channel the bot could not reach, and show its board there.

        Args:
            table_id: The table's id.
            click: The press in that channel.

        Raises:
            Refused: Discord does not let the bot show the board. The sentence says what the person
                can do.
        """
        await self._tables.resume_channel(table_id, click)
        await self.wait_until_shown(table_id, click)

    def is_recently_posted(self, table_id: int) -> bool:
        """Return whether this process posted the board within `MIN_REPOST_INTERVAL_SECONDS`."""
        return (
            self._tables.now() - self._get_state(table_id).posted_at < MIN_REPOST_INTERVAL_SECONDS
        )

    async def pause(self, table: Table, paused_at: float | None = None) -> None:
        """Pause a table whose channel the bot cannot reach.

        The stored mentions are cleared, so the board moves to the end of the channel once the bot
        can reach it again.

        Args:
            table: The table as it is now.
            paused_at: The time at which the pause began, in seconds since 1970. None means now.
        """
        await self._tables.update_board(table.id, lambda board: replace(board, mentions=()))
        at = self._tables.now() if paused_at is None else paused_at

        def paused(table: Table) -> Change:
            starts = not isinstance(table, Finished) and not table.paused
            return Change(
                replace(table, paused="channel", paused_at=at if starts else table.paused_at)
            )

        await self._tables.submit(table.id, paused)

    async def close_without_channel(self, table: Table) -> None:
        """Close a table whose channel was deleted."""
        log.info("closed table %s: its channel is gone", table.id)
        if self._tables.is_game_missing(table):
            await self._tables.close_without_game(table.id)
            return
        await self._tables.update_board(table.id, lambda _: Board(shown=table.version + 1))
        await self._tables.submit(table.id, close_table)

    def _get_state(self, table_id: int) -> BoardState:
        """Return the state of a table's board that is not stored."""
        return self._tables.sessions[table_id].board

    async def _show(self, table_id: int, force: bool) -> NoAccess | None:
        """Show the newest version of a board. Return the refusal if Discord does not allow it."""
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
        """Show one version of a board. Pause or close the table if its channel cannot be used."""
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

        Only `MISSING_ACCESS_CODE` may be, for `NO_ACCESS_GRACE_SECONDS`. A table without a board
        pauses at once, because the person who opened it waits for the answer.
        """
        if refusal.code != MISSING_ACCESS_CODE or table.board.message is None:
            return False
        now = self._tables.now()
        state = self._get_state(table.id)
        state.no_access_since = now if state.no_access_since is None else state.no_access_since
        return now - state.no_access_since < NO_ACCESS_GRACE_SECONDS

    async def _show_with_fallback(self, table: Table) -> None:
        """Show one version of a board, in a simpler form if Discord rejects its content.

        The simpler form has no names, or no pictures and emojis.
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
        """Show one version of a table's board, drawn from `displayed_table`.

        `displayed_table` is the table itself, or the same version without names or without
        pictures.
        """
        package = self._tables.find_package(table)
        mentions = screens.users_asked(table)
        screen = screens.render_board(displayed_table, package)
        message = table.board.message
        if message is not None and not await self._should_move(table, screen, mentions):
            with suppress(BoardGone):
                late = await self._edit(table, message, screen)
                noted = () if isinstance(screen, FixedBoard) else mentions
                await self._note_board(table, message, noted, late)
                return
        await self._post(table, screen, mentions)

    async def _edit(self, table: Table, message: int, screen: Screen) -> LatePictures | None:
        """Edit a board's message, unless it surely shows the same screen already."""
        state = self._get_state(table.id)
        if state.last_shown_hash == hash((message, screen)):
            return None
        state.last_shown_hash = None
        late = await self.messenger.edit(table.channel, message, screen)
        self._tables.counters.count_board_request("edit")
        self._note_shown(table, message, screen, late)
        return late

    def _note_shown(
        self, table: Table, message: int, screen: Screen, late_pictures: LatePictures | None
    ) -> None:
        """Remember which screen a board shows now, so that an equal edit can be skipped.

        That is done only if the screen is certain and no picture is missing.
        """
        self._tables.sessions[table.id].note_shown(screen)
        state = self._get_state(table.id)
        if not late_pictures and not state.may_have_unknown_post:
            state.last_shown_hash = hash((message, screen))

    async def _should_move(self, table: Table, screen: Screen, mentions: tuple[int, ...]) -> bool:
        """Return whether the board is posted again at the end of the channel.

        It is if a change of the table asked for that. It also is if it is not the newest message,
        and one of two conditions holds: a person is newly mentioned, or the game is over and no
        other table is open here. A board that people are about to press never moves.
        """
        if isinstance(screen, FixedBoard):
            return False
        if table.board.should_move:
            return True
        if not set(mentions) - set(table.board.mentions) and not is_over(table):
            return False
        if is_over(table) and await self._tables.find_open_table(table.channel):
            return False  # another table is open, so the result need not move down
        newest = await self.messenger.find_newest_message(table.channel) or 0
        return newest > (table.board.message or 0)  # the cached id may be older than the board

    async def _post(self, table: Table, screen: Screen, mentions: tuple[int, ...]) -> None:
        """Post a new board, store its id, and note that the old one has to be deleted.

        The board mentions the people who have not answered and have not clicked since. The nonce,
        by which Discord recognises a repeated post, contains the id of the replaced board. So it
        stays the same until the new id is stored. If Discord accepted an earlier post without the
        bot's knowledge, the same nonce finds that post. That post may show an older version, so it
        is noted as an older version and edited next.
        """
        to_mention = () if isinstance(screen, FixedBoard) else users_to_call(table)
        called = add_mentions(screen, table, to_mention)
        nonce = f"{table.id:x}-{table.board.message or 0:x}"
        try:
            posted = await self.messenger.post(table.channel, called, nonce)
        except BoardGone:  # a locked thread, for example
            raise NoAccess(0) from None
        self._tables.counters.count_board_request("post")
        self._get_state(table.id).posted_at = self._tables.now()
        self._note_shown(table, posted.id, called, posted.late_pictures)
        await self._note_board(table, posted.id, mentions, posted.late_pictures)

    async def _try_to_delete_replaced(self, table_id: int) -> None:
        """Delete the messages that a board has replaced, and try again later if that fails."""

        async def delete() -> None:
            with suppress(Gone):
                await self._delete_replaced(table_id)
            self._get_state(table_id).is_deleting = False

        try:
            await delete()
        except Unreachable:
            self._get_state(table_id).is_deleting = True
            target = _make_cleanup_target(table_id)
            self._delivery.schedule(
                target, delete, is_urgent=False, retry_delays=DELETE_RETRY_DELAYS_SECONDS
            )

    async def _delete_replaced(self, table_id: int) -> None:
        """Delete the messages that a board has replaced.

        Raises `Unreachable` for the first message that could not be deleted and may still exist.
        The message stays noted in the store, so the next process tries again, too.
        """
        table = await self._tables.load(table_id)
        gone = set[int]()
        try:
            for message in table.board.replaced:
                await self._delete(table.channel, message)
                gone.add(message)
        finally:
            if gone:
                await self._tables.update_board(
                    table_id, partial(Board.without_replaced, deleted_messages=gone)
                )

    async def _delete(self, channel: int, message: int) -> None:
        """Delete a message, unless it was deleted already.

        Raises `Unreachable` if the message may still exist.
        """
        try:
            await self.messenger.delete(channel, message)
        except (NoAccess, ThreadArchived):
            raise Unreachable from None
        except (BoardGone, ChannelGone):
            pass

    async def _note_board(
        self,
        table: Table,
        message: int,
        mentions: tuple[int, ...],
        late_pictures: LatePictures | None,
    ) -> None:
        """Store which message shows which version of the table.

        An older version is noted if the message may show one, or if it lacks a picture. It is then
        drawn again.
        """
        state = self._get_state(table.id)
        unsure = state.may_have_unknown_post and message != table.board.message
        version = table.version - 1 if unsure or late_pictures else table.version
        state.unsaved_update = partial(
            Board.show_version,
            message=message,
            version=version,
            mentions=mentions,
            moved_version=table.version,
        )
        await self._save_pending_update(table.id)
        if late_pictures:
            self._background.run(self._redraw_when_drawn(table.id, late_pictures))
        elif unsure:
            self.redraw(table.id, is_urgent=False)

    async def _save_pending_update(self, table_id: int) -> None:
        """Store the change of the board that Discord has accepted.

        If the store fails, the next drawing of the board stores it.
        """
        state = self._get_state(table_id)
        if state.unsaved_update:
            await self._tables.update_board(table_id, state.unsaved_update)
            state.unsaved_update = None

    async def _redraw_when_drawn(self, table_id: int, late_pictures: LatePictures) -> None:
        """Show a board again when its late pictures are drawn.

        It goes before other boards, while the renderer still has the picture. If no picture could
        be drawn, nothing changes.
        """
        if await wait_for_pictures(late_pictures):
            self.redraw(table_id, is_urgent=True)


def _make_cleanup_target(table_id: int) -> Target:
    """Return the delivery's key for the messages that a table's board has replaced."""
    return (table_id, 0)


def _explain_refusal(refusal: NoAccess, click: Click) -> Refused:
    """Return the error that tells a person why Discord does not show the board."""
    if isinstance(refusal, Rejected):
        return Refused("board-rejected", code=str(refusal.code))
    if refusal.code == MISSING_ACCESS_CODE and click.is_private_thread:
        return Refused("board-private-thread")
    return Refused("board-refused")
