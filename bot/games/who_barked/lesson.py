"""The hints that teach a learner Who Barked? during the lesson, a game against four computers.

The learner is the nose and leads first. Hints depend on what the learner sees, not on a script.
"""

from msgspec.structs import replace

from bot.engine.lessons import format_lesson_hint, highlight_advice
from bot.engine.moves import Move
from bot.engine.picking import find_picked
from bot.engine.screen import Button, Press, Screen
from bot.engine.screens import Question
from bot.engine.text_helpers import join_paragraphs
from bot.games.who_barked.computer import choose_as_honest_cat, compute_crew_chance
from bot.games.who_barked.model.moves import VOTE_YES, PickCrew
from bot.games.who_barked.model.state import View
from bot.games.who_barked.private import PICK_PREFIX
from bot.games.who_barked.words import format_crew, format_names


def add_lesson(own_screen: Screen, board: Screen, question: Question[View]) -> Screen:
    """Return the learner's own screen with a hint and all that the board shows."""
    is_asked = question.prompt is not None and not question.prompt.has_answered
    advised = choose_as_honest_cat(question.view) if is_asked else None
    own = highlight_advice(own_screen, advised.path if advised else "")
    if isinstance(advised, PickCrew):
        own = _highlight_next_pick(own_screen, question, advised)
    hint = format_lesson_hint(_explain_moment(question, advised), question.context)
    if not question.context.pictures:
        return replace(own, text=join_paragraphs(hint, own.text, board.text))
    names = "" if advised else format_names(question.context)
    below = None if question.view.phase == "meet" else board.picture
    return replace(own, text=join_paragraphs(hint, own.text, names), below=below)


def _highlight_next_pick(screen: Screen, question: Question[View], advised: PickCrew) -> Screen:
    """Return the screen on which only the button that comes closer to the advised crew is green.

    A crew is picked one by one, and who does not belong to it is taken back first.
    """
    picked, crew = {*find_picked(question, PICK_PREFIX)}, {*advised.seats}
    press: Press = question.submit(advised)
    if picked != crew:
        following = picked ^ {min(picked - crew or crew - picked)}
        prefix = PICK_PREFIX.add_value(tuple(sorted(following))) if following else PICK_PREFIX
        press = question.open(prefix)
    rows = tuple(
        tuple(
            replace(item, style="good" if item.press == press else "plain")
            for item in row
            if isinstance(item, Button)
        )
        for row in screen.rows
    )
    return replace(screen, rows=rows)


def _explain_moment(question: Question[View], advised: Move | None) -> str:
    """Return the hint for this moment of the lesson, or "" if there is nothing to explain."""
    view, context, say = question.view, question.context, question.context.say
    if advised is None:
        return say(_find_waiting_hint(view))
    if isinstance(advised, PickCrew):
        return say("lesson-lead", crew=format_crew(advised.seats, context))
    if view.phase == "raid":
        return say("lesson-raid")
    reason = "must" if view.spare_hours == 0 else "good" if advised == VOTE_YES else "bad"
    if not compute_crew_chance(view):
        reason = "smell"
    return say(
        "lesson-vote", vote=say(f"vote-{'yes' if advised == VOTE_YES else 'no'}"), reason=reason
    )


def _find_waiting_hint(view: View) -> str:
    """Return the key of the hint for a moment in which the learner has nothing to decide."""
    match view.phase:
        case "meet" | "hush" | "hunt" | "sniff":
            return f"lesson-{view.phase}"
        case "talk" if not view.proposals[-1].is_accepted:
            return "lesson-refused"
        case "talk":
            return "lesson-barked" if view.proposals[-1].barks else "lesson-quiet"
    return "lesson-wait"
