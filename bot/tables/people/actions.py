"""What every button does: a table of actions by name.

An answer of None means that the public board tells it all.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from bot.games.moves import one_field
from bot.games.screen import Do, Look, Press, Screen, SubmitMove
from bot.tables.change import Click, Refused
from bot.tables.lobby import screens as lobby_screens
from bot.tables.lobby import seating
from bot.tables.past.games import listed
from bot.tables.past.profile import asks
from bot.tables.past.scores import asked
from bot.tables.people.commands import Commands
from bot.tables.people.game import AtGame
from bot.tables.people.haste import Haste
from bot.tables.people.hosted import Hosted
from bot.tables.people.leaving import Leaving
from bot.tables.people.lessons import Lessons
from bot.tables.people.lobby import Lobby, Where
from bot.tables.people.onlookers import Onlookers
from bot.tables.showing.boards import Boards
from bot.tables.showing.whispers import Whispers
from bot.tables.tables import Tables

IN_LOBBY = ("options", "game-options", "set", "pick", "remove", "cancel")
"""What the host's panels are for."""


class Pressed(NamedTuple):
    """A button or select that was pressed, which stands for an action."""

    click: Click
    where: Where
    table: int
    """Where the message with the button belongs, 0 if to no table."""
    value: str
    """What the action is to be done with."""

    @property
    def game(self) -> str:
        """The game that the value names."""
        return self.value.partition("/")[0]

    @property
    def page(self) -> int:
        """The page of the game's rules that the value names."""
        number = self.value.partition("/")[2]
        return int(number) if number.isdecimal() else 0


Does = Callable[[Pressed], Awaitable[Screen | None]]


class Actions:
    """Turns presses into changes of tables."""

    def __init__(
        self, tables: Tables, boards: Boards, whispers: Whispers, haste: Haste, computers: int
    ) -> None:
        """Work on these tables; a new lobby starts with so many `computers`.

        `haste` knows what has just changed under people's fingers.
        """
        self._tables = tables
        self._boards = boards
        self._whispers = whispers
        self._leaving = Leaving(tables)
        self._hosted = Hosted(tables, boards, self._leaving)
        self.lobby = Lobby(tables, boards, self._hosted, computers)
        self._lessons = Lessons(tables)
        self._game = AtGame(tables, whispers, haste)
        self._onlookers = Onlookers(tables)
        self.commands = Commands(tables, boards, self.lobby, self._lessons, self._leaving)
        self.does: Mapping[str, Does] = {
            **self._of_games(),
            **self._in_lobby(),
            **self._at_game(),
            **self._in_lessons(),
            **self._in_the_past(),
            **self._of_oneself(),
            "who-wins": lambda p: self._onlookers.guess(p.click, p.table, p.value),
        }

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
            case SubmitMove(decision, path):
                return await self._game.move(click, table_id, decision, _joined(path, field))
            case Look(decision, path):
                return await self._game.look(click, table_id, Look(decision, _joined(path, field)))
            case Do(action, value):
                pressed = Pressed(click, where, table_id, _joined(value, field))
                return await self._do(action, pressed)

    async def _do(self, action: str, pressed: Pressed) -> Screen | None:
        if pressed.click.private and action in IN_LOBBY:
            table = await self._tables.load(pressed.table, pressed.click)
            if table.phase != "lobby":
                return await self._game.instead(pressed.click, pressed.table)
        does = self.does.get(action)
        if does is None:
            raise Refused("old-button")
        return await does(pressed)

    def _of_games(self) -> dict[str, Does]:
        """Return what is done with a game that the value names; others are no more on the shelf."""
        commands = self.commands

        def known(does: Does) -> Does:
            async def checked(pressed: Pressed) -> Screen | None:
                if pressed.game not in self._tables.shelf:
                    raise Refused("old-button")
                return await does(pressed)

            return checked

        async def learn(p: Pressed) -> Screen:
            self._whispers.forget(p.table, p.click.user)
            return await commands.learn(p.click, p.where, p.game)

        return {
            "play": known(lambda p: commands.play(p.click, p.where, p.game)),
            "rules": known(lambda p: commands.rules(p.click, p.where, p.game, p.page, p.table)),
            "learn": known(learn),
            "scores": lambda p: commands.scores(p.click, p.where, asked(p.value)),
            "help": lambda p: commands.help(p.click, p.where, p.value),
        }

    def _in_lobby(self) -> dict[str, Does]:
        lobby = self.lobby
        options, game_options = lobby_screens.options, lobby_screens.game_options

        async def pace(p: Pressed) -> Screen:
            table = await lobby.choose(p.click, p.table, "pace", p.value)
            if table.phase == "playing":
                return await self._game.panel(p.click, p.table)
            return await lobby.options(p.click, p.table, options)

        def set_option(p: Pressed) -> Awaitable[Screen | None]:
            return lobby.set_option(p.click, p.table, p.value)

        return {
            "join": lambda p: lobby.join(p.click, p.table),
            "computer-add": lambda p: lobby.add_computer(p.click, p.table),
            "computer-remove": lambda p: lobby.change_seats(
                p.click, p.table, seating.computer_removed
            ),
            "cancel": lambda p: lobby.cancel(p.click, p.table),
            "start": lambda p: lobby.start(p.click, p.table),
            "options": lambda p: lobby.options(p.click, p.table, options),
            "game-options": lambda p: lobby.options(p.click, p.table, game_options),
            "set": set_option,
            "pick": set_option,
            "pace": pace,
            "remove": lambda p: lobby.remove(p.click, p.table, p.value),
            "rematch": lambda p: lobby.rematch(p.click, p.table),
        }

    def _at_game(self) -> dict[str, Does]:
        game, leaving = self._game, self._leaving
        return {
            "table": lambda p: game.panel(p.click, p.table),
            "leave": lambda p: leaving.leave(p.click, p.table),
            "leave-yes": lambda p: leaving.leave_now(p.click, p.table, answered=True),
            "come-back": lambda p: leaving.come_back(p.click, p.table),
            "hand-over": lambda p: game.hand_over(p.click, p.table, p.value),
            "end": lambda p: leaving.end(p.click, p.table),
            "end-yes": lambda p: leaving.end_now(p.click, p.table),
            "words": lambda p: game.words(p.click, p.table),
            "page": lambda p: game.page(p.click, p.table, p.value),
            "deal": lambda p: game.deal(p.click, p.table),
            "close-hosted": lambda p: self._hosted.close(p.click, p.where.guild, p.value),
            "check": lambda p: game.deal(p.click, p.table),  # as boards of version 0.1 have it
        }

    def _in_lessons(self) -> dict[str, Does]:
        lessons = self._lessons
        return {
            "go-on": lambda p: lessons.go_on(p.click, p.table),
            "learn-again": lambda p: lessons.again(
                p.click, p.where.guild, p.table, p.value or None
            ),
        }

    def _in_the_past(self) -> dict[str, Does]:
        """Return what is done with games that are over: a table's id is that of its record."""
        games = self.commands.games

        def opened(p: Pressed) -> Awaitable[Screen]:
            record = int(p.value) if p.value.isdecimal() and len(p.value) < 19 else 0
            return games.replay(p.click, p.where, record, "")

        def replay(p: Pressed) -> Awaitable[Screen]:
            return games.replay(p.click, p.where, p.table, p.value)

        return {
            "history": lambda p: games.history(p.click, p.where, listed(p.value)),
            "open": opened,
            "replay": replay,
            "replay-moment": replay,
            "replay-eyes": replay,
            "share": lambda p: games.share(p.click, p.where, p.table, p.value),
            "moments": lambda p: games.story(p.click, p.where, p.table),
            "numbers": lambda p: games.numbers(p.click, p.where, p.table),
            "profile": lambda p: self.commands.profiles.show(p.click, p.where, asks(p.value)),
        }

    def _of_oneself(self) -> dict[str, Does]:
        """Return what people do with what is kept of them."""
        mine = self.commands.mine
        return {
            "privacy": lambda p: mine.privacy(p.click, p.where),
            "seen-by": lambda p: mine.see(p.click, p.where, p.value),
            "keep-mine": lambda p: mine.keep(p.click, p.where, p.value),
            "keep-here": lambda p: mine.keep_here(p.click, p.where, p.value),
            "serve": lambda p: mine.serve(p.click, p.where),
            "export": lambda p: mine.export(p.click),
            "forget": lambda p: mine.ask(p.click.language),
            "forget-yes": lambda p: mine.forget(
                p.click.user, p.click.language, serve=p.value != "never"
            ),
        }


def _joined(path: str, field: str) -> str:
    return "/".join(part for part in (path, field) if part)
