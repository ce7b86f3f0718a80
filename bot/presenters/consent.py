"""Renders requests that all people at a running game answer: to end it, or to let somebody in."""

from msgspec.structs import replace

from bot.domain import consent
from bot.domain.display_names import escape_name
from bot.domain.table import Match, Table
from bot.engine.package import GamePackage
from bot.engine.screen import MAX_ROWS_PER_MESSAGE, Button, OwnScreen, Screen, TableAction
from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import join_names


def describe_request(table: Table, package: GamePackage, context: ScreenContext) -> str:
    """Return the line that asks people to agree to the open request, or "" without one."""
    agreed, asked, applicant = (
        consent.find_agreed(table),
        consent.find_asked(table, package),
        consent.find_applicant(table),
    )
    others = join_names([context.names[seat] for seat in asked], context.say)
    if applicant:
        name = escape_name(applicant.name)
        return context.say("seat-asked", name=name, others=others, asked=len(asked))
    if not agreed:
        return ""
    names, wishes = join_names([context.names[seat] for seat in agreed], context.say), len(agreed)
    return context.say("stop-asked", names=names, wishes=wishes, others=others, asked=len(asked))


def make_request_buttons(table: Table, context: ScreenContext) -> tuple[Button, ...]:
    """Return the buttons that agree to the open request or decline it, or none without one."""
    request, say = consent.name_request(table), context.say
    yes, no = TableAction("agree", request), TableAction("decline", request)
    if not request:
        return ()
    if request == consent.STOP_REQUEST:
        stop = Button(say("button-stop"), yes, emoji="✋")
        return (stop, Button(say("button-play-on"), no, emoji="▶️"))
    agree = Button(say("button-seat-agree"), yes, "good", "🪑")
    return (agree, Button(say("button-seat-decline"), no))


def add_request(
    screen: Screen, owed: list[str], table: Table, package: GamePackage, context: ScreenContext
) -> Screen:
    """Return a board with the open request of its people, and the buttons that answer it.

    The request is put before the other lines in `owed`.
    """
    buttons = make_request_buttons(table, context)
    if not buttons:
        return screen
    owed.insert(0, describe_request(table, package, context))
    if len(screen.rows) == MAX_ROWS_PER_MESSAGE:
        return screen
    *rows, last = screen.rows
    return replace(screen, rows=(*rows, buttons, last))


def describe_offer(
    table: Match, package: GamePackage, user: int, context: ScreenContext, *, is_known: bool
) -> str:
    """Return what a person who watches reads about taking a computer's seat, or "".

    `is_known` says that they know that they only watch, so that it is not said again.
    """
    status = _find_status(table, user)
    if status in ("asks", "refused"):
        return context.say(f"seat-{status}")
    if is_known:
        return ""
    obstacle = consent.find_obstacle(table, package, user)
    return context.say("onlooker-playing" if obstacle else "seat-offer")


def add_offer(
    screen: OwnScreen, table: Match, package: GamePackage, user: int, context: ScreenContext
) -> OwnScreen:
    """Return the screen of a person who watches, with the button that asks for a computer's seat.

    If they have asked, the button withdraws that.
    """
    if _find_status(table, user) == "asks":
        withdraw = TableAction("decline", str(user))
        button = Button(context.say("button-seat-withdraw"), withdraw, emoji="↩️")
    elif not consent.find_obstacle(table, package, user):
        button = Button(context.say("button-ask-seat"), TableAction("ask-seat"), emoji="🪑")
    else:
        return screen
    if len(screen.rows) == MAX_ROWS_PER_MESSAGE:
        return screen
    return replace(screen, rows=(*screen.rows, (button,)))


def _find_status(table: Match, user: int) -> str:
    return next((each.status for each in table.applicants if each.user == user), "")
