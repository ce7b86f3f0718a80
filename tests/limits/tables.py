"""Tables with as much to tell as there can be, and all screens of and around each game."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, cycle, product
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from bot.domain.changes import Click
from bot.domain.evenings import Evening, Member
from bot.domain.levels import LIKE_US, like_us_at_level
from bot.domain.results import MAX_LINES_PER_PAGE, Line
from bot.domain.table import (
    Finished,
    IdleCheck,
    Leaver,
    Match,
    Person,
    Phase,
    Player,
    Table,
    TableEvent,
)
from bot.domain.voting import start_vote
from bot.engine.chance import PythonChance
from bot.engine.events import EventRecord, to_record
from bot.engine.game import Act, Elapse
from bot.engine.package import GamePackage
from bot.engine.records import list_legal_paths
from bot.engine.screen import OpenScreen, Screen
from bot.games.registry import GAMES
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
EVENING = Evening(
    100.0,
    tuple(Member(name, ID + n, 10**6, 10**4) for n, name in enumerate((*NAMES, *NAMES))),
    (*GAMES,) * 5,
)
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


class Worst(Struct, kw_only=True):
    """A game with as much to tell as there can be."""

    game: str
    states: Mapping[str, Struct]
    events: Sequence[tuple[EventRecord, ...]]
    """The longest ones that a board tells together."""
    clock: str
    news: Sequence[EventRecord] = ()
    """The longest news of seat 0."""
    notes: Sequence[str] = ("illegal-move",)
    options: Mapping[str, str] = {}
    left_out: str = ""
    """A page that cannot be made, as the states contradict themselves."""
    timers: tuple[Any, ...] = ()

    @property
    def seats(self) -> int:
        return GAMES[self.game].game.seats[-1]

    def table(self, language: str, state: Struct | None = None, **changes: Any) -> Table:
        """Return a table of as many as can play, in the first of the states unless told which."""
        shown = state or next(iter(self.states.values()))
        phase: Phase = "playing" if GAMES[self.game].game.prompts(shown) else "over"
        players = changes.pop("players", people(self.seats))
        fields = {"phase": phase, "options": tuple(self.options.items()), "timers": self.timers}
        fields["recent"] = tuple(TableEvent(0, event) for event in self.news)
        return table_of(self.game, shown, language, players, **{**fields, **changes})

    def list_screens(self, language: str, package: GamePackage) -> Iterator[tuple[str, Screen]]:
        """Yield all screens of and around the game, each with a name."""
        yield from self.list_boards(language, package)
        yield from self.list_own_screens(language, package)
        running = self.table(language)
        yield from lobby_panels(package, running)
        yield from table_panels(package, running)
        yield from list_lesson_screens(self, language, package)

    def list_boards(self, language: str, package: GamePackage) -> Iterator[tuple[str, Screen]]:
        everybody = tuple(ID + seat for seat in range(self.seats))
        told_together = (*self.events, TABLE_EVENTS)
        for (name, state), text_only in product(self.states.items(), (False, True)):
            at = self.table(language, state, text_only=text_only)
            for told in told_together:
                shown = board_telling(at, package, told)
                yield f"board {name}", shown
                if isinstance(at, Finished):
                    evening = replace(at, evening=EVENING, timers=(IdleCheck("next-game", at=1e9),))
                    yield f"board {name} in an evening", board_telling(evening, package, told)
                yield f"board {name} calls", screens.add_mentions(shown, at, everybody)
        running = self.table(language)
        away = people(self.seats, away=True)
        for name, at in {
            "all away": replace(running, players=away, paused="away"),
            "paused": replace(running, paused="channel"),
            "closed": in_phase(running, "closed"),
        }.items():
            for told in (*told_together, (EventRecord(None, "table-idle-closed"),)):
                yield name, board_telling(at, package, told)
        yield "reminder", screens.render_reminder(running, everybody, self.clock)
        yield "notice", screens.render_notice(running, package)

    def list_own_screens(self, language: str, package: GamePackage) -> Iterator[tuple[str, Screen]]:
        """Yield what single people see at the table, at every step of every move."""
        say = text(language, package.text)
        note = max(map(say, self.notes), key=len)
        for (name, state), text_only in product(self.states.items(), (False, True)):
            at = self.table(language, state, text_only=text_only)
            for user in (*(ID + seat for seat in range(self.seats)), 5):
                yield f"own {name}", screens.render_own(at, package, user, language, note=note)
                words = screens.render_words(expect_game(at), package, user, language)
                yield f"own {name} in words", words
            names = {*package.pages.find_names(package.game.view(state, 0))} - {self.left_out}
            for key in sorted(names):
                page = screens.render_page(at, package, ID, language, key)
                assert page is not None
                yield f"page {key} {name}", page
        for name, state in self.states.items():
            yield from list_move_steps(self.table(language, state), package, name)
        for phase in ("lobby", "closed"):
            at = in_phase(self.table(language), phase)
            yield f"own {phase}", screens.render_own(at, package, ID, language, note=note)


def list_move_steps(
    table: Table, package: GamePackage, name: str, luck: Random | None = None
) -> Iterator[tuple[str, Screen]]:
    """Yield each step of all moves of the first who are asked, or of a few moves by luck."""
    state, language = expect_game(table).state, table.language
    prompts = [(p.decision, p.seat) for p in package.game.prompts(state) if p.seat is not None]
    for decision, seat in prompts if luck else prompts[:3]:
        moves = list_legal_paths(package.game, state, seat)
        some = luck.sample(moves, min(2, len(moves))) if luck else moves[:: len(moves) // 100 or 1]
        paths = {path for move in some for path in accumulate(move.split("/"), "{}/{}".format)}
        for path in sorted(paths):
            look = OpenScreen(decision, path)
            own = screens.render_own(table, package, ID + seat, language, look)
            yield f"{name} {path}", own


def list_lesson_screens(
    worst: Worst, language: str, package: GamePackage
) -> Iterator[tuple[str, Screen]]:
    """Yield every screen of lessons that a computer plays, with each of the longest names."""
    lesson, game = package.lesson, package.game
    assert lesson is not None
    computers = beside_computers(lesson.seats - 1, package.computers.levels[0])[1:]
    for name in NAMES[:4]:
        state: Any = lesson.state
        luck, recent = Random(name), list[TableEvent]()
        players = (Player(name, ID), *computers)
        for step in range(400):
            at = worst.table(
                language, state, players=players, channel=-ID, clock="none",
                recent=tuple(recent), text_only=name == NAMES[1],
            )  # fmt: skip
            yield f"lesson {step}", screens.render_own(at, package, ID, language)
            if isinstance(at, Match):
                yield from list_move_steps(at, package, "lesson", luck)
            if not (prompts := game.prompts(state)):
                break
            prompt = luck.choice(prompts)
            action: Act | Elapse = Elapse(prompt.decision)
            if prompt.seat is not None:
                view, moves = game.view(state, prompt.seat), game.legal_moves(state, prompt.seat)
                move = package.computers.choose_move(view, moves, package.computers.levels[0], luck)
                action = Act(prompt.seat, prompt.decision, move, step * 3000 << 22)
                recent = [] if prompt.seat == lesson.seat else recent
            state, notices = game.apply(state, action, PythonChance(step))
            recent += [TableEvent(step, to_record(notice)) for notice in notices]
        yield "lesson left", screens.render_own(in_phase(at, "closed"), package, ID, language)


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
        "evening": replace(lobby, evening=EVENING),
    }
    vote = start_vote(lobby, EVENING, GAMES, 1e9)
    yield "lobby vote", screens.render_board(vote, package, None, GAMES)
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
