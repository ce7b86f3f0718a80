"""The hints that teach a learner Liar's Dice during the lesson, a short game against a computer.

Each hint is shown when it matters. Hints depend on the dice and bids that the learner sees, not on
a script, so the learner can play any move.
"""

from msgspec.structs import replace

from bot.engine.game import Prompt
from bot.engine.lessons import format_lesson_hint
from bot.engine.screen import Screen, ScreenContext
from bot.engine.text_helpers import join_paragraphs, to_percent
from bot.games.liars_dice.model.state import (
    FACES_PER_DIE,
    WILD_FACE,
    LiftedChallenge,
    View,
    count_matching,
)
from bot.games.liars_dice.pages import estimate_bid_chance
from bot.games.liars_dice.words import format_bid, format_claim, format_player

MIN_LIKELY_CHANCE = 0.5
"""The minimum chance of being true, from 0 to 1, with which the lesson calls a bid likely.

For a lower chance, the lesson advises the learner to challenge the bid.
"""


def add_lesson(
    own_screen: Screen, board: Screen, view: View, prompt: Prompt | None, context: ScreenContext
) -> Screen:
    """Return the learner's own screen with the hint for this moment and the contents of the board.

    A lesson's table has no board in the channel, so the own screen has to show everything.

    Args:
        own_screen: The learner's own screen without the hint.
        board: The board, as it would be shown in a channel.
        view: All that the learner may know of the game.
        prompt: The decision that the learner has to make. None means that it is not the learner's
            turn.
        context: The names, letters and language of the screen.
    """
    told = format_lesson_hint(explain_moment(view, prompt, context), context)
    if context.pictures:
        below = None if view.looking or prompt is None else board.picture
        return replace(own_screen, text=join_paragraphs(told, own_screen.text), below=below)
    return replace(own_screen, text=join_paragraphs(told, own_screen.text, board.text))


def explain_moment(view: View, prompt: Prompt | None, context: ScreenContext) -> str:
    """Return the hint that fits the current state of the lesson.

    Args:
        view: All that the learner may know of the game.
        prompt: The decision that the learner has to make. None means that it is not the learner's
            turn.
        context: The names, letters and language of the screen.
    """
    if view.looking and view.opened:
        return _explain_dice(view, view.opened, context)
    if prompt is None:
        return context.say("lesson-wait", name=_name_opponent(view, context))
    if not view.bids:
        return context.say(
            "lesson-again" if view.opened else "lesson-begin", **_suggest_bid(view, context)
        )
    return _advise_on_bid(view, context)


def _suggest_bid(view: View, context: ScreenContext) -> dict[str, int | str]:
    """Return the values to insert into a hint that suggests a bid.

    The suggested bid is certainly true, because the learner's own dice alone make it true.
    """
    sure = {
        face: count_matching(view.dice, face, view.wild)
        for face in range(WILD_FACE + 1, FACES_PER_DIE + 1)
    }
    face = max(sure, key=lambda each: sure[each])
    return {
        "name": _name_opponent(view, context),
        "bid": format_claim(sure[face], face, context),
        "dice": sum(view.counts) - len(view.dice),
    }


def _advise_on_bid(view: View, context: ScreenContext) -> str:
    """Return the hint that tells how likely the last bid is true, and whether to challenge it."""
    bid = view.bids[-1]
    share = estimate_bid_chance(view, bid)
    key = "likely" if share >= MIN_LIKELY_CHANCE else "unlikely" if share > 0 else "impossible"
    return context.say(f"lesson-{key}", bid=format_bid(bid, context), chance=str(to_percent(share)))


def _explain_dice(view: View, challenge: LiftedChallenge, context: ScreenContext) -> str:
    """Return the hint that explains the revealed dice after a challenge, and who loses a die."""
    return context.say(
        "lesson-opened",
        bid=format_bid(challenge.bid, context),
        found=challenge.found,
        true=int(challenge.found >= challenge.bid.count),
        wild=int(view.wild),
        lost="you" if challenge.loser == view.viewer else "they",
        name=_name_opponent(view, context),
    )


def _name_opponent(view: View, context: ScreenContext) -> str:
    return format_player(1 - (view.viewer or 0), context)
