"""Carries out slash commands, and buttons that do the same as a command."""

from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from msgspec.structs import replace

from bot.common.numbers import parse_page
from bot.domain.changes import Change, Click, Refused, check_can_post
from bot.domain.table import Finished, Lobby, Match, is_closed
from bot.engine.package import find_offered_games
from bot.engine.screen import FixedBoard, Screen
from bot.i18n import text
from bot.presenters import panels, screens, welcome
from bot.services.actions import ActionRequest, action
from bot.services.boards import Boards
from bot.services.evenings import Evenings
from bot.services.leaving import Leaving
from bot.services.lessons import Lessons
from bot.services.lobby import Lobbies
from bot.services.making_room import MakingRoom
from bot.services.server_settings import ServerSettingsPanel
from bot.services.service import Service


@dataclass(eq=False)
class Commands(Service):
    """Carries out slash commands.

    Some commands need no table. Each of the others is about the table of the channel in which a
    person uses the command.
    """

    _boards: Boards
    _lobby: Lobbies
    _lessons: Lessons
    _leaving: Leaving
    _room: MakingRoom
    _settings: ServerSettingsPanel
    _evenings: Evenings

    async def ask_to_end(self, click: Click) -> Screen:
        """Ask the person to confirm that they want to close this channel's table for everybody.

        Raises:
            Refused: No table is open here, or the person may not close it.
        """
        table = await self._tables.find_holder(click.channel)
        if table is None:
            raise await self._refuse_without_table(click)
        return await self._leaving.ask_to_end(ActionRequest(click, table.id))

    async def begin_evening(self, click: Click) -> Screen:
        """Begin an evening in this channel, and tell how it works.

        Without a table, a lobby opens. A lobby or a running game becomes the first of the evening.

        Raises:
            Refused: Somebody else than the lobby's host or a player of the game asks.
        """
        table = await self._tables.find_holder(click.channel)
        is_here = isinstance(table, Lobby | Match) and table.seat_of(click.user) is not None
        if not is_here or table is None or isinstance(table, Finished):
            return await self._lobby.open_evening(click)
        table = await self._evenings.begin(table, click)
        return panels.point_to_board(text(click.language), "evening-begun", table)

    async def leave(self, click: Click) -> Screen | None:
        """Let a person leave this channel's table.

        If they have no seat there but are taking a lesson, they leave the lesson instead.

        Raises:
            Refused: The channel has no table, or its game is over, and the person has no lesson.
        """
        table = await self._tables.find_latest_table(click.channel)
        if table is None or isinstance(table, Finished) or table.seat_of(click.user) is None:
            lesson = await self._tables.find_open_lesson(click.user, click.guild)
            if lesson is not None:
                return await self._lessons.leave(click, lesson.id)
        if table is None or is_closed(table):
            raise await self._refuse_without_table(click)
        return await self._leaving.leave(ActionRequest(click, table.id))

    async def show_own_screen(self, click: Click) -> Screen:
        """Show a person their own screen of this channel's table, which may be over.

        Raises:
            Refused: The channel has no table, or its last one was closed before the game's end.
        """
        table = await self._tables.find_latest_table(click.channel)
        if table is None or is_closed(table):
            raise await self._refuse_without_table(click)
        table = await self._tables.record_arrival(table.id, click)
        return await self._lobby.render_seat_screen(table, click)

    async def post_board(self, click: Click) -> Screen:
        """Post this channel's table again as a new message at the end, without mentioning anybody.

        If the table was posted moments ago, that message is only updated. It also stays if people
        are about to press its buttons (`FixedBoard`). The answer links to the message. If no table
        is open, the person's game that was put aside here goes on. Otherwise the answer also points
        to that game. The end of a game is not posted again: the answer links to it, or tells it in
        words.

        Raises:
            Refused: The channel has no table, or the bot or the person lacks a permission.
        """
        table = (
            await self._tables.find_open_table(click.channel)
            or await self._tables.find_aside_table(click.channel, click.user)
            or await self._tables.find_latest_table(click.channel)
        )
        if table is None:
            raise await self._refuse_without_table(click)
        if isinstance(table, Finished):
            return await self._show_end(table, click)
        check_can_post(click, text_only=table.text_only)
        if not click.can_write:
            return panels.point_to_board(text(click.language), "board-read-only", table)
        if self._boards.is_recently_posted(table.id):
            await self._tables.record_arrival(table.id, click)
            # Somebody may have deleted it.
            self._boards.redraw(table.id, is_urgent=True, force=True)
        else:
            anew = partial(Change, should_move_board=True)
            await self._tables.submit(table.id, anew, click)
        await self._boards.wait_until_shown(table.id, click)
        table = await self._tables.load(table.id)
        board = screens.render_board(table, self._tables.find_package(table))
        key = "board-stays" if isinstance(board, FixedBoard) else "board-here"
        answer = panels.point_to_board(text(click.language), key, table)
        return await self._room.add_aside_game(click, answer)

    async def _show_end(self, table: Finished, click: Click) -> Screen:
        """Link to the last board of a finished game, or show it in words if it cannot be seen.

        Raises `Refused` if the game has no result.
        """
        if not table.has_result:
            raise await self._refuse_without_table(click)
        if await self._boards.is_visible(table, click):
            return panels.point_to_board(text(click.language), "board-end", table)
        readable = replace(table, language=click.language, text_only=True)
        return replace(screens.render_board(readable, self._tables.find_package(table)), rows=())

    async def _refuse_without_table(self, click: Click) -> Refused:
        """Return the refusal for a channel without a table, whose tables may be in its threads."""
        settings = await self._lookups.find_settings(click.guild)
        has_threads = settings.threads and click.can_have_threads
        return Refused("nothing-open-threads" if has_threads else "nothing-open")

    @action("play", names_game=True)
    async def play(self, request: ActionRequest) -> Screen:
        """Open a new table for a game in this channel, or link to the one that is open here.

        The action's argument is the game's name.
        """
        return await self._lobby.open_or_find_lobby(request.click, _parse_game(request))

    @action("learn", names_game=True, in_direct_messages=True)
    async def learn(self, request: ActionRequest) -> Screen:
        """Begin or show a lesson of a game, in place of the message whose button was pressed.

        If the person is taking a lesson of another game, ask which one to take. The action's
        argument is the game's name.
        """
        self._conversations.forget_own_screen(request.table_id, request.click.user)
        return await self._lessons.learn(request.click, _parse_game(request))

    @action("rules", names_game=True, is_look=True, in_direct_messages=True)
    async def show_rules(self, request: ActionRequest) -> Screen:
        """Show a page of a game's rules. The action's argument is "<game>/<page>".

        By default, the game is that of the table, or else the first that the bot offers. The table
        is the channel's if the request has none.

        Raises:
            Refused: The bot does not have the game.
        """
        click, table = request.click, None
        game, _, page = request.argument.partition("/")
        if not request.table_id:
            table = await self._tables.find_latest_table(click.channel)
        with suppress(Refused):  # the rules can be read even if the table is gone
            table = table or await self._tables.record_arrival(
                request.table_id, click, skip_channel_check=True
            )
        if not game:
            game = table.game if table else next(iter(find_offered_games(self._registry)))
        if game not in self._registry:
            raise Refused("game-unknown")
        package, reads_text = self._registry[game], self._tables.reads_text(click.user)
        return panels.render_rules(
            game, package, parse_page(page), click.language, table, reads_text=reads_text
        )

    @action("help", is_look=True)
    async def show_help(self, request: ActionRequest) -> Screen:
        """Show an overview of what the bot can do, or one part of the help.

        The overview offers only tables that the person may open here, or says why there are none.
        The action's argument is "commands", "trouble", or "" for the overview.
        """
        click, contact = request.click, self._messenger.support_contact()
        games, part = await self._settings.find_games(click.guild), request.argument
        refusal = None if part else await self._settings.find_refusal(click)
        screen = welcome.render_help(
            click.language,
            games,
            part,
            contact,
            can_open=refusal is None,
            has_puzzles=self._puzzle_library.game is not None,
        )
        if refusal is None:
            return screen
        return replace(screen, note=text(click.language)(refusal.key, **refusal.values))


def _parse_game(request: ActionRequest) -> str:
    return request.argument.partition("/")[0]
