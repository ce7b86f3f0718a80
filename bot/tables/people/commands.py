"""What people ask for by a command, wherever they are."""

from contextlib import suppress
from functools import partial

from bot.games.box import offered
from bot.games.screen import Screen
from bot.store.records import Table
from bot.tables.change import Asleep, Change, Click, Refused
from bot.tables.past.forgetting import Forgetting
from bot.tables.past.games import Games, Listed
from bot.tables.past.mine import Mine
from bot.tables.past.profile import Asks, Profiles
from bot.tables.past.scores import Asked, Scores
from bot.tables.people.leaving import Leaving
from bot.tables.people.lessons import Lessons
from bot.tables.people.lobby import Lobby, Where, check_can_post
from bot.tables.showing import panels, screens, welcome
from bot.tables.showing.boards import Boards
from bot.tables.tables import Tables
from bot.text import text


class Commands:
    """Finds the channel's table, and does there what is asked for."""

    def __init__(
        self, tables: Tables, boards: Boards, lobby: Lobby, lessons: Lessons, leaving: Leaving
    ) -> None:
        self._tables = tables
        self._boards = boards
        self._lobby = lobby
        self._lessons = lessons
        self._leaving = leaving
        self._scores = Scores(tables)
        self.games = Games(tables, boards.messenger)
        self.forgetting = Forgetting(tables)
        self.mine = Mine(tables, self.forgetting, boards.messenger)
        self.profiles = Profiles(tables)
        self.play, self.end = lobby.play, leaving.end

    async def open_table(self, where: Where) -> Table:
        """Return the channel's open table. Raises `Refused` with what to do instead."""
        table = await self._tables.open_table(where.channel)
        if table is None:
            raise Refused("nothing-open")
        return table

    async def end_here(self, click: Click, where: Where) -> Screen:
        """Ask whether this channel's table shall be closed."""
        try:
            table = await self.open_table(where)
        except Asleep as sleeping:
            table = sleeping.table
        return await self.end(click, table.id)

    async def leave_here(self, click: Click, where: Where) -> Screen | None:
        """Leave this channel's table; whoever does not sit there leaves their lesson, if any."""
        table = await self._tables.open_table(where.channel)
        if table is None or table.seat_of(click.user) is None:
            lesson = await self._tables.open_lesson(click.user, where.guild)
            if lesson is not None:
                return await self._lessons.leave(click, lesson.id)
        if table is None:
            raise Refused("nothing-open")
        return await self._leaving.leave(click, table.id)

    async def hand(self, click: Click, where: Where) -> Screen:
        """Show the person's own screen at this channel's table."""
        table = await self._tables.latest_table(where.channel)
        if table is None:
            raise Refused("nothing-open")
        return await self._lobby.seat(await self._tables.arrive(table.id, click), click)

    async def board(self, click: Click, where: Where) -> Screen:
        """Post the board anew at the end of the channel, without calling anybody."""
        table = await self._tables.latest_table(where.channel)
        if table is None:
            raise Refused("nothing-open")
        check_can_post(click, table)
        if not click.can_write:
            raise Refused("board-read-only", link=panels.link(table))
        if self._boards.is_new(table.id):
            await self._tables.arrive(table.id, click)
            self._boards.redraw(table.id, first=True, anyway=True)  # it may have been deleted
        else:
            anew = partial(Change, anew=True)
            await self._tables.submit(table.id, anew, click, answered=True)
        await self._boards.taken(table.id, click)
        table = await self._tables.load(table.id)
        stays = screens.board(table, self._tables.box(table)).stays
        key = "board-stays" if stays else "board-here"
        return screens.sentence(text(click.language), key, link=panels.link(table))

    async def scores(self, click: Click, where: Where, asks: Asked | None = None) -> Screen:
        """Show this channel's game and the server's table."""
        table = await self._tables.open_table(where.channel)
        if table is None or table.phase != "playing":
            table = await self._tables.finished_table(where.channel)
        score = None if table is None else self._score(table, click.language)
        here = table.game if table else ""
        return await self._scores.show(where.guild, asks or Asked(), click.language, here, score)

    async def history(self, click: Click, where: Where) -> Screen:
        """List this channel's games that are over."""
        return await self.games.history(click, where, Listed())

    async def privacy(self, click: Click, where: Where) -> Screen:
        """Tell what is kept of people, and what they can choose."""
        return await self.mine.privacy(click, where)

    async def profile(self, click: Click, where: Where, user: int, name: str) -> Screen:
        """Show how a person plays, as far as they let others see it."""
        return await self.profiles.show(click, where, Asks(user), name)

    async def export(self, click: Click, _where: Where) -> Screen:
        """Answer with a file of all that is kept of this person."""
        return await self.mine.export(click)

    async def forget(self, click: Click, _where: Where) -> Screen:
        """Ask whether everything is to be forgotten that is kept of this person."""
        return await self.mine.ask(click.language)

    def _score(self, table: Table, language: str) -> str:
        """Return how a game stands; of one that is over that it is, and who ended it early."""
        box = self._tables.box(table)
        here = screens.scene(table, box, language)
        score = box.screens.score(box.game.view(table.state, None), here)
        if not here.ended:
            return score
        told = screens.ended_early(table, box, here)
        return f"{told or here.say('scores-over')}\n{score}"

    async def learn(self, click: Click, where: Where, game: str | None = None) -> Screen:
        """Teach a game in private, or show where the person's lesson stands."""
        return await self._lessons.learn(click, where.guild, game)

    async def rules(
        self,
        click: Click,
        where: Where,
        game: str | None = None,
        page: int = 0,
        table_id: int = 0,
    ) -> Screen:
        """Show a page of a game's rules: of the game at this channel's table, if none is named.

        `table_id` is where they were opened, 0 if at none.
        """
        table = None
        if not table_id:
            table = await self._tables.latest_table(where.channel)
        with suppress(Refused):  # the rules are there when the table is gone, too
            table = table or await self._tables.arrive(table_id, click, anywhere=True)
        if game is None:
            game = table.game if table else next(iter(offered(self._tables.shelf)))
        if game not in self._tables.shelf:
            raise Refused("game-unknown")
        return panels.rules(game, self._tables.shelf[game], page, click.language, table)

    async def help(self, click: Click, _where: Where, part: str = "") -> Screen:
        """Show what the bot can do, or one part of the help."""
        contact = self._boards.messenger.support_contact()
        return welcome.help_page(click.language, offered(self._tables.shelf), part, contact)
