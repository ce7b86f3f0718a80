"""The lobby: who sits where, the options, and the deal. Pure functions from table to change."""

from collections.abc import Callable, Iterable

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from bot.games.box import Box
from bot.games.game import Seat
from bot.store.records import OPEN, Player, Table
from bot.tables.chance import SeededChance
from bot.tables.change import (
    NAME_LENGTH,
    Change,
    Click,
    Refused,
    closed,
    happened,
    is_vacant,
    seat_of,
    seated,
)
from bot.tables.dues import PACES, call_key
from bot.tables.levels import LIKE_US, choices, like_us, likes_us, middle, named, newest, usual
from bot.tables.names import escaped
from bot.tables.playing import calls, waiting
from bot.text import LANGUAGES, text

CLOCKS = ("10", "none", "1", "3", "60", "1440")
"""Minutes for each turn; the first is the default."""


class Wishes(Struct, frozen=True):
    """What a host can choose when opening a table; all of it can be changed in the lobby."""

    clock: str = CLOCKS[0]
    language: str | None = None
    """None: the host's own."""
    text_only: bool = False
    computers: int | None = None
    """How many computer players the lobby starts with; None: as the bot is set up."""
    level: str | None = None
    """How well these play, as people may write it (`levels.named`); None: as it suits the host."""


def opened(
    click: Click,
    guild: int,
    channel: int,
    game: str,
    box: Box,
    wishes: Wishes,
    now: float,
    *,
    newcomer: bool = False,
) -> Table:
    """Return a new lobby with its host on the first seat.

    `newcomer`: whether the host never finished a game of this kind. Raises `Refused` for a clock,
    language or level that there is not, such as a stale command's.
    """
    if wishes.clock not in CLOCKS:
        raise Refused("clock-unknown")
    if wishes.language not in (None, *LANGUAGES):
        raise Refused("language-unknown")
    level = usual(box, newcomer=newcomer) if wishes.level is None else named(box, wishes.level)
    if level is None:
        raise Refused("level-unknown")
    table = Table(
        game=game,
        guild=guild,
        channel=channel,
        language=wishes.language or click.language,
        clock=wishes.clock,
        text_only=wishes.text_only,
        opened_at=now,
        clicked_at=now,
        host=click.user,
        options=defaults(box),
        players=(person(click, now),),
    )
    for _ in range(min(wishes.computers or 0, box.game.seats[-1] - 1)):
        table = replace(table, players=(*table.players, computer(table, level)))
    return table


def again(table: Table, click: Click, now: float) -> Table:
    """Return the lobby of a rematch: the seats are kept for the same people, who confirm."""
    players = tuple(
        Player(
            name=player.name,
            user=player.user,
            level=LIKE_US if likes_us(player) else player.level,
            confirmed=player.user in (None, click.user),
            clicked_at=now if player.user == click.user else player.clicked_at,
        )
        for player in table.players
        if not is_vacant(player)
    )
    return Table(
        game=table.game,
        guild=table.guild,
        channel=table.channel,
        language=table.language,
        clock=table.clock,
        text_only=table.text_only,
        pace=table.pace,
        options=table.options,
        opened_at=now,
        clicked_at=now,
        host=click.user,
        players=players,
    )


def defaults(box: Box) -> tuple[tuple[str, str], ...]:
    """Return the game's own options as they stand at first."""
    return tuple((option.name, option.choices[0]) for option in box.game.options)


def person(click: Click, now: float) -> Player:
    """Return whoever clicks as a player."""
    return Player(name=click.name[:NAME_LENGTH], user=click.user, clicked_at=now)


def in_lobby(table: Table) -> None:
    """Raise `Refused` unless the table still is a lobby."""
    if table.phase != "lobby":
        raise Refused("not-a-lobby")


def by_host(table: Table, click: Click) -> None:
    """Raise `Refused` unless the host asks."""
    if table.host == click.user:
        return
    names = [player.name for player in table.players if player.user == table.host and player.user]
    if not names:
        raise Refused("host-none")
    raise Refused("host-only", name=escaped(names[0]))


def joined(table: Table, box: Box, click: Click, now: float) -> Change:
    """Seat a person, or confirm the seat that is kept for them.

    At a full table they take the seat of the computer that came last.
    """
    in_lobby(table)
    seat = seat_of(table, click.user)
    if seat is not None:
        return Change(seated(table, seat, replace(table.players[seat], confirmed=True)))
    if len(table.players) < box.game.seats[-1]:
        return Change(replace(table, players=(*table.players, person(click, now))))
    seats = computer_seats(table)
    if not seats:
        raise Refused("table-full")
    return Change(seated(table, seats[-1], person(click, now)))


def removed(table: Table, seat: int) -> Change:
    """Take whoever sits there off a lobby; the host role passes on, the last person closes it."""
    in_lobby(table)
    if seat >= len(table.players):
        raise Refused("seat-empty")
    table = replace(table, players=(*table.players[:seat], *table.players[seat + 1 :]))
    people = [player.user for player in table.players if player.user and player.confirmed]
    if not people:
        return closed(replace(table, host=None))
    return Change(replace(table, host=table.host if table.host in people else people[0]))


def computer(table: Table, level: str) -> Player:
    """Return a computer player of this level with a name that is free at this table."""
    taken = {player.name for player in table.players}
    names = text(table.language)("computer-names").split(", ")
    free = [name for name in names if name not in taken]
    return Player(name=free[0], user=None, level=level)


def computer_seats(table: Table) -> tuple[Seat, ...]:
    """Return the seats of computer players; the one that came last is the last."""
    return tuple(seat for seat, player in enumerate(table.players) if player.user is None)


def computer_added(table: Table, box: Box, *, newcomer: bool) -> Change:
    """Seat a computer player; it plays as well as the one that came last, if there is one.

    `newcomer`: whether the host never finished a game of this kind.
    """
    in_lobby(table)
    if len(table.players) == box.game.seats[-1]:
        raise Refused("no-seat-for-computer")
    level = newest(table, box) or usual(box, newcomer=newcomer)
    return Change(replace(table, players=(*table.players, computer(table, level))))


def computer_removed(table: Table) -> Change:
    """Take the computer player that came last off the lobby."""
    in_lobby(table)
    seats = computer_seats(table)
    if not seats:
        raise Refused("no-computer")
    return removed(table, seats[-1])


def option_set(table: Table, box: Box, name: str, choice: str) -> Change:
    """Change one of the table's options: its pace at any time, all others in the lobby.

    The choice for "level" is a computer player's name and level, such as "Minka/easy", or
    "like-us" for all of them. Raises `Refused` for a choice that this option does not have (an old
    message's).
    """
    if name != "pace" or table.phase != "playing":
        in_lobby(table)
    if name == "level":
        return _level_set(table, box, choice)
    own = {option.name: option.taken(choice) for option in box.game.options}
    if name == "clock" and choice in CLOCKS:
        return Change(replace(table, clock=choice))
    if name == "language" and choice in LANGUAGES:
        return Change(replace(table, language=choice))
    if name == "pace" and choice in PACES:
        return Change(replace(table, pace=choice))
    if name == "text-only" and choice in ("yes", "no"):
        return Change(replace(table, text_only=choice == "yes"))
    taken = own.get(name)
    if taken is not None:
        options = {**dict(table.options), name: taken}
        return Change(replace(table, options=tuple(options.items())))
    raise Refused("option-unknown")


def _level_set(table: Table, box: Box, choice: str) -> Change:
    """Change how well one computer player plays, or let all play as well as the people here."""
    if choice in choices(box) and choice == LIKE_US:
        return Change(_with_level(table, computer_seats(table), LIKE_US))
    name, _, level = choice.partition("/")
    seats = [seat for seat in computer_seats(table) if table.players[seat].name == name]
    if not seats:
        raise Refused("seat-empty")
    if level not in box.game.levels:
        raise Refused("option-unknown")
    return Change(_with_level(table, seats, level))


def _with_level(table: Table, seats: Iterable[Seat], level: str) -> Table:
    """Return the table with computer players of this level on these seats."""
    for seat in seats:
        table = seated(table, seat, replace(table.players[seat], level=level))
    return table


def options_of(table: Table, box: Box) -> dict[str, str]:
    """Return what is chosen of the game's own options.

    What an older version did not store, or knew another choice for, counts as the default.
    """
    stored = dict(table.options)
    return {
        option.name: option.taken(stored.get(option.name, "")) or option.choices[0]
        for option in box.game.options
    }


def startable(table: Table, box: Box) -> bool:
    """Tell whether the seats are filled as the game needs it, and all have confirmed."""
    return len(table.players) in box.game.seats and all(p.confirmed for p in table.players)


def like_us_seats(table: Table, box: Box) -> tuple[Seat, ...]:
    """Return the seats of computer players that are to play like the people here."""
    if LIKE_US not in choices(box):
        return ()
    return tuple(seat for seat, player in enumerate(table.players) if likes_us(player))


def started(
    table: Table, box: Box, fresh_seed: Callable[[], bytes], likeness: str | None = None
) -> Change:
    """Deal: shuffle the seats and set the game up, all from one fresh secret seed (ruling K12).

    Whoever begins is called by the first board. `likeness` is the level at which computers play
    that are to play like the people here; None: it was not asked for before, so the middle one.
    """
    in_lobby(table)
    if not startable(table, box):
        raise Refused("not-startable")
    options = options_of(table, box)
    if any(p.user is None for p in table.players) and not box.game.computers_fit(options):
        raise Refused("computers-unfit")
    seed = fresh_seed()
    chance = SeededChance(seed, 0)
    order = chance.shuffled(range(len(table.players)))
    state, events = box.game.deal(len(order), options, chance)
    alike = like_us_seats(table, box)
    if alike:
        level = likeness or middle(box)
        table = _with_level(table, alike, like_us(level))
        events = (*events, happened("table-like-us", level))
    table = replace(
        table,
        phase="playing",
        rules=box.game.rules,
        players=tuple(table.players[index] for index in order),
        seed=seed,
        dealt=encode(state),
    ).in_state(state, box.game)
    called = tuple(call_key(prompt) for prompt in waiting(table) if calls(prompt))
    return Change(table, events=events, calls=called)


def cancelled(table: Table) -> Change:
    """Close a lobby that is not wanted any more."""
    if table.phase not in OPEN:
        raise Refused("already-over")
    in_lobby(table)
    return closed(table)


def ended(table: Table, click: Click) -> Change:
    """Close the table for whoever clicks; a game is kept as ended early by them."""
    change = closed(table)
    if table.phase != "playing" or table.is_lesson:
        return change
    told = happened("table-ended", click.name[:NAME_LENGTH])
    return Change(replace(change.table, ended_by=click.user), events=(told,))
