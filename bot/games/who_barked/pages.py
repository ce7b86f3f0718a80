"""The pages of Who Barked? that people open to read: the rules, and the notebook."""

from collections.abc import Sequence

from bot.engine.pages import RulesPage
from bot.engine.screen import Field, Screen
from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import join_lines, join_paragraphs
from bot.games.who_barked.model.deduction import (
    Pack,
    find_open_packs,
    find_possible_packs,
    find_sure_dogs,
    list_packs,
)
from bot.games.who_barked.model.state import SETUPS_BY_SEATS, UNMASKED_PHASES, View
from bot.games.who_barked.words import (
    describe_rounds,
    format_crew,
    format_lettered_name,
    format_letters,
)

RULES_PAGES = ("idea", "crew", "dogs", "nose", "numbers")
MAX_LISTED_PACKS = 12
"""The maximum number of packs that the notebook lists. Of more, it only tells their number."""


def list_pages(view: View) -> tuple[str, ...]:
    """Return the name of the notebook, once there is something to note."""
    return ("notebook",) if view.proposals else ()


def make_page(name: str, view: View, context: ScreenContext) -> Screen:
    """Return the notebook: all crews, votes and noises, and who can still be a dog.

    What follows from open facts alone is apart from what only the reader knows. Once the dogs have
    dropped their masks, nothing is left to conclude.
    """
    say = context.say
    names = " · ".join(format_lettered_name(seat, context) for seat in range(view.seats))
    fields: tuple[Field, ...] = ()
    if view.phase not in UNMASKED_PHASES:
        open_packs = find_open_packs(view)
        shared = _describe_packs("notebook-left", open_packs, view.seats, context)
        fields = (Field(say("notebook-shared"), shared),)
        if view.role:
            fields = (*fields, Field(say("notebook-own"), _describe_own_packs(view, context)))
    text = join_paragraphs(names, describe_rounds(view, context))
    return Screen(say("button-notebook"), text, fields, say("notebook-signs"))


def _describe_own_packs(view: View, context: ScreenContext) -> str:
    """Return what the reader's role adds to what everybody knows."""
    if view.role == "dog":
        return context.say("notebook-left-dog")
    packs = find_possible_packs(view)
    return _describe_packs(f"notebook-left-{view.role}", packs, view.seats, context)


def _describe_packs(key: str, packs: Sequence[Pack], seats: int, context: ScreenContext) -> str:
    """Return how many packs are left, who is surely a dog or a cat, and the packs, if few."""
    say = context.say
    dogs = find_sure_dogs(packs)
    cats = [seat for seat in range(seats) if not any(seat in pack for pack in packs)]
    maybe = [seat for seat in range(seats) if seat not in dogs and seat not in cats]
    is_listed = 1 < len(packs) <= MAX_LISTED_PACKS
    listed = " · ".join(format_letters(pack, context).replace(" ", "+") for pack in packs)
    return join_lines(
        say(key, left=len(packs), all=len(list_packs(seats)), dogs=len(packs[0])),
        say("notebook-dogs", names=format_crew(dogs, context)) if dogs else "",
        say("notebook-cats", names=format_crew(cats, context)) if cats else "",
        say("notebook-maybe", names=format_crew(maybe, context))
        if maybe and (dogs or cats)
        else "",
        say("notebook-packs", packs=listed) if is_listed else "",
    )


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
