"""Routes each press to the service that answers it, and runs commands."""

from collections.abc import Awaitable, Callable

from bot.domain.changes import Click, Refused
from bot.domain.table import Lobby
from bot.engine.moves import join_values
from bot.engine.screen import OpenScreen, Press, Screen, SubmitMove, TableAction
from bot.services.actions import ActionRequest, Actions
from bot.services.boards import Boards
from bot.services.play import Gameplay
from bot.services.tables import ChannelUnreachable, Tables


class PressHandler:
    """Handles presses and commands."""

    def __init__(self, tables: Tables, boards: Boards, play: Gameplay, actions: Actions) -> None:
        self._tables = tables
        self._boards = boards
        self._play = play
        self._actions = actions

    async def handle_press(
        self, click: Click, table_id: int, press: Press, values: tuple[str, ...]
    ) -> Screen | None:
        """Return the screen that answers a press, None if the board shows the result.

        `values` are what was chosen in a select. If the table waits for its channel, the board is
        shown there first. A board that waits to be shown is moved ahead of boards that nobody
        looks at. Raises `Refused` with what to tell the person.
        """
        field = join_values([value.split("~")[0] for value in values])
        try:
            match press:
                case SubmitMove(decision, path):
                    return await self._play.submit_move(
                        click, table_id, decision, _join_path(path, field)
                    )
                case OpenScreen(decision, path):
                    look = OpenScreen(decision, _join_path(path, field))
                    return await self._play.show_own_screen(click, table_id, look)
                case TableAction(name, argument):
                    request = ActionRequest(click, table_id, _join_path(argument, field))
                    return await self._run_action(name, request)
        except ChannelUnreachable:
            await self._boards.reopen(table_id, click)
            return await self.handle_press(click, table_id, press, values)
        finally:
            self._tables.record_press(table_id)
            self._boards.prioritize(table_id)

    async def handle_command(
        self, click: Click, run_command: Callable[[Click], Awaitable[Screen | None]]
    ) -> Screen | None:
        """Return the screen that answers a command, None if the board shows the result.

        `run_command` carries the command out. If the table waits for its channel, the board is
        shown there first, and `run_command` is called again. Raises `Refused` with what to tell the
        person.
        """
        try:
            return await run_command(click)
        except ChannelUnreachable as lost:
            await self._boards.reopen(lost.table_id, click)
            return await run_command(click)

    async def _run_action(self, name: str, request: ActionRequest) -> Screen | None:
        """Carry out an action, or show the own screen if the action's lobby is over.

        Raises `Refused` if there is no such action, or no such game.
        """
        action = self._actions.find(name)
        if action is None:
            raise Refused("old-button")
        if action.names_game and request.argument.partition("/")[0] not in self._tables.registry:
            raise Refused("old-button")
        if action.only_in_lobby and request.click.is_ephemeral:
            table = await self._tables.load(request.table_id, request.click)
            if not isinstance(table, Lobby):
                return await self._play.replace_lobby_panel(request.click, request.table_id)
        return await self._actions.run(name, request)


def _join_path(path: str, field: str) -> str:
    return "/".join(part for part in (path, field) if part)
