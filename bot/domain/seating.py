"""Changes a lobby, a table whose game has not started: who has which seat, and which options hold.

All functions are pure: they take a table and return a changed one.
"""

from collections.abc import Iterable, Mapping
from itertools import chain, count

from msgspec import Struct
from msgspec.structs import replace

from bot.domain.changes import (
    MAX_NAME_LENGTH,
    Change,
    Click,
    Refused,
    close_table,
    make_table_event,
)
from bot.domain.display_names import escape_name
from bot.domain.levels import (
    LIKE_US,
    default_level,
    level_choices,
    newest_level,
    parse_level,
    plays_like_us,
)
from bot.domain.table import PAUSE_FACTORS_BY_PACE, Finished, Lobby, Match, Person, Player, T, Table
from bot.engine.events import Seat
from bot.engine.package import GamePackage
from bot.i18n import LANGUAGES, text

CLOCKS = ("10", "none", "1", "3", "60", "1440")
"""The choices for the time limit of a turn, in minutes.

"none" means no limit.

The first one is the default of games that set no time themselves (`default_clock`).
"""


COMPUTERS_LEFT_EVENT = "table-computers-left"
"""The name of the event that computer players left, because they cannot play with the options."""


class TableOptions(Struct, frozen=True):
    """The options that a host can choose when opening a table, and change until the game starts."""

    clock: str | None = None
    """The time limit of a turn in minutes, as one of `CLOCKS`. None means the game's default."""
    language: str | None = None
    """The language of the table's texts. None means the host's own language."""
    text_only: bool = False
    """Whether the table shows text without pictures."""
    computers: int | None = None
    """The number of computer players at the new table.

    None means the number from the bot's settings.
    """
    level: str | None = None
    """The level of these computer players.

    None means the default level for this host.

    All forms that `bot.domain.levels.parse_level` accepts are allowed.
    """


def open_lobby(
    click: Click,
    guild: int,
    channel: int,
    game: str,
    package: GamePackage,
    options: TableOptions,
    now: float,
    *,
    is_newcomer: bool = False,
) -> Lobby:
    """Return a new lobby, a table whose game has not started, with its host on the first seat.

    Args:
        click: The press or command of the person who opens the table and becomes host.
        guild: The id of the server.
        channel: The id of the channel or thread.
        game: The game's name.
        package: The same game, with its rules and texts.
        options: The host's choices.
        now: The present time in seconds since 1970.
        is_newcomer: Whether the host never finished a game of this kind. Computer players then get
            the weakest level, unless `options` has a level.

    Raises:
        Refused: A chosen clock, language or level does not exist. An outdated command can contain
            one.
    """
    usual_clock = default_clock(package, package.game.defaults)
    if options.clock not in (None, usual_clock, *CLOCKS):
        raise Refused("clock-unknown")
    if options.language not in (None, *LANGUAGES):
        raise Refused("language-unknown")
    level = (
        default_level(package, is_newcomer=is_newcomer)
        if options.level is None
        else parse_level(package, options.level)
    )
    if level is None:
        raise Refused("level-unknown")
    table = Lobby(
        game=game,
        guild=guild,
        channel=channel,
        language=options.language or click.language,
        is_language_chosen=options.language is not None,
        clock=options.clock or usual_clock,
        text_only=options.text_only or package.pictures is None,
        opened_at=now,
        clicked_at=now,
        host=click.user,
        players=(make_player(click, now),),
    )
    for _ in range(min(options.computers or 0, package.game.seats[-1] - 1)):
        table = replace(table, players=(*table.players, make_computer_player(table, level)))
    return table


def default_clock(package: GamePackage, options: Mapping[str, str]) -> str:
    """Return the time limit of a turn that a table has unless its host chooses another one.

    Args:
        package: The game, which may set a time in seconds.
        options: The choice for each of the game's options, by the option's name.

    Returns:
        A value of `Table.clock`, such as "10" for ten minutes or "45s" for 45 seconds.
    """
    seconds = package.race.get_turn_seconds(options) if package.race else None
    return CLOCKS[0] if seconds is None else f"{seconds}s"


def list_clocks(table: Lobby, package: GamePackage) -> tuple[str, ...]:
    """Return the time limits that a host can choose, the table's default first."""
    default = default_clock(package, read_options(table, package))
    return tuple(dict.fromkeys((default, *CLOCKS, table.clock)))


def open_rematch(table: Finished, package: GamePackage, click: Click, now: float) -> Lobby:
    """Return a lobby for a rematch, with the same players and options as the finished game.

    The person who clicks becomes host. The seats of all other people are kept until these people
    confirm. Options that had the default stay at the default, even if it changes with the number
    of players. A language that nobody chose becomes that of the person who clicks.

    Args:
        table: The finished game.
        package: The same game, with its rules and texts.
        click: The press of the person who wants the rematch.
        now: The present time in seconds since 1970.
    """
    defaults = package.game.defaults_for(len(table.players)).items()
    players = tuple(
        Player(
            name=player.name,
            user=player.user,
            level=LIKE_US if plays_like_us(player) else player.level,
            confirmed=player.user in (None, click.user),
            clicked_at=now if player.user == click.user else player.clicked_at,
        )
        for player in table.players
        if not player.is_vacant
    )
    return Lobby(
        game=table.game,
        guild=table.guild,
        channel=table.channel,
        language=table.language if table.is_language_chosen else click.language,
        is_language_chosen=table.is_language_chosen,
        clock=table.clock,
        text_only=table.text_only,
        pace=table.pace,
        options=tuple(choice for choice in table.options if choice not in defaults),
        opened_at=now,
        clicked_at=now,
        host=click.user,
        players=players,
    )


def change_game(table: Lobby, game: str, old: GamePackage, new: GamePackage) -> Lobby:
    """Return a lobby with another game, in which people keep their seats.

    Computer players stay as far as there are seats, at their level if the new game has it. The
    language, the pace, the choice between pictures and text, and a time limit that the host has
    chosen stay. The game's own options get their defaults.

    Args:
        table: The lobby as it is now.
        game: The name of the new game.
        old: The former game, with its rules and texts.
        new: The new game.

    Raises:
        Refused: The new game has too few seats for the people.
    """
    seats = new.game.seats[-1]
    people = sum(player.user is not None for player in table.players)
    if people > seats:
        raise Refused("too-many-people", seats=seats, people=people)
    surplus = find_computer_seats(table)[seats - people :]
    levels = {*level_choices(new), *new.game.levels}
    players = tuple(
        player
        if player.user or player.level in levels
        else replace(player, level=default_level(new, is_newcomer=False))
        for seat, player in enumerate(table.players)
        if seat not in surplus
    )
    text_only = not new.pictures or (old.pictures and table.text_only)
    changed = replace(table, game=game, players=players, options=(), text_only=text_only)
    had_default = table.clock == default_clock(old, read_options(table, old))
    return _reset_clock(changed, new) if had_default else changed


def make_player(click: Click, now: float) -> Player:
    """Return a player with the name and user id of the person who clicks."""
    return Player(name=click.name[:MAX_NAME_LENGTH], user=click.user, clicked_at=now)


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


def check_host(table: Table, click: Click) -> None:
    """Check that the person who clicked is the host of the table.

    Raises:
        Refused: Somebody else has clicked, or the table has no host.
    """
    if table.host == click.user:
        return
    if find_host(table) is None:
        raise Refused("host-none")
    raise Refused("host-only", name=format_host_name(table))


def find_host(table: Table) -> Player | None:
    """Return the player who is the host, or None if the table has no host."""
    hosts = (player for player in table.players if player.user and player.user == table.host)
    return next(hosts, None)


def format_host_name(table: Table) -> str:
    """Return the host's name, safe for use in a message, or a sign if the table has no host."""
    host = find_host(table)
    return escape_name(host.name if host else "")


def join(table: Table, package: GamePackage, click: Click, now: float) -> Change:
    """Give a person a seat in a lobby, or confirm the seat that is kept for them.

    If no seat is free, the person replaces the computer player that was added last.

    Raises:
        Refused: The table is full of people, or the host removed this person and has not let them
            back.
    """
    table = require_lobby(table)
    if click.user in {person.user for person in table.removed}:
        raise Refused("removed-by-host", name=format_host_name(table))
    seat = table.seat_of(click.user)
    if seat is not None:
        return Change(table.set_player(seat, replace(table.players[seat], confirmed=True)))
    if len(table.players) < package.game.seats[-1]:
        return Change(replace(table, players=(*table.players, make_player(click, now))))
    seats = find_computer_seats(table)
    if not seats:
        raise Refused("table-full")
    return Change(table.set_player(seats[-1], make_player(click, now)))


def free_seat(table: Table, seat: int) -> Change:
    """Remove the player on a seat from a lobby, a table whose game has not started.

    If that player is the host, another person who has confirmed their seat becomes host. If there
    is no such person, the lobby closes.

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
    """Let a person join the lobby again whom the host removed from it earlier.

    Args:
        table: The table as it is now.
        user: Discord's id of that person.
    """
    table = require_lobby(table)
    people = tuple(person for person in table.removed if person.user != user)
    return Change(replace(table, removed=people))


def make_computer_player(table: Table, level: str) -> Player:
    """Return a computer player of this level, with a name that nobody else at the table has.

    If all computer names are taken, they are used again with a number.
    """
    taken = {player.name for player in table.players}
    names = text(table.language)("computer-names").split(", ")
    numbered = (f"{name} {number}" for number in count(2) for name in names)
    free = next(name for name in chain(names, numbered) if name not in taken)
    return Player(name=free, user=None, level=level)


def find_computer_seats(table: Table) -> tuple[Seat, ...]:
    """Return the seats of computer players, lowest first.

    In a lobby, the last one was added last.
    """
    return tuple(seat for seat, player in enumerate(table.players) if player.user is None)


def has_room(table: Table, package: GamePackage) -> bool:
    """Tell whether there is a seat for one more computer player in the lobby.

    A seat that is only kept for a person counts as free until the person confirms it.
    """
    return len(confirmed_players(table)) < package.game.seats[-1]


def is_full(table: Table, package: GamePackage) -> bool:
    """Tell whether people have taken and confirmed all seats, so that nobody else can join.

    Seats of computer players do not count as taken.
    """
    full = len(table.players) == package.game.seats[-1]
    return full and all(each.confirmed and each.user is not None for each in table.players)


def add_computer(table: Table, package: GamePackage, *, is_newcomer: bool) -> Change:
    """Add a computer player to a lobby, a table whose game has not started.

    The new player gets the same level as the computer player that was added last, or the default
    level. At a full table, it takes a seat that is kept for a person who has not confirmed it. That
    person can still join: a computer player then gives up its seat.

    Args:
        table: The table as it is now.
        package: The game of the table, with its rules and texts.
        is_newcomer: Whether the host never finished a game of this kind. The default is then the
            weakest level.

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
    level = newest_level(table, package) or default_level(package, is_newcomer=is_newcomer)
    return Change(replace(table, players=(*table.players, make_computer_player(table, level))))


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


def set_option(table: Table, package: GamePackage, name: str, choice: str) -> Change:
    """Change one of the table's options.

    The pace of computer players can change at any time, all other options only before the game
    starts. Computer players that cannot play with the new options leave the table.

    Args:
        table: The table as it is now.
        package: The game of the table, with its rules and texts.
        name: The option's name, such as "clock", "level", or that of an option of the game.
        choice: The new value. For "level", it is a computer player's name and level, such as
            "Minka/easy", or "like-us" for all of them.

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
            changed = _reset_clock(changed, package)
        return _send_unfit_computers_away(changed, package)
    raise Refused("option-unknown")


def _reset_clock(table: Lobby, package: GamePackage) -> Lobby:
    """Return a lobby with the default time limit of its game and options."""
    return replace(table, clock=default_clock(package, read_options(table, package)))


def _send_unfit_computers_away(table: Table, package: GamePackage) -> Change:
    """Remove the computer players from a lobby if they cannot play with its options."""
    if not has_unfit_computers(table, package):
        return Change(table)
    people = tuple(player for player in table.players if player.user is not None)
    told = make_table_event(COMPUTERS_LEFT_EVENT)
    return Change(replace(table, players=people), events=(told,))


def _set_level(table: Table, package: GamePackage, choice: str) -> Change:
    """Change the level of one computer player, or set the level of all of them to "our level".

    "our level" means that they play as well as the people at the table.
    """
    if choice in level_choices(package) and choice == LIKE_US:
        return Change(set_level(table, find_computer_seats(table), LIKE_US))
    name, _, level = choice.partition("/")
    seats = [seat for seat in find_computer_seats(table) if table.players[seat].name == name]
    if not seats:
        raise Refused("seat-empty")
    if level not in package.game.levels:
        raise Refused("option-unknown")
    return Change(set_level(table, seats, level))


def set_level(table: T, seats: Iterable[Seat], level: str) -> T:
    """Return the table with another level for the computer players on these seats.

    Args:
        table: The table as it is now.
        seats: The seats of computer players.
        level: How well these players play from now on, as one of the game's levels or "our level".
    """
    for seat in seats:
        table = table.set_player(seat, replace(table.players[seat], level=level))
    return table


def read_options(table: Table, package: GamePackage) -> dict[str, str]:
    """Return the choices for the game's own options, by the options' names.

    A lobby stores only what the host chose. An option whose choice is missing or does not exist any
    more gets its default for the players who take part.
    """
    return package.game.complete_options(dict(table.options), len(confirmed_players(table)))


def has_usual_options(table: Table, package: GamePackage) -> bool:
    """Tell whether the game's own options are the defaults for the players who take part."""
    usual = package.game.defaults_for(len(confirmed_players(table)))
    return read_options(table, package) == usual


def computers_fit(table: Table, package: GamePackage) -> bool:
    """Tell whether the game's computer players can play with the table's options."""
    return package.game.computers_fit(read_options(table, package))


def has_unfit_computers(table: Table, package: GamePackage) -> bool:
    """Tell whether the table has computer players that cannot play with the chosen options."""
    return bool(find_computer_seats(table)) and not computers_fit(table, package)


def confirmed_players(table: Table) -> tuple[Player, ...]:
    """Return the players who take part if the game starts now.

    People for whom a seat is only kept, and who have not confirmed it, are left out.
    """
    return tuple(player for player in table.players if player.confirmed)


def count_missing_players(table: Table, package: GamePackage) -> int:
    """Return how many more players are needed before the game can start.

    The result is 0 if there are enough. Only players who have confirmed their seat count.
    """
    here = len(confirmed_players(table))
    return next((seats - here for seats in package.game.seats if seats >= here), 0)


def can_start(table: Table, package: GamePackage) -> bool:
    """Tell whether the game can be played with this number of players.

    Only players who have confirmed their seat count.
    """
    return len(confirmed_players(table)) in package.game.seats


def cancel_lobby(table: Table, click: Click) -> Change:
    """Close a lobby, a table whose game has not started, at the host's request.

    Raises:
        Refused: The person is not the host, the game has started, or the table is closed.
    """
    check_host(table, click)
    return close_table(require_lobby(table))
