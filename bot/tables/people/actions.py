"""What people can do: every press and every command, answered with a private screen.

An answer of None means that the public board tells it all.
"""

from contextlib import suppress
from functools import partial

from bot.games.game import IllegalMove, Stale, one_field
from bot.games.screen import Do, Look, Move, Press, Screen
from bot.store.records import Table
from bot.tables import absence, playing
from bot.tables.chance import SeededChance
from bot.tables.change import Change, Click, Refused, seat_of
from bot.tables.lobby import screens as lobby_screens
from bot.tables.lobby import seating
from bot.tables.people.haste import Haste
from bot.tables.people.leaving import Leaving
from bot.tables.people.lessons import Lessons
from bot.tables.people.lobby import Lobby, Where, by_host, check_can_post, link
from bot.tables.showing import panels, screens, welcome
from bot.tables.showing.boards import Boards
from bot.tables.showing.whispers import Whispers
from bot.tables.tables import Tables
from bot.text import text

IN_LOBBY = ("options", "game-options", "set", "pick", "remove", "cancel")
"""What the host's panels are for."""


class Actions:
    """Turns presses and commands into changes of tables."""

    def __init__(
        self,
        tables: Tables,
        boards: Boards,
        whispers: Whispers,
        haste: Haste,
        computers: int,
    ) -> None:
        """Work on these tables; a new lobby starts with so many `computers`.

        `haste` knows what has just changed under people's fingers.
        """
        self._tables = tables
        self._boards = boards
        self._whispers = whispers
        self._haste = haste
        self.lobby = Lobby(tables, boards, computers)
        self._lessons = Lessons(tables)
        self._leaving = Leaving(tables)
        self.leave, self.end = self._leaving.leave, self._leaving.end

    async def press(
        self, click: Click, where: Where, table_id: int, press: Press, values: tuple[str, ...]
    ) -> Screen | None:
        """Do what a button or select stands for; `values` are a select's.

        If the table's board waits to be shown, it goes before those at which nobody is.
        """
        try:
            return await self._press(click, where, table_id, press, values)
        finally:
            self._tables.pressed(table_id)
            self._boards.hurry(table_id)

    async def _press(
        self, click: Click, where: Where, table_id: int, press: Press, values: tuple[str, ...]
    ) -> Screen | None:
        field = one_field(value.split("~")[0] for value in values)
        match press:
            case Move(decision, path):
                return await self._move(click, table_id, decision, _joined(path, field))
            case Look(decision, path):
                table = await self._tables.arrive(table_id, click)
                return self._own(table, click, Look(decision, _joined(path, field)))
            case Do(action, value):
                return await self._do(click, where, table_id, action, _joined(value, field))

    async def _move(self, click: Click, table_id: int, decision: int, move: str) -> Screen | None:
        """Submit a move. One that counts and was made on the board is answered without a word.

        Then the person's own screen tells how it stands, unless there is none that can be reached.
        """
        if await self._is_hasty(click, table_id, decision):
            return await self._not_moved(click, table_id, IllegalMove("too-soon"), decision, move)

        def acted(table: Table) -> Change:
            box = self._tables.box(table)
            return playing.acted(table, box, click.user, decision, move, click.id)

        try:
            table = await self._tables.submit(table_id, acted, click, answered=True)
        except (Stale, IllegalMove) as refusal:
            return await self._not_moved(click, table_id, refusal, decision, move)
        box = self._tables.box(table)
        if not click.private and self._whispers.told(table, box, click.user):
            return None
        screen = self._own(table, click)
        return None if screen.quiet and not click.private else screen

    async def _is_hasty(self, click: Click, table_id: int, decision: int) -> bool:
        """Tell whether a press cannot have been meant for what it hits, and would cost something.

        Its message has just changed under the finger, by the person's last press or by news.
        """
        target = (table_id, click.user) if click.private else (table_id,)
        if not self._haste.has_just_changed(target):
            return False
        prompts = (await self._tables.load(table_id, click)).prompts
        return any(prompt.costs for prompt in prompts if prompt.decision == decision)

    async def _not_moved(
        self,
        click: Click,
        table_id: int,
        refusal: Stale | IllegalMove,
        decision: int,
        move: str,
    ) -> Screen:
        """Say why a move does not count: above the own screen that it was made on, else alone.

        A `move` that can be made at once is offered again: its fields stay chosen but for the last.

        It always answers this very press: an older private message may be gone, as Discord forgets
        them (https://support.discord.com/hc/en-us/articles/1500000580222-Ephemeral-Messages-FAQ).
        """
        table = await self._tables.arrive(table_id, click)
        say = text(click.language, self._tables.box(table).text)
        if isinstance(refusal, IllegalMove):
            key, note = refusal.key, say(refusal.key, **refusal.values)
        else:
            key = "moved-on" if click.private else "moved-on-board"
            note = self._too_late(table, click, decision, move) or say(key)
        self._tables.figures.refused(key)
        if click.private:
            so_far = Look(decision, move.rpartition("/")[0])
            return self._own(table, click, so_far, note)
        return Screen("", content=note, passing=True)

    def _too_late(self, table: Table, click: Click, decision: int, move: str) -> str:
        """Return what the game says to this person about a move for a former decision."""
        seat, box = seat_of(table, click.user), self._tables.box(table)
        if seat is None or table.phase not in ("playing", "over"):
            return ""
        view, here = box.game.view(table.state, seat), screens.scene(table, box, click.language)
        return box.screens.too_late(view, seat, decision, move, here)

    def _own(self, table: Table, click: Click, press: Look | None = None, note: str = "") -> Screen:
        box = self._tables.box(table)
        screen = screens.own(table, box, click.user, click.language, press, note)
        return self._with_news(screen, table, click)

    def _with_news(self, screen: Screen, table: Table, click: Click) -> Screen:
        """Return what somebody opens with the news that waits for them, if it is there to read."""
        box = self._tables.box(table)
        return self._whispers.noted(screen, table, box, click.user, click.language)

    async def _do(  # noqa: PLR0911, PLR0912 - one line for each action
        self, click: Click, where: Where, table_id: int, action: str, value: str
    ) -> Screen | None:
        game, _, page = value.partition("/")
        if click.private and action in IN_LOBBY:
            table = await self._tables.load(table_id, click)
            if table.phase != "lobby":
                return await self._instead(click, table_id)
        match action:
            case "play" if game in self._tables.shelf:
                return await self.lobby.play(click, where, game)
            case "rules" if game in self._tables.shelf:
                number = int(page) if page.isdecimal() else 0
                return await self.rules(click, where, game, number, table_id)
            case "join":
                return await self.lobby.join(click, table_id)
            case "computer-add":
                return await self.lobby.add_computer(click, table_id)
            case "computer-remove":
                return await self.lobby.change_seats(click, table_id, seating.computer_removed)
            case "cancel":
                return await self.lobby.cancel(click, table_id)
            case "start":
                return await self.lobby.start(click, table_id)
            case "options":
                return await self.lobby.options(click, table_id, lobby_screens.options)
            case "game-options":
                return await self.lobby.options(click, table_id, lobby_screens.game_options)
            case "set" | "pick":
                return await self.lobby.set_option(click, table_id, value)
            case "pace":
                return await self._pace(click, table_id, value)
            case "remove":
                return await self.lobby.remove(click, table_id, value)
            case "table":
                return await self._panel(click, table_id)
            case "leave":
                return await self.leave(click, table_id)
            case "leave-yes":
                return await self._leaving.leave_now(click, table_id, told=True)
            case "come-back":
                return await self._leaving.come_back(click, table_id)
            case "hand-over":
                return await self._hand_over(click, table_id, value)
            case "end":
                return await self.end(click, table_id)
            case "end-yes":
                return await self._leaving.end_now(click, table_id)
            case "words":
                return await self._words(click, table_id)
            case "page":
                return await self._page(click, table_id, value)
            case "deal" | "check":  # as boards of version 0.1 have it
                return await self._deal(click, table_id)
            case "rematch":
                return await self.lobby.rematch(click, table_id)
            case "learn" if game in self._tables.shelf:
                self._whispers.forget(table_id, click.user)
                return await self.learn(click, where, game)
            case "go-on":
                return await self._lessons.go_on(click, table_id)
            case "learn-again":
                return await self._lessons.again(click, where.guild, table_id, value or None)
            case "help":
                return await self.help(click, where, value)
        raise Refused("old-button")

    # At the table

    async def _instead(self, click: Click, table_id: int) -> Screen:
        """Show somebody their own screen in place of a panel of the lobby, which is over."""
        table = await self._tables.arrive(table_id, click, anywhere=True)
        note = text(click.language)("not-a-lobby") if table.phase == "playing" else ""
        return self._own(table, click, note=note)

    async def _panel(self, click: Click, table_id: int) -> Screen:
        table = await self._tables.arrive(table_id, click)
        box = self._tables.box(table)
        here = screens.scene(table, box, click.language)
        return panels.table(table, box, click, here, self._tables.now())

    async def _pace(self, click: Click, table_id: int, pace: str) -> Screen:
        """Set how fast computers move, and show the panel of which that is a part."""
        table = await self.lobby.choose(click, table_id, "pace", pace)
        if table.phase == "playing":
            return await self._panel(click, table_id)
        return await self.lobby.options(click, table_id, lobby_screens.options)

    async def _hand_over(self, click: Click, table_id: int, who: str) -> Screen:
        def handed_over(table: Table) -> Change:
            silent = absence.silent(table, self._tables.now())
            seats = [seat for seat in silent if str(table.players[seat].user) == who]
            if not seats:
                raise Refused("not-silent")
            return absence.handed_over(table, seats[0])

        await self._tables.submit(
            table_id, partial(by_host, click, handed_over), click, answered=True
        )
        return await self._panel(click, table_id)

    # After the game

    async def _page(self, click: Click, table_id: int, name: str) -> Screen:
        """Show a further page of the game, or how it stands if that page is gone."""
        table = await self._tables.arrive(table_id, click)
        box, store = self._tables.box(table), self._tables.store
        told = await store.events(table.id)
        screen = screens.page(table, box, click.user, click.language, name, told)
        if screen is None:
            return self._own(table, click, note=text(click.language)("moved-on"))
        return self._with_news(screen, table, click)

    async def _words(self, click: Click, table_id: int) -> Screen:
        """Show all of the table in words, to this person alone."""
        table = await self._tables.arrive(table_id, click)
        if table.phase not in ("playing", "over") or table.is_lesson:
            raise Refused("old-button")
        box = self._tables.box(table)
        screen = screens.words(table, box, click.user, click.language)
        return self._with_news(screen, table, click)

    async def _deal(self, click: Click, table_id: int) -> Screen:
        """Show the seed's hash; after the game the seed, too, and whether it gives that deal."""
        table = await self._tables.load(table_id, click)
        if table.phase == "playing" and not table.is_lesson:
            return panels.locked(text(click.language), table)
        if table.phase != "over" or table.is_lesson:
            raise Refused("seed-still-locked")
        box = self._tables.box(table)
        options = seating.options_of(table, box)
        if table.rules != box.game.rules:
            return panels.dealt_by_others(text(click.language), table, options, box.game.rules)
        chance = SeededChance(table.seed, 0)
        chance.shuffled(range(len(table.players)))
        state, _ = box.game.deal(len(table.players), options, chance)
        same = state == box.game.restored(table.dealt)
        return panels.checked(text(click.language), table, options, same=same)

    # Commands

    async def open_table(self, where: Where) -> Table:
        """Return the channel's open table. Raises `Refused` with what to do instead."""
        table = await self._tables.open_table(where.channel)
        if table is None:
            raise Refused("nothing-open")
        return table

    async def leave_here(self, click: Click, where: Where) -> Screen | None:
        """Leave this channel's table; whoever does not sit there leaves their lesson, if any."""
        table = await self._tables.open_table(where.channel)
        if table is None or seat_of(table, click.user) is None:
            lesson = await self._tables.open_lesson(click.user, where.guild)
            if lesson is not None:
                return await self._lessons.leave(click, lesson.id)
        if table is None:
            raise Refused("nothing-open")
        return await self.leave(click, table.id)

    async def hand(self, click: Click, where: Where) -> Screen:
        """Show the person's own screen at this channel's table."""
        table = await self._tables.latest_table(where.channel)
        if table is None:
            raise Refused("nothing-open")
        return await self.lobby.seat(await self._tables.arrive(table.id, click), click)

    async def board(self, click: Click, where: Where) -> Screen:
        """Post the board anew at the end of the channel, without calling anybody."""
        table = await self._tables.latest_table(where.channel)
        if table is None:
            raise Refused("nothing-open")
        check_can_post(click, table)

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
        return screens.sentence(text(click.language), key, link=link(table))

    async def scores(self, click: Click, where: Where) -> Screen:
        """Show this channel's game and the server's table of games and wins."""
        scores = await self._tables.store.scores(where.guild)
        table = await self._tables.open_table(where.channel)
        if table is None or table.phase != "playing":
            table = await self._tables.finished_table(where.channel)
        score = None if table is None else self._score(table, click.language)
        return panels.scores(text(click.language), scores, score)

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
            game = table.game if table else next(iter(self._tables.shelf))
        if game not in self._tables.shelf:
            raise Refused("game-unknown")
        return panels.rules(game, self._tables.shelf[game], page, click.language, table)

    async def help(self, click: Click, _where: Where, part: str = "") -> Screen:
        """Show what the bot can do, or one part of the help."""
        return welcome.help_page(click.language, self._tables.shelf, part)


def _joined(path: str, field: str) -> str:
    return "/".join(part for part in (path, field) if part)
