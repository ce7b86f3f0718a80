"""Every screen of Quickpick in every language, at its worst, against Discord's limits."""

from collections.abc import Iterator

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from bot.art.easel import Easel
from bot.games.box import Box
from bot.games.game import Event
from bot.games.quickpick import BOX
from bot.games.quickpick.masks import MASKS, SYLLABLES
from bot.games.quickpick.race import SOUNDS
from bot.games.quickpick.state import Hand, State, Turn
from bot.games.screen import Look, Screen
from bot.store.records import Due, Player, Table
from bot.tables import lobby_screens, panels, screens
from bot.tables.change import Click
from bot.text import LANGUAGES, text
from tests.bench.limits import message_problems
from tests.games.quickpick.looks import EMOJIS
from tests.test_limits import ID, NAMES, OTHER_EVENTS, body_of

SEATS = range(8)
LONG_NAMES = (*NAMES, "*" * 32, "[](" * 11, "_" * 32, "😀" * 32)
PEOPLE = tuple(Player(name[:32], ID + seat) for seat, name in enumerate(LONG_NAMES))
BOXES = (BOX, replace(BOX, emojis=EMOJIS))
"""With standard emojis, and with the longest ones of an application."""
DAY = 86_400
MIME, MASK = 0, 12
PILES = (
    ((MASK,) * 6,) * 8,
    (tuple(range(16)) + tuple(range(8)), tuple(range(16)) + tuple(range(8)), *((),) * 6),
)
"""All 48 masks, evenly collected or by two players."""
LATE = tuple(Hand(seat, 3, seat) for seat in range(1, 8))
"""All guessers on one tile."""
APART = tuple(Hand(seat, seat, seat) for seat in range(1, 8))


def state(**changes: object) -> State:
    """Return a game of eight with as much to tell as there can be; it is seat 0's race."""
    base = State(
        mode="sounds",
        calm=False,
        quick=False,
        seconds=180,
        deck=(5,) * 48,
        won=PILES[0],
        removed=(),
        mime=MIME,
        turn=23,
        phase="race",
        decision=9990,
        mask=MASK,
        shown=(0, 2, 5, 7, 8),
        sounds=("muaa",) * SOUNDS,
        done=False,
        hands=(),
        nerves=(4,) * 8,
        reactions=(60,) * 8,
        turns=(Turn(7, MASK, 1, (Hand(1, MASK, 1), *LATE[1:])),) * 24,
        passed=(1,) * 8,
        present=(True,) * 8,
    )
    return replace(base, **changes)


def states() -> Iterator[tuple[str, State]]:
    """Yield games in every phase and way to play, with hands, parts and sounds or without."""
    for mode in ("composer", "sounds", "camera"):
        yield f"{mode} race", state(mode=mode)
        yield f"{mode} nothing shown", state(mode=mode, shown=(), sounds=())
        yield f"{mode} draw", state(mode=mode, phase="draw", mask=None, shown=(), sounds=())
        yield f"{mode} first", state(mode=mode, phase="draw", mask=None, turns=(), passed=(0,) * 8)
    for name, hands in (("late", LATE), ("apart", APART)):
        yield f"{name} race", state(hands=hands[:-1])
        yield f"{name} closing", state(hands=hands[:-1], phase="closing", done=True)
        yield f"{name} calm", state(hands=hands[:-1], calm=True)
    left = (True, False, *[True] * 6)
    yield "left", state(present=left, hands=LATE[:3])
    missed = Turn(7, MASK, None, tuple(Hand(seat, None, seat) for seat in SEATS if seat != 7))
    yield "missed", state(phase="draw", mask=None, turns=(missed,))


def table(language: str, game: State, *, phase: str = "playing", **changes: object) -> Table:
    """Return a table of eight, with the longest names and ids."""
    dealt = encode(game)
    base = Table(
        game="quickpick",
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
        players=PEOPLE,
        seed=bytes(32),
        dealt=dealt,
        state=dealt,
        dues=(Due("deadline", "draw:9990", 2.0e9), Due("elapse", "9992", 2.0e9)),
    )
    return replace(base, **changes)


TOLD = tuple(Event(None, "guessed", (seat, MASK, (seat + 1) % 8)) for seat in SEATS)
"""The longest that a race tells, with all the names."""
OTHERS = (
    Event(None, "not-guessed", (1, MASK)),
    Event(None, "passed-on", (2,)),
    Event(None, "left", (3,)),
    Event(None, "void", (4,)),
    Event((5,), "prize", (MASK,)),
    Event((6,), "kept", (MASK,)),
    Event((6,), "gone", (MASK,)),
    Event((7,), "overtaken", (7,)),
    *OTHER_EVENTS[3:],
)
Named = list[tuple[str, Screen]]


def public_screens(language: str, box: Box) -> Named:
    """Return the board in every phase: with pictures or not, with people here or away."""
    found: list[tuple[str, Table]] = []
    for name, game in states():
        found += [
            (f"{name}, text only {text_only}", table(language, game, text_only=text_only))
            for text_only in (False, True)
        ]
    for number, piles in enumerate(PILES):
        over = state(phase="over", mask=None, won=piles, deck=())
        found += [
            (f"end {number} {text_only}", table(language, over, phase="over", text_only=text_only))
            for text_only in (False, True)
        ]
    away = tuple(replace(player, away=True) for player in PEOPLE)
    kept = tuple(replace(player, confirmed=False) for player in PEOPLE)
    found += [
        ("paused", table(language, state(), players=away, paused="away")),
        ("lobby", table(language, state(), phase="lobby", text_only=True)),
        ("lobby kept", table(language, state(), phase="lobby", players=kept)),
    ]
    shown = [
        (f"{name} {len(told)}", screens.board(each, box, told))
        for name, each in found
        for told in (TOLD, OTHERS)
    ]
    users = tuple(ID + seat for seat in SEATS)
    shown += [
        (f"{name} calls", screens.calling(screen, table(language, state()), users))
        for name, screen in shown
    ]
    return shown


def private_screens(language: str, box: Box) -> Named:
    """Return what single people are shown at a table."""
    say = text(language, box.text)
    note = max((say("breath"), say("hand-is-down"), say("mime-knows")), key=len)
    shown: Named = []
    for name, game in states():
        for text_only in (False, True):
            at = table(language, game, text_only=text_only)
            for seat in (MIME, 1, 7):
                moves = box.game.moves(game, seat)
                asked = [p.decision for p in box.game.prompts(game) if p.seat == seat]
                looks = [Look(decision, path) for decision in asked for path in (*moves, "")]
                shown += [
                    (f"{name} {seat} {look}", screens.own(at, box, ID + seat, language, look, note))
                    for look in looks or [Look(0)]
                ]
    over = table(language, state(phase="over", mask=None, deck=()), phase="over")
    shown.append(("over", screens.own(over, box, ID, language)))
    return shown + page_screens(language, box) + panel_screens(language, box)


def page_screens(language: str, box: Box) -> Named:
    """Return the own masks and the rules."""
    shown: Named = []
    for text_only in (False, True):
        for number, piles in enumerate(PILES):
            at = table(language, state(won=piles), text_only=text_only)
            for user in (ID, ID + 7):
                page = screens.page(at, box, user, language, "masks", ())
                assert page is not None
                shown.append((f"masks {number} {user}", page))
        shown += [
            (f"rules {page}", panels.rules("quickpick", box, page, language, at))
            for page in range(box.screens.rules_pages)
        ]
    return shown


def panel_screens(language: str, box: Box) -> Named:
    """Return the panels of the lobby and of the table, and the scores."""
    lobby = table(language, state(), phase="lobby")
    names = text("en")("computer-names").split(", ")[:7]
    computers = (*PEOPLE[:1], *(Player(name, None, box.game.levels[0]) for name in names))
    silent = tuple(replace(player, away=True) for player in PEOPLE)
    host = Click(1, ID, "x", language, manager=True)
    shown: Named = []
    for pick in (0, -1):
        chosen = tuple((option.name, option.choices[pick]) for option in box.game.options)
        at = replace(lobby, options=chosen)
        here = screens.scene(at, box, language)
        shown += [
            ("options", lobby_screens.options(at, box, here)),
            ("game options", lobby_screens.game_options(at, box, here)),
        ]
    beside = replace(lobby, players=computers)
    here = screens.scene(beside, box, language)
    running = table(language, state(), players=silent)
    scene = screens.scene(running, box, language)
    score = box.screens.score(box.game.view(state(), None), scene)
    return [
        *shown,
        ("options computers", lobby_screens.options(beside, box, here)),
        ("table", panels.table(running, box, host, scene, 1.0e9)),
        ("scores", panels.scores(text(language), (), score)),
    ]


@pytest.fixture
def easel() -> Iterator[Easel]:
    """Draw each picture once."""
    drawing = Easel()
    yield drawing
    drawing.close()


@pytest.mark.parametrize("box", BOXES, ids=("standard emojis", "longest emojis"))
@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_public_screen_fits(language: str, box: Box, easel: Easel) -> None:
    for name, screen in public_screens(language, box):
        assert message_problems(await body_of(screen, easel)) == [], name


@pytest.mark.parametrize("box", BOXES, ids=("standard emojis", "longest emojis"))
@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_private_screen_fits(language: str, box: Box, easel: Easel) -> None:
    for name, screen in private_screens(language, box):
        assert message_problems(await body_of(screen, easel)) == [], name


def test_the_worst_games_are_the_worst_there_are() -> None:
    """All parts shown, all sounds made, all guessers' hands, and all masks collected."""
    worst = state(hands=LATE)
    assert len({part // 2 for part in worst.shown}) == 5
    assert (len(worst.sounds), len(worst.hands)) == (SOUNDS, len(SEATS) - 1)
    assert max(map(len, SYLLABLES)) == len(worst.sounds[0])
    assert {sum(map(len, piles)) for piles in PILES} == {3 * len(MASKS)}
