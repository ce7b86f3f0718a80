"""The hints of the lesson for new players, each shown at the moment when it matters.

There is one hint at a time. It depends on the learner's cards, the points and the current question
instead of a script, so the learner can make any move. A lesson has two players, the five factions
for the first game, and a low number of points to win.
"""

from collections.abc import Sequence

from bot.engine.events import Seat
from bot.engine.game import Place
from bot.engine.lessons import format_lesson_hint
from bot.engine.screen import Question, ScreenContext
from bot.games.catham_city.model.state import (
    DETECTIVES,
    FACTIONS,
    HACKERS,
    MAFIA,
    MIN_CARDS_TO_PLAY,
    ROBOCATS,
    SCIENTISTS,
    View,
)
from bot.games.catham_city.private import is_playable
from bot.games.catham_city.words import (
    format_cards,
    format_player,
    format_points,
    format_signed_faction,
)

POINTS_NEAR_WINNING = 3
"""The lesson hints that a player is close to winning if at most this many points are missing.

A single play can bring them.
"""
CARDS_NEAR_LIMIT = 9
"""The number of cards in the hand from which the lesson warns of the hand limit."""
FACTIONS_EXPLAINED_FIRST = (SCIENTISTS, DETECTIVES, MAFIA, ROBOCATS, HACKERS)
"""The order in which the lesson explains factions if the learner can play several of them."""


def explain_moment(question: Question[View]) -> str:
    """Return the hint for the learner at this moment of the lesson."""
    return format_lesson_hint(_write_hint(question), question.context)


def _write_hint(question: Question[View]) -> str:
    view, seat, prompt, context = question.view, question.seat, question.prompt, question.context
    say, name = context.say, _name_other(seat, context)
    if prompt is None:
        race = say("lesson-race", target=view.target) if view.turn < len(view.points) else ""
        return f"{say('lesson-wait', name=name)} {race}".rstrip()
    match prompt.kind:
        case "action" if view.turn == 0:
            begin = say("lesson-begin", name=name, target=view.target)
            return f"{begin} {_suggest_taking(view, context)}".rstrip()
        case "action":
            return _explain_action(view, seat, context)
        case "discard":
            return say("lesson-discard")
        case faction:
            return say(f"lesson-asked-{faction}", name=name)


def explain_end(places: Sequence[Place], seat: Seat, context: ScreenContext) -> str:
    """Return the sentence that ends the lesson, depending on whether the learner has won."""
    won = any(place.seat == seat and place.rank == 1 for place in places)
    return context.say("lesson-over", won="yes" if won else "no")


def _explain_action(view: View, seat: Seat, context: ScreenContext) -> str:
    """Return the most important hint for a learner who has to choose an action.

    The first that applies is chosen: a nearly full hand, a faction that can be played for the first
    time, a player who is close to winning, or which cards to take.
    """
    say = context.say
    if len(view.hand) >= CARDS_NEAR_LIMIT:
        return say("lesson-full")
    if play := _explain_play(view, seat, context):
        return play
    mine, theirs = (view.target - view.points[each] for each in (seat, 1 - seat))
    if mine <= POINTS_NEAR_WINNING:
        return say("lesson-own-close", points=format_points(mine, say))
    if theirs <= POINTS_NEAR_WINNING:
        return say("lesson-their-close", name=_name_other(seat, context), missing=theirs)
    return _suggest_taking(view, context)


def _explain_play(view: View, seat: Seat, context: ScreenContext) -> str:
    """Return a hint on a faction that the learner can play and that nobody has played yet.

    A faction counts as played if its cards are in the discard pile. Return "" if there is no such
    faction.
    """
    for faction in FACTIONS_EXPLAINED_FIRST:
        if is_playable(view, faction) and faction not in view.discards:
            key = f"lesson-play-{FACTIONS[faction]}"
            return context.say(
                key,
                faction=format_signed_faction(faction, context),
                name=_name_other(seat, context),
            )
    return ""


def _suggest_taking(view: View, context: ScreenContext) -> str:
    """Return a hint on which cards to take, or "" if the learner can play for points instead."""
    if any(is_playable(view, faction) for faction in (SCIENTISTS, DETECTIVES, MAFIA)):
        return ""
    for faction in FACTIONS_EXPLAINED_FIRST[:-1]:
        lacking = MIN_CARDS_TO_PLAY[faction] - view.hand.count(faction)
        if 0 < lacking <= view.market.count(faction):
            taken = format_cards((faction,) * lacking, context)
            return context.say(
                "lesson-take", cards=taken, faction=format_signed_faction(faction, context)
            )
    return context.say("lesson-collect")


def _name_other(seat: Seat, context: ScreenContext) -> str:
    return format_player(1 - seat, context)
