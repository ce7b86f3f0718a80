"""Handles lessons: one person learns a game against computers, in messages that they alone see."""

import asyncio
from contextlib import suppress
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bot.domain import computers, dealing, seating
from bot.domain.changes import Asleep, Change, Click, Gone, Refused, close_table
from bot.domain.consequences import add_next_step
from bot.domain.table import ComputerTurn, Lobby, Match, Table, lesson_channel
from bot.engine.events import to_record
from bot.engine.options import default_options
from bot.engine.package import GamePackage, find_taught_games
from bot.engine.screen import Screen
from bot.presenters import screens
from bot.presenters.welcome import ask_which_lesson
from bot.services.actions import ActionRequest, action
from bot.services.service import Service, Shared

LESSON_SEED = bytes(32)
"""The fixed seed from which all random draws of a lesson follow. It is not secret. Computer
players decide in the same way in each lesson.
"""


class Lessons(Service):
    """Handles lessons, in which one person learns a game against computer players.

    Each person has at most one lesson at a time in a server.
    """

    def __init__(self, shared: Shared) -> None:
        super().__init__(shared)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """One lock per user id, so that a double press cannot begin two lessons."""

    async def learn(self, click: Click, game: str | None) -> Screen:
        """Begin a lesson, in which the person learns a game against computer players.

        If the person already takes a lesson of this game, that lesson is shown. If it is of another
        game, the person is asked which one to take.

        Args:
            game: The game's name. None means the first game that has a lesson.

        Raises:
            Refused: The game has no lesson.
        """
        async with self._locks.setdefault(click.user, asyncio.Lock()):
            screen = await self._learn(click, game)
        with suppress(Asleep):
            table = await self._tables.find_open_table(click.channel)
            if table is not None and table.seat_of(click.user) is not None:
                self._conversations.note_lesson(table.id, click.user, screen.table)
        return screen

    async def _learn(self, click: Click, game: str | None) -> Screen:
        """Begin or show a lesson. The caller holds the person's lock."""
        registry = self._registry
        try:
            running = await self._tables.find_open_lesson(click.user, click.guild)
        except Asleep as sleeping:  # a missing game must not keep another lesson from beginning
            await self._missing_games.close(sleeping.table.id)
            running = None
        if game is not None and game not in find_taught_games(registry):
            raise Refused("game-unknown")
        if running is not None and game not in (None, running.game):
            return ask_which_lesson(running, game, click.language, registry)
        if running is not None:
            table = await self._tables.record_arrival(running.id, click)
            return self._render_own_screen(table, click)
        name = game or next(iter(find_taught_games(registry)), None)
        if name is None:
            raise Refused("game-unknown")
        begun = _begin_lesson(click, name, self._registry[name], self._clock.now())
        return self._render_own_screen(await self._tables.add(begun, click), click)

    @action("learn-again", in_direct_messages=True)
    async def begin_again(self, request: ActionRequest) -> Screen:
        """Begin a new lesson, and delete the one whose button was pressed.

        The action's argument is the game to learn, or "" for the same game. The deleted lesson may
        be running or over. If it was already deleted by an earlier press, the lesson that runs now
        is shown.

        Raises:
            Refused: The game has no lesson, the lesson belongs to somebody else, or no lesson is
                left.
        """
        click, game = request.click, request.argument
        if game and game not in find_taught_games(self._registry):
            raise Refused("game-unknown")
        try:
            table = await self._tables.load(request.table_id, click)
            if not table.is_lesson or table.seat_of(click.user) is None:
                raise Refused("old-button")
            await self._tables.submit(table.id, close_table)
        except Gone:
            return await self._show_running_lesson(click)
        screen = await self.learn(click, game or table.game)
        await self._tables.delete_table(table.id)
        return screen

    @action("go-on", in_direct_messages=True)
    async def go_on(self, request: ActionRequest) -> Screen:
        """Let a lesson go on to its next step, because the learner has pressed the button for it.

        Computer players move, or a pause of the game ends. If the rules set a minimum thinking time
        for the move, a sentence says who still thinks. The action's argument is the step that the
        learner has seen. If the game is further, nothing happens, so that a double press skips no
        screen.
        """

        def step_on(table: Table) -> Change:
            if not isinstance(table, Match) or str(table.step) != request.argument:
                return Change(table)
            package = self._tables.find_package(table)
            return Change(add_next_step(table, package, self._clock.now()))

        click = request.click
        table = await self._tables.record_arrival(request.table_id, click)
        if table.is_lesson and step_on(table).table != table:
            table = await self._tables.submit(table.id, step_on, click)
        return self._render_own_screen(table, click, self._tell_thinking(table, click))

    def _tell_thinking(self, table: Table, click: Click) -> str:
        context = screens.make_context(table, self._tables.find_package(table), click.language)
        names = [
            context.names[row.seat]
            for row in table.timers
            if isinstance(row, ComputerTurn) and row.at > self._clock.now()
        ]
        return context.say("lesson-rests", name=names[0]) if names else ""

    async def leave(self, click: Click, table_id: int) -> Screen:
        """Close a person's lesson, because they have used the command for leaving a table.

        The answer replaces the lesson's message.
        """
        table = await self._tables.submit(table_id, close_table, click, skip_channel_check=True)
        return self._render_own_screen(table, click)

    async def _show_running_lesson(self, click: Click) -> Screen:
        running = await self._tables.find_open_lesson(click.user, click.guild)
        if running is None:
            raise Refused("lesson-closed")
        return self._render_own_screen(await self._tables.record_arrival(running.id, click), click)


def _begin_lesson(click: Click, game: str, package: GamePackage, now: float) -> Change:
    """Return a new lesson, already dealt, with computer players of the weakest level.

    Raises `Refused` if the game has no lesson.
    """
    lesson = package.lesson
    if lesson is None:
        raise Refused("game-unknown")
    lobby = Lobby(
        game=game,
        guild=click.guild,
        channel=lesson_channel(click.user),
        language=click.language,
        clock="none",
        text_only=package.pictures is None,
        opened_at=now,
        clicked_at=now,
        options=tuple(default_options(package.game.options).items()),
        host=click.user,
        players=(seating.make_player(click, now),),
    )
    while len(lobby.players) < lesson.seats:
        computer = computers.make_computer_player(lobby, package.computers.levels[0])
        lobby = replace(lobby, players=(*lobby.players, computer))
    learner, *others = lobby.players
    players = dealing.assign_letters(
        (*others[: lesson.seat], learner, *others[lesson.seat :]), package
    )
    match = lobby.begin(package.game, lesson.state, LESSON_SEED, players)
    return Change(match, events=tuple(map(to_record, lesson.notices)))
