"""Declares actions, and finds the method that carries out each of them.

A service declares an action at the method that carries it out:

    @action("options", is_look=True, only_in_lobby=True)
    async def show_options(self, request: ActionRequest) -> Screen: ...

An answer of None means that the board shows the result.
"""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from bot.domain.changes import Click
from bot.engine.screen import Screen


class ActionRequest(Struct, frozen=True):
    """A press that asks for an action."""

    click: Click
    table_id: int = 0
    """The table to which the pressed message belongs, 0 for none."""
    argument: str = ""
    """The action's argument, such as a page's name or an option's choice."""

    def with_table(self, table_id: int) -> "ActionRequest":
        """Return the same request for another table."""
        return replace(self, table_id=table_id)


Handler = Callable[[ActionRequest], Awaitable[Screen | None]]


class Action(Struct, frozen=True):
    """The properties of an action."""

    name: str
    """The action's name in custom ids."""
    is_look: bool = False
    """True if the action only shows something. Under load, other actions go first."""
    in_direct_messages: bool = False
    """True if the action works in direct messages, without a server."""
    only_in_lobby: bool = False
    """True if the action belongs to the host's panels, which are over when the lobby is over."""
    names_game: bool = False
    """True if the argument begins with the name of a game, which has to be installed."""


Method = TypeVar("Method", bound=Callable[..., Awaitable[Screen | None]])


def action(name: str, **known: bool) -> Callable[[Method], Method]:
    """Declare that a method carries out an action; `known` are fields of `Action`."""

    def declare(method: Method) -> Method:
        declared = getattr(method, "actions", ())
        method.actions = (*declared, Action(name, **known))  # type: ignore[attr-defined]
        return method

    return declare


class Actions:
    """Holds the actions of all services, by their names in custom ids."""

    def __init__(self, services: Iterable[object]) -> None:
        """Collect the actions that these services declare."""
        self._handlers: dict[str, tuple[Action, Handler]] = {}
        for service in services:
            for method in vars(type(service)).values():
                for declared in getattr(method, "actions", ()):
                    self._handlers[declared.name] = declared, method.__get__(service)

    def find(self, name: str) -> Action | None:
        """Return an action's properties, None if there is no action of that name."""
        known = self._handlers.get(name)
        return known[0] if known else None

    async def run(self, name: str, request: ActionRequest) -> Screen | None:
        """Carry out an action.

        Raises `KeyError` if there is no action of that name, and whatever the service raises.
        """
        _, handler = self._handlers[name]
        return await handler(request)

    @property
    def names(self) -> Iterable[Any]:
        """The names of all actions."""
        return self._handlers.keys()
