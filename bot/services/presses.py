"""Passes each button press to the service that answers it, and runs slash commands."""

from collections.abc import Awaitable, Callable

from bot.domain.changes import Click, Refused
from bot.domain.table import Finished, Lobby, is_over
from bot.engine.moves import join_values
from bot.engine.screen import OpenScreen, Press, Screen, SubmitMove, TableAction
from bot.i18n import text
from bot.presenters.screens import render_sentence
from bot.services.actions import ActionRequest, Actions
from bot.services.boards import Boards
from bot.services.play import Gameplay
from bot.services.service import Service, Shared
from bot.services.tables import ChannelUnreachable


class PressHandler(Service):
    """Answers button presses and slash commands by passing them to the service in charge."""

    def __init__(self, shared: Shared, boards: Boards, play: Gameplay, actions: Actions) -> None:
        super().__init__(shared)
        self._boards = boards
        self._play = play
        self._actions = actions

    async def handle_press(
        self, click: Click, table_id: int, press: Press, values: tuple[str, ...]
    ) -> Screen | None:
        """Carry out what a button or select menu asks for, and return the screen that answers.

        None means that the board shows the result. A refusal is raised as `Refused`. `values` are
        the entries that were chosen in a select menu.
        """
        field = join_values([value.split("~")[0] for value in values])
        try:
            return await self.handle_command(
                click, lambda click: self._carry_out(click, table_id, press, field)
            )
        finally:
            self._tables.record_press(table_id)
            self._boards.prioritize(table_id)

    async def handle_command(
        self, click: Click, run_command: Callable[[Click], Awaitable[Screen | None]]
    ) -> Screen | None:
        """Run a command, twice if the board has to be posted in a channel that the bot had lost."""
        try:
            return await run_command(click)
        except ChannelUnreachable as lost:
            await self._boards.reopen(lost.table_id, click)
            return await run_command(click)

    async def _carry_out(self, click: Click, table: int, press: Press, field: str) -> Screen | None:
        match press:
            case SubmitMove(decision, path):
                return await self._play.submit_move(click, table, decision, _join_path(path, field))
            case OpenScreen(decision, path):
                look = OpenScreen(decision, _join_path(path, field))
                return await self._play.show_own_screen(click, table, look)
            case TableAction(name, argument):
                request = ActionRequest(click, table, _join_path(argument, field))
                return await self._run_action(name, request)

    async def _run_action(self, name: str, request: ActionRequest) -> Screen | None:
        """Carry out an action that a button asks for, such as joining a table.

        A panel that is out of date is replaced by the person's own screen if the game has started,
        or by a sentence if the table is over.
        """
        action = self._actions.find(name)
        if action is None:
            raise Refused("old-button")
        if action.names_game and request.argument.partition("/")[0] not in self._tables.registry:
            raise Refused("old-button")
        if request.click.is_ephemeral and (action.only_in_lobby or action.only_while_open):
            table = await self._tables.load(
                request.table_id, request.click, allow_missing_game=True
            )
            if action.only_in_lobby and not isinstance(table, Lobby):
                return await self._play.replace_lobby_panel(request.click, request.table_id)
            if isinstance(table, Finished):
                closed = "lesson-closed" if table.is_lesson else "closed"
                key = "already-over" if is_over(table) else closed
                return render_sentence(text(request.click.language), key)
        return await self._actions.run(name, request)


def _join_path(path: str, field: str) -> str:
    """Append what was chosen in a select menu to a move's path, such as "6" to "bid/3"."""
    return "/".join(part for part in (path, field) if part)
