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
from msgspec.structs import replace

from bot.domain.changes import Click
from bot.engine.screen import Screen


class ActionRequest(Struct, frozen=True):
    """A button press that asks for an action."""

    click: Click
    table_id: int = 0
    """The id of the table to which the pressed message belongs. 0 means that there is none."""
    argument: str = ""
    """What the action is about, as text, such as a page's name or an option's choice."""

    def with_table(self, table_id: int) -> "ActionRequest":
        """Return the same request for another table."""
        return replace(self, table_id=table_id)


Handler = Callable[[ActionRequest], Awaitable[Screen | None]]
"""A method that carries out an action, and returns the answer or None."""


class Action(Struct, frozen=True):
    """What is known of an action, besides the method that carries it out."""

    name: str
    """The action's name in the custom ids of buttons."""
    is_look: bool = False
    """Whether the action only shows something. Under load, other actions go first."""
    in_direct_messages: bool = False
    """Whether the action also works in direct messages, without a server."""
    only_in_lobby: bool = False
    """Whether the action belongs to the host's panels, which end when the game is dealt."""
    names_game: bool = False
    """Whether the argument begins with the name of a game, which has to be installed."""


Method = TypeVar("Method", bound=Callable[..., Awaitable[Screen | None]])


def action(name: str, **known: bool) -> Callable[[Method], Method]:
    """Declare that a method carries out an action. This is a decorator.

    Args:
        name: The action's name in the custom ids of buttons.
        known: Further fields of `Action`, such as `is_look=True`.
    """

    def declare(method: Method) -> Method:
        declared = getattr(method, "actions", ())
        method.actions = (*declared, Action(name, **known))  # type: ignore[attr-defined]
        return method

    return declare


class Actions:
    """Holds the actions of all services, by their names in custom ids."""

    def __init__(self, services: Iterable[object]) -> None:
        """Collect the actions that the methods of these services declare."""
        self._handlers: dict[str, tuple[Action, Handler]] = {}
        for service in services:
            for method in vars(type(service)).values():
                for declared in getattr(method, "actions", ()):
                    self._handlers[declared.name] = declared, method.__get__(service)

    def find(self, name: str) -> Action | None:
        """Return what is known of an action, or None if there is no action of that name."""
        known = self._handlers.get(name)
        return known[0] if known else None

    async def run(self, name: str, request: ActionRequest) -> Screen | None:
        """Carry out an action by calling the method that declares it.

        Args:
            name: The action's name.
            request: The button press behind it.

        Returns:
            The screen that answers the press, or None if the board shows the result.

        Raises:
            KeyError: There is no action of that name.
        """
        _, handler = self._handlers[name]
        return await handler(request)

    @property
    def names(self) -> Iterable[Any]:
        """The names of all actions."""
        return self._handlers.keys()
