"""Seats computer players in a lobby, and prepares what they need to choose a move."""

import hmac
from itertools import chain, count
from random import Random

from msgspec.structs import replace

from bot.domain.changes import Change, Refused
from bot.domain.levels import newest_level
from bot.domain.options import computers_fit, has_unfit_computers
from bot.domain.seating import (
    confirmed_players,
    count_missing_players,
    find_computer_seats,
    free_seat,
    require_lobby,
)
from bot.domain.table import ComputerTurn, Lobby, Match, Player, Table
from bot.engine.computer_task import ComputerTask
from bot.engine.events import Seat
from bot.engine.package import GamePackage
from bot.engine.records import list_legal_paths
from bot.i18n import text

MIN_PLAYERS_TO_FILL_UP = 2


def make_computer_player(table: Table, level: str) -> Player:
    """Return a computer player with a name that nobody else at the table has."""
    taken = {player.name for player in table.players}
    names = text(table.language)("computer-names").split(", ")
    numbered = (f"{name} {number}" for number in count(2) for name in names)
    free = next(name for name in chain(names, numbered) if name not in taken)
    return Player(name=free, user=None, level=level)


def has_room(table: Table, package: GamePackage) -> bool:
    """Tell whether there is a seat for one more computer player in the lobby.

    A seat that is only kept for a person counts as free until the person confirms it.
    """
    return len(confirmed_players(table)) < package.game.seats[-1]


def add_computer(table: Table, package: GamePackage, level: str) -> Change:
    """Add a computer player to a lobby, at the level of the newest one, or else at this one.

    At a full table, it takes a seat that is kept for a person, who can still join.

    Raises:
        Refused: The table is full, or computers cannot play with its options.
    """
    table = require_lobby(table)
    if not computers_fit(table, package):
        raise Refused("no-computers-here")
    if not has_room(table, package):
        raise Refused("no-seat-for-computer")
    if len(table.players) == package.game.seats[-1]:
        last = max(seat for seat, player in enumerate(table.players) if not player.confirmed)
        table = replace(table, players=(*table.players[:last], *table.players[last + 1 :]))
    return Change(_seat_computer(table, package, level))


def _seat_computer(table: Lobby, package: GamePackage, level: str) -> Lobby:
    level = newest_level(table, package) or level
    return replace(table, players=(*table.players, make_computer_player(table, level)))


def count_missing_to_start(table: Table, package: GamePackage) -> int:
    """Return how many more players have to come before the game can start.

    Computers are added at the start where they can play, so that two players are enough.
    """
    missing = count_missing_players(table, package)
    if not computers_fit(table, package):
        return missing
    return min(missing, max(0, MIN_PLAYERS_TO_FILL_UP - len(confirmed_players(table))))


def can_start(table: Table, package: GamePackage) -> bool:
    """Tell whether the game can start with the confirmed players, filled up with computers."""
    is_unfit = has_unfit_computers(table, package)
    return not is_unfit and not count_missing_to_start(table, package)


def fill_up(table: Lobby, package: GamePackage, level: str) -> Lobby:
    """Return a lobby with the computers that its game needs, as `add_computer` adds them."""
    for _ in range(count_missing_players(table, package)):
        table = _seat_computer(table, package, level)
    return table


def remove_computer(table: Table) -> Change:
    """Remove the computer player that was added last from a lobby.

    Raises:
        Refused: The game has started, the table is closed, or it has no computer player.
    """
    table = require_lobby(table)
    seats = find_computer_seats(table)
    if not seats:
        raise Refused("no-computer")
    return free_seat(table, seats[-1])


def make_computer_task(table: Match, package: GamePackage, seat: Seat, level: str) -> ComputerTask:
    """Return the task from which a computer player chooses its next move.

    It contains only what this seat is allowed to know, so the computer cannot cheat.
    """
    return ComputerTask(
        computers=package.computers,
        view=package.game.view(table.state, seat),
        moves=package.game.legal_moves(table.state, seat),
        level=level,
        key=_random_key(table, seat),
    )


def choose_any_move(table: Match, package: GamePackage, seat: Seat) -> str:
    """Return a random legal move, always the same one for the same table in the same step."""
    rng = Random(_random_key(table, seat))  # noqa: S311 - no draw of the game
    return rng.choice(list_legal_paths(package.game, table.state, seat))


def _random_key(table: Match, seat: Seat) -> bytes:
    return hmac.digest(table.seed, f"luck:{table.step}:{seat}".encode(), "sha256")


def seats_computers_answer(table: Table) -> tuple[Seat, ...]:
    """Return the seats for which a computer answers when a running timer ends."""
    timers = () if table.paused else table.timers
    return tuple(timer.seat for timer in timers if isinstance(timer, ComputerTurn))
