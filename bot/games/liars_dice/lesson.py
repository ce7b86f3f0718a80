"""What a lesson says: each step is explained at the moment it matters, from the learner's view.

It depends on the dice and bids and not on a script, so every way to play is fine.
"""

from msgspec.structs import replace

from bot.engine.game import Prompt
from bot.engine.screen import Screen, ScreenContext
from bot.engine.text_helpers import hint, paragraphs, to_percent
from bot.games.liars_dice.model.state import FACES, ONE, Opened, View, count_matching
from bot.games.liars_dice.pages import chance_of
from bot.games.liars_dice.words import bid_words, claim, player

MIN_LIKELY_CHANCE = 0.5
"""From this chance on, a bid is better believed."""


def add_lesson(
    own: Screen, board: Screen, view: View, prompt: Prompt | None, scene: ScreenContext
) -> Screen:
    """Return the learner's own screen with what a board shows, and with what is to be said."""
    told = hint(explain(view, prompt, scene), scene)
    if scene.pictures:
        below = None if view.looking or prompt is None else board.picture
        return replace(own, text=paragraphs(told, own.text), below=below)
    return replace(own, text=paragraphs(told, own.text, board.text))


def explain(view: View, prompt: Prompt | None, scene: ScreenContext) -> str:
    """Return the sentences for this moment."""
    if view.looking and view.opened:
        return _explain_dice(view, view.opened, scene)
    if prompt is None:
        return scene.say("lesson-wait", name=_opponent(view, scene))
    if not view.bids:
        return scene.say(
            "lesson-again" if view.opened else "lesson-begin", **_suggest_bid(view, scene)
        )
    return _advise(view, scene)


def _suggest_bid(view: View, scene: ScreenContext) -> dict[str, int | str]:
    """Return the other's name, and a bid that the learner's own dice alone make true."""
    sure = {face: count_matching(view.dice, face, view.wild) for face in range(ONE + 1, FACES + 1)}
    face = max(sure, key=lambda each: sure[each])
    return {
        "name": _opponent(view, scene),
        "bid": claim(sure[face], face, scene),
        "dice": sum(view.counts) - len(view.dice),
    }


def _advise(view: View, scene: ScreenContext) -> str:
    """Tell how likely the bid on the table is, and what follows."""
    bid = view.bids[-1]
    share = chance_of(view, bid)
    key = "likely" if share >= MIN_LIKELY_CHANCE else "unlikely" if share > 0 else "impossible"
    return scene.say(f"lesson-{key}", bid=bid_words(bid, scene), chance=str(to_percent(share)))


def _explain_dice(view: View, opened: Opened, scene: ScreenContext) -> str:
    """Explain what was under the cups, and who loses a die."""
    return scene.say(
        "lesson-opened",
        bid=bid_words(opened.bid, scene),
        found=opened.found,
        true=int(opened.found >= opened.bid.count),
        wild=int(view.wild),
        lost="you" if opened.loser == view.viewer else "they",
        name=_opponent(view, scene),
    )


def _opponent(view: View, scene: ScreenContext) -> str:
    return player(1 - (view.viewer or 0), scene)
