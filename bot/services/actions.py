"""Actions: what people can do by pressing a button or a select.

A service declares an action where it carries it out, with all that is known about it:

    @action("options", is_look=True, only_in_lobby=True)
    async def show_options(self, request: ActionRequest) -> Screen: ...

An answer of None means that the public board tells it all.
"""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from bot.domain.changes import Click
from bot.engine.screen import Screen


class ActionRequest(Struct, frozen=True):
    """A press of a button or select that stands for an action."""

    click: Click
    table_id: int = 0
    """Where the message with the button belongs, 0 if to no table."""
    argument: str = ""
    """What the action is to be done with."""

    def at(self, table_id: int) -> "ActionRequest":
        """Return the same request for another table."""
        return replace(self, table_id=table_id)


Handler = Callable[[ActionRequest], Awaitable[Screen | None]]


class Action(Struct, frozen=True):
    """What is known about an action."""

    name: str
    """As it stands in custom ids."""
    is_look: bool = False
    """It shows something and changes nothing, so under load others go first."""
    in_direct_messages: bool = False
    """It needs no server."""
    only_in_lobby: bool = False
    """It belongs to the host's panels, which are over when the lobby is."""
    names_game: bool = False
    """Its argument begins with the name of a game, which has to be installed."""


Method = TypeVar("Method", bound=Callable[..., Awaitable[Screen | None]])


def action(name: str, **known: bool) -> Callable[[Method], Method]:
    """Declare that a method carries out an action; `known` are fields of `Action`."""

    def declare(method: Method) -> Method:
        declared = getattr(method, "actions", ())
        method.actions = (*declared, Action(name, **known))  # type: ignore[attr-defined]
        return method

    return declare


class Actions:
    """The actions of all services, by their names in custom ids."""

    def __init__(self, services: Iterable[object]) -> None:
        """Collect what these services have declared."""
        self._handlers: dict[str, tuple[Action, Handler]] = {}
        for service in services:
            for method in vars(type(service)).values():
                for declared in getattr(method, "actions", ()):
                    self._handlers[declared.name] = declared, method.__get__(service)

    def find(self, name: str) -> Action | None:
        """Return what is known about an action, None for a name that is none."""
        known = self._handlers.get(name)
        return known[0] if known else None

    async def run(self, name: str, request: ActionRequest) -> Screen | None:
        """Carry out an action that is known. Raises `Refused` and what the service raises."""
        _, handler = self._handlers[name]
        return await handler(request)

    @property
    def names(self) -> Iterable[Any]:
        """The names of all actions."""
        return self._handlers.keys()
