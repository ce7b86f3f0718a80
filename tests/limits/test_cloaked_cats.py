"""Every screen of Cloaked Cats, and of all tables, at its worst, against Discord's limits.

The bodies are those that discord.py would send, held against numbers copied from Discord's
documentation and OpenAPI description.
"""

import ast
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from bot.bench.moves import enter
from bot.domain.server_settings import MAX_MENTIONS
from bot.domain.table import Deadline, Player
from bot.engine.events import EventRecord
from bot.engine.package import GamePackage
from bot.engine.records import list_legal_paths
from bot.engine.screen import Screen
from bot.games.cloaked_cats.model.state import Dancer, Guess, State
from bot.games.cloaked_cats.package import PACKAGE
from bot.games.registry import GAMES
from bot.i18n import text
from bot.presenters import lobby as lobby_screens
from bot.presenters import panels, screens, standings, welcome
from bot.presenters.standings import ScoresRequest
from tests.bench.limits import message_problems
from tests.games.cloaked_cats.looks import EMOJIS
from tests.limits.checks import check_that_all_fit, in_all_looks
from tests.limits.tables import ID, NAMES, Worst, board_telling
from tests.play.evening import deal, load_match
from tests.tables import in_phase
from tests.toys import REGISTRY

ROOT = Path(__file__).parents[2]
SEATS = range(4)
FLOORS = (1, 6, 20)
"""How many cats dance."""


def state(cats: int = 40, phase: str = "guess", **changes: Any) -> State:
    """Return a game with as much to tell as there can be: all masks on each of so many cats."""
    base = State(
        starter=0,
        turn=8,
        phase=phase,
        last_round=True,
        fans=((0, 1, 3), (2, 4, 16), (15, 17, 18), (13, 14, 5)),
        hands=((7, 2, 18),) * 4,
        pile=tuple(range(3)),
        floor=tuple(Dancer(cat, cat % 4, tuple(SEATS)) for cat in range(cats)),
        guesses=tuple(Guess(turn, turn % 4, (turn + 1) % 4, 12, False) for turn in range(9)),
        stockpiles=(16, 16, 16, 16),
        received=(16, 16, 16, 16),
        revealed=((0, 1), (2, 4), (15, 17), (13, 14)),
    )
    return replace(base, **changes)


EVENTS = tuple(EventRecord(None, "guess-wrong", (seat, 1 - seat, 16)) for seat in (0, 1) * 3)
"""The longest that a game tells: about those with the longest names."""
OTHER_EVENTS = (
    EventRecord(None, "cat-played", (0, 23, 0, 1, 2, 3)),
    EventRecord(None, "guess-right", (1, 0, 0)),
    EventRecord(None, "unmasked", (1,)),
)
WORST = Worst(
    game="cloaked_cats",
    states={
        "guess": state(),
        "cat": state(phase="cat"),
        "no cats": state(0, help="odds", asks=True, guesses=(), revealed=((),) * 4),
        **{f"{phase} {cats}": state(cats, phase) for cats in FLOORS for phase in ("guess", "over")},
    },
    events=(EVENTS, OTHER_EVENTS),
    clock="turn:8",
    news=[EventRecord(None, "guess-wrong", (seat, 0, 16)) for seat in (1, 2, 3)],
    notes=("moved-on", "illegal-move"),
    left_out="notebook",
    timers=(Deadline("turn:8", at=2.0e9),),
)


LONGEST_OPTIONS = {
    "factions": "scientists.robocats.police.journalists.bureaucrats",
    "leavers": "computer",
}
"""More options than any game has."""


LONGEST_WISH = "play/cloaked_cats/1440/de/1/24/like-us"
"""What somebody can ask for at most, in the custom id of a button that makes room."""


def panel_screens(language: str, package: GamePackage) -> list[tuple[str, Screen]]:
    say, over = text(language), in_phase(WORST.table(language), "over")
    own, games = text(language, package.text), {**GAMES, over.game: package}
    lobby = in_phase(over, "lobby")
    at_board = panels.point_to_board(say, "board-stays", over)
    return [
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


def page_screens(language: str) -> list[tuple[str, Screen]]:
    say = text(language)
    lesson = replace(WORST.table(language), channel=-1)
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
        "channels": " ".join([f"<#{ID}>"] * MAX_MENTIONS),
        "roles": " ".join([f"<@&{ID}>"] * MAX_MENTIONS),
    }
    shown += [(key, screens.render_sentence(say, key, **values)) for key in refusals()]
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


@in_all_looks(PACKAGE, EMOJIS)
async def test_every_screen_fits(language: str, package: GamePackage) -> None:
    shown = [*WORST.list_screens(language, package), *panel_screens(language, package)]
    assert await check_that_all_fit([*shown, *page_screens(language)])


def test_the_newest_events_stay_when_not_all_fit() -> None:
    events = (*EVENTS, EventRecord(None, "skipped", (2,)))
    shown = board_telling(WORST.table("en", text_only=True), PACKAGE, events)
    told = shown.fields[0].text.splitlines()
    assert told[-1].endswith("skips the guess.")
    assert 3 <= len(told) < 7
    assert all(line.endswith((".", "!")) for line in told)


@in_all_looks(PACKAGE, EMOJIS)
def test_a_whole_round_of_four_with_usual_names_is_told(
    language: str, package: GamePackage
) -> None:
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
    shown = board_telling(WORST.table(language, players=usual, text_only=True), package, events)
    assert len(shown.fields[0].text.splitlines()) == 9


async def test_all_that_leaves_the_bot_in_sixteen_moves_fits(open_world):
    world = await open_world()
    for person, name in zip(world.people, NAMES[:4], strict=True):
        person.set_locale("de")
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
