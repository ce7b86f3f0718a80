"""A change of a table: who asks for it, what it leads to, and the refusal of one."""

from msgspec import Struct
from msgspec.structs import replace

from bot.games.game import Event, Input, Seat
from bot.store.records import NEVER_PAUSED, OPEN, Player, Table

NAME_LENGTH = 32
"""Longest display name that is kept."""
SILENT_HOST = 3600.0
"""Seconds without a click after which the host role goes to the next person who clicks."""


class Click(Struct, frozen=True):
    """A person's click or command, as far as tables need to know it."""

    id: int
    """Discord's interaction id, which is also its time."""
    user: int
    name: str
    language: str
    manager: bool = False
    """May manage messages in this channel."""
    private: bool = False
    """It came from a message that this person alone sees; the answer takes its place."""
    missing: tuple[str, ...] = ()
    """Permissions that the bot lacks in this channel, by Discord's names."""


class Change(Struct, frozen=True):
    """A table after a change, with what the game was given and what happened."""

    table: Table
    given: tuple[Input, ...] = ()
    events: tuple[Event, ...] = ()


class Refused(Exception):  # noqa: N818 - the person did nothing wrong
    """The table does not do that; a sentence says why and what to do instead."""

    def __init__(self, key: str, **values: int | str) -> None:
        """Keep the catalogue `key` and its arguments."""
        super().__init__(key)
        self.key = key
        self.values = values


class Gone(Refused):
    """There is no such table any more."""

    def __init__(self) -> None:
        super().__init__("table-gone")


def happened(name: str, *values: int | str) -> Event:
    """Return a public event of the table itself; its name is a key of the shared catalogue."""
    return Event(None, name, values)


def seat_of(table: Table, user: int) -> Seat | None:
    """Return where a person sits, None for onlookers."""
    seats = (seat for seat, player in enumerate(table.players) if player.user == user)
    return next(seats, None)


def is_vacant(player: Player) -> bool:
    """Tell whether the seat's owner has left by the game's own rules: nobody plays it on."""
    return player.user is None and not player.level


def seated(table: Table, seat: Seat, player: Player) -> Table:
    """Return the table with another player on that seat."""
    players = (*table.players[:seat], player, *table.players[seat + 1 :])
    return replace(table, players=players)


def resumed(table: Table, now: float) -> Table:
    """Return the table without its pause; deadlines move by the time it took."""
    pause = now - table.paused_at
    dues = tuple(
        due if due.kind in NEVER_PAUSED else replace(due, at=due.at + pause) for due in table.dues
    )
    return replace(table, paused="", paused_at=0.0, dues=dues)


def arrived(table: Table, click: Click, now: float) -> Change:
    """Return the table after any click of a person who sits there: present again, name fresh.

    That the channel can be reached again, onlookers' clicks tell as well.
    """
    seat = seat_of(table, click.user)
    reachable = not lacking(table, click)
    if reachable and (table.paused == "channel" or (table.paused and seat is not None)):
        table = resumed(table, now)
    if seat is None or table.phase not in OPEN:
        return Change(table)
    player = table.players[seat]
    back = player.away
    player = replace(
        player,
        name=click.name[:NAME_LENGTH],
        clicked_at=now,
        away=False,
        misses=0 if back else player.misses,
        overdue="",
    )
    host = click.user if player.confirmed and _host_is_silent(table, now) else table.host
    table = replace(seated(table, seat, player), clicked_at=now, host=host)
    return Change(table, events=(happened("table-back", seat),) if back else ())


def _host_is_silent(table: Table, now: float) -> bool:
    """Tell whether the host has not clicked for long, so that the role goes to who does."""
    hosts = [player for player in table.players if player.user and player.user == table.host]
    return all(now - player.clicked_at > SILENT_HOST for player in hosts)


def lacking(table: Table, click: Click) -> tuple[str, ...]:
    """Return the permissions that the bot lacks for this table; without pictures, no files."""
    return tuple(name for name in click.missing if not (table.text_only and name == "attach_files"))


def closed(table: Table, why: str = "table-closed") -> Change:
    """Return the table closed for good; one that is over or closed stays as it is."""
    if table.phase not in OPEN:
        return Change(table)
    return Change(replace(table, phase="closed"), events=(happened(why),))


def changes_board(before: Table, after: Table) -> bool:
    """Tell whether an arrival alone is worth a commit and a new drawing of the board."""
    present = [(player.away, player.overdue, player.name) for player in after.players]
    were = [(player.away, player.overdue, player.name) for player in before.players]
    return (before.paused, before.host, were) != (after.paused, after.host, present)
