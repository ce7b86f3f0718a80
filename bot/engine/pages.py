"""Pages that people open: those of a game's rules, and extra ones such as a score sheet."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from bot.engine.screen import Field, Picture, Screen
from bot.engine.screens import ScreenContext


class RulesPage(Struct, frozen=True, gc=False):
    """The contents of one page of a game's rules, in addition to the page's title and text."""

    values: Mapping[str, int | str] = {}
    """Maps placeholders in the page's text to their values."""
    fields: tuple[Field, ...] = ()
    picture: Picture | None = None
    """The picture above the page's text."""
    below: Picture | None = None
    """The picture below the page's text."""


class Rulebook(Struct, frozen=True):
    """The pages of a game's rules."""

    pages: tuple[str, ...] = ("",)
    """The names of the pages, in order. A page named "turn" shows the messages `rules-turn-title`
    and `rules-turn`. The page named "" shows `game-title` and `game-rules`.
    """
    make_page: Callable[[str, ScreenContext], RulesPage] = lambda name, context: RulesPage()  # noqa: ARG005
    """Returns what a page shows in addition to its title and text, given its name.
    `ScreenContext.names` is empty, because the reader need not sit at a table.
    """

    def render(self, page: int, context: ScreenContext) -> Screen:
        """Return a page of the rules, without buttons. `page` is its index in `pages`."""
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
    """Returns the names of the pages that the reader with this view may open. The table adds a
    button for each page, whose label is the message `button-<name>`. It adds none if the own
    screen has a button with `TableAction("page", name)` already.
    """
    make_page: Callable[[str, Any, ScreenContext], Screen]
    """Returns a page, given its name and the reader's view. Buttons on a page may only lead to
    parts of the same page: `TableAction("page", "<name>-<part>")`. A part is a number from 1 to
    999. The name may then have "-" and the number of a part at its end. If the part does not
    exist, return another part.
    """


NO_PAGES = ExtraPages(lambda view: (), lambda name, view, context: Screen(name))  # noqa: ARG005
