"""What onlookers do: they guess who wins. Nothing is at stake, nobody is told before the end."""

from bot.games.screen import Screen
from bot.games.wording import lines
from bot.tables.change import Click, Refused
from bot.tables.playing import may_be_foreseen, onlooks
from bot.tables.showing import screens
from bot.tables.tables import Tables


class Onlookers:
    """People who watch a game."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def guess(self, click: Click, table_id: int, value: str) -> Screen:
        """Note whom somebody takes for the winner; the first guess counts.

        Raises `Refused` where they play along or have done so, and where it is too late.
        """
        table = await self._tables.load(table_id, click)
        box = self._tables.box(table)
        seat = int(value) if value.isdecimal() and len(value) < 3 else len(table.players)
        if seat >= len(table.players):
            raise Refused("old-button")
        if not onlooks(table, click.user):
            raise Refused("guess-not-yours")
        if not may_be_foreseen(table, box):
            raise Refused("guess-too-late")
        counts = await self._tables.store.people.guess(table.id, click.user, click.name, seat)
        here = screens.scene(table, box, click.language)
        key = "guess-noted" if counts == seat else "guess-stays"
        told = lines(here.say(key, name=here.names[counts]), here.say("guess-until-end"))
        return Screen("", content=told, passing=True)
