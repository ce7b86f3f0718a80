"""Decides what all people at a running game agree to: its early end, and who joins it.

Nobody ends a game for the others alone, or takes a computer's seat unasked. One request at a time
is open. Whoever agreed to end the game and then makes a move has taken that back.
"""

from msgspec.structs import replace

from bot.domain.changes import Change, Click, Refused, close_table, make_table_event
from bot.domain.host import check_host
from bot.domain.leaving import seat_person
from bot.domain.playing import find_people_here, may_be_called
from bot.domain.seating import require_lobby
from bot.domain.table import Applicant, Finished, Match, Player, Table, seat_decision
from bot.engine.events import Seat
from bot.engine.package import GamePackage

ENDED_TOGETHER_EVENT = "table-ended-together"


EARLY_END_EVENTS = ("table-ended", ENDED_TOGETHER_EVENT)
"""The names of the events that tell who ended a game early."""


JOINED_EVENT = "table-joined"


STOP_REQUEST = "stop"
"""The name of the request to end the running game. An applicant's request has their user id."""


def cancel_lobby(table: Table, click: Click) -> Change:
    """Close a lobby at the host's request.

    Raises:
        Refused: The person is not the host, the game has started, or the table is closed.
    """
    check_host(table, click)
    return close_table(require_lobby(table))


def find_applicant(table: Table) -> Applicant | None:
    """Return the person who asks for a computer's seat in the running game, or None."""
    if not isinstance(table, Match):
        return None
    return next((each for each in table.applicants if each.status == "asks"), None)


def find_agreed(table: Table) -> tuple[Seat, ...]:
    """Return the seats of people who agree to the open request."""
    if not isinstance(table, Match):
        return ()
    stands = find_applicant(table) is not None
    return tuple(
        seat
        for seat, player in enumerate(table.players)
        if player.agreed_step is not None and (stands or player.acted <= player.agreed_step)
    )


def name_request(table: Table) -> str:
    """Return the name of the open request, by which its buttons know it, or "" without one."""
    applicant = find_applicant(table)
    if applicant:
        return str(applicant.user)
    return STOP_REQUEST if find_agreed(table) else ""


def find_asked(table: Table, package: GamePackage) -> tuple[Seat, ...]:
    """Return the seats of people who have yet to agree: those who are here and in the game."""
    if not isinstance(table, Match) or table.is_lesson:
        return ()
    agreed = find_agreed(table)
    return tuple(seat for seat in find_people_here(table, package) if seat not in agreed)


def has_to_ask(table: Table, package: GamePackage, user: int) -> bool:
    """Tell whether a person plays here and cannot end the game without others."""
    own = table.seat_of(user)
    if isinstance(table, Match) and find_applicant(table):
        table = _clear_request(table)
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

    Somebody who does not play needs no agreement. An applicant's request is over.
    """
    if not isinstance(table, Match) or table.is_lesson:
        return close_table(table)
    if find_applicant(table):
        table = _clear_request(table)
    seat = table.seat_of(click.user)
    if seat is not None:
        table = _note_agreement(table, seat)
        if find_asked(table, package):
            return Change(table)
    told = make_table_event("table-ended", click.short_name)
    if len(find_agreed(table)) > 1:
        told = make_table_event(ENDED_TOGETHER_EVENT)
    return Change(replace(table.close(), ended_by=click.user), events=(told,))


def find_open_seats(table: Match, package: GamePackage) -> tuple[Seat, ...]:
    """Return the seats that an applicant can take: those of computers that nobody comes back to.

    There are none while the game lets no computer take over a person's seat.
    """
    if not package.game.computer_may_take(table.state):
        return ()
    kept = {leaver.seat for leaver in table.leavers}
    return tuple(
        seat
        for seat, player in enumerate(table.players)
        if player.user is None and not player.is_vacant and seat not in kept
        if not package.game.is_out(table.state, seat)
    )


def find_obstacle(table: Match, package: GamePackage, user: int) -> str:
    """Return the key of the sentence why a person cannot ask for a seat now, or "" if they can."""
    if any(leaver.user == user for leaver in table.leavers):
        return "seat-left"
    if any(each.user == user and each.status != "asks" for each in table.applicants):
        return "seat-refused"
    if table.is_lesson or not find_open_seats(table, package):
        return "seat-none"
    if table.paused or not any(player.user and not player.away for player in table.players):
        return "seat-nobody"
    return "seat-busy" if name_request(table) else ""


def ask_for_seat(table: Table, package: GamePackage, click: Click) -> Change:
    """Ask the people at a running game to let somebody who watches take a computer's seat.

    Raises:
        Refused: The game is over, or something is in the way (`find_obstacle`).
    """
    if not isinstance(table, Match):
        raise Refused("already-over")
    applicant = find_applicant(table)
    if table.seat_of(click.user) is not None or (applicant and applicant.user == click.user):
        return Change(table)  # the button was pressed twice
    obstacle = find_obstacle(table, package, click.user)
    if obstacle:
        raise Refused(obstacle)
    asks = Applicant(click.user, click.short_name)
    table = _clear_request(table)
    return Change(replace(table, applicants=(*table.applicants, asks)))


def agree(table: Table, package: GamePackage, click: Click, request: str, now: float) -> Change:
    """Note that a person agrees to the request that they have read, and grant it if all do.

    Raises:
        Refused: The person has no seat, or the request is not open any more.
    """
    seat = table.seat_of(click.user)
    if seat is None:
        raise Refused("not-seated")
    table = _require_open(table, request)
    applicant = find_applicant(table)
    if applicant is None:
        return end_table(table, package, click)
    table = _note_agreement(table, seat)
    return Change(table) if find_asked(table, package) else _let_in(table, package, applicant, now)


def decline(table: Table, click: Click, request: str) -> Change:
    """Withdraw a request, because somebody at the table or the applicant does not want it.

    Whom the table did not let in does not ask again in this game.

    Raises:
        Refused: The person neither has a seat nor asks for one, or the request is not open.
    """
    own, applicant = table.seat_of(click.user), find_applicant(table)
    if own is None and (applicant is None or applicant.user != click.user):
        raise Refused("not-seated")
    table = _clear_request(_require_open(table, request))
    if own is None:
        return Change(table)
    if applicant is None:
        return Change(table, events=(make_table_event("table-plays-on", own),))
    refused = replace(applicant, status="refused")
    return Change(replace(table, applicants=(*table.applicants, refused)))


def _require_open(table: Table, request: str) -> Match:
    if not isinstance(table, Match) or not request or name_request(table) != request:
        raise Refused("stop-settled" if request == STOP_REQUEST else "seat-settled")
    return table


def _note_agreement(table: Match, seat: Seat) -> Match:
    return table.change_player(seat, agreed_step=table.step)


def _clear_request(table: Match) -> Match:
    for seat in range(len(table.players)):
        table = table.change_player(seat, agreed_step=None)
    applicants = tuple(each for each in table.applicants if each.status != "asks")
    return replace(table, applicants=applicants)


def _let_in(table: Match, package: GamePackage, applicant: Applicant, now: float) -> Change:
    """Give an applicant the first free seat of a computer. Without one, the request just ends."""
    table = _clear_request(table)
    seats = find_open_seats(table, package)
    if not seats:
        return Change(table, events=(make_table_event("table-no-seat"),))
    seat, former = seats[0], table.players[seats[0]]
    player = Player(applicant.name, applicant.user, joined_step=table.step)
    table = seat_person(table, seat, player, now)
    guessers = tuple(person for person in table.guessers if person.user != applicant.user)
    owed = (prompt for prompt in table.waiting() if prompt.seat == seat and may_be_called(prompt))
    return Change(
        replace(table, guessers=guessers, clicked_at=now),
        events=(make_table_event(JOINED_EVENT, seat, former.name),),
        calls=tuple(map(seat_decision, owed)),
    )
