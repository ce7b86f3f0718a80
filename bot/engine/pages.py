"""Pages that people open: those of a game's rules, and extra ones such as a score sheet."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from bot.engine.screen import Field, Picture, Screen
from bot.engine.screens import ScreenContext


class RulesPage(Struct, frozen=True, gc=False):
    """What a page of a game's rules shows beside its title and text."""

    values: Mapping[str, int | str] = {}
    """Maps placeholders in the page's text to their values."""
    fields: tuple[Field, ...] = ()
    picture: Picture | None = None
    """The picture above the text."""
    below: Picture | None = None
    """The picture below the text."""


class Rulebook(Struct, frozen=True):
    """The pages of a game's rules."""

    pages: tuple[str, ...] = ("",)
    """The names of the pages. "turn" shows the messages `rules-turn-title` and `rules-turn`, and ""
    shows `game-title` and `game-rules`.
    """
    make_page: Callable[[str, ScreenContext], RulesPage] = lambda name, context: RulesPage()  # noqa: ARG005
    """Returns what a page shows beside its title and text. `ScreenContext.names` is empty, because
    the reader need not sit at a table.
    """

    def render(self, page: int, context: ScreenContext) -> Screen:
        """Return the page with this index, without buttons."""
        name = self.pages[page]
        title, told = (
            (f"rules-{name}-title", f"rules-{name}") if name else ("game-title", "game-rules")
        )
        more = self.make_page(name, context)
        return Screen(
            title=context.say(title),
            text=context.say(told, **more.values),
            fields=more.fields,
            picture=more.picture,
            below=more.below,
        )


class ExtraPages(Struct, frozen=True):
    """Pages beside the board, such as a score sheet, that people may open in the game."""

    find_names: Callable[[Any], tuple[str, ...]]
    """Returns the pages that the reader with this view may open. The table adds a button for each,
    with the message `button-<name>`, unless the own screen has a button with `TableAction("page",
    name)`.
    """
    make_page: Callable[[str, Any, ScreenContext], Screen]
    """Returns a page, given its name and the reader's view. Its buttons may only lead to parts of
    it: `TableAction("page", "<name>-<part>")`, with a number from 1 to 999. The name may then end
    in "-" and such a number. If the part does not exist, return another one.
    """


NO_PAGES = ExtraPages(lambda view: (), lambda name, view, context: Screen(name))  # noqa: ARG005
