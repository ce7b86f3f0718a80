"""The public boards: what is shown on them, where they stand, and whom they call."""

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
"""Seconds after a click for which a table's board goes before those at which nobody is."""
MAX_BOARD_WAIT_SECONDS = 10.0
"""Seconds that an answer waits at most for the board that it tells of."""
MIN_REPOST_INTERVAL_SECONDS = 30.0
"""Seconds for which a board that was posted anew is not posted once more by a command."""
MISSING_ACCESS_CODE = 50001
"""Discord's code for a channel that the bot is not in, such as a private thread:
https://docs.discord.com/developers/topics/opcodes-and-status-codes#json"""
BLOCKED_BY_FILTER_CODE = 200000
"""Discord's code for a message that an automatic filter blocks, mostly because of a name."""
NO_ACCESS_GRACE_SECONDS = 60.0
"""Seconds for which that has to be so before a table waits that has a board: Discord says it for a
moment while rights are being changed, and while it is ill itself."""

DELETE_RETRY_DELAYS_SECONDS = (2.0, 15.0, 60.0, 600.0)
"""Seconds until a replaced board is deleted that Discord has not deleted so far, the last ones from
then on."""


class Boards:
    """Keeps every table's public message at its newest version."""

    def __init__(
        self,
        tables: Tables,
        messenger: Messenger,
        background: Background,
        delivery: Delivery,
        pause: float,
    ) -> None:
        """Show the boards of these tables; `pause`: least seconds between two edits of one."""
        self._tables = tables
        self.messenger = messenger
        self._background = background
        self._delivery = delivery
        self._edit_interval_seconds = pause

    def on_table_changed(self, event: TableChanged) -> None:
        """Show the board of a table that has changed, first where somebody has just clicked."""
        table = event.change.table
        if not table.is_lesson:
            somebody_is_here = self._tables.now() - table.clicked_at < PRIORITY_AFTER_CLICK_SECONDS
            self.redraw(table.id, first=somebody_is_here)

    def redraw(self, table_id: int, *, first: bool, anyway: bool = False) -> None:
        """See to it that the newest version is shown, `first` if somebody has just clicked.

        `anyway`: also if it is shown already, as far as we know.
        """

        async def show() -> NoAccess | None:
            return await self._show(table_id, anyway)

        self._delivery.schedule((table_id,), show, first=first, pause=self._edit_interval_seconds)

    def prioritize(self, table_id: int) -> None:
        """Let the board go first if it waits to be shown, because somebody looks at it.

        If it is behind and nobody is about to show it, it is shown: whoever changed the table, such
        as a worker that has lost it since, may not have come to that.
        """
        if self._delivery.is_under_way((table_id,)):
            self._delivery.prioritize((table_id,))
        elif self._tables.has_stale_board(table_id):
            self.redraw(table_id, first=True)

    def repair_board(self, table_id: int) -> None:
        """See to it that the newest version is shown, after a start or crash."""
        self._get_state(table_id).may_have_unknown_post = True
        self.redraw(table_id, first=False)

    async def taken(self, table_id: int, click: Click) -> None:
        """Wait until Discord was asked to show a table's newest version.

        Raises `Refused` with what the person who clicked can do if Discord does not let us. If
        Discord is slow, it may show the board later.
        """
        refusal = await self._delivery.taken((table_id,), MAX_BOARD_WAIT_SECONDS)
        if refusal is not None:
            raise _explain_refusal(refusal, click)

    async def reopen(self, table_id: int, click: Click) -> None:
        """Let a table go on whose channel could not be reached, and show its board there.

        Raises `Refused` with what the person who clicked can do if Discord does not let us.
        """
        await self._tables.resume_channel(table_id, click)
        await self.taken(table_id, click)

    def is_recently_posted(self, table_id: int) -> bool:
        """Tell whether this process posted the board within `MIN_REPOST_INTERVAL_SECONDS`."""
        return (
            self._tables.now() - self._get_state(table_id).posted_at < MIN_REPOST_INTERVAL_SECONDS
        )

    async def pause(self, table: Table, since: float | None = None) -> None:
        """Let a table wait whose channel the bot cannot reach, `since` when, or from now on.

        As if nobody had been asked, the board moves to where it is seen when it can be reached.
        """
        await self._tables.note(table.id, lambda board: replace(board, mentions=()))
        at = self._tables.now() if since is None else since

        def paused(table: Table) -> Change:
            starts = not isinstance(table, Finished) and not table.paused
            return Change(
                replace(table, paused="channel", paused_at=at if starts else table.paused_at)
            )

        await self._tables.submit(table.id, paused)

    async def close_without_channel(self, table: Table) -> None:
        """Close a table whose channel does not exist any more."""
        log.info("closed table %s: its channel is gone", table.id)
        if self._tables.is_game_missing(table):
            await self._tables.close_without_game(table.id)
            return
        await self._tables.note(table.id, lambda _: Board(shown=table.version + 1))
        await self._tables.submit(table.id, close_table)

    def _get_state(self, table_id: int) -> BoardState:
        return self._tables.sessions[table_id].board

    async def _show(self, table_id: int, anyway: bool) -> NoAccess | None:
        """Show the newest version; return why Discord does not let us."""
        refusal = None
        try:
            with suppress(Gone):
                await self._save_pending_update(table_id)
                table = await self._tables.load(table_id)
                if anyway:
                    self._get_state(table_id).last_shown_hash = None
                refusal = (
                    await self._try_to_show(table) if anyway or table.board_is_behind else None
                )
                if not self._get_state(table_id).is_deleting:
                    await self._try_to_delete_replaced(table_id)
        except Exception:
            self._get_state(table_id).may_have_unknown_post = True
            raise
        self._get_state(table_id).may_have_unknown_post = False
        return refusal

    async def _try_to_show(self, table: Table) -> NoAccess | None:
        """Show one version, and note what that says of the channel."""
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
            await self.pause(table, since=state.no_access_since)
            state.no_access_since = None
            return refusal
        except ChannelGone:
            await self.close_without_channel(table)
        state.no_access_since = None
        return None

    def _may_be_temporary(self, table: Table, refusal: NoAccess) -> bool:
        """Tell whether a refusal is not believed yet; whoever opens a table is told at once."""
        if refusal.code != MISSING_ACCESS_CODE or table.board.message is None:
            return False
        now = self._tables.now()
        state = self._get_state(table.id)
        state.no_access_since = now if state.no_access_since is None else state.no_access_since
        return now - state.no_access_since < NO_ACCESS_GRACE_SECONDS

    async def _show_with_fallback(self, table: Table) -> None:
        """Show one version; if Discord rejects what is in it, once more without that."""
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

    async def _show_as(self, table: Table, looks: Table) -> None:
        """Show one version with the looks of another."""
        box = self._tables.box(table)
        mentions = screens.users_asked(table)
        screen = screens.render_board(looks, box)
        message = table.board.message
        if message is not None and not await self._should_move(table, screen, mentions):
            with suppress(BoardGone):
                late = await self._edit(table, message, screen)
                noted = () if isinstance(screen, FixedBoard) else mentions
                await self._note_board(table, message, noted, late)
                return
        await self._post(table, screen, mentions)

    async def _edit(self, table: Table, message: int, screen: Screen) -> LatePictures | None:
        """Show another screen in a board; what stands there already is not sent once more."""
        state = self._get_state(table.id)
        if state.last_shown_hash == hash((message, screen)):
            return None
        state.last_shown_hash = None
        late = await self.messenger.edit(table.channel, message, screen)
        self._tables.figures.count_board_request("edit")
        self._note_shown(table, message, screen, late)
        return late

    def _note_shown(
        self, table: Table, message: int, screen: Screen, late: LatePictures | None
    ) -> None:
        """Take note of what stands on a board now, if that is sure, and its picture there."""
        self._tables.sessions[table.id].note_shown(screen)
        state = self._get_state(table.id)
        if not late and not state.may_have_unknown_post:
            state.last_shown_hash = hash((message, screen))

    async def _should_move(self, table: Table, screen: Screen, mentions: tuple[int, ...]) -> bool:
        """Tell whether the board moves to the end of the channel.

        It does when that was asked for, or when it is not the newest message any more and somebody
        is newly asked or the game is over and no other one has begun here; but never while it stays
        where it is because people are about to press it.
        """
        if isinstance(screen, FixedBoard):
            return False
        if table.board.comes_anew:
            return True
        if not set(mentions) - set(table.board.mentions) and not is_over(table):
            return False
        if is_over(table) and await self._tables.find_open_table(table.channel):
            return False  # people play on already: the end of their former game is in nobody's way
        newest = await self.messenger.newest(table.channel) or 0
        return newest > (table.board.message or 0)  # what was told before the post is older

    async def _post(self, table: Table, screen: Screen, mentions: tuple[int, ...]) -> None:
        """Post a new board, and note its id and that the old one is to be deleted.

        It calls those for whom that was asked and who have not clicked since. The nonce names the
        board that it replaces, thus is the same until the new id is noted: a post that Discord took
        without our knowing is found again, whatever happened at the table since. It may show an
        older version then, so it is noted as one, and edited next.
        """
        to_mention = () if isinstance(screen, FixedBoard) else users_to_call(table)
        called = add_mentions(screen, table, to_mention)
        nonce = f"{table.id:x}-{table.board.message or 0:x}"
        try:
            posted = await self.messenger.post(table.channel, called, nonce)
        except BoardGone:  # a locked thread, for example
            raise NoAccess(0) from None
        self._tables.figures.count_board_request("post")
        self._get_state(table.id).posted_at = self._tables.now()
        self._note_shown(table, posted.id, called, posted.late)
        await self._note_board(table, posted.id, mentions, posted.late)

    async def _try_to_delete_replaced(self, table_id: int) -> None:
        """Delete the messages whose place a board took, or try again until Discord does it."""

        async def delete() -> None:
            with suppress(Gone):
                await self._delete_replaced(table_id)
            self._get_state(table_id).is_deleting = False

        try:
            await delete()
        except Unreachable:
            self._get_state(table_id).is_deleting = True
            target = _make_cleanup_target(table_id)
            self._delivery.schedule(target, delete, first=False, retry=DELETE_RETRY_DELAYS_SECONDS)

    async def _delete_replaced(self, table_id: int) -> None:
        """Delete the messages whose place a board took.

        Raises `Unreachable` at the first that Discord neither deletes nor says to be gone: it
        stays noted, also for the next process.
        """
        table = await self._tables.load(table_id)
        gone = set[int]()
        try:
            for message in table.board.replaced:
                await self._delete(table.channel, message)
                gone.add(message)
        finally:
            if gone:
                await self._tables.note(table_id, partial(Board.without_replaced, gone=gone))

    async def _delete(self, channel: int, message: int) -> None:
        """Delete a message, unless it is gone. Raises `Unreachable` if it may still be there."""
        try:
            await self.messenger.delete(channel, message)
        except (NoAccess, ThreadArchived):
            raise Unreachable from None
        except (BoardGone, ChannelGone):
            pass

    async def _note_board(
        self, table: Table, message: int, mentions: tuple[int, ...], late: LatePictures | None
    ) -> None:
        """Note what is shown: an older version where it may be one, or lacks a picture."""
        state = self._get_state(table.id)
        unsure = state.may_have_unknown_post and message != table.board.message
        version = table.version - 1 if unsure or late else table.version
        state.unsaved_update = partial(
            Board.showing,
            message=message,
            version=version,
            mentions=mentions,
            moved=table.version,
        )
        await self._save_pending_update(table.id)
        if late:
            self._background.run(self._redraw_when_drawn(table.id, late))
        elif unsure:
            self.redraw(table.id, first=False)

    async def _save_pending_update(self, table_id: int) -> None:
        """Note what Discord has taken; what cannot be stored is noted with the next drawing."""
        state = self._get_state(table_id)
        if state.unsaved_update:
            await self._tables.note(table_id, state.unsaved_update)
            state.unsaved_update = None

    async def _redraw_when_drawn(self, table_id: int, late: LatePictures) -> None:
        """Show a board again that went out without a picture, when that is drawn.

        At once, while the picture is kept. One that could not be drawn changes nothing.
        """
        if await wait_for_pictures(late):
            self.redraw(table_id, first=True)


def _make_cleanup_target(table_id: int) -> Target:
    """Return what stands in the queue for the messages whose place a table's board took."""
    return (table_id, 0)


def _explain_refusal(refusal: NoAccess, click: Click) -> Refused:
    if isinstance(refusal, Rejected):
        return Refused("board-rejected", code=str(refusal.code))
    if refusal.code == MISSING_ACCESS_CODE and click.private_thread:
        return Refused("board-private-thread")
    return Refused("board-refused")
