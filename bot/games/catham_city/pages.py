"""The pages of Catham City that people open to read: the factions of a game, and the rules."""

from bot.engine.pages import RulesPage
from bot.engine.screen import Field, Screen
from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import join_lines
from bot.games.catham_city import pictures
from bot.games.catham_city.model.state import FACTIONS, Cards, View
from bot.games.catham_city.words import format_cards, format_signed_faction

RULES_PAGES = ("goal", "turn", "first-factions", "other-factions", "end", "questions")
PICTURED_FACTIONS = {
    "goal": tuple(range(8)),
    "first-factions": tuple(range(4)),
    "other-factions": tuple(range(4, 8)),
}
"""Maps the name of a rules page to the factions that its picture shows."""


def make_rules_page(name: str, context: ScreenContext) -> RulesPage:
    """Return the picture and the explanations of factions that a rules page adds to its text."""
    factions = PICTURED_FACTIONS.get(name)
    if factions is None:
        return RulesPage()
    return RulesPage(
        fields=_explain_factions(factions, context) if name.endswith("factions") else (),
        picture=pictures.make_overview_picture(factions, context.say) if context.pictures else None,
    )


def list_pages(view: View) -> tuple[str, ...]:
    """Return the names of the pages that people can open: "factions" until the game is over."""
    return () if view.phase == "over" else ("factions",)


def make_factions_page(name: str, view: View, context: ScreenContext) -> Screen:
    """Return the page that explains the game's five factions and lists the discard pile."""
    return Screen(
        title=context.say("button-factions"),
        text=join_lines(
            context.say("factions-text"),
            context.say("discard-pile", cards=format_cards(view.discards, context)),
        ),
        fields=_explain_factions(view.factions, context),
        picture=pictures.make_overview_picture(view.factions, context.say)
        if context.pictures
        else None,
    )


def _explain_factions(factions: Cards, context: ScreenContext) -> tuple[Field, ...]:
    return tuple(
        Field(format_signed_faction(faction, context), context.say(f"effect-{FACTIONS[faction]}"))
        for faction in factions
    )
