"""Opens lobbies: new ones, those of rematches, and those that change to another game."""

from msgspec import Struct
from msgspec.structs import asdict, replace

from bot.domain.changes import Click, Refused
from bot.domain.computers import make_computer_player
from bot.domain.host import find_next_person
from bot.domain.levels import LIKE_US, default_level, level_choices, parse_level, plays_like_us
from bot.domain.options import CLOCKS, default_clock, read_options, reset_clock
from bot.domain.seating import find_computer_seats, make_player
from bot.domain.server_settings import ServerSettings
from bot.domain.table import Finished, Lobby, Player
from bot.engine.options import default_options
from bot.engine.package import GamePackage
from bot.i18n import LANGUAGES


class TableOptions(Struct, frozen=True):
    """The options that a host can choose when opening a table. None means the default."""

    clock: str | None = None
    """The time limit of a turn in minutes, as one of `CLOCKS`."""
    language: str | None = None
    text_only: bool | None = None
    computers: int | None = None
    """The number of computer players. The default is from the bot's settings."""
    level: str | None = None
    """Their level, in all forms that `bot.domain.levels.parse_level` accepts."""


def fill_options(
    options: TableOptions, settings: ServerSettings, package: GamePackage
) -> TableOptions:
    """Return the options of a new table, with the server's defaults for what nobody chose."""
    clock = default_clock(package, default_options(package.game.options), settings.clock)
    defaults = TableOptions(
        clock=clock if settings.clock in CLOCKS else None,
        language=settings.language if settings.language in LANGUAGES else None,
        text_only=settings.text_only,
        level=settings.level if settings.level in level_choices(package) else None,
    )
    chosen = {name: value for name, value in asdict(options).items() if value is not None}
    return replace(defaults, **chosen)


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
    """Return a new lobby with its host on the first seat.

    A host who never finished a game of this kind is a newcomer, and gets the weakest computers.

    Raises:
        Refused: A chosen clock, language or level does not exist, as in an outdated command.
    """
    usual_clock = default_clock(package, default_options(package.game.options))
    if options.clock not in (None, usual_clock, *CLOCKS):
        raise Refused("clock-unknown")
    if options.language not in (None, *LANGUAGES):
        raise Refused("language-unknown")
    level: str | None = default_level(package, is_newcomer=is_newcomer)
    if options.level is not None:
        level = parse_level(package, options.level)
    if level is None:
        raise Refused("level-unknown")
    table = Lobby(
        game=game,
        guild=guild,
        channel=channel,
        parent=click.public_parent,
        language=options.language or click.language,
        is_language_chosen=options.language is not None,
        clock=options.clock or usual_clock,
        text_only=bool(options.text_only) or not package.pictures,
        opened_at=now,
        clicked_at=now,
        host=click.user,
        players=(make_player(click, now),),
    )
    for _ in range(min(options.computers or 0, package.game.seats[-1] - 1)):
        table = replace(table, players=(*table.players, make_computer_player(table, level)))
    return table


def open_rematch(table: Finished, package: GamePackage, click: Click, now: float) -> Lobby:
    """Return a lobby with the same players and options as the finished game.

    The person who clicks becomes host. The seats of other people are kept until they confirm.
    Options that had the default stay at the default, even if it changes with the number of players.
    A language that nobody chose becomes that of the person who clicks.
    """
    lobby = _open_again(table, package, now, frozenset({click.user}))
    language = table.language if table.is_language_chosen else click.language
    return replace(lobby, language=language, host=click.user)


def open_next_game(
    table: Finished, package: GamePackage, now: float, user: int | None = None
) -> Lobby:
    """Return the lobby of an evening's next game, with the same players, host and options.

    Seats of people who were away at the end are kept until they confirm, except that of `user`,
    who has just clicked. If the host was away, the next person clockwise becomes host.
    """
    here = {player.user for player in table.players if player.user and not player.away}
    lobby = _open_again(table, package, now, frozenset(here | {user} if user else here))
    if table.host in here:
        return lobby
    seat = table.seat_of(table.host) if table.host else None
    people = (player.user for player in table.players if player.user)
    host = find_next_person(table, seat or 0) or user or next(people, None)
    return replace(lobby, host=host)


def _open_again(
    table: Finished, package: GamePackage, now: float, here: frozenset[int | None]
) -> Lobby:
    """Return a lobby with a finished table's players and options, where some people are present."""
    defaults = default_options(package.game.options, len(table.players)).items()
    players = tuple(
        Player(
            name=player.name,
            user=player.user,
            level=LIKE_US if plays_like_us(player) else player.level,
            confirmed=player.user is None or player.user in here,
            clicked_at=now if player.user in here else player.clicked_at,
        )
        for player in table.players
        if not player.is_vacant
    )
    return Lobby(
        game=table.game,
        guild=table.guild,
        channel=table.channel,
        parent=table.parent,
        language=table.language,
        is_language_chosen=table.is_language_chosen,
        clock=table.clock,
        text_only=table.text_only,
        pace=table.pace,
        options=tuple(choice for choice in table.options if choice not in defaults),
        opened_at=now,
        clicked_at=now,
        host=table.host,
        players=players,
    )


def change_game(
    table: Lobby, game: str, old: GamePackage, new: GamePackage, server_clock: str = ""
) -> Lobby:
    """Return a lobby with another game, in which people keep their seats.

    Computer players stay as far as there are seats, at their level if the new game has it. The
    game's own options get their defaults, and so does a time limit that the host has not chosen.
    A server may have a default of its own.

    Raises:
        Refused: The new game has too few seats for the people.
    """
    seats = new.game.seats[-1]
    people = sum(player.user is not None for player in table.players)
    if people > seats:
        raise Refused("too-many-people", seats=seats, people=people)
    surplus = find_computer_seats(table)[seats - people :]
    levels = {*level_choices(new), *new.computers.levels}
    players = tuple(
        player
        if player.user or player.level in levels
        else replace(player, level=default_level(new, is_newcomer=False))
        for seat, player in enumerate(table.players)
        if seat not in surplus
    )
    text_only = not new.pictures or (bool(old.pictures) and table.text_only)
    changed = replace(table, game=game, players=players, options=(), text_only=text_only)
    options = read_options(table, old)
    had_default = table.clock in (default_clock(old, options, each) for each in ("", server_clock))
    return reset_clock(changed, new, server_clock) if had_default else changed
