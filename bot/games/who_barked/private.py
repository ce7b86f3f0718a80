"""The own screens of Who Barked?, each seen by one player alone."""

from functools import partial

from bot.engine.moves import Move, Prefix
from bot.engine.picking import find_picked, make_pick_rows
from bot.engine.screen import Button, Screen, arrange_in_rows
from bot.engine.screens import Question, ScreenContext
from bot.engine.text_helpers import join_lines, join_paragraphs
from bot.games.who_barked import pictures
from bot.games.who_barked.model.moves import (
    ALL_VOTES,
    BARK_MOVE,
    SNEAK_MOVE,
    VOTE_YES,
    Accuse,
    PickCrew,
)
from bot.games.who_barked.model.state import View
from bot.games.who_barked.words import (
    GOAL_SIGNS,
    TOP_DOG_SIGN,
    describe_talk,
    find_sign,
    format_crew,
    format_label,
    format_short_name,
)

PICK_PREFIX, ACCUSE_PREFIX = Prefix(PickCrew), Prefix(Accuse)
MAX_SCENTS = 3
"""The maximum number of crews of which the nose's own screen tells. The notebook has all."""

Row = tuple[Button, ...]


def make_own_screen(question: Question[View]) -> Screen:
    """Return a player's own screen: what to do now, and the secret role.

    A picture shows the role, too, so with it a question has no words about the role. In a lesson,
    the picture is there if it tells more than the hints.
    """
    task, rows = _make_task(question)
    view, context = question.view, question.context
    if not context.pictures:
        return Screen("", join_paragraphs(task, describe_role(view, context)), rows=rows)
    is_told = view.phase == "meet" or (question.prompt is None and not context.lesson)
    role = describe_role(view, context) if is_told else ""
    picture = None
    if view.phase == "meet" or view.scents or not context.lesson:
        picture = pictures.make_own_picture(view, question.seat, context)
    return Screen("", join_paragraphs(task, role), rows=rows, picture=picture)


def describe_role(view: View, context: ScreenContext) -> str:
    """Return the lines about the viewer's role, and what it lets them know."""
    say = context.say
    if view.role == "nose":
        scents = "" if context.pictures else _describe_scents(view, context)
        return join_lines(say("own-nose"), scents)
    if view.role == "cat":
        return say("own-cat")
    others = [seat for seat in view.dogs if seat != view.viewer]
    names = [
        f"{f'{TOP_DOG_SIGN} ' if seat == view.dogs[0] else ''}{format_short_name(seat, context)}"
        for seat in others
    ]
    is_top = int(view.viewer == view.dogs[0])
    return say("own-dog", names=", ".join(names), top=is_top)


def _describe_scents(view: View, context: ScreenContext) -> str:
    """Return a line for each of the last crews that the nose has smelled."""
    lines = (
        context.say(
            "own-scent",
            sign=GOAL_SIGNS[raid.goal],
            crew=format_crew(raid.crew, context),
            dogs=dogs,
        )
        for raid, dogs in zip(view.raids, view.scents, strict=True)
    )
    return "\n".join([*lines][-MAX_SCENTS:])


def _make_task(question: Question[View]) -> tuple[str, tuple[Row, ...]]:
    """Return the sentence that tells the player what to do or to wait for, and the buttons."""
    view, context = question.view, question.context
    if question.prompt is None:
        return _describe_waiting(view, context), ()
    match question.prompt.kind:
        case "lead":
            return _ask_for_crew(question)
        case "vote":
            return _ask_for_vote(question)
        case "raid":
            return _ask_in_kitchen(question)
    return _ask_for_nose(question)


def _describe_waiting(view: View, context: ScreenContext) -> str:
    """Return what the player waits for, or "" if the table or a lesson's hint says it."""
    if context.lesson and view.phase in ("meet", "lead", "talk"):
        return ""  # the computers do not talk
    if view.phase in ("meet", "talk"):
        return join_lines(describe_talk(view, context), context.say(f"wait-{view.phase}"))
    if view.phase in ("hush", "sniff"):
        return context.say(f"wait-{view.phase}")
    if view.phase == "raid":
        return context.say("wait-raid", along=int(view.viewer in view.crew))
    if view.phase == "vote":
        return _describe_proposal(view, context)
    seat = view.dogs[0] if view.phase == "hunt" else view.leader
    key = "wait-hunt" if view.phase == "hunt" else "wait-lead"
    return "" if seat == view.viewer else context.say(key)


def _ask_for_crew(question: Question[View]) -> tuple[str, tuple[Row, ...]]:
    view, say = question.view, question.context.say
    picked = find_picked(question, PICK_PREFIX)
    confirm = say("button-propose")
    if len(picked) in view.crew_sizes:
        goal = view.find_goal(picked)
        confirm = say("button-propose-goal", goal=say(f"goal-name-{goal}"))
    sizes = " / ".join(map(str, view.crew_sizes))
    told = say("ask-lead", sizes=sizes, hours=view.spare_hours)
    label = partial(format_label, context=question.context)
    return told, make_pick_rows(question, PICK_PREFIX, confirm, label)


def _ask_for_vote(question: Question[View]) -> tuple[str, tuple[Row, ...]]:
    view, say = question.view, question.context.say
    own = view.answers.own
    told = _describe_proposal(view, question.context)
    row = tuple(
        Button(
            say(f"vote-{move.answer}"),
            question.submit(move),
            "main" if own is None else "good" if own == (move == VOTE_YES) else "plain",
            "👍" if move == VOTE_YES else "👎",
        )
        for move in ALL_VOTES
    )
    changeable = say("vote-given", vote=say(f"vote-{'yes' if own else 'no'}"))
    return join_lines(told, "" if own is None else changeable), (row,)


def _describe_proposal(view: View, context: ScreenContext) -> str:
    """Return who wants to send which crew, with the question whether it goes."""
    return context.say(
        "ask-vote",
        leader=format_short_name(view.leader, context),
        crew=format_crew(view.crew, context),
        to=context.say(f"goal-to-{view.find_goal(view.crew)}"),
        last=int(view.spare_hours == 0),
    )


def _ask_in_kitchen(question: Question[View]) -> tuple[str, tuple[Row, ...]]:
    view, say = question.view, question.context.say
    is_dog = int(BARK_MOVE in question.moves)
    told = say("ask-raid", to=say(f"goal-to-{view.proposals[-1].goal}"), dog=is_dog)

    def button(move: Move, key: str, emoji: str) -> Button:
        return Button(say(key), question.submit(move), "main", emoji)

    barks = (button(BARK_MOVE, "button-bark", "🐶"),) if is_dog else ()
    return told, ((button(SNEAK_MOVE, "button-sneak", "🐾"), *barks),)


def _ask_for_nose(question: Question[View]) -> tuple[str, tuple[Row, ...]]:
    """Return the question who the nose is, and the buttons with the names of all cats.

    The second press confirms the choice, as it decides the game.
    """
    context, say = question.context, question.context.say
    chosen = question.entered.find_completed_move(question.moves)
    if isinstance(chosen, Accuse):
        told = say("ask-hunt-sure", name=context.names[chosen.seat])
        yes = Button(say("button-accuse"), question.submit(chosen), "bad", "👃")
        back = Button(say("button-previous"), question.open(), emoji="↩️")
        return told, ((yes, back),)
    buttons = [
        Button(
            format_label(move.seat, context),
            question.open(ACCUSE_PREFIX.add_value(move.seat)),
            "main",
            find_sign(move.seat, context),
        )
        for move in question.moves
        if isinstance(move, Accuse)
    ]
    return say("ask-hunt"), arrange_in_rows(buttons)
