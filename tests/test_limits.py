"""Every screen in every language, at its worst, against Discord's limits.

The bodies are those that discord.py would send, held against numbers copied from Discord's
documentation and OpenAPI description.
"""

import ast
import json
from pathlib import Path
from random import Random

import pytest
from discord.http import handle_message_parameters
from msgspec.json import encode
from msgspec.structs import replace

from bot.art.easel import Easel
from bot.games.cloaked_cats import BOX
from bot.games.cloaked_cats.state import Dancer, Guess, State
from bot.games.game import Act, Event, next_fields
from bot.games.registry import GAMES
from bot.games.screen import Look
from bot.messages import message
from bot.store.records import Due, Player, Score, Table
from bot.tables import lobby_screens, panels, playing, screens
from bot.tables.change import Click
from bot.text import LANGUAGES, text
from bot.translator import CatalogueTranslator
from tests.bench.limits import command_problems, is_emoji, message_problems
from tests.bench.moves import enter
from tests.games.cloaked_cats.looks import EMOJIS
from tests.play.evening import deal, stored
from tests.toys import SHELF

ROOT = Path(__file__).parent.parent
ID = 9_000_000_000_000_000_000
"""Ids have at most 19 digits."""
NAMES = (
    "*_~`|>#[]()" * 2 + "<@!&#:>-_*",  # markup
    "😀" * 32,  # two units of UTF-16 each
    "\N{RIGHT-TO-LEFT OVERRIDE}שלום עולם" * 3,
    "||**__~~`[x](http://a.b)`~~__**||",
)
"""Four times 32 signs, or nearly; each is cut at 32."""
SEATS = range(4)
BOXES = (BOX, replace(BOX, emojis=EMOJIS))
"""Cloaked Cats with standard emojis, and with the longest ones of an application."""
FLOORS = (0, 1, 6, 20, 40)
"""How many cats dance."""


def people(**changes):
    return tuple(Player(name[:32], ID + seat, **changes) for seat, name in enumerate(NAMES))


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


def table(language, *, phase="playing", players=None, game=None, **changes):
    """Return a table of four, with the longest names, ids and clock."""
    dealt = encode(game or state())
    base = Table(
        game="cloaked_cats",
        guild=ID,
        channel=ID,
        language=language,
        clock="1440",
        opened_at=100.0,
        clicked_at=100.0,
        id=ID,
        version=10**9,
        phase=phase,
        host=ID,
        players=people() if players is None else players,
        seed=bytes(32),
        dealt=dealt,
        state=dealt,
        dues=(Due("deadline", "turn:8", 2.0e9),),
    )
    return replace(base, **changes)


def with_computers(computers=3, level="fox"):
    """Return the host beside computer players."""
    names = text("en")("computer-names").split(", ")[:computers]
    return (*people()[:1], *(Player(name, None, level) for name in names))


EVENTS = tuple(Event(None, "guess-wrong", (seat, 1 - seat, 16)) for seat in (0, 1) * 3)
"""The longest that a game tells: about those with the longest names."""
OTHER_EVENTS = (
    Event(None, "cat-played", (0, 23, 0, 1, 2, 3)),
    Event(None, "guess-right", (1, 0, 0)),
    Event(None, "unmasked", (1,)),
    Event(None, "table-away", (1,)),
    Event(None, "table-left", (1, NAMES[0][:32])),
    Event(None, "table-left-vacant", (1, NAMES[0][:32])),
)


def button(custom_id, **more):
    return {"type": 2, "custom_id": custom_id, "label": "x", **more}


def select(count, **more):
    options = [{"value": str(n), "label": "x"} for n in range(count)]
    return {"type": 3, "custom_id": "x", "options": options, **more}


Named = list[tuple[str, object]]


def public_screens(language, box) -> Named:
    """Return the board in every phase, beside the table's own messages."""
    full = people()
    lobbies = {
        "new": full[:1],
        "full": full,
        "computers": with_computers(),
        "kept": tuple(replace(player, confirmed=False) for player in full),
    }
    found: Named = [
        (f"lobby {name}", table(language, phase="lobby", players=players, text_only=True))
        for name, players in lobbies.items()
    ]
    for cats in FLOORS:
        for text_only in (False, True):
            game = state(cats)
            found.append((f"board {cats}", table(language, game=game, text_only=text_only)))
        over = state(cats, phase="over")
        found.append((f"end {cats}", table(language, phase="over", game=over)))
    away = people(away=True)
    found += [
        ("all away", table(language, players=away, paused="away")),
        ("paused", table(language, paused="channel")),
        ("closed", table(language, phase="closed")),
    ]
    shown: Named = [
        (name, screens.board(each, box, events))
        for name, each in found
        for events in (EVENTS, OTHER_EVENTS)
    ]
    shown += [
        (f"{name} calls", screens.calling(screen, table(language), tuple(ID + s for s in SEATS)))
        for name, screen in shown
        if name.startswith("board")
    ]
    running = table(language)
    users = tuple(ID + seat for seat in SEATS)
    shown += [
        ("reminder", screens.reminder(running, users, "turn:8")),
        ("notice", screens.notice(running, box)),
        ("idle", screens.board(table(language, phase="closed"), box, (idle_closed(),))),
    ]
    return shown


def idle_closed():
    return Event(None, "table-idle-closed")


def private_screens(language, box) -> Named:
    """Return what single people are shown at a table."""
    shown: Named = []
    tables = {
        phase: table(language, phase=phase, text_only=text_only)
        for phase in ("lobby", "playing", "closed")
        for text_only in (False, True)
    }
    tables["over"] = table(language, phase="over", game=state(phase="over"))
    tables["cat"] = table(language, game=state(phase="cat"))
    for name, each in tables.items():
        for user in (*(ID + seat for seat in SEATS), 5):
            own = screens.own(each, box, user, language, note=longest_note(language))
            shown.append((f"own {name}", own))
    shown += [(f"guess {path}", screen) for path, screen in guesses(language, box)]
    shown += panel_screens(language, box)
    shown += page_screens(language, box)
    shown += lesson_screens(language, box)
    return shown


def longest_note(language):
    say = text(language, BOX.text)
    return max((say("moved-on"), say("illegal-move")), key=len)


def guesses(language, box):
    """Yield every screen on the way to every guess."""
    running = table(language)
    seat = 0
    moves = box.game.moves(state(), seat)
    paths = [""] + [f"guess/{field}" for field in next_fields(moves, "guess")] + list(moves)
    for path in paths:
        yield path, screens.own(running, box, ID + seat, language, Look(decision(), path))


def decision():
    (prompt,) = BOX.game.prompts(state())
    return prompt.decision


def panel_screens(language, box) -> Named:
    say = text(language)
    lobby = table(language, phase="lobby")
    scores = tuple(Score(ID + n, NAMES[n % 4][:32], 10**6, 10**6, 10**6) for n in range(20))
    running = screens.scene(table(language), box, language)
    score = box.screens.score(box.game.view(state(), None), running)
    here = screens.scene(lobby, box, language)
    computers = replace(lobby, players=with_computers())
    beside = screens.scene(computers, box, language)
    silent = replace(table(language), players=people(away=True))
    host = Click(1, ID, "x", language, manager=True)
    return [
        ("options", lobby_screens.options(lobby, box, here)),
        ("game options", lobby_screens.game_options(lobby, box, here)),
        ("options text only", lobby_screens.options(replace(lobby, text_only=True), box, here)),
        ("options computers", lobby_screens.options(computers, box, beside)),
        ("table computers", panels.table(computers, box, host, beside, 1.0e9)),
        ("table", panels.table(silent, box, host, running, 1.0e9)),
        ("leave", panels.leaving(say, ID, heir=True)),
        ("leave alone", panels.leaving(say, ID, heir=False)),
        ("end", panels.ending(say, ID)),
        ("deal fair", panels.checked(say, bytes(32), True, 4)),
        ("deal differs", panels.checked(say, bytes(32), False, 4)),
        ("scores", panels.scores(say, scores, score)),
        ("no scores", panels.scores(say, (), None)),
    ]


def page_screens(language, box) -> Named:
    say = text(language)
    pages = range(box.screens.rules_pages)
    shown: Named = [
        (f"rules {page}", panels.rules("cloaked_cats", box, page, language, table(language)))
        for page in pages
    ]
    shown.append(("help", panels.help_page(language, GAMES)))
    link = f"https://discord.com/channels/{ID}/{ID}/{ID}"
    missing = ", ".join(say(f"permission-{name}") for name in PERMISSIONS)
    shown += [
        (key, screens.sentence(say, key, link=link, permissions=missing, name=NAMES[0], seconds=99))
        for key in refusals()
    ]
    return shown


def lesson_screens(language, box) -> Named:
    """Return every screen of some lessons, the learner with each of the longest names."""
    lesson = box.game.lesson()
    shown: Named = []
    for name in NAMES:
        game, luck = lesson.state, Random(name)
        players = (Player(name[:32], ID), Player("Minka", None, box.game.levels[0]))
        while True:
            prompts = box.game.prompts(game)
            phase = "playing" if prompts else "over"
            at = table(language, phase=phase, players=players, game=game, channel=-ID, clock="none")
            shown.append((f"lesson {name} {game.turn}", screens.own(at, box, ID, language)))
            if not prompts:
                break
            (prompt,) = prompts
            moves = box.game.moves(game, prompt.seat)
            for path in moves if prompt.seat == lesson.seat else ():
                look = Look(prompt.decision, path)
                shown.append((f"lesson {path}", screens.own(at, box, ID, language, look)))
            act = Act(prompt.seat, prompt.decision, luck.choice(moves), 0)
            game, _ = box.game.step(game, act, Shuffled())
    shown.append(("lesson left", screens.own(replace(at, phase="closed"), box, ID, language)))
    return shown


PERMISSIONS = (
    "view-channel", "send-messages", "send-messages-in-threads", "embed-links", "attach-files",
)  # fmt: skip


def refusals():
    """Return the keys of all sentences with which the code refuses or answers."""
    keys = set()
    for folder in ("bot/tables", "cogs"):
        for file in (ROOT / folder).glob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                    called = ast.unparse(node.func).rsplit(".", 1)[-1]
                    at = {"Refused": 0, "sentence": 1}.get(called)
                    if at is None or len(node.args) <= at:
                        continue
                    key = node.args[at]
                    if isinstance(key, ast.Constant):
                        keys.add(key.value)
                    elif isinstance(key, ast.JoinedStr):
                        assert ast.unparse(key).startswith("f'onlooker-")
    keys |= {f"onlooker-{phase}" for phase in ("lobby", "playing", "over", "closed")}
    return sorted(keys)


@pytest.fixture
def easel():
    """Draw each picture once."""
    drawing = Easel()
    yield drawing
    drawing.close()


async def body_of(screen, easel):
    """Return the body that discord.py makes of a screen."""
    parts, files = await message(screen, easel)
    with handle_message_parameters(**parts, files=files, nonce="1" * 25) as ready:
        body = dict(ready.payload or {})
        if ready.multipart:
            body = json.loads(ready.multipart[0]["value"])
    return body


@pytest.mark.parametrize("box", BOXES, ids=("standard emojis", "longest emojis"))
@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_public_screen_fits(language, box, easel):
    for name, screen in public_screens(language, box):
        assert message_problems(await body_of(screen, easel)) == [], name


@pytest.mark.parametrize("box", BOXES, ids=("standard emojis", "longest emojis"))
@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_private_screen_fits(language, box, easel):
    for name, screen in private_screens(language, box):
        assert message_problems(await body_of(screen, easel)) == [], name


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_screen_of_a_game_with_options_and_selects_fits(language, easel):
    """Games beside the first use what it does not: own options, selects, pauses."""
    for name in ("secret_numbers", "race"):
        box = SHELF[name]
        options = {option.name: option.choices[-1] for option in box.game.options}
        dealt, events = box.game.deal(4, options, Shuffled())
        lobby = table(language, phase="lobby", game=dealt, options=tuple(options.items()))
        lobby = replace(lobby, game=name)
        running = replace(lobby, phase="playing")
        here = screens.scene(lobby, box, language)
        computers = with_computers(box.game.seats[-1] - 1, box.game.levels[-1])
        full = replace(lobby, players=computers)
        shown = [
            screens.board(lobby, box, events),
            screens.board(running, box, events),
            screens.board(full, box, events),
            lobby_screens.options(lobby, box, here),
            lobby_screens.game_options(lobby, box, here),
            lobby_screens.options(full, box, screens.scene(full, box, language)),
            *(screens.own(running, box, ID, language, Look(0, path)) for path in ("", "7")),
        ]
        for screen in shown:
            assert message_problems(await body_of(screen, easel)) == []


class Shuffled:
    """Chance that changes nothing."""

    def below(self, n):
        return 0

    def shuffled(self, items):
        return tuple(items)


async def test_the_newest_events_stay_when_not_all_fit():
    shown = screens.board(table("en"), BOX, (*EVENTS, Event(None, "skipped", (2,))))
    told = shown.fields[0].text.splitlines()
    assert told[-1].endswith("does not guess.")
    assert 3 <= len(told) < 7
    assert all(line.endswith((".", "!")) for line in told)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("box", BOXES, ids=("standard emojis", "longest emojis"))
async def test_a_whole_round_of_four_with_usual_names_is_told(language, box):
    usual = tuple(
        Player(name, ID + n) for n, name in enumerate(("Alexandra", "Ben", "Cleo", "Dan"))
    )
    turns = (
        (
            Event(None, "cat-played", (seat, 20 + seat, 0, 3)),
            Event(None, "guess-wrong", (seat, (seat + 1) % 4, 16)),
        )
        for seat in SEATS
    )
    events = (*(event for turn in turns for event in turn), Event(None, "round-begins", (3,)))
    shown = screens.board(table(language, players=usual), box, events)
    assert len(shown.fields[0].text.splitlines()) == 9


async def test_twenty_people_with_usual_names_stand_in_the_scores():
    lines = tuple(Score(ID + n, f"Some Name {n}", 12, 3, 40) for n in range(20))
    shown = panels.scores(text("en"), lines, None)
    assert len(shown.fields[-1].text.splitlines()) == 20


@pytest.mark.parametrize("language", LANGUAGES)
async def test_all_that_leaves_the_bot_in_a_whole_game_fits(open_world, language):
    world = await open_world(heartbeat=3600.0)
    for person, name in zip(world.people, NAMES, strict=True):
        person.set_locale(language)
        person.rename(name[:32])
    await deal(world, *world.people)
    users, luck = {person.id: person for person in world.people}, Random(5)
    for _ in range(16):
        table = await stored(world)
        at = playing.position(table, BOX)
        (prompt,) = at.prompts
        who = users[table.players[prompt.seat].user]
        await enter(world, who, luck.choice(BOX.game.moves(at.state, prompt.seat)))
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


# The commands


@pytest.fixture
async def payload(open_world):
    """Return the commands as they are sent to Discord."""
    world = await open_world()
    tree = world.bot.tree
    return [
        await command.get_translated_payload(tree, CatalogueTranslator())
        for command in tree.get_commands()
    ]


def test_the_commands_fit_in_every_language(payload):
    assert [command["name"] for command in payload] == ["cats"]
    for command in payload:
        assert command_problems(command) == []
    names = {option["name"] for option in payload[0]["options"]}
    assert names == {"play", "learn", "hand", "board", "scores", "leave", "end", "rules", "help"}


def test_every_description_is_translated(payload):
    parts = [*payload[0]["options"], payload[0]]
    parts += [option for part in payload[0]["options"] for option in part.get("options") or ()]
    for part in parts:
        assert set(part["description_localizations"]) == {"de"}, part["name"]
        assert part["description_localizations"]["de"] != part["description"]
        assert not part.get("name_localizations"), "command names stay English"


# That the limits can be missed


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({}, "an empty message"),
        ({"content": "x" * 2001}, "content of 2001"),
        ({"content": "😀" * 1001}, "content of 2002"),
        ({"embeds": [{"title": "x" * 257}]}, "title of 257"),
        ({"embeds": [{"fields": [{"name": "x", "value": "x" * 1025}]}]}, "value of 1025"),
        ({"embeds": [{"fields": [{"name": "x", "value": ""}]}]}, "an empty value"),
        ({"embeds": [{"description": "x" * 4000}] * 2}, "too many words"),
        ({"embeds": [{"title": "x", "image": {"url": "attachment://a.webp"}}]}, "not attached"),
        ({"components": [{"components": [button(f"{n}") for n in range(6)]}]}, "a row of"),
        ({"components": [{"components": [button("x")]}] * 6}, "too many rows"),
        ({"components": [{"components": [button("x"), button("x")]}]}, "stands twice"),
        ({"components": [{"components": [button("x" * 101)]}]}, "custom id"),
        ({"components": [{"components": [button("x", label="y" * 81)]}]}, "label of 81"),
        ({"components": [{"components": [button("x", emoji={"name": "a"})]}]}, "no emoji"),
        ({"components": [{"components": [select(26)]}]}, "26 options"),
        ({"components": [{"components": [select(2, placeholder="x" * 151)]}]}, "placeholder"),
        ({"content": "x", "nonce": "1" * 26}, "nonce of 26"),
    ],
)
def test_a_body_that_discord_would_refuse_is_found(body, problem):
    assert any(problem in found for found in message_problems(body))


def test_emojis_are_told_from_other_signs():
    assert all(map(is_emoji, ("🐾", "⚙️", "✖️", "➖", "⏭️", "🖼️", "⬛")))
    assert not any(map(is_emoji, ("a", "", "✖", "⚙", "🐾🐾", "x️")))
