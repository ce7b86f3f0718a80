"""Tables with as much to tell as there can be, and the panels around each game."""

from collections.abc import Iterator, Sequence
from itertools import cycle

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from bot.domain.changes import Click
from bot.domain.levels import LIKE_US, like_us_at_level
from bot.domain.results import MAX_LINES_PER_PAGE, Line
from bot.domain.table import Leaver, Match, Person, Phase, Player, Table
from bot.engine.events import EventRecord
from bot.engine.package import GamePackage
from bot.engine.screen import Screen
from bot.i18n import text
from bot.presenters import lobby as lobby_screens
from bot.presenters import panels, screens, standings
from bot.presenters.standings import ScoresRequest
from tests.tables import expect_game, in_phase
from tests.toys import REGISTRY

ID = 9_000_000_000_000_000_000
"""Ids have at most 19 digits."""
NAMES = (
    "*_~`|>#[]()" * 2 + "<@!&#:>-_*",  # markup
    "😀" * 32,  # two units of UTF-16 each
    "\N{RIGHT-TO-LEFT OVERRIDE}שלום עולם" * 3,
    "||**__~~`[x](http://a.b)`~~__**|",
    "*" * 32,
    "[](" * 10 + "[]",
    "_" * 32,
    "😀" * 32,
)
"""Each of 32 signs, or nearly, as many as a name may have."""
TABLE_EVENTS = (
    EventRecord(None, "table-away", (1,)),
    EventRecord(None, "table-left", (1, NAMES[0])),
    EventRecord(None, "table-back", (1, NAMES[0])),
    EventRecord(None, "table-host", (NAMES[0],)),
    EventRecord(None, "table-left-vacant", (1, NAMES[0])),
    EventRecord(None, "table-like-us", ("clever",)),
)
SCORES = tuple(
    Line(ID + n, NAMES[n % 4], 10**4, 1, 1, 0.0, 10**6, 10**6)
    for n in range(MAX_LINES_PER_PAGE + 1)
)
"""As many lines as are asked for, by those with the longest names."""


class InOrder:
    """A chance that changes no order."""

    def below(self, n: int) -> int:
        return 0

    def shuffle(self, items: Sequence[int]) -> tuple[int, ...]:
        return tuple(items)


def people(seats: int, *, away: bool = False, confirmed: bool = True) -> tuple[Player, ...]:
    return tuple(
        Player(name, ID + seat, away=away, confirmed=confirmed)
        for seat, name in zip(range(seats), cycle(NAMES), strict=False)
    )


def beside_computers(computers: int, level: str) -> tuple[Player, ...]:
    names = text("en")("computer-names").split(", ")[:computers]
    return (*people(1), *(Player(name, None, level) for name in names))


def table_of(
    game: str,
    state: Struct,
    language: str,
    players: tuple[Player, ...],
    *,
    phase: Phase = "playing",
    **changes: object,
) -> Table:
    """Return a table with the longest ids and clock."""
    match = Match(
        game=game,
        guild=ID,
        channel=ID,
        language=language,
        clock="1440",
        opened_at=100.0,
        clicked_at=100.0,
        id=ID,
        version=10**9,
        host=ID,
        players=players,
        state=state,
        seed=bytes(32),
        dealt=encode(state),
        leavers=(Leaver(ID, NAMES[0], 0),),
    )
    return in_phase(match, phase, **changes)


def board_telling(table: Table, package: GamePackage, events: tuple[EventRecord, ...]) -> Screen:
    """Return a table's board with these events as the newest."""
    return screens.render_board(replace(table, public_events=events), package)


def all_panels(package: GamePackage, running: Table) -> Iterator[tuple[str, Screen]]:
    """Yield the host's panels, the panel of a running table, the scores and the rules."""
    yield from lobby_panels(package, running)
    yield from table_panels(package, running)


def lobby_panels(package: GamePackage, table: Table) -> Iterator[tuple[str, Screen]]:
    """Yield the host's panels in the lobby: options of all kinds, and computers beside the host."""
    lobby = in_phase(table, "lobby")
    computers = beside_computers(package.game.seats[-1] - 1, package.computers.levels[-1])
    alike = beside_computers(package.game.seats[-1] - 1, LIKE_US)
    own = package.game.options
    lobbies = {
        "": lobby,
        "defaults": replace(lobby, options=()),
        "first choices": replace(lobby, options=tuple((o.name, o.choices[0]) for o in own)),
        "last choices": replace(lobby, options=tuple((o.name, o.choices[-1]) for o in own)),
        "text only": replace(lobby, text_only=True),
        "all removed": replace(lobby, removed=tuple(Person(ID + n, NAMES[0]) for n in range(40))),
        "kept": replace(lobby, players=people(package.game.seats[-1], confirmed=False)),
        "computers": replace(lobby, players=computers),
        "our level": replace(lobby, players=alike),
    }
    for name, at in lobbies.items():
        yield f"lobby {name}", screens.render_board(at, package)
        here = screens.make_context(at, package, at.language)
        yield f"options {name}", lobby_screens.render_options(at, package, here)
        yield f"game options {name}", lobby_screens.render_game_options(at, package, here)


def table_panels(package: GamePackage, table: Table) -> Iterator[tuple[str, Screen]]:
    """Yield the panel of a running table, the scores and the rules."""
    silent = tuple(replace(player, away=True) for player in table.players)
    computers = beside_computers(len(silent) - 1, like_us_at_level(package.computers.levels[-1]))
    host = Click(1, ID, "x", table.language, table.channel, can_manage_messages=True)
    for name, players in (("silent", silent), ("computers", computers)):
        at = replace(table, players=players)
        here = screens.make_context(at, package, at.language)
        yield f"table {name}", panels.render_table_panel(at, package, host, here, 1.0e9)
    here = screens.make_context(table, package, table.language)
    score = package.screens.score(package.game.view(expect_game(table).state, None), here)
    asks, say = ScoresRequest(table.game, "three", 99_999), text(table.language)
    games = {table.game: package, **REGISTRY}
    shown = standings.render_scores(
        say, asks, SCORES, [*games], games, score, 1.0e9, may_share=True
    )
    yield "scores", shown
    for text_only in (False, True):
        at = replace(table, text_only=text_only)
        for page in range(len(package.rulebook.pages)):
            yield (
                f"rules {page}",
                panels.render_rules(table.game, package, page, table.language, at),
            )
