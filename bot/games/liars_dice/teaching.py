"""What a lesson says: each step is explained at the moment it matters, from the learner's view.

It depends on the dice and bids and not on a script, so every way to play is fine.
"""

from msgspec.structs import replace

from bot.games.game import Prompt
from bot.games.liars_dice import notebook
from bot.games.liars_dice.state import FACES, ONE, Opened, View, matching
from bot.games.liars_dice.words import bid_words, claim, player
from bot.games.screen import Scene, Screen
from bot.games.wording import hint, paragraphs

LIKELY = 0.5
"""From this chance on, a bid is better believed."""


def screen(own: Screen, board: Screen, view: View, prompt: Prompt | None, scene: Scene) -> Screen:
    """Return the learner's own screen with what a board shows, and with what is to be said."""
    told = hint(explained(view, prompt, scene), scene)
    if scene.pictures:
        below = None if view.looking or prompt is None else board.picture
        return replace(own, text=paragraphs(told, own.text), below=below)
    return replace(own, text=paragraphs(told, own.text, board.text))


def explained(view: View, prompt: Prompt | None, scene: Scene) -> str:
    """Return the sentences for this moment."""
    if view.looking and view.opened:
        return _opened(view, view.opened, scene)
    if prompt is None:
        return scene.say("lesson-wait", name=_other(view, scene))
    if not view.bids:
        return scene.say("lesson-again" if view.opened else "lesson-begin", **_first(view, scene))
    return _advice(view, scene)


def ended(scene: Scene) -> str:
    """Return what comes after the lesson."""
    return scene.say("lesson-over")


def _first(view: View, scene: Scene) -> dict[str, int | str]:
    """Return the other's name, and a bid that the learner's own dice alone make true."""
    sure = {face: matching(view.dice, face, view.wild) for face in range(ONE + 1, FACES + 1)}
    face = max(sure, key=lambda each: sure[each])
    return {
        "name": _other(view, scene),
        "bid": claim(sure[face], face, scene),
        "dice": sum(view.counts) - len(view.dice),
    }


def _advice(view: View, scene: Scene) -> str:
    """Tell how likely the bid on the table is, and what follows."""
    bid = view.bids[-1]
    share = notebook.chance(view, bid)
    key = "likely" if share >= LIKELY else "unlikely" if share > 0 else "impossible"
    return scene.say(
        f"lesson-{key}", bid=bid_words(bid, scene), chance=str(notebook.percent(share))
    )


def _opened(view: View, opened: Opened, scene: Scene) -> str:
    """Explain what was under the cups, and who loses a die."""
    return scene.say(
        "lesson-opened",
        bid=bid_words(opened.bid, scene),
        found=opened.found,
        true=int(opened.found >= opened.bid.count),
        wild=int(view.wild),
        lost="you" if opened.loser == view.viewer else "they",
        name=_other(view, scene),
    )


def _other(view: View, scene: Scene) -> str:
    return player(1 - (view.viewer or 0), scene)
