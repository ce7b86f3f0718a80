"""Seats people in a lobby, and removes players from it."""

from msgspec.structs import replace

from bot.domain.changes import Change, Click, Refused, close_table
from bot.domain.host import format_host_name
from bot.domain.table import Finished, Lobby, Match, Person, Player, Table
from bot.engine.events import Seat
from bot.engine.package import GamePackage


def make_player(click: Click, now: float) -> Player:
    """Return a player with the name and user id of the person who clicks."""
    return Player(name=click.short_name, user=click.user, clicked_at=now)


def require_lobby(table: Table) -> Lobby:
    """Return the table if its game has not started yet.

    Raises:
        Refused: The game has started, or the table is over or closed.
    """
    match table:
        case Lobby():
            return table
        case Match():
            raise Refused("not-a-lobby")
        case Finished():
            raise Refused("already-over" if table.is_complete else "closed")


def join(table: Table, package: GamePackage, click: Click, now: float) -> Change:
    """Give a person a seat in a lobby, or confirm the seat that is kept for them.

    If no seat is free, the person replaces the computer player that was added last.

    Raises:
        Refused: The table is full of people, or the host removed this person.
    """
    table = require_lobby(table)
    if click.user in {person.user for person in table.removed}:
        raise Refused("removed-by-host", name=format_host_name(table))
    seat = table.seat_of(click.user)
    if seat is not None:
        return Change(table.change_player(seat, confirmed=True))
    if not has_free_seat(table, package):
        raise Refused("table-full")
    if len(table.players) < package.game.seats[-1]:
        return Change(replace(table, players=(*table.players, make_player(click, now))))
    seats = find_computer_seats(table)
    return Change(table.set_player(seats[-1], make_player(click, now)))


def free_seat(table: Table, seat: int) -> Change:
    """Remove the player on a seat from a lobby. Without people, it closes.

    If that player is the host, another person who has confirmed their seat becomes host.

    Raises:
        Refused: The game has started, the table is closed, or the seat is empty.
    """
    table = require_lobby(table)
    if seat >= len(table.players):
        raise Refused("seat-empty")
    table = replace(table, players=(*table.players[:seat], *table.players[seat + 1 :]))
    people = [player.user for player in table.players if player.user and player.confirmed]
    if not people:
        return close_table(replace(table, host=None))
    return Change(replace(table, host=table.host if table.host in people else people[0]))


def remove_by_host(table: Table, seat: int) -> Change:
    """Remove the player on a seat from a lobby at the host's request.

    A person who had confirmed their seat can then join again only if the host allows it.
    """
    table = require_lobby(table)
    for player in table.players[seat : seat + 1]:
        if player.user and player.confirmed and player.user != table.host:
            people = (*table.removed, Person(player.user, player.name))
            table = replace(table, removed=people)
    return free_seat(table, seat)


def allow_back(table: Table, user: int) -> Change:
    """Let a person join the lobby again whom the host removed from it earlier."""
    table = require_lobby(table)
    people = tuple(person for person in table.removed if person.user != user)
    return Change(replace(table, removed=people))


def find_computer_seats(table: Table) -> tuple[Seat, ...]:
    """Return the seats of computer players, lowest first. In a lobby, the last one came last."""
    return tuple(seat for seat, player in enumerate(table.players) if player.user is None)


def has_free_seat(table: Table, package: GamePackage) -> bool:
    """Tell whether somebody who has no seat in a lobby can take one, perhaps a computer's."""
    return len(table.players) < package.game.seats[-1] or bool(find_computer_seats(table))


def is_full(table: Table, package: GamePackage) -> bool:
    """Tell whether people have confirmed all seats, so that nobody else can join."""
    full = len(table.players) == package.game.seats[-1]
    return full and all(each.confirmed and each.user is not None for each in table.players)


def confirmed_players(table: Table) -> tuple[Player, ...]:
    """Return the players who take part if the game starts now, without seats that are only kept."""
    return tuple(player for player in table.players if player.confirmed)


def count_missing_players(table: Table, package: GamePackage) -> int:
    """Return how many more confirmed players the game needs."""
    here = len(confirmed_players(table))
    return next((seats - here for seats in package.game.seats if seats >= here), 0)
