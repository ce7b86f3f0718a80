"""The limit of open tables that one person hosts, and how they close some of them."""

import asyncio

from bot.domain.changes import Click
from bot.domain.table import Table
from bot.engine.screen import Screen
from bot.i18n import Text, text
from bot.presenters import panels, screens
from bot.services.actions import ActionRequest, action
from bot.services.boards import Boards
from bot.services.leaving import Leaving
from bot.services.messenger import ChannelGone, NotTaken
from bot.services.tables import Tables

MAX_HOSTED_TABLES = 5
"""Open tables that one person may have on a server as their host."""
MAX_LISTED_TABLES = 10
"""Tables in the list of them: somebody may become the host of more, but opens none."""


class HostedTables:
    """The open tables that somebody hosts on a server."""

    def __init__(self, tables: Tables, boards: Boards, leaving: Leaving) -> None:
        self._tables = tables
        self._boards = boards
        self._leaving = leaving

    async def find_refusal(self, click: Click) -> Screen | None:
        """Return why somebody may not open one more table on a server, None if they may.

        Then tables whose channel does not exist any more are closed first: they do not count.
        """
        tables = await self._hosted(click)
        if len(tables) < MAX_HOSTED_TABLES:
            return None
        await asyncio.gather(*map(self._close_if_gone, tables[:MAX_LISTED_TABLES]))
        if len(await self._hosted(click)) < MAX_HOSTED_TABLES:
            return None
        self._tables.figures.refused("too-many-tables")
        return await self._list(click)

    @action("close-hosted")
    async def close(self, request: ActionRequest) -> Screen:
        """Close one of the tables, which may be in another channel; a game after a confirmation.

        The argument is the table's id, with "/yes" behind it when that is confirmed.
        """
        click = request.click
        number, _, confirmed = request.argument.partition("/")
        table_id = int(number) if number.isdecimal() and len(number) < 19 else 0
        say = text(click.language)
        if table_id in await self._hosted(click):
            table = await self._tables.load(table_id, asleep=True)
            if table.phase == "playing" and not confirmed:
                return panels.ending(say, 0, panels.close_hosted(table_id, "/yes"))
            await self._leaving.end_own(click, table_id)
        if not await self._hosted(click):
            return screens.sentence(say, "hosted-closed")
        return await self._list(click)

    async def _close_if_gone(self, table_id: int) -> None:
        """Close a table whose channel does not exist; one that is merely out of reach stays."""
        table = await self._tables.load(table_id, asleep=True)
        try:
            await self._boards.messenger.newest(table.channel)
        except ChannelGone:
            await self._boards.give_up(table)
        except NotTaken:
            pass

    async def _hosted(self, click: Click) -> tuple[int, ...]:
        return await self._tables.lookups.hosted(click.user, click.guild)

    async def _list(self, click: Click) -> Screen:
        ids = await self._hosted(click)
        tables = [await self._tables.load(id_, asleep=True) for id_ in ids[:MAX_LISTED_TABLES]]
        say = text(click.language)
        titled = [(table, self._title(table, say)) for table in tables]
        return panels.list_hosted(say, titled, count=len(ids), most=MAX_HOSTED_TABLES)

    def _title(self, table: Table, say: Text) -> str:
        """Return the title of a table's game, or its name if the bot does not have the game."""
        box = self._tables.shelf.get(table.game)
        return text(say.language, box.text)("game-title") if box else table.game
