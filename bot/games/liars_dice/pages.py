"""The pages of Liar's Dice that people open to read: notebook, story of the game, and rules.

The notebook shows a player how likely bids are true.
"""

from collections.abc import Sequence

from bot.engine.events import Event
from bot.engine.screen import Field, RulesPage, Screen, ScreenContext
from bot.engine.text_helpers import count_utf16_units, to_percent
from bot.games.liars_dice.computer.odds import compute_at_least_chance
from bot.games.liars_dice.model.events import CupsLifted
from bot.games.liars_dice.model.state import FACES_PER_DIE, WILD_FACE, Bid, View
from bot.games.liars_dice.words import format_bid, format_brief_player, format_dice

MAX_STORY_CHARACTERS = 4000
"""The maximum length of the page with the story of the game, in UTF-16 code units.

If the story is longer, its oldest lines are left out. Discord allows 4,096 in a text.
"""
RULES_PAGES = ("idea", "bid", "liar", "end")
EXAMPLE_CUPS = ((1, 3, 3, 6), (2, 3, 5, 5))
"""The dice in the example of the rules: first the reader's own dice, then Ada's.

Ada is the other player of the example.
"""


def rules_page(name: str, context: ScreenContext) -> RulesPage:
    """Return the values that a page of the rules inserts into its text.

    Only the page "liar" has values: the dice of its example.

    Args:
        name: One of `RULES_PAGES`.
        context: The language and emojis of the screen.
    """
    own, ada = (format_dice(cup, context) for cup in EXAMPLE_CUPS)
    return RulesPage({"own": own, "ada": ada} if name == "liar" else {})


def make_story_page(events: Sequence[Event], context: ScreenContext) -> Screen:
    """Return the page with the story of a game, which has a line for each challenge.

    If there are too many lines, the oldest ones are left out.

    Args:
        events: The events of the game, oldest first.
        context: The names, letters and language of the screen.
    """
    challenges = [event for event in events if isinstance(event, CupsLifted)]
    told = [_tell_round(number, lifted, context) for number, lifted in enumerate(challenges, 1)]
    while sum(count_utf16_units(line) + 1 for line in told) > MAX_STORY_CHARACTERS:
        told.pop(0)
    return Screen(context.say("button-story"), "\n".join(told))


def _tell_round(number: int, challenge: CupsLifted, context: ScreenContext) -> str:
    return context.say(
        "story-round",
        round=number,
        name=format_brief_player(challenge.challenger, context),
        bidder=format_brief_player(challenge.bidder, context),
        bid=format_bid(challenge.bid, context),
        found=challenge.found,
        true=int(challenge.is_true),
    )


def estimate_bid_chance(view: View, bid: Bid) -> float:
    """Return the chance, from 0 to 1, that a bid is true, judged by the viewer's own dice alone."""
    unseen = sum(view.counts) - len(view.dice)
    return compute_at_least_chance(bid.count, bid.face, view.dice, unseen, view.wild)


def make_notebook_page(view: View, context: ScreenContext) -> Screen:
    """Return the notebook, a page that shows a player how likely bids are true.

    It lists the last bid, and the lowest higher bid on each face.
    """
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
    """Return the lowest legal bid on each face that is higher than the last bid, lowest first.

    A `last_bid` of None means that nobody has bid yet. Faces on which no higher bid is possible are
    left out.
    """
    faces = range(WILD_FACE + 1 if view.wild else WILD_FACE, FACES_PER_DIE + 1)
    count, face = (last_bid.count, last_bid.face) if last_bid else (1, 0)
    bids = (Bid(view.turn, count + (each <= face), each) for each in faces)
    most = sum(view.counts)
    return tuple(
        sorted((bid for bid in bids if bid.count <= most), key=lambda b: (b.count, b.face))
    )
