"""Makes room in channels whose table is abandoned, and lets games that made room go on later."""

from bot.domain import presence
from bot.domain.changes import Change, Click, Refused
from bot.domain.table import Finished, Match, Table
from bot.engine.screen import Screen
from bot.i18n import text
from bot.presenters import panels
from bot.services.actions import ActionRequest, action
from bot.services.service import Service


class MakingRoom(Service):
    """Puts abandoned tables aside, so that others can use the channel, and lets them go on."""

    def offer(self, click: Click, table: Table, wish: str) -> Screen | None:
        """Return the offer to put a channel's table aside, or None if it is not abandoned.

        People who sit at the table get no offer: they can play on, leave or end it. If its game is
        not installed, nobody can play on, so everybody gets the offer for a running game.
        """
        if isinstance(table, Match) and self._tables.is_game_missing(table):
            return panels.offer_room(text(click.language), table, wish, is_game_missing=True)
        if isinstance(table, Finished) or table.seat_of(click.user) is not None:
            return None
        if not presence.is_abandoned(table, self._clock.now()):
            return None
        say = text(click.language, self._tables.find_package(table).text)
        return panels.offer_room(say, table, wish)

    async def put_aside(self, click: Click, table_id: int) -> None:
        """Make room in the channel of an abandoned table, for the person who clicks.

        Raises:
            Refused: Its people have come back, or the click came from another channel.
        """
        table = await self._tables.load(table_id, click, allow_missing_game=True)
        now = self._clock.now()
        if self._tables.is_game_missing(table):
            await self._put_aside_without_game(table, now)
            return
        await self._tables.submit(table_id, lambda table: presence.put_aside(table, now))

    async def _put_aside_without_game(self, table: Table, now: float) -> None:
        """Make room in the channel of a table whose game is not installed.

        Raises `Refused` for a lobby whose people are there.
        """
        if isinstance(table, Match):
            await self._missing_games.put_aside(table.id)
            return
        if not isinstance(table, Finished) and not presence.is_abandoned(table, now):
            raise Refused("not-abandoned")
        await self._missing_games.close(table.id)

    @action("resume")
    async def resume(self, request: ActionRequest) -> Screen:
        """Go on with a game that was put aside, and show the person their own screen of it.

        If another table takes the channel's place and is abandoned, offer to put that one aside.

        Raises:
            Refused: The person has no seat there, or the channel is in use.
        """
        click = request.click
        table = await self._tables.load(request.table_id, click)
        if table.seat_of(click.user) is None:
            raise Refused("aside-not-yours")
        was_aside = table.phase == "aside"
        try:
            table = await self._tables.submit(
                table.id, lambda table: Change(table, should_move_board=was_aside), click
            )
        except Refused as refusal:
            holder = None
            if refusal.key == "aside-waits":
                holder = await self._tables.find_holder(click.channel)
            offer = holder and self.offer(click, holder, f"resume/{table.id}")
            if not offer:
                raise
            return offer
        return self._render_own_screen(table, click)

    async def make_room_and_resume(self, click: Click, abandoned_id: int, table_id: int) -> Screen:
        """Put a channel's abandoned table aside, and go on with the game of the table `table_id`.

        Raises:
            Refused: The person has no seat in the game, or the people of the other table are back.
        """
        if (await self._tables.load(table_id, click)).seat_of(click.user) is None:
            raise Refused("aside-not-yours")
        await self.put_aside(click, abandoned_id)
        return await self.resume(ActionRequest(click, table_id))

    async def add_aside_game(self, click: Click, screen: Screen) -> Screen:
        """Return an answer of one sentence, together with the person's game put aside here."""
        game = await self._tables.find_aside_table(click.channel, click.user)
        if game is None:
            return screen
        return panels.offer_aside_game(text(click.language), screen, game)
