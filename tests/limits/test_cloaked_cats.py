"""Every screen of Cloaked Cats, and of all tables, at its worst, against Discord's limits.

The bodies are those that discord.py would send, held against numbers copied from Discord's
documentation and OpenAPI description.
"""

import ast
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.bench.moves import enter
from bot.domain.table import Deadline, Player
from bot.engine.events import EventRecord
from bot.engine.package import GamePackage
from bot.engine.records import ActRecord, apply_record, list_legal_paths
from bot.engine.screen import OpenScreen, Screen
from bot.games.cloaked_cats.model.state import Dancer, Guess, State
from bot.games.cloaked_cats.package import PACKAGE
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from bot.presenters import lobby as lobby_screens
from bot.presenters import panels, screens, standings, welcome
from bot.presenters.standings import ScoresRequest
from bot.testing.playing import list_next_fields
from tests.bench.limits import message_problems
from tests.games.cloaked_cats.looks import EMOJIS
from tests.limits.checks import check_that_all_fit, with_both_emojis
from tests.limits.tables import (
    ID,
    NAMES,
    TABLE_EVENTS,
    InOrder,
    all_panels,
    beside_computers,
    board_telling,
    people,
    table_of,
)
from tests.play.evening import deal, load_match
from tests.tables import in_phase
from tests.toys import REGISTRY

ROOT = Path(__file__).parents[2]
SEATS = range(4)
BOTH_EMOJIS = with_both_emojis(PACKAGE, EMOJIS)
FLOORS = (0, 1, 6, 20, 40)
"""How many cats dance."""


def dancers(cats):
    """Return so many cats on the dance floor, all masks on each."""
    return tuple(Dancer(cat, cat % 4, tuple(SEATS)) for cat in range(cats))


def state(cats=40, phase="guess"):
    """Return a game with as much to tell as there can be."""
    return State(
        starter=0,
        turn=8,
        phase=phase,
        last_round=True,
        fans=((0, 1, 3), (2, 4, 16), (15, 17, 18), (13, 14, 5)),
        hands=((7, 2, 18),) * 4,
        pile=tuple(range(3)),
        floor=dancers(cats),
        guesses=tuple(Guess(turn, turn % 4, (turn + 1) % 4, 12, False) for turn in range(9)),
        stockpiles=(16, 16, 16, 16),
        received=(16, 16, 16, 16),
        revealed=((0, 1), (2, 4), (15, 17), (13, 14)),
    )


def table(language, *, players=None, game=None, **changes):
    """Return a table of four, with the longest names, ids and clock."""
    dues = (Deadline("turn:8", at=2.0e9),)
    seated = people(4) if players is None else players
    return table_of("cloaked_cats", game or state(), language, seated, timers=dues, **changes)


EVENTS = tuple(EventRecord(None, "guess-wrong", (seat, 1 - seat, 16)) for seat in (0, 1) * 3)
"""The longest that a game tells: about those with the longest names."""
OTHER_EVENTS = (
    EventRecord(None, "cat-played", (0, 23, 0, 1, 2, 3)),
    EventRecord(None, "guess-right", (1, 0, 0)),
    EventRecord(None, "unmasked", (1,)),
    *TABLE_EVENTS,
)


def public_screens(language: str, package: GamePackage) -> list[tuple[str, Screen]]:
    """Return the board in every phase, beside the table's own messages."""
    full = people(4)
    lobbies = {
        "new": full[:1],
        "full": full,
        "computers": beside_computers(3, "fox"),
        "kept": people(4, confirmed=False),
    }
    found = [
        (f"lobby {name}", table(language, phase="lobby", players=players, text_only=True))
        for name, players in lobbies.items()
    ]
    for cats in FLOORS:
        for text_only in (False, True):
            game = state(cats)
            found.append((f"board {cats}", table(language, game=game, text_only=text_only)))
        over = state(cats, phase="over")
        found.append((f"end {cats}", table(language, phase="over", game=over)))
    away = people(4, away=True)
    found += [
        ("all away", table(language, players=away, paused="away")),
        ("paused", table(language, paused="channel")),
        ("closed", table(language, phase="closed")),
    ]
    shown = [
        (name, board_telling(each, package, events))
        for name, each in found
        for events in (EVENTS, OTHER_EVENTS)
    ]
    shown += [
        (
            f"{name} calls",
            screens.add_mentions(screen, table(language), tuple(ID + s for s in SEATS)),
        )
        for name, screen in shown
        if name.startswith("board")
    ]
    running = table(language)
    users = tuple(ID + seat for seat in SEATS)
    shown += [
        ("reminder", screens.render_reminder(running, users, "turn:8")),
        ("notice", screens.render_notice(running, package)),
        ("idle", board_telling(table(language, phase="closed"), package, (idle_closed(),))),
    ]
    return shown


def idle_closed():
    return EventRecord(None, "table-idle-closed")


def private_screens(language: str, package: GamePackage) -> list[tuple[str, Screen]]:
    """Return what single people are shown at a table."""
    shown = []
    tables = {
        phase: table(language, phase=phase, text_only=text_only)
        for phase in ("lobby", "playing", "closed")
        for text_only in (False, True)
    }
    tables["over"] = table(language, phase="over", game=state(phase="over"))
    tables["cat"] = table(language, game=state(phase="cat"))
    for name, each in tables.items():
        for user in (*(ID + seat for seat in SEATS), 5):
            own = screens.render_own(each, package, user, language, note=longest_note(language))
            shown.append((f"own {name}", own))
    shown += [(f"guess {path}", screen) for path, screen in guesses(language, package)]
    shown += panel_screens(language, package)
    shown += page_screens(language, package)
    shown += lesson_screens(language, package)
    return shown


def longest_note(language):
    say = text(language, PACKAGE.text)
    return max((say("moved-on"), say("illegal-move")), key=len)


def guesses(language, package):
    """Yield every screen on the way to every guess."""
    running = table(language)
    seat = 0
    moves = list_legal_paths(package.game, state(), seat)
    paths = [""] + [f"guess/{field}" for field in list_next_fields(moves, "guess")] + list(moves)
    for path in paths:
        yield (
            path,
            screens.render_own(running, package, ID + seat, language, OpenScreen(decision(), path)),
        )


def decision():
    (prompt,) = PACKAGE.game.prompts(state())
    return prompt.decision


LONGEST_OPTIONS = {
    "factions": "scientists.robocats.police.journalists.bureaucrats",
    "leavers": "computer",
}
"""More options than any game has."""


LONGEST_WISH = "play/cloaked_cats/1440/de/1/24/like-us"
"""What somebody can ask for at most, in the custom id of a button that makes room."""


def panel_screens(language: str, package: GamePackage) -> list[tuple[str, Screen]]:
    say, over = text(language), in_phase(table(language), "over")
    own, games = text(language, package.text), {**GAMES, table(language).game: package}
    lobby = in_phase(over, "lobby")
    at_board = panels.point_to_board(say, "board-stays", over)
    return [
        *all_panels(package, table(language)),
        ("leave", panels.ask_to_leave(say, ID, computer_takes_seat=True)),
        ("leave alone", panels.ask_to_leave(say, ID, computer_takes_seat=False)),
        ("end", panels.ask_to_end(say, ID)),
        ("room of a game", panels.offer_room(own, in_phase(over, "playing"), LONGEST_WISH)),
        ("room of a lobby", panels.offer_room(own, lobby, LONGEST_WISH)),
        ("game put aside", panels.offer_aside_game(say, at_board, over)),
        ("another game", panels.point_to_open_table(lobby, "catham_city", ID, language, games)),
        ("other games", lobby_screens.render_games(over, GAMES, package, language)),
        ("deal fair", panels.render_verified_deal(say, over, LONGEST_OPTIONS, "fair")),
        ("deal differs", panels.render_verified_deal(say, over, LONGEST_OPTIONS, "differs")),
        ("deal lost", panels.render_verified_deal(say, over, LONGEST_OPTIONS, "lost-track")),
        ("deal of older rules", panels.render_deal_of_other_rules(say, over, LONGEST_OPTIONS, 2)),
        (
            "no scores",
            standings.render_scores(
                say, ScoresRequest(), (), (), REGISTRY, None, 1.0e9, may_share=True
            ),
        ),
    ]


def page_screens(language: str, package: GamePackage) -> list[tuple[str, Screen]]:
    say = text(language)
    lesson = replace(table(language), channel=-1)
    shown = [
        *(
            (f"help {part}", welcome.render_help(language, GAMES, part))
            for part in ("", *welcome.HELP_PART_EMOJIS)
        ),
        ("greeting", welcome.render_greeting(language, GAMES)),
        (
            "welcome",
            welcome.render_welcome(say("help-title"), say("demo-welcome"), language, GAMES),
        ),
        ("another lesson", welcome.ask_which_lesson(lesson, "cloaked_cats", language, GAMES)),
    ]
    missing = ", ".join(say(f"permission-{name}") for name in PERMISSIONS)
    values: dict[str, int | str] = {
        "permissions": missing,
        "name": NAMES[0],
        "seconds": 99,
        "code": "50035",
        "most": 99,
        "seats": 99,
        "people": 99,
        "user": str(ID),
        "until": "<t:9999999999:R>",
    }
    shown += [(key, screens.render_sentence(say, key, **values)) for key in refusals()]
    return shown


def lesson_screens(language: str, package: GamePackage) -> list[tuple[str, Screen]]:
    """Return every screen of some lessons, the learner with each of the longest names."""
    lesson = package.lesson
    assert lesson is not None
    shown = []
    for name in NAMES[:4]:
        game: Any = lesson.state
        luck = Random(name)
        players = (Player(name, ID), Player("Minka", None, package.computers.levels[0]))
        while True:
            prompts = package.game.prompts(game)
            phase = "playing" if prompts else "over"
            at = table(language, phase=phase, players=players, game=game, channel=-ID, clock="none")
            shown.append(
                (f"lesson {name} {game.turn}", screens.render_own(at, package, ID, language))
            )
            if not prompts:
                break
            (prompt,) = prompts
            assert prompt.seat is not None
            moves = list_legal_paths(package.game, game, prompt.seat)
            for path in moves if prompt.seat == lesson.seat else ():
                look = OpenScreen(prompt.decision, path)
                shown.append(
                    (f"lesson {path}", screens.render_own(at, package, ID, language, look))
                )
            act = ActRecord(prompt.seat, prompt.decision, luck.choice(moves), 0)
            game, _ = apply_record(package.game, game, act, InOrder())
    shown.append(("lesson left", screens.render_own(in_phase(at, "closed"), package, ID, language)))
    return shown


PERMISSIONS = (
    "view-channel", "send-messages", "send-messages-in-threads", "embed-links", "attach-files",
)  # fmt: skip


def refusals():
    """Return the keys of all sentences with which the code refuses or answers."""
    keys = set()
    for folder in ("bot/services", "bot/presenters", "bot/domain", "cogs"):
        for file in (ROOT / folder).glob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                    called = ast.unparse(node.func).rsplit(".", 1)[-1]
                    at = {"Refused": 0, "render_sentence": 1}.get(called)
                    if at is None or len(node.args) <= at:
                        continue
                    key = node.args[at]
                    if isinstance(key, ast.Constant):
                        keys.add(key.value)
                    elif isinstance(key, ast.JoinedStr):
                        assert ast.unparse(key).startswith("f'onlooker-")
    keys |= {f"onlooker-{phase}" for phase in ("lobby", "playing", "over", "closed")}
    return sorted(keys)


@BOTH_EMOJIS
@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_public_screen_fits(language, package):
    assert await check_that_all_fit(public_screens(language, package))


@BOTH_EMOJIS
@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_private_screen_fits(language, package):
    assert await check_that_all_fit(private_screens(language, package))


async def test_the_newest_events_stay_when_not_all_fit():
    shown = board_telling(
        table("en", text_only=True), PACKAGE, (*EVENTS, EventRecord(None, "skipped", (2,)))
    )
    told = shown.fields[0].text.splitlines()
    assert told[-1].endswith("skips the guess.")
    assert 3 <= len(told) < 7
    assert all(line.endswith((".", "!")) for line in told)


@pytest.mark.parametrize("language", LANGUAGES)
@BOTH_EMOJIS
async def test_a_whole_round_of_four_with_usual_names_is_told(language, package):
    usual = tuple(
        Player(name, ID + n) for n, name in enumerate(("Alexandra", "Ben", "Cleo", "Dan"))
    )
    turns = (
        (
            EventRecord(None, "cat-played", (seat, 20 + seat, 0, 3)),
            EventRecord(None, "guess-wrong", (seat, (seat + 1) % 4, 16)),
        )
        for seat in SEATS
    )
    events = (*(event for turn in turns for event in turn), EventRecord(None, "round-begins", (3,)))
    shown = board_telling(table(language, players=usual, text_only=True), package, events)
    assert len(shown.fields[0].text.splitlines()) == 9


@pytest.mark.parametrize("language", LANGUAGES)
async def test_all_that_leaves_the_bot_in_sixteen_moves_fits(open_world, language):
    world = await open_world()
    for person, name in zip(world.people, NAMES[:4], strict=True):
        person.set_locale(language)
        person.rename(name)
    await deal(world, *world.people)
    users, luck = {person.id: person for person in world.people}, Random(5)
    for _ in range(16):
        table = await load_match(world)
        (prompt,) = table.prompts
        assert prompt.seat is not None
        who = users[table.players[prompt.seat].user]
        await enter(
            world, who, luck.choice(list_legal_paths(PACKAGE.game, table.state, prompt.seat))
        )
    await world.people[0].slash("cats scores")
    await world.people[0].slash("cats help")
    await world.people[0].slash("cats rules")
    checked = 0
    for request in world.requests:
        body = request.json or {}
        if not isinstance(body, dict) or request.method not in ("POST", "PATCH"):
            continue
        body = body.get("data", body) if "type" in body else body
        if "embeds" in body or "content" in body:
            checked += 1
            assert message_problems(body) == [], request.path
    assert checked > 40
