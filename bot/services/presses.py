"""Presses and commands: from what somebody wants to the screen that answers."""

from collections.abc import Awaitable, Callable

from bot.domain.changes import Click, Refused
from bot.engine.moves import one_field
from bot.engine.screen import Do, Look, Press, Screen, SubmitMove
from bot.services.actions import ActionRequest, Actions
from bot.services.boards import Boards
from bot.services.play import Play
from bot.services.tables import ChannelWasLost, Tables


class Presses:
    """Handles what people press and which commands they use."""

    def __init__(self, tables: Tables, boards: Boards, play: Play, actions: Actions) -> None:
        self._tables = tables
        self._boards = boards
        self._play = play
        self._actions = actions

    async def handle(
        self, click: Click, table_id: int, press: Press, values: tuple[str, ...]
    ) -> Screen | None:
        """Return the screen that answers a press, None if the board tells it all.

        `values` are a select's. If the table's board waits to be shown, it goes before those at
        which nobody is. Raises `Refused` with what to tell the person.
        """
        field = one_field(value.split("~")[0] for value in values)
        try:
            match press:
                case SubmitMove(decision, path):
                    return await self._play.move(click, table_id, decision, _joined(path, field))
                case Look(decision, path):
                    look = Look(decision, _joined(path, field))
                    return await self._play.look(click, table_id, look)
                case Do(name, argument):
                    request = ActionRequest(click, table_id, _joined(argument, field))
                    return await self._do(name, request)
        except ChannelWasLost:
            await self._boards.reopen(table_id, click)
            return await self.handle(click, table_id, press, values)
        finally:
            self._tables.pressed(table_id)
            self._boards.hurry(table_id)

    async def command(
        self, click: Click, work: Callable[[Click], Awaitable[Screen | None]]
    ) -> Screen | None:
        """Return the screen that answers a command, which `work` makes.

        Raises `Refused` with what to tell the person.
        """
        try:
            return await work(click)
        except ChannelWasLost as lost:
            await self._boards.reopen(lost.table_id, click)
            return await work(click)

    async def _do(self, name: str, request: ActionRequest) -> Screen | None:
        """Carry out an action, or show what stands in its place."""
        action = self._actions.find(name)
        if action is None:
            raise Refused("old-button")
        if action.names_game and request.argument.partition("/")[0] not in self._tables.shelf:
            raise Refused("old-button")
        if action.only_in_lobby and request.click.private:
            table = await self._tables.load(request.table_id, request.click)
            if table.phase != "lobby":
                return await self._play.instead(request.click, request.table_id)
        return await self._actions.run(name, request)


def _joined(path: str, field: str) -> str:
    return "/".join(part for part in (path, field) if part)
