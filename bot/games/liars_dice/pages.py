"""The pages of Liar's Dice that people open to read: the rules, and the notebook of chances."""

from bot.engine.pages import RulesPage
from bot.engine.screen import Field, Screen
from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import to_percent
from bot.games.liars_dice.computer.odds import compute_at_least_chance
from bot.games.liars_dice.model.state import FACES_PER_DIE, WILD_FACE, Bid, View
from bot.games.liars_dice.words import format_bid, format_dice

RULES_PAGES = ("idea", "bid", "liar", "end")
EXAMPLE_CUPS = ((1, 3, 3, 6), (2, 3, 5, 5))
"""The dice in the example of the rules: first the reader's own dice, then Ada's."""


def rules_page(name: str, context: ScreenContext) -> RulesPage:
    """Return the values that a page of the rules inserts into its text: the example's dice."""
    own, ada = (format_dice(cup, context) for cup in EXAMPLE_CUPS)
    return RulesPage({"own": own, "ada": ada} if name == "liar" else {})


def estimate_bid_chance(view: View, bid: Bid) -> float:
    """Return the chance, from 0 to 1, that a bid is true, judged by the viewer's own dice alone."""
    unseen = sum(view.counts) - len(view.dice)
    return compute_at_least_chance(bid.count, bid.face, view.dice, unseen, view.wild)


def list_pages(view: View) -> tuple[str, ...]:
    """Return the names of the pages that the viewer can open now."""
    return ("notebook",) if view.has_notebook else ()


def make_notebook_page(name: str, view: View, context: ScreenContext) -> Screen:
    """Return the page with the chances of the last bid and the lowest higher bids."""
    say = context.say
    last = view.bids[-1] if view.bids else None
    table = (Field(say("notebook-table"), _tell_chance(view, last, context)),) if last else ()
    raises = "\n".join(_tell_chance(view, bid, context) for bid in _find_lowest_raises(view, last))
    higher = (Field(say("notebook-higher"), raises),) if raises else ()
    return Screen(say("button-notebook"), say("notebook-text"), fields=(*table, *higher))


def _tell_chance(view: View, bid: Bid, context: ScreenContext) -> str:
    share = str(to_percent(estimate_bid_chance(view, bid)))
    return context.say("notebook-chance", bid=format_bid(bid, context), chance=share)


def _find_lowest_raises(view: View, last_bid: Bid | None) -> tuple[Bid, ...]:
    """Return the lowest legal bid on each face that is higher than the last bid, lowest first."""
    faces = range(WILD_FACE + 1 if view.wild else WILD_FACE, FACES_PER_DIE + 1)
    count, face = (last_bid.count, last_bid.face) if last_bid else (1, 0)
    bids = (Bid(view.turn, count + (each <= face), each) for each in faces)
    possible = [bid for bid in bids if bid.count <= sum(view.counts)]
    return tuple(sorted(possible, key=lambda bid: (bid.count, bid.face)))
