"""The hints that teach a learner Liar's Dice during the lesson, a short game against a computer.

Each hint is shown when it matters. Hints depend on the dice and bids that the learner sees, not on
a script, so the learner can play any move.
"""

from functools import partial

from msgspec.structs import replace

from bot.engine.lessons import format_lesson_hint, highlight_advice
from bot.engine.moves import Move
from bot.engine.screen import Screen
from bot.engine.screens import Question, ScreenContext
from bot.engine.text_helpers import join_paragraphs, to_percent
from bot.games.liars_dice.model.moves import MakeBid
from bot.games.liars_dice.model.state import WILD_FACE, Bid, LiftedChallenge, View
from bot.games.liars_dice.pages import estimate_bid_chance
from bot.games.liars_dice.words import describe_call, format_bid, format_claim, format_player


def add_lesson(own_screen: Screen, board: Screen, question: Question[View]) -> Screen:
    """Return the learner's own screen with the hint for this moment and the contents of the board.

    A lesson's table has no board in the channel, so the own screen has to show everything. Only the
    buttons for the advised move are green. The second step of a bid has no hint.

    Args:
        own_screen: The learner's own screen without the hint.
        board: The board, as it would be shown in a channel.
        question: The decision that the learner has to make, if any, and all that they may know.
    """
    view, context = question.view, question.context
    advised = _advise_move(question)
    own = highlight_advice(own_screen, advised.path if advised else "")
    told = "" if question.entered.values else format_lesson_hint(explain_moment(question), context)
    if context.pictures:
        below = None if view.looking or question.prompt is None else board.picture
        return replace(own, text=join_paragraphs(told, own.text), below=below)
    return replace(own, text=join_paragraphs(told, own.text, board.text))


def explain_moment(question: Question[View]) -> str:
    """Return the hint that fits the current state of the lesson."""
    view, context = question.view, question.context
    if view.looking and view.opened:
        return _explain_dice(view, view.opened, context)
    if view.lifting:
        return describe_call(view, context)
    advised = _advise_move(question)
    if advised is None:
        return context.say("lesson-wait", name=_name_opponent(view, context))
    if view.bids or not isinstance(advised, MakeBid):
        return _explain_last_bid(view, advised, context)
    bid, paw = _name_bid(advised, context), int(context.pictures and WILD_FACE in view.dice)
    if view.opened:
        return context.say("lesson-again", bid=bid, paw=paw)
    return context.say("lesson-begin", name=_name_opponent(view, context), bid=bid, paw=paw)


def _advise_move(question: Question[View]) -> Move | None:
    """Return the move that the lesson advises, or None if the learner has nothing to decide.

    The first bid of a round is the highest one that the learner's own dice make true. Later, it is
    the move that is likeliest to be right, judged by the learner's own dice.
    """
    if question.view.bids:
        return max(question.moves, key=partial(_rate_move, question.view), default=None)
    bids = [move for move in question.moves if isinstance(move, MakeBid)]
    sure = [bid for bid in bids if _estimate_chance(question.view, bid) == 1]
    return max(sure, key=lambda bid: (bid.count, bid.face), default=None)


def _rate_move(view: View, move: Move) -> tuple[float, int]:
    if isinstance(move, MakeBid):
        return _estimate_chance(view, move), move.count
    return 1 - estimate_bid_chance(view, view.bids[-1]), 0


def _estimate_chance(view: View, move: MakeBid) -> float:
    return estimate_bid_chance(view, Bid(view.turn, move.count, move.face))


def _explain_last_bid(view: View, advised: Move, context: ScreenContext) -> str:
    """Return the hint that tells how likely the last bid is true, and what the learner can do."""
    bid, say = format_bid(view.bids[-1], context), context.say
    chance = estimate_bid_chance(view, view.bids[-1])
    percent = str(to_percent(chance))
    if isinstance(advised, MakeBid):
        better, odds = _name_bid(advised, context), str(to_percent(_estimate_chance(view, advised)))
        return say("lesson-raise", bid=bid, chance=percent, better=better, odds=odds)
    if chance:
        return say("lesson-challenge", bid=bid, chance=percent)
    return say("lesson-impossible", bid=bid)


def _name_bid(bid: MakeBid, context: ScreenContext) -> str:
    return format_claim(bid.count, bid.face, context)


def _explain_dice(view: View, challenge: LiftedChallenge, context: ScreenContext) -> str:
    """Return the hint that explains the revealed dice after a challenge, and who loses a die."""
    return context.say(
        "lesson-opened",
        bid=format_bid(challenge.bid, context),
        found=challenge.found,
        true=int(challenge.found >= challenge.bid.count),
        wild=int(view.wild),
        paw=int(context.pictures and any(WILD_FACE in cup for cup in challenge.cups)),
        lost="you" if challenge.loser == view.viewer else "they",
        name=_name_opponent(view, context),
    )


def _name_opponent(view: View, context: ScreenContext) -> str:
    return format_player(1 - (view.viewer or 0), context)
