"""Lets people leave a running game, and come back to it."""

from msgspec.structs import replace

from bot.domain.changes import Change, Click, Refused, close_table, make_table_event
from bot.domain.computers import make_computer_player
from bot.domain.host import find_next_person
from bot.domain.levels import middle_level, newest_level
from bot.domain.playing import step_game
from bot.domain.presence import resume, return_player
from bot.domain.table import Leaver, Match, Player, Table
from bot.engine.events import Seat
from bot.engine.game import Leave, Stale
from bot.engine.package import GamePackage


def computer_takes_over(table: Table, package: GamePackage) -> bool:
    """Tell whether a computer takes over the seat if a person leaves the game now.

    Otherwise the seat leaves the game for good.
    """
    return isinstance(table, Match) and package.game.computer_may_take(table.state)


def leave_game(table: Table, package: GamePackage, seat: Seat) -> Change:
    """Let a person leave a running game. A lesson closes instead.

    Raises:
        Refused: No game is running.
    """
    if not isinstance(table, Match):
        raise Refused("nothing-runs")
    if table.is_lesson:
        return close_table(table)
    former, taken_over = table.players[seat], computer_takes_over(table, package)
    if former.user:
        kept = seat if taken_over else None
        leaver = Leaver(former.user, former.name, kept, former.joined_step)
        table = replace(table, leavers=(*table.leavers, leaver))
    if former.user == table.host:
        others = table.set_player(seat, replace(former, user=None))
        table = replace(table, host=find_next_person(others, seat))
    if taken_over:
        heir = make_computer_player(table, newest_level(table, package) or middle_level(package))
        heir = replace(heir, renewed=former.renewed)  # a clock restarts only once
        told = make_table_event("table-left", seat, former.name)
        return Change(table.set_player(seat, heir), events=(told,))
    vacant = table.set_player(seat, replace(former, user=None))
    told = make_table_event("table-left-vacant", seat, former.name)
    try:
        change = step_game(vacant, package, Leave(seat))
    except Stale:  # the rules already count the seat as left
        return Change(vacant, events=(told,))
    return replace(change, events=(told, *change.events))


def seats_by_leaver(table: Table) -> dict[int, Seat]:
    """Map the user id of each person who left and can still come back to that person's seat."""
    if not isinstance(table, Match):
        return {}
    return {leaver.user: leaver.seat for leaver in table.leavers if leaver.seat is not None}


def come_back(table: Table, click: Click, now: float) -> Change:
    """Give a person who left the game their seat back, as if they had stayed.

    This works in all games, as long as a computer plays for the person (docs/rulings.md, "Coming
    back"). Nobody else can take the seat before that.

    Raises:
        Refused: The person did not leave this game, or left it for good.
    """
    if not isinstance(table, Match):
        raise Refused("already-over")
    left = next((leaver for leaver in table.leavers if leaver.user == click.user), None)
    if left is None or left.seat is None:
        raise Refused("not-a-leaver")
    if table.paused:  # everybody who is still here is away
        table = resume(table, now)
    seat, former = left.seat, table.players[left.seat]
    player = Player(click.short_name, click.user, joined_step=left.joined_step)
    table = seat_person(table, seat, player, now)
    leavers = tuple(leaver for leaver in table.leavers if leaver.user != click.user)
    return Change(
        replace(table, leavers=leavers, clicked_at=now, phase="playing"),
        events=(make_table_event("table-back", seat, former.name),),
    )


def seat_person(table: Match, seat: Seat, player: Player, now: float) -> Match:
    """Return the table with a present person on a seat for which a computer has played."""
    renewed = table.players[seat].renewed
    player = replace(player, clicked_at=now, acted=table.step, renewed=renewed)
    table = table.set_player(seat, player)
    return table.set_player(seat, return_player(table, seat))
