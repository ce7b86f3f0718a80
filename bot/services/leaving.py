"""Lets people leave a table, come back to it, and close it for everybody."""

from collections.abc import Callable

from msgspec.structs import replace

from bot.domain import presence, seating, stopping
from bot.domain.changes import Asleep, Change, Click, Refused
from bot.domain.table import Finished, Lobby, Match, Table
from bot.engine.screen import Screen
from bot.i18n import text
from bot.presenters import panels, screens
from bot.services.actions import ActionRequest, action
from bot.services.tables import Tables


class Leaving:
    """Lets people leave a table, come back to it, and close it for everybody."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    @action("leave", only_while_open=True)
    async def leave(self, request: ActionRequest) -> Screen | None:
        """Let a person leave a table, or ask them to confirm if a game is running.

        Before the game starts, and in a lesson, no confirmation is needed.

        Raises:
            Refused: The game is over.
        """
        click = request.click
        table = await self._tables.load(request.table_id, click)
        if table.seat_of(click.user) is None:
            return self._render_own_screen(table, click)
        if isinstance(table, Lobby) or table.is_lesson:
            return await self._leave_now(click, table.id, answer_shows_change=click.is_ephemeral)
        table = await self._tables.record_arrival(table.id, click, skip_channel_check=True)
        if not isinstance(table, Match):
            raise Refused("already-over")
        heir = presence.computer_takes_over(table, self._tables.find_package(table))
        return panels.ask_to_leave(text(click.language), table.id, computer_takes_seat=heir)

    @action("leave-yes", only_while_open=True)
    async def leave_now(self, request: ActionRequest) -> Screen:
        """Let a person leave a running game, which they have just confirmed.

        If a computer plays on for them, the answer tells how to come back. Otherwise it is one
        sentence.
        """
        return await self._leave_now(request.click, request.table_id, answer_shows_change=True)

    async def _leave_now(self, click: Click, table_id: int, *, answer_shows_change: bool) -> Screen:
        """Let a person leave a table without confirmation, and return the answer to the click."""

        def left(table: Table) -> Change:
            seat = table.seat_of(click.user)
            if seat is None and click.user in presence.seats_by_leaver(table):
                return Change(table)  # the button was pressed twice
            if seat is None:
                raise Refused("not-seated")
            if isinstance(table, Lobby):
                return seating.free_seat(table, seat)
            return presence.leave_game(table, self._tables.find_package(table), seat)

        table = await self._tables.submit(
            table_id, left, click, answer_shows_change=answer_shows_change, skip_channel_check=True
        )
        if click.user in presence.seats_by_leaver(table):
            return self._render_own_screen(table, click)
        key = "lesson-closed" if table.is_lesson else "you-left"
        return screens.render_sentence(text(click.language), key)

    @action("come-back", only_while_open=True)
    async def come_back(self, request: ActionRequest) -> Screen:
        """Give a person who left the game their seat back, and show their own screen."""
        click = request.click

        def came_back(table: Table) -> Change:
            if table.seat_of(click.user) is not None:  # the button was pressed twice
                return Change(table)
            return presence.come_back(table, click, self._tables.now())

        table = await self._tables.submit(
            request.table_id, came_back, click, answer_shows_change=True
        )
        return self._render_own_screen(table, click)

    @action("end", only_while_open=True)
    async def ask_to_end(self, request: ActionRequest) -> Screen:
        """Ask the person to confirm that they want to close the table for everybody.

        If others are playing, the person can ask them to agree, or leave.

        Raises:
            Refused: The person is not the host and may not manage messages in the channel, or the
                table is over.
        """
        click = request.click
        try:
            table = await self._tables.record_arrival(
                request.table_id, click, skip_channel_check=True
            )
        except Asleep as sleeping:
            stopping.check_may_end(sleeping.table, click)
            return panels.ask_to_end(text(click.language), request.table_id)
        stopping.check_may_end(table, click)
        package, say = self._tables.find_package(table), text(click.language)
        if not stopping.has_to_ask(table, package, click.user):
            return panels.ask_to_end(say, table.id)
        heir = presence.computer_takes_over(table, package)
        return panels.ask_to_stop(say, table.id, computer_takes_seat=heir)

    @action("end-yes", only_while_open=True)
    async def end_now(self, request: ActionRequest) -> Screen:
        """Close the table for everybody, which the person has just confirmed.

        The record of a running game says that it was ended early, and who was ahead. If others are
        playing, they are asked to agree, and the game goes on until they do.

        Raises:
            Refused: The person is not the host and may not manage messages in the channel, or the
                table is over.
        """
        click = request.click

        def ended(table: Table) -> Change:
            stopping.check_may_end(table, click)
            return stopping.end_table(table, self._tables.find_package(table), click)

        return await self._end_table(click, request.table_id, ended, click)

    @action("stop", only_while_open=True)
    async def agree_to_stop(self, request: ActionRequest) -> Screen | None:
        """Note that a person agrees to end the game, which ends once all who are asked agree.

        Raises:
            Refused: The person has no seat, or nobody wants to end the game any more.
        """
        click = request.click

        def agreed(table: Table) -> Change:
            return stopping.agree_to_stop(table, self._tables.find_package(table), click)

        answer = await self._end_table(click, request.table_id, agreed, click)
        return answer if click.is_ephemeral else None

    @action("play-on", only_while_open=True)
    async def play_on(self, request: ActionRequest) -> Screen | None:
        """Withdraw the request to end the game, because a person of the table wants to play on.

        Raises:
            Refused: The person has no seat, or nobody wants to end the game any more.
        """
        click = request.click
        table = await self._tables.submit(
            request.table_id,
            lambda table: stopping.play_on(table, click),
            click,
            answer_shows_change=True,
            skip_channel_check=True,
        )
        return self._render_own_screen(table, click) if click.is_ephemeral else None

    def ask_to_close_hosted(self, table: Match, click: Click) -> Screen:
        """Ask the host to confirm that a running game goes, as `end_hosted_table` does it."""
        say, confirm = text(click.language), panels.close_hosted(table.id, "/yes")
        package = self._tables.registry.get(table.game)
        if package is None or not stopping.has_to_ask(table, package, click.user):
            return panels.ask_to_end(say, 0, confirm)
        heir = presence.computer_takes_over(table, package)
        return panels.ask_to_leave(say, 0, computer_takes_seat=heir, confirm=confirm)

    async def end_hosted_table(self, click: Click, table_id: int) -> None:
        """Close a table at the request of its host, who may be in another channel.

        If others are playing, the host leaves instead.
        """
        host = replace(click, can_manage_messages=False)

        def ended(table: Table) -> Change:
            stopping.check_may_end(table, host)
            package, seat = self._tables.find_package(table), table.seat_of(host.user)
            if seat is not None and stopping.has_to_ask(table, package, host.user):
                return presence.leave_game(table, package, seat)
            return stopping.end_table(table, package, host)

        await self._end_table(host, table_id, ended, None)

    async def _end_table(
        self,
        click: Click,
        table_id: int,
        ended: Callable[[Table], Change],
        table_click: Click | None,
    ) -> Screen:
        """Make a change that may close a table, and return the answer to the person.

        A table whose game is not installed closes if the person may do that.

        Args:
            click: The person's press or command.
            table_id: The table's id.
            ended: Makes the change.
            table_click: The same click if it was made in the table's channel, else None.
        """
        key = "closed"
        try:
            table = await self._tables.submit(
                table_id, ended, table_click, answer_shows_change=True, skip_channel_check=True
            )
            if not isinstance(table, Finished):
                key = "stop-noted"
        except Asleep as sleeping:
            stopping.check_may_end(sleeping.table, click)
            await self._tables.close_without_game(table_id)
        return screens.render_sentence(text(click.language), key)

    def _render_own_screen(self, table: Table, click: Click) -> Screen:
        package, reads_text = self._tables.find_package(table), self._tables.reads_text(click.user)
        return screens.render_own(table, package, click.user, click.language, reads_text=reads_text)
