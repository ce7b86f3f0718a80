"""The pages of the rules, and the page with all proposals."""

from bot.engine.pages import RulesPage
from bot.engine.screen import Field, Screen
from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import join_paragraphs
from bot.games.who_barked.model.state import SETUPS_BY_SEATS, View
from bot.games.who_barked.words import describe_proposal

RULES_PAGES = ("idea", "crew", "dogs", "nose", "numbers")


def list_pages(view: View) -> tuple[str, ...]:
    """Return the name of the page with all proposals, once there is one."""
    return ("tracks",) if view.proposals else ()


def make_page(name: str, view: View, context: ScreenContext) -> Screen:
    """Return the page with all proposals, their votes, and what came of them."""
    lines = (
        describe_proposal(number, proposal, context)
        for number, proposal in enumerate(view.proposals, 1)
    )
    return Screen(context.say("button-tracks"), join_paragraphs(*lines))


def make_rules_page(name: str, context: ScreenContext) -> RulesPage:
    """Return what a page of the rules adds to its text: numbers, and a table of setups."""
    setups = "\n".join(
        context.say(
            "rules-setup",
            seats=seats,
            dogs=setup.dogs,
            cats=seats - setup.dogs,
            hours=setup.hours,
            sizes=" · ".join(map(str, setup.goals)),
        )
        for seats, setup in SETUPS_BY_SEATS.items()
    )
    alarms = next(iter(SETUPS_BY_SEATS.values())).alarms
    fields = (Field(context.say("rules-setups"), setups),) if name == "numbers" else ()
    return RulesPage({"alarms": alarms}, fields)
