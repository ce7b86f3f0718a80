"""Lets people leave a table, come back to it, take a computer's seat, and close the table."""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from bot.domain import consent, leaving, seating
from bot.domain.changes import Asleep, Change, Click, Refused
from bot.domain.table import Finished, Lobby, Match, Table
from bot.engine.screen import Screen
from bot.i18n import text
from bot.presenters import panels, screens
from bot.services.actions import ActionRequest, action
from bot.services.service import Service


class Leaving(Service):
    """Lets people leave a table, come back to it, take a computer's seat, and close the table."""

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
        heir = leaving.computer_takes_over(table, self._tables.find_package(table))
        return panels.ask_to_leave(text(click.language), table.id, computer_takes_seat=heir)

    @action("leave-yes", only_while_open=True)
    async def leave_now(self, request: ActionRequest) -> Screen:
        """Let a person leave a running game, which they have just confirmed.

        If a computer plays on for them, the answer tells how to come back. Otherwise it is one
        sentence.
        """
        return await self._leave_now(request.click, request.table_id)

    async def _leave_now(
        self, click: Click, table_id: int, *, answer_shows_change: bool = True
    ) -> Screen:
        """Let a person leave a table without confirmation, and return the answer to the click."""

        def left(table: Table) -> Change:
            seat = table.seat_of(click.user)
            if seat is None and click.user in leaving.seats_by_leaver(table):
                return Change(table)  # the button was pressed twice
            if seat is None:
                raise Refused("not-seated")
            if isinstance(table, Lobby):
                return seating.free_seat(table, seat)
            return leaving.leave_game(table, self._tables.find_package(table), seat)

        table = await self._tables.submit(
            table_id, left, click, answer_shows_change=answer_shows_change, skip_channel_check=True
        )
        if click.user in leaving.seats_by_leaver(table):
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
            return leaving.come_back(table, click, self._clock.now())

        table = await self._tables.submit(request.table_id, came_back, click)
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
            consent.check_may_end(sleeping.table, click)
            return panels.ask_to_end(text(click.language), request.table_id)
        consent.check_may_end(table, click)
        package, say = self._tables.find_package(table), text(click.language)
        if not consent.has_to_ask(table, package, click.user):
            return panels.ask_to_end(say, table.id)
        heir = leaving.computer_takes_over(table, package)
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

        def end(table: Table) -> Change:
            consent.check_may_end(table, click)
            return consent.end_table(table, self._tables.find_package(table), click)

        return await self._end_table(click, request.table_id, end, click)

    @action("ask-seat", only_while_open=True)
    async def ask_for_seat(self, request: ActionRequest) -> Screen:
        """Ask the people at a running game to let somebody who watches take a computer's seat.

        Raises:
            Refused: No seat is free, nobody is there, another request is open, or the person was
                not let in before.
        """
        click = request.click

        def ask(table: Table) -> Change:
            return consent.ask_for_seat(table, self._tables.find_package(table), click)

        table = await self._tables.submit(request.table_id, ask, click)
        return self._render_own_screen(table, click)

    @action("agree", only_while_open=True)
    async def agree(self, request: ActionRequest) -> Screen | None:
        """Note that a person agrees to a request, which is granted once all who are asked agree.

        The action's argument is the name of the request, as from `consent.name_request`.

        Raises:
            Refused: The person has no seat, or the request is not open any more.
        """
        click, name = request.click, request.argument

        def agree(table: Table) -> Change:
            package = self._tables.find_package(table)
            return consent.agree(table, package, click, name, self._clock.now())

        if name == consent.STOP_REQUEST:
            answer = await self._end_table(click, request.table_id, agree, click)
            return answer if click.is_ephemeral else None
        table = await self._tables.submit(request.table_id, agree, click)
        return self._render_own_screen(table, click) if click.is_ephemeral else None

    @action("decline", only_while_open=True)
    async def decline(self, request: ActionRequest) -> Screen | None:
        """Withdraw a request, because a person at the table does not want it, or the applicant.

        The action's argument is the name of the request, as from `consent.name_request`.

        Raises:
            Refused: The person neither has a seat nor asks for one, or the request is not open any
                more.
        """
        click = request.click
        change = partial(consent.decline, click=click, request=request.argument)
        table = await self._tables.submit(request.table_id, change, click, skip_channel_check=True)
        return self._render_own_screen(table, click) if click.is_ephemeral else None

    def ask_to_close_hosted(self, table: Match, click: Click) -> Screen:
        """Ask the host to confirm that a running game goes, as `end_hosted_table` does it."""
        say, confirm = text(click.language), panels.close_hosted(table.id, "/yes")
        package = self._registry.get(table.game)
        if package is None or not consent.has_to_ask(table, package, click.user):
            return panels.ask_to_end(say, 0, confirm)
        heir = leaving.computer_takes_over(table, package)
        return panels.ask_to_leave(say, 0, computer_takes_seat=heir, confirm=confirm)

    async def end_hosted_table(self, click: Click, table_id: int) -> None:
        """Close a table at the request of its host, who may be in another channel.

        If others are playing, the host leaves instead.
        """
        host = replace(click, can_manage_messages=False)

        def end_or_leave(table: Table) -> Change:
            consent.check_may_end(table, host)
            package, seat = self._tables.find_package(table), table.seat_of(host.user)
            if seat is not None and consent.has_to_ask(table, package, host.user):
                return leaving.leave_game(table, package, seat)
            return consent.end_table(table, package, host)

        await self._end_table(host, table_id, end_or_leave, None)

    async def _end_table(
        self, click: Click, table_id: int, change: Callable[[Table], Change], arrival: Click | None
    ) -> Screen:
        """Make a change that may close a table, and return the answer to the person.

        A table whose game is not installed closes if the person may do that.

        Args:
            arrival: The same click if it was made in the table's channel, else None.
        """
        key = "closed"
        try:
            table = await self._tables.submit(table_id, change, arrival, skip_channel_check=True)
            if not isinstance(table, Finished):
                key = "stop-noted"
        except Asleep as sleeping:
            consent.check_may_end(sleeping.table, click)
            await self._missing_games.close(table_id)
        return screens.render_sentence(text(click.language), key)
