"""What people can do: every press and every command, answered with a private screen.

An answer of None means that the public board tells it all.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from secrets import token_bytes

from msgspec import Struct
from msgspec.structs import replace

from bot.games.box import Box
from bot.games.game import IllegalMove, Stale, one_field
from bot.games.screen import Do, Look, Move, Press, Scene, Screen
from bot.store.problems import ChannelTaken
from bot.store.records import Table
from bot.tables import absence, lobby_screens, panels, playing, screens, seating, welcome
from bot.tables.boards import Boards
from bot.tables.chance import SeededChance
from bot.tables.change import Change, Click, Refused, closed, lacking, seat_of
from bot.tables.lessons import Lessons
from bot.tables.seating import Wishes
from bot.tables.tables import Tables
from bot.tables.whispers import Whispers
from bot.text import text

SEED_BYTES = 32
BOARD_STAYS = 30.0
"""Seconds for which a board that was posted anew is not posted once more by a command."""

Panel = Callable[[Table, Box, Scene], Screen]
"""A panel of the host's in the lobby."""


class Where(Struct, frozen=True):
    """Where a click or command comes from, by Discord's ids."""

    guild: int
    channel: int


class Actions:
    """Turns presses and commands into changes of tables."""

    def __init__(self, tables: Tables, boards: Boards, whispers: Whispers, computers: int) -> None:
        """Work on these tables; a new lobby starts with so many `computers`."""
        self._tables = tables
        self._boards = boards
        self._whispers = whispers
        self._computers = computers
        self._lessons = Lessons(tables)
        self.fresh_seed: Callable[[], bytes] = partial(token_bytes, SEED_BYTES)
        """The secret seed of a deal."""

    async def press(
        self, click: Click, where: Where, table_id: int, press: Press, values: tuple[str, ...]
    ) -> Screen | None:
        """Do what a button or select stands for; `values` are a select's.

        If the table's board waits to be shown, it goes before those at which nobody is.
        """
        try:
            return await self._press(click, where, table_id, press, values)
        finally:
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

        def acted(table: Table) -> Change:
            box = self._tables.box(table)
            return playing.acted(table, box, click.user, decision, move, click.id)

        try:
            table = await self._tables.submit(table_id, acted, click, answered=True)
        except (Stale, IllegalMove) as refusal:
            return await self._not_moved(click, table_id, refusal)
        screen = self._own(table, click)
        told = not click.private and self._whispers.told(table, self._tables.box(table), click.user)
        return None if told or (screen.quiet and not click.private) else screen

    async def _not_moved(self, click: Click, table_id: int, refusal: Stale | IllegalMove) -> Screen:
        """Say why a move does not count: above the own screen that it was made on, else alone.

        It always answers this very press: an older private message may be gone, as Discord forgets
        them (https://support.discord.com/hc/en-us/articles/1500000580222-Ephemeral-Messages-FAQ).
        """
        table = await self._tables.arrive(table_id, click)
        say = text(click.language, self._tables.box(table).text)
        if isinstance(refusal, IllegalMove):
            note = say(refusal.key, **refusal.values)
        else:
            note = say("moved-on" if click.private else "moved-on-board")
        if click.private:
            return self._own(table, click, note=note)
        return Screen("", content=note, passing=True)

    def _own(self, table: Table, click: Click, press: Look | None = None, note: str = "") -> Screen:
        box = self._tables.box(table)
        return screens.own(table, box, click.user, click.language, press, note)

    async def _do(  # noqa: PLR0911, PLR0912 - one line for each action
        self, click: Click, where: Where, table_id: int, action: str, value: str
    ) -> Screen | None:
        game, _, page = value.partition("/")
        match action:
            case "play" if game in self._tables.shelf:
                return await self.play(click, where, game)
            case "rules" if game in self._tables.shelf:
                number = int(page) if page.isdecimal() else 0
                return await self.rules(click, where, game, number, table_id)
            case "join":
                return await self._join(click, table_id)
            case "computer-add":
                return await self._add_computer(click, table_id)
            case "computer-remove":
                return await self._change_seats(click, table_id, seating.computer_removed)
            case "cancel":
                return await self._cancel(click, table_id)
            case "start":
                return await self._start(click, table_id)
            case "options":
                return await self._options(click, table_id, lobby_screens.options)
            case "game-options":
                return await self._options(click, table_id, lobby_screens.game_options)
            case "set" | "pick":
                return await self._set(click, table_id, value)
            case "remove":
                return await self._remove(click, table_id, value)
            case "table":
                return await self._panel(click, table_id)
            case "leave":
                return await self.leave(click, table_id)
            case "leave-yes":
                return await self._leave(click, table_id, told=False)
            case "hand-over":
                return await self._hand_over(click, table_id, value)
            case "end":
                return await self.end(click, table_id)
            case "end-yes":
                return await self._end(click, table_id)
            case "words":
                return await self._words(click, table_id)
            case "page":
                return await self._page(click, table_id, value)
            case "deal" | "check":  # as boards of version 0.1 have it
                return await self._deal(click, table_id)
            case "rematch":
                return await self._rematch(click, table_id)
            case "learn" if game in self._tables.shelf:
                self._whispers.forget(table_id, click.user)
                return await self.learn(click, where, game)
            case "learn-again":
                return await self._lessons.again(click, where.guild, table_id, value or None)
            case "help":
                return await self.help(click, where)
        raise Refused("old-button")

    # The lobby

    async def play(
        self, click: Click, where: Where, game: str, wishes: Wishes | None = None
    ) -> Screen:
        """Open a lobby in this channel, or point to the table that is open there.

        If a seat is kept for the person at that table, they take it. Whoever wishes a level but no
        number of computers gets at least one; those that are added later play as it does.
        """
        if game not in self._tables.shelf:
            raise Refused("game-unknown")
        wishes = wishes or Wishes()
        if wishes.computers is None:
            least = 0 if wishes.level is None else 1
            wishes = replace(wishes, computers=max(self._computers, least))
        box, now = self._tables.shelf[game], self._tables.now()
        newcomer = await self._is_new(click.user, game)
        place = (where.guild, where.channel)
        return await self._open(
            click, seating.opened(click, *place, game, box, wishes, now, newcomer=newcomer)
        )

    async def _open(self, click: Click, wanted: Table) -> Screen:
        """Open a lobby; the answer comes when its board is there, or says why it is not."""
        _can_post(click, wanted)
        try:
            table = await self._tables.add(Change(wanted), click)
        except ChannelTaken:
            return await self._point_to_open(click, wanted)
        try:
            await self._boards.taken(table.id, click)
        except Refused:
            await self._tables.submit(table.id, closed)
            raise
        return await self._seat(table, click)

    async def _seat(self, table: Table, click: Click) -> Screen:
        """Return the person's own screen; in the lobby it offers newcomers the game's lesson."""
        screen, box = self._own(table, click), self._tables.box(table)
        teaches = table.phase == "lobby" and screen.own and box.game.lesson() is not None
        if not teaches or not await self._is_new(click.user, table.game):
            return screen
        return lobby_screens.with_lesson(screen, text(click.language), table.game)

    async def _is_new(self, user: int, game: str) -> bool:
        """Tell whether a person never finished a game of this kind."""
        return not await self._tables.store.finished(user, game)

    async def _point_to_open(self, click: Click, wanted: Table) -> Screen:
        """Point to the channel's open table, or take the seat that is kept there."""
        table = await self._tables.open_table(wanted.channel)
        if table is None:
            raise Refused("try-again")
        seat = seat_of(table, click.user)
        if seat is not None and not table.players[seat].confirmed:
            return await self._join(click, table.id)
        return screens.sentence(text(click.language), "channel-taken", link=_link(table))

    async def _join(self, click: Click, table_id: int) -> Screen:
        def joined(table: Table) -> Change:
            return seating.joined(table, self._tables.box(table), click, self._tables.now())

        table = await self._tables.submit(table_id, joined, click, answered=True)
        return await self._seat(table, click)

    async def _change_seats(
        self, click: Click, table_id: int, change: Callable[[Table], Change]
    ) -> Screen | None:
        await self._tables.submit(table_id, partial(_by_seated, click, change), click)
        return None

    async def _add_computer(self, click: Click, table_id: int) -> Screen | None:
        table = await self._tables.load(table_id)
        newcomer = await self._is_new(table.host or click.user, table.game)

        def added(table: Table) -> Change:
            return seating.computer_added(table, self._tables.box(table), newcomer=newcomer)

        return await self._change_seats(click, table_id, added)

    async def _cancel(self, click: Click, table_id: int) -> Screen | None:
        """Close the lobby. The host's panel then says so; on an older board that tells it all."""
        cancelled = partial(_by_host, click, seating.cancelled)
        await self._tables.submit(table_id, cancelled, click, answered=True)
        return screens.sentence(text(click.language), "closed") if click.private else None

    async def _start(self, click: Click, table_id: int) -> Screen | None:
        """Deal. The host's own screen is the answer; the others' are pushed."""

        def started(table: Table) -> Change:
            seating.by_host(table, click)
            return seating.started(table, self._tables.box(table), self.fresh_seed)

        table = await self._tables.submit(table_id, started, click, answered=True)
        screen = self._own(table, click)
        return None if screen.quiet else screen

    async def _options(self, click: Click, table_id: int, panel: Panel) -> Screen:
        table = await self._tables.arrive(table_id, click)
        seating.in_lobby(table)
        seating.by_host(table, click)
        box = self._tables.box(table)
        return panel(table, box, screens.scene(table, box, click.language))

    async def _set(self, click: Click, table_id: int, value: str) -> Screen:
        name, _, choice = value.partition("/")

        def changed(table: Table) -> Change:
            return seating.option_set(table, self._tables.box(table), name, choice)

        by_host = partial(_by_host, click, changed)
        table = await self._tables.submit(table_id, by_host, click, answered=True)
        if table.phase == "playing":
            return await self._panel(click, table_id)
        own = name in {option.name for option in self._tables.box(table).game.options}
        panel = lobby_screens.game_options if own else lobby_screens.options
        return await self._options(click, table_id, panel)

    async def _remove(self, click: Click, table_id: int, who: str) -> Screen:
        def removed(table: Table) -> Change:
            ids = [str(player.user or player.name) for player in table.players]
            if who not in ids:
                raise Refused("seat-empty")
            return seating.removed(table, ids.index(who))

        await self._tables.submit(table_id, partial(_by_host, click, removed), click, answered=True)
        return await self._options(click, table_id, lobby_screens.options)

    # At the table

    async def _panel(self, click: Click, table_id: int) -> Screen:
        table = await self._tables.arrive(table_id, click)
        box = self._tables.box(table)
        here = screens.scene(table, box, click.language)
        return panels.table(table, box, click, here, self._tables.now())

    async def leave(self, click: Click, table_id: int) -> Screen | None:
        """Leave a lobby or a lesson at once; ask before leaving a game."""
        table = await self._tables.load(table_id, click)
        if seat_of(table, click.user) is None:
            raise Refused(f"onlooker-{table.phase}")
        if table.phase == "lobby" or table.is_lesson:
            return await self._leave(click, table_id, told=click.private)
        table = await self._tables.arrive(table_id, click, anywhere=True)
        if table.phase != "playing":
            raise Refused("already-over")
        heir = absence.computer_takes_over(table, self._tables.box(table))
        return panels.leaving(text(click.language), table_id, heir=heir)

    async def _leave(self, click: Click, table_id: int, *, told: bool) -> Screen:
        """Leave; `told`: the own screen is what the answer replaces."""

        def left(table: Table) -> Change:
            seat = seat_of(table, click.user)
            if seat is None:
                raise Refused("not-seated")
            if table.phase == "lobby":
                return seating.removed(table, seat)
            return absence.left(table, self._tables.box(table), seat)

        table = await self._tables.submit(table_id, left, click, answered=told, anywhere=True)
        key = "lesson-closed" if table.is_lesson else "you-left"
        return screens.sentence(text(click.language), key)

    async def _hand_over(self, click: Click, table_id: int, who: str) -> Screen:
        def handed_over(table: Table) -> Change:
            silent = absence.silent(table, self._tables.now())
            seats = [seat for seat in silent if str(table.players[seat].user) == who]
            if not seats:
                raise Refused("not-silent")
            return absence.handed_over(table, seats[0])

        await self._tables.submit(
            table_id, partial(_by_host, click, handed_over), click, answered=True
        )
        return await self._panel(click, table_id)

    async def end(self, click: Click, table_id: int) -> Screen:
        """Ask whether the table shall be closed: the host, or whoever may manage messages."""
        table = await self._tables.arrive(table_id, click, anywhere=True)
        _may_end(click, table)
        return panels.ending(text(click.language), table_id)

    async def _end(self, click: Click, table_id: int) -> Screen:
        def ended(table: Table) -> Change:
            _may_end(click, table)
            return seating.ended(table, click)

        await self._tables.submit(table_id, ended, click, anywhere=True)
        return screens.sentence(text(click.language), "closed")

    # After the game

    async def _page(self, click: Click, table_id: int, name: str) -> Screen:
        """Show a further page of the game, or how it stands if that page is gone."""
        table = await self._tables.arrive(table_id, click)
        box, store = self._tables.box(table), self._tables.store
        told = await store.events(table.id)
        screen = screens.page(table, box, click.user, click.language, name, told)
        return screen or self._own(table, click, note=text(click.language)("moved-on"))

    async def _words(self, click: Click, table_id: int) -> Screen:
        """Show all of the table in words, to this person alone."""
        table = await self._tables.arrive(table_id, click)
        if table.phase not in ("playing", "over") or table.is_lesson:
            raise Refused("old-button")
        return screens.words(table, self._tables.box(table), click.user, click.language)

    async def _deal(self, click: Click, table_id: int) -> Screen:
        """Show the seed's hash; after the game the seed, too, and whether it gives that deal."""
        table = await self._tables.load(table_id, click)
        if table.phase == "playing" and not table.is_lesson:
            return panels.locked(text(click.language), table)
        if table.phase != "over" or table.is_lesson:
            raise Refused("seed-still-locked")
        box = self._tables.box(table)
        if table.rules != box.game.rules:
            return panels.dealt_by_others(text(click.language), table, box.game.rules)
        chance = SeededChance(table.seed, 0)
        chance.shuffled(range(len(table.players)))
        state, _ = box.game.deal(len(table.players), seating.options_of(table, box), chance)
        same = state == box.game.restored(table.dealt)
        return panels.checked(text(click.language), table, same=same)

    async def _rematch(self, click: Click, table_id: int) -> Screen:
        table = await self._tables.load(table_id, click)
        if table.phase != "over" or table.is_lesson or seat_of(table, click.user) is None:
            raise Refused("rematch-players-only")
        return await self._open(click, seating.again(table, click, self._tables.now()))

    # Commands

    async def open_table(self, where: Where) -> Table:
        """Return the channel's open table. Raises `Refused` with what to do instead."""
        table = await self._tables.open_table(where.channel)
        if table is None:
            raise Refused("nothing-open")
        return table

    async def hand(self, click: Click, where: Where) -> Screen:
        """Show the person's own screen at this channel's table."""
        table = await self._tables.latest_table(where.channel)
        if table is None:
            raise Refused("nothing-open")
        return await self._seat(await self._tables.arrive(table.id, click), click)

    async def board(self, click: Click, where: Where) -> Screen:
        """Post the board anew at the end of the channel, without calling anybody."""
        table = await self._tables.latest_table(where.channel)
        if table is None:
            raise Refused("nothing-open")
        _can_post(click, table)

        if self._boards.is_new(table.id, BOARD_STAYS):
            await self._tables.arrive(table.id, click)
            self._boards.redraw(table.id, first=True, anyway=True)  # it may have been deleted
        else:
            anew = partial(Change, anew=True)
            await self._tables.submit(table.id, anew, click, answered=True)
        await self._boards.taken(table.id, click)
        table = await self._tables.load(table.id)
        stays = screens.board(table, self._tables.box(table)).stays
        key = "board-stays" if stays else "board-here"
        return screens.sentence(text(click.language), key, link=_link(table))

    async def scores(self, click: Click, where: Where) -> Screen:
        """Show this channel's game and the server's table of games and wins."""
        scores = await self._tables.store.scores(where.guild)
        table = await self._tables.open_table(where.channel)
        if table is None or table.phase != "playing":
            table = await self._tables.finished_table(where.channel)
        score = None if table is None else self._score(table, click.language)
        return panels.scores(text(click.language), scores, score)

    def _score(self, table: Table, language: str) -> str:
        """Return how a game stands or stood, and who ended it if it was ended early."""
        box = self._tables.box(table)
        here = screens.scene(table, box, language)
        score = box.screens.score(box.game.view(table.state, None), here)
        told = screens.ended_early(table, box, here)
        return f"{told}\n{score}" if told else score

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

    async def help(self, click: Click, _where: Where) -> Screen:
        """Show what the bot can do."""
        return welcome.help_page(click.language, self._tables.shelf)


def _link(table: Table) -> str:
    """Return the address of a table's board."""
    return f"https://discord.com/channels/{table.guild}/{table.channel}/{table.board or ''}"


def _joined(path: str, field: str) -> str:
    return "/".join(part for part in (path, field) if part)


def _can_post(click: Click, table: Table) -> None:
    names = lacking(table, click)
    if names:
        raise Refused("missing-permissions", permissions=",".join(names))


def _by_seated(click: Click, change: Callable[[Table], Change], table: Table) -> Change:
    seat = seat_of(table, click.user)
    if seat is None or not table.players[seat].confirmed:
        raise Refused("join-first")
    return change(table)


def _by_host(click: Click, change: Callable[[Table], Change], table: Table) -> Change:
    seating.by_host(table, click)
    return change(table)


def _may_end(click: Click, table: Table) -> None:
    if table.phase not in ("lobby", "playing"):
        raise Refused("already-over")
    if click.user != table.host and not click.manager:
        raise Refused("end-host-only")
