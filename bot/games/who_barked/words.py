"""Formats goals, roles and proposals of Who Barked? as words and emojis."""

from collections.abc import Iterable

from bot.engine.events import Seat
from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import SEAT_LETTERS, join_names, shorten_name
from bot.games.who_barked.model.state import UNMASKED_PHASES, Proposal, PublicState, View
from bot.i18n import Text

GOAL_SIGNS = ("🍪", "🧀", "🍗")
"""The emojis of the goals in the kitchen, by number."""
EMPTIED_SIGN = "😋"
"""The emoji of a goal that is empty."""
LEADER_SIGN, CREW_SIGN, ANSWERED_SIGN, YES_SIGN, NO_SIGN = "👑", "🐾", "✅", "👍", "👎"
DOG_SIGN, TOP_DOG_SIGN, NOSE_SIGN = "🐶", "🦴", "👃"
MAX_NAME_WIDTH = 24
"""The maximum width of a name in lists of several players, as `shorten_name` measures it.

It is about 12 small letters.
"""
NAME_WIDTH_BESIDE_PICTURE = 13
"""The maximum width of a name in the line below the board's picture."""


def format_crew(crew: Iterable[Seat], context: ScreenContext) -> str:
    """Return the shortened names of a crew as a list in words, such as "Ann, Bob and Cleo"."""
    return join_names([format_short_name(seat, context) for seat in crew], context.say)


def format_short_name(seat: Seat, context: ScreenContext) -> str:
    """Return a player's name, cut if it is long."""
    return shorten_name(context.names[seat], MAX_NAME_WIDTH, context.say)


def format_names(context: ScreenContext) -> str:
    """Return all players' cats, or else letters, and shortened names on one line.

    It stands beside a picture.
    """
    names = []
    for seat, name in enumerate(context.names):
        short = shorten_name(name, NAME_WIDTH_BESIDE_PICTURE, context.say)
        letter = SEAT_LETTERS[context.letter(seat)]
        names.append(f"{find_sign(seat, context) or f'**{letter}**'} {short}")
    return " · ".join(names)


def find_sign(seat: Seat, context: ScreenContext) -> str:
    """Return the emoji of a player's cat with its letter, or "" if the bot has no such emojis."""
    return context.emojis.get(f"cat-{SEAT_LETTERS[context.letter(seat)].lower()}", "")


def format_label(seat: Seat, context: ScreenContext) -> str:
    """Return a player's name for a button, shortened and with the letter if there are pictures."""
    name = context.labels[seat]
    if not context.pictures:
        return name
    short = shorten_name(name, MAX_NAME_WIDTH, context.say)
    return f"{SEAT_LETTERS[context.letter(seat)]} · {short}"


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


def describe_players(view: View, context: ScreenContext) -> str:
    """Return a line for each player, with the name and marks.

    Marks tell who leads, who is in the crew, who has answered, and how all voted last. Known dogs
    have a mark of their own.
    """
    has_crew = view.phase in ("vote", "raid", "hush")
    votes = view.proposals[-1].votes if view.proposals and view.phase != "vote" else ()
    lines = []
    for seat in range(view.seats):
        marks = [
            LEADER_SIGN if seat == view.leader and view.phase not in UNMASKED_PHASES else "",
            CREW_SIGN if has_crew and seat in view.crew else "",
            ANSWERED_SIGN if seat in view.answers.answered else "",
            (YES_SIGN if votes[seat] else NO_SIGN) if votes and view.phase != "over" else "",
            *_mark_roles(view, seat),
        ]
        lines.append(" ".join([context.names[seat], *filter(None, marks)]))
    return "\n".join(lines)


def _mark_roles(view: View, seat: Seat) -> tuple[str, ...]:
    """Return the marks of a player's role, as far as everybody knows it."""
    if view.phase not in UNMASKED_PHASES:
        return ()
    return (
        DOG_SIGN if seat in view.dogs else "",
        TOP_DOG_SIGN if seat == view.dogs[0] else "",
        NOSE_SIGN if view.phase == "over" and seat == view.nose else "",
    )


def describe_proposal(number: int, proposal: Proposal, context: ScreenContext) -> str:
    """Return two lines about a past proposal: the crew and what came of it, then the votes."""
    say = context.say
    outcome = "home" if not proposal.is_accepted else "away"
    if proposal.barks is not None:
        outcome = "barked" if proposal.barks else "quiet"
    yes = [seat for seat, vote in enumerate(proposal.votes) if vote]
    no = [seat for seat, vote in enumerate(proposal.votes) if not vote]
    return say(
        "tracks-line",
        number=number,
        leader=format_short_name(proposal.leader, context),
        crew=format_crew(proposal.crew, context),
        sign=GOAL_SIGNS[proposal.goal],
        outcome=outcome,
        barks=proposal.barks or 0,
        yes=_list_names(yes, context),
        no=_list_names(no, context),
    )


def _list_names(seats: Iterable[Seat], context: ScreenContext) -> str:
    return ", ".join(format_short_name(seat, context) for seat in seats) or "–"
