"""The notebook: how likely the bid on the table is, and the next ones."""

from bot.games.liars_dice.odds import at_least
from bot.games.liars_dice.state import FACES, ONE, Bid, View
from bot.games.liars_dice.words import bid_words
from bot.games.screen import Field, Scene, Screen


def chance(view: View, bid: Bid) -> float:
    """Return how likely a bid is true, as far as the viewer's own dice tell."""
    unseen = sum(view.counts) - len(view.dice)
    return at_least(bid.count, bid.face, view.dice, unseen, view.wild)


def percent(share: float) -> int:
    """Return a chance in percent; 0 and 100 only where it is certain."""
    return round(100 * share) if share in (0, 1) else min(99, max(1, round(100 * share)))


def page(view: View, scene: Scene) -> Screen:
    """Return the chances of the bid on the table, and of the lowest higher bid on each face."""
    say = scene.say
    last = view.bids[-1] if view.bids else None
    table = (Field(say("notebook-table"), _told(view, last, scene)),) if last else ()
    raises = "\n".join(_told(view, bid, scene) for bid in _raises(view, last))
    higher = (Field(say("notebook-higher"), raises),) if raises else ()
    return Screen(say("button-notebook"), say("notebook-text"), fields=(*table, *higher))


def _told(view: View, bid: Bid, scene: Scene) -> str:
    share = str(percent(chance(view, bid)))
    return scene.say("notebook-chance", bid=bid_words(bid, scene), chance=share)


def _raises(view: View, last: Bid | None) -> tuple[Bid, ...]:
    """Return for each face the lowest bid that is higher than the last one, lowest first."""
    faces = range(ONE + 1 if view.wild else ONE, FACES + 1)
    count, face = (last.count, last.face) if last else (1, 0)
    bids = (Bid(view.turn, count + (each <= face), each) for each in faces)
    most = sum(view.counts)
    return tuple(
        sorted((bid for bid in bids if bid.count <= most), key=lambda b: (b.count, b.face))
    )
