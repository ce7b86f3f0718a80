"""Formats goals, players and proposals of Who Barked? as words and emojis."""

from collections.abc import Iterable

from bot.engine.events import Seat
from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import SEAT_LETTERS, join_lines, join_names, shorten_name
from bot.games.who_barked.model.deduction import count_dogs
from bot.games.who_barked.model.state import UNMASKED_PHASES, Proposal, PublicState, View
from bot.games.who_barked.model.talk import find_talk, list_voters
from bot.i18n import Text

GOAL_SIGNS = ("🍪", "🧀", "🍗")
"""The emojis of the goals in the kitchen, by number."""
EMPTIED_SIGN = "😋"
"""The emoji of a goal that is empty."""
LEADER_SIGN, CREW_SIGN, ANSWERED_SIGN, YES_SIGN, NO_SIGN = "👑", "🐾", "✅", "👍", "👎"
DOG_SIGN, TOP_DOG_SIGN, NOSE_SIGN, HOME_SIGN = "🐶", "🦴", "👃", "🏠"
MAX_NAME_WIDTH = 24
"""The maximum width of a name in lists of several players, as `shorten_name` measures it.

It is about 12 small letters.
"""
MAX_SEATS_WITH_OWN_LINES = 6
"""The number of players up to which each has a line of the board. More share lines in pairs."""
NAME_WIDTH_BESIDE_PICTURE = 13
"""The maximum width of a name in the line below the board's picture."""


def format_crew(crew: Iterable[Seat], context: ScreenContext) -> str:
    """Return the shortened names of a crew as a list in words, such as "Ann, Bob and Cleo"."""
    return join_names([format_short_name(seat, context) for seat in crew], context.say)


def format_short_name(seat: Seat, context: ScreenContext) -> str:
    """Return a player's name, cut if it is long."""
    return shorten_name(context.names[seat], MAX_NAME_WIDTH, context.say)


def format_letter(seat: Seat, context: ScreenContext) -> str:
    """Return the letter that stands for a player in pictures and in the notebook."""
    return SEAT_LETTERS[context.letter(seat)]


def format_letters(seats: Iterable[Seat], context: ScreenContext) -> str:
    """Return the letters of several players in the order of the alphabet, or "–" for nobody."""
    return " ".join(sorted(format_letter(seat, context) for seat in seats)) or "–"


def format_lettered_name(
    seat: Seat, context: ScreenContext, max_width: int = MAX_NAME_WIDTH
) -> str:
    """Return a player's letter and shortened name, such as "**B** Bob"."""
    name = shorten_name(context.names[seat], max_width, context.say)
    return f"**{format_letter(seat, context)}** {name}"


def format_names(context: ScreenContext) -> str:
    """Return all players on one line beside a picture: each one's cat or letter, and the name."""
    width = NAME_WIDTH_BESIDE_PICTURE
    return " · ".join(
        f"{sign} {shorten_name(name, width, context.say)}"
        if (sign := find_sign(seat, context))
        else format_lettered_name(seat, context, width)
        for seat, name in enumerate(context.names)
    )


def find_sign(seat: Seat, context: ScreenContext) -> str:
    """Return the emoji of a player's cat with its letter, or "" if the bot has no such emojis."""
    return context.emojis.get(f"cat-{format_letter(seat, context).lower()}", "")


def format_label(seat: Seat, context: ScreenContext) -> str:
    """Return a player's name for a button, shortened and with the letter if there are pictures."""
    name = context.labels[seat]
    if not context.pictures:
        return name
    short = shorten_name(name, MAX_NAME_WIDTH, context.say)
    return f"{format_letter(seat, context)} · {short}"


def describe_night(view: PublicState, say: Text) -> str:
    """Return one line about the hours until dawn and the barks so far."""
    return say("board-night", hours=view.hours_left, alarms=view.alarms, max=view.setup.alarms)


def describe_goals(view: PublicState, say: Text) -> str:
    """Return one line with all goals, and the sizes of the crews for those that are not empty."""
    labels = []
    for goal, size in enumerate(view.setup.goals):
        is_empty = goal in view.emptied
        sign = EMPTIED_SIGN if is_empty else GOAL_SIGNS[goal]
        name = say(f"goal-name-{goal}")
        labels.append(f"{sign} {name}" if is_empty else f"{sign} {name}: {size}")
    return " · ".join(labels)


def describe_moment(view: View, context: ScreenContext) -> str:
    """Return the one line of the board that says what happens now, or what to talk about.

    It is "" while a leader thinks, after the first one, and where a lesson's hint says it.
    """
    say = context.say
    match view.phase:
        case "vote" | "raid" | "hush":
            to = say(f"goal-to-{find_goal(view)}")
            return say(f"board-{view.phase}", crew=format_crew(view.crew, context), to=to)
        case "hunt":
            return say("board-hunt", names=format_crew(view.dogs, context))
        case "sniff":
            top_dog, accused = (
                format_short_name(seat, context) for seat in (view.dogs[0], view.accused or 0)
            )
            return say("board-sniff", name=top_dog, accused=accused)
        case "over":
            return describe_reason(view, context)
        case "lead" if view.proposals:
            return ""
    return "" if context.lesson else describe_talk(view, context)


def describe_talk(view: PublicState, context: ScreenContext) -> str:
    """Return the question that the players can talk about now."""
    talk = find_talk(view)
    return context.say(
        f"talk-{talk.kind}",
        names=format_crew(talk.seats, context),
        many=len(talk.seats),
        others=format_crew(talk.others, context),
        count=talk.count,
        dogs=view.setup.dogs,
    )


def describe_reason(view: View, context: ScreenContext) -> str:
    """Return the sentence that says what decided a finished game."""
    if view.accused is not None:
        return context.say(
            "accused",
            name=format_short_name(view.dogs[0], context),
            accused=format_short_name(view.accused, context),
            nose=format_short_name(view.nose or 0, context),
            right=int(view.accused == view.nose),
        )
    return context.say("awake" if view.alarms == view.setup.alarms else "dawn")


def find_goal(view: View) -> int:
    """Return the number of the goal for which the crew is proposed or on its way."""
    return view.find_goal(view.crew) if view.phase == "vote" else view.proposals[-1].goal


def describe_votes(proposal: Proposal, context: ScreenContext) -> str:
    """Return who voted for a proposal or against it, whichever are fewer, or "" for nobody."""
    supporters = list_voters(proposal, is_for=True)
    opponents = list_voters(proposal, is_for=False)
    key, fewer = "votes-for", supporters
    if len(opponents) < len(supporters):
        key, fewer = "votes-against", opponents
    return context.say(key, names=format_crew(fewer, context)) if fewer else ""


def describe_players(view: View, context: ScreenContext) -> str:
    """Return lines with all players, each with the letter, the name and marks.

    Marks tell who leads, who is in the crew, who has answered, and how all voted last. Known dogs
    have a mark of their own.
    """
    has_crew = view.phase in ("vote", "raid", "hush")
    votes = view.proposals[-1].votes if view.proposals and view.phase != "vote" else ()
    players = []
    for seat in range(view.seats):
        marks = [
            LEADER_SIGN if seat == view.leader and view.phase not in UNMASKED_PHASES else "",
            CREW_SIGN if has_crew and seat in view.crew else "",
            ANSWERED_SIGN if seat in view.answers.answered else "",
            (YES_SIGN if votes[seat] else NO_SIGN) if votes and view.phase != "over" else "",
            *_mark_roles(view, seat),
        ]
        name = format_lettered_name(seat, context)
        players.append(" ".join([name, *filter(None, marks)]))
    in_line = 1 if view.seats <= MAX_SEATS_WITH_OWN_LINES else 2
    lines = (players[start : start + in_line] for start in range(0, view.seats, in_line))
    return "\n".join(map(" · ".join, lines))


def _mark_roles(view: View, seat: Seat) -> tuple[str, ...]:
    """Return the marks of a player's role, as far as everybody knows it."""
    if view.phase not in UNMASKED_PHASES:
        return ()
    return (
        DOG_SIGN if seat in view.dogs else "",
        TOP_DOG_SIGN if seat == view.dogs[0] else "",
        NOSE_SIGN if view.phase == "over" and seat == view.nose else "",
    )


def describe_rounds(view: View, context: ScreenContext) -> str:
    """Return a line for each proposal, with letters for players, or "" if there was none.

    It has the leader, the goal, the crew, who voted against it, and a sign for what came of it. If
    the viewer knows how many dogs went along, that number is after the sign of the nose.
    """
    scents = iter(_list_scents(view))
    lines = []
    for number, proposal in enumerate(view.proposals, 1):
        parts = [
            f"**{number}.** {LEADER_SIGN}{format_letter(proposal.leader, context)}",
            f"{GOAL_SIGNS[proposal.goal]} **{format_letters(proposal.crew, context)}** ·",
            f"{NO_SIGN} {format_letters(list_voters(proposal, is_for=False), context)} ·",
            _format_outcome(proposal),
        ]
        if proposal.is_accepted and (dogs := next(scents, None)) is not None:
            parts.append(f"{NOSE_SIGN} {dogs}")
        lines.append(" ".join(parts))
    return join_lines(*lines)


def _list_scents(view: View) -> tuple[int, ...]:
    """Return how many dogs went with each crew that left, or () if the viewer does not know."""
    return (
        tuple(count_dogs(raid.crew, view.dogs) for raid in view.raids) if view.dogs else view.scents
    )


def _format_outcome(proposal: Proposal) -> str:
    if not proposal.is_accepted:
        return HOME_SIGN
    if proposal.barks is None:
        return CREW_SIGN
    return DOG_SIGN * proposal.barks or EMPTIED_SIGN
