"""Reads and changes the options of a table, and computer players' levels."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from bot.domain.changes import Change, Refused, make_table_event
from bot.domain.levels import LIKE_US, level_choices
from bot.domain.seating import confirmed_players, find_computer_seats, require_lobby
from bot.domain.table import PAUSE_FACTORS_BY_PACE, Lobby, Match, T, Table
from bot.engine.events import Seat
from bot.engine.options import complete_options, computers_can_play, default_options
from bot.engine.package import GamePackage
from bot.i18n import LANGUAGES

CLOCKS = ("10", "none", "1", "3", "60", "1440")
"""The choices for the time limit of a turn, in minutes, the usual one first."""
COMPUTERS_LEFT_EVENT = "table-computers-left"
"""Tells that computer players left, because they cannot play with the options."""


def default_clock(package: GamePackage, options: Mapping[str, str], server_clock: str = "") -> str:
    """Return the time limit that a table has with these options of the game, as `Table.clock`.

    A server's own default holds in games that do not count in seconds.
    """
    seconds = package.race.get_turn_seconds(options) if package.race else None
    return (server_clock or CLOCKS[0]) if seconds is None else f"{seconds}s"


def list_clocks(table: Lobby, package: GamePackage) -> tuple[str, ...]:
    """Return the time limits that a host can choose, the table's default first."""
    default = default_clock(package, read_options(table, package))
    return tuple(dict.fromkeys((default, *CLOCKS, table.clock)))


def set_option(table: Table, package: GamePackage, name: str, choice: str) -> Change:
    """Change one of the table's options, or the level of computer players.

    The pace of computer players can change at any time, all else only before the game starts.
    Computer players that cannot play with the new options leave. For "level", the choice is a
    computer player's name and level, such as "Minka/easy", or "like-us" for all of them.

    Raises:
        Refused: The option has no such choice. An old message can contain one.
    """
    if name != "pace" or not isinstance(table, Match):
        require_lobby(table)
    if name == "level":
        return _set_level(table, package, choice)
    own = {option.name: option.normalise_choice(choice) for option in package.game.options}
    default = default_clock(package, read_options(table, package))
    if name == "clock" and choice in (default, *CLOCKS):
        return Change(replace(table, clock=choice))
    if name == "language" and choice in LANGUAGES:
        return Change(replace(table, language=choice, is_language_chosen=True))
    if name == "pace" and choice in PAUSE_FACTORS_BY_PACE:
        return Change(replace(table, pace=choice))
    if name == "text-only" and package.pictures and choice in ("yes", "no"):
        return Change(replace(table, text_only=choice == "yes"))
    taken = own.get(name)
    if taken is not None:
        options = {**dict(table.options), name: taken}
        changed = require_lobby(replace(table, options=tuple(options.items())))
        if table.clock == default:  # the default may depend on the option
            changed = reset_clock(changed, package)
        return _send_unfit_computers_away(changed, package)
    raise Refused("option-unknown")


def reset_clock(table: Lobby, package: GamePackage, server_clock: str = "") -> Lobby:
    """Return a lobby with the default time limit of its game, options and server."""
    return replace(table, clock=default_clock(package, read_options(table, package), server_clock))


def _send_unfit_computers_away(table: Table, package: GamePackage) -> Change:
    if not has_unfit_computers(table, package):
        return Change(table)
    people = tuple(player for player in table.players if player.user is not None)
    told = make_table_event(COMPUTERS_LEFT_EVENT)
    return Change(replace(table, players=people), events=(told,))


def _set_level(table: Table, package: GamePackage, choice: str) -> Change:
    if choice in level_choices(package) and choice == LIKE_US:
        return Change(set_level(table, find_computer_seats(table), LIKE_US))
    name, _, level = choice.partition("/")
    seats = [seat for seat in find_computer_seats(table) if table.players[seat].name == name]
    if not seats:
        raise Refused("seat-empty")
    if level not in package.computers.levels:
        raise Refused("option-unknown")
    return Change(set_level(table, seats, level))


def set_level(table: T, seats: Iterable[Seat], level: str) -> T:
    """Return the table with another level for the computer players on these seats."""
    for seat in seats:
        table = table.change_player(seat, level=level)
    return table


def read_options(table: Table, package: GamePackage) -> dict[str, str]:
    """Return the choices for the game's own options, by the options' names.

    An option whose choice is missing or does not exist any more gets its default for the players
    who take part.
    """
    seats = len(confirmed_players(table))
    return complete_options(package.game.options, dict(table.options), seats)


def has_usual_options(table: Table, package: GamePackage) -> bool:
    """Tell whether the game's own options are the defaults for the players who take part."""
    usual = default_options(package.game.options, len(confirmed_players(table)))
    return read_options(table, package) == usual


def computers_fit(table: Table, package: GamePackage) -> bool:
    """Tell whether the game's computer players can play with the table's options."""
    return computers_can_play(package.game.options, read_options(table, package))


def has_unfit_computers(table: Table, package: GamePackage) -> bool:
    """Tell whether the table has computer players that cannot play with the chosen options."""
    return bool(find_computer_seats(table)) and not computers_fit(table, package)
