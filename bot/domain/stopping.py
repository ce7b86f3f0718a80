"""Decides how a table closes at people's request, and who has to agree.

Nobody who plays ends a running game for the others alone: all people who are there have to agree.
Whoever agreed and then makes a move has taken that back. All functions are pure.
"""

from msgspec.structs import replace

from bot.domain.changes import (
    MAX_NAME_LENGTH,
    Change,
    Click,
    Refused,
    close_table,
    make_table_event,
)
from bot.domain.table import Finished, Match, Table
from bot.engine.events import Seat
from bot.engine.package import GamePackage

ENDED_TOGETHER_EVENT = "table-ended-together"
"""The name of the event that the people of a table agreed to end its game."""
EARLY_END_EVENTS = ("table-ended", ENDED_TOGETHER_EVENT)
"""The names of the events that tell who ended a game early."""


def find_wishes(table: Table) -> tuple[Seat, ...]:
    """Return the seats of people who agree to end the running game."""
    if not isinstance(table, Match):
        return ()
    return tuple(seat for seat, player in enumerate(table.players) if player.wants_to_stop)


def find_asked(table: Table, package: GamePackage) -> tuple[Seat, ...]:
    """Return the seats of people who have yet to agree before the running game can end.

    People who are away are not asked, nor are those who are out of the game.
    """
    if not isinstance(table, Match) or table.is_lesson:
        return ()
    return tuple(
        seat
        for seat, player in enumerate(table.players)
        if player.user and not player.away and not player.wants_to_stop
        if not package.game.is_out(table.state, seat)
    )


def has_to_ask(table: Table, package: GamePackage, user: int) -> bool:
    """Tell whether a person plays here and cannot end the game without others."""
    own = table.seat_of(user)
    return own is not None and any(seat != own for seat in find_asked(table, package))


def check_may_end(table: Table, click: Click) -> None:
    """Check that the person may close the table, or ask its people for that.

    Raises:
        Refused: The table is over, or the person is neither its host nor a moderator.
    """
    if isinstance(table, Finished):
        raise Refused("already-over")
    if click.user != table.host and not click.can_manage_messages:
        raise Refused("end-host-only")


def end_table(table: Table, package: GamePackage, click: Click) -> Change:
    """Close the table at a person's request, or note that they agree to that.

    The record of a running game says who ended it. Somebody who does not play needs no agreement.
    """
    if not isinstance(table, Match) or table.is_lesson:
        return close_table(table)
    seat = table.seat_of(click.user)
    if seat is not None:
        player = replace(table.players[seat], stop_step=table.step)
        table = table.set_player(seat, player)
        if find_asked(table, package):
            return Change(table)
    together = len(find_wishes(table)) > 1
    told = (
        make_table_event(ENDED_TOGETHER_EVENT)
        if together
        else make_table_event("table-ended", click.name[:MAX_NAME_LENGTH])
    )
    return Change(replace(table.close(), ended_by=click.user), events=(told,))


def agree_to_stop(table: Table, package: GamePackage, click: Click) -> Change:
    """Note that a person agrees to end the game, which ends it if nobody else is asked.

    Raises:
        Refused: The person has no seat, or nobody wants to end the game any more.
    """
    if table.seat_of(click.user) is None:
        raise Refused("not-seated")
    if not find_wishes(table):
        raise Refused("stop-settled")
    return end_table(table, package, click)


def play_on(table: Table, click: Click) -> Change:
    """Withdraw the request to end the game, because a person of the table wants to play on.

    Raises:
        Refused: The person has no seat, or nobody wants to end the game any more.
    """
    own = table.seat_of(click.user)
    if own is None:
        raise Refused("not-seated")
    wishes = find_wishes(table)
    if not wishes:
        raise Refused("stop-settled")
    for seat in wishes:
        table = table.set_player(seat, replace(table.players[seat], stop_step=None))
    return Change(table, events=(make_table_event("table-plays-on", own),))
