"""Declares actions of a table, and finds the method that carries out each of them.

An action is what a button asks for that is no move, such as joining or opening the options. A
service declares an action at the method that carries it out:

    @action("options", is_look=True, only_in_lobby=True)
    async def show_options(self, request: ActionRequest) -> Screen: ...

If the method returns None, the board shows the result.
"""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeVar

from msgspec import Struct

from bot.domain.changes import Click
from bot.engine.screen import Screen


class ActionRequest(Struct, frozen=True):
    """A button press that asks for an action other than a move, such as joining a table."""

    click: Click
    table_id: int = 0
    """The table to whose message the pressed button belongs, or 0."""
    argument: str = ""
    """A value for the action from the button or menu, such as a page's name or a chosen option."""


Handler = Callable[[ActionRequest], Awaitable[Screen | None]]
"""Carries out an action. It returns the screen that answers, or None if the board shows it."""


class Action(Struct, frozen=True):
    """The name and properties of an action that buttons can ask for."""

    name: str
    """As it is written into the custom ids of buttons."""
    is_look: bool = False
    """Whether the action only shows something. Such actions are served last under load."""
    in_direct_messages: bool = False
    """Whether the action also works in direct messages, without a server."""
    only_in_lobby: bool = False
    """Whether the action belongs to menus of the host that exist only until the game starts."""
    only_while_open: bool = False
    """Whether the action belongs to panels that are out of date once the table is over."""
    names_game: bool = False
    """Whether the argument begins with the name of a game, which has to be installed."""


Method = TypeVar("Method", bound=Callable[..., Awaitable[Screen | None]])


def action(name: str, **known: bool) -> Callable[[Method], Method]:
    """Declare that a method carries out an action. `known` are further fields of `Action`."""

    def declare(method: Method) -> Method:
        declared = getattr(method, "actions", ())
        method.actions = (*declared, Action(name, **known))  # type: ignore[attr-defined]
        return method

    return declare


class Actions:
    """Finds the method that carries out an action, by the action's name."""

    def __init__(self, *services: object) -> None:
        """Collect the actions that the methods of these services declare."""
        self._handlers: dict[str, tuple[Action, Handler]] = {}
        for service in services:
            for method in vars(type(service)).values():
                for declared in getattr(method, "actions", ()):
                    self._handlers[declared.name] = declared, method.__get__(service)

    def find(self, name: str) -> Action | None:
        """Return the properties of an action, or None if there is no action of that name."""
        known = self._handlers.get(name)
        return known[0] if known else None

    async def run(self, name: str, request: ActionRequest) -> Screen | None:
        """Carry out an action. Raises `KeyError` if there is none of that name."""
        _, handler = self._handlers[name]
        return await handler(request)

    @property
    def names(self) -> Iterable[Any]:
        """The names of all actions."""
        return self._handlers.keys()
