"""Every screen of Quickpick in every language, at its worst, against Discord's limits."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from bot.domain.table import Deadline, PauseEnd, Phase, Player, Table
from bot.engine.events import EventRecord
from bot.engine.package import GamePackage
from bot.engine.records import list_legal_paths
from bot.engine.screen import OpenScreen, Screen
from bot.games.quickpick.model.state import MASKS, SYLLABLES, Choice, Hand, State, Turn
from bot.games.quickpick.package import PACKAGE
from bot.games.quickpick.rules import MAX_SOUNDS_PER_RACE
from bot.i18n import LANGUAGES, text
from bot.presenters import screens
from tests.games.quickpick.looks import EMOJIS
from tests.limits.checks import check_that_all_fit, with_both_emojis
from tests.limits.tables import (
    ID,
    TABLE_EVENTS,
    all_panels,
    beside_computers,
    board_telling,
    people,
    table_of,
)

SEATS = range(8)
BOTH_EMOJIS = with_both_emojis(PACKAGE, EMOJIS)
DAY = 86_400
MIME, MASK = 0, 12
PILES = (
    ((MASK,) * 6,) * 8,
    (tuple(range(16)) + tuple(range(8)), tuple(range(16)) + tuple(range(8)), *((),) * 6),
)
"""All 48 masks, evenly collected or by two players."""
HANDS_ON_ONE_TILE = tuple(Hand(seat, 3, seat) for seat in range(1, 8))
"""All guessers on one tile."""
CHOICES = tuple(Choice(hand.seat, hand.tile) for hand in HANDS_ON_ONE_TILE)
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
        sounds=("muaa",) * MAX_SOUNDS_PER_RACE,
        done=False,
        hands=(),
        moods=(0,) * 8,
        reactions=tuple(range(8)),
        turns=(Turn(7, MASK, 1, (Choice(1, MASK), *CHOICES[1:])),) * 24,
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
    for name, hands in (("late", HANDS_ON_ONE_TILE), ("apart", APART)):
        yield f"{name} race", state(hands=hands[:-1])
        yield f"{name} closing", state(hands=hands[:-1], phase="closing", done=True)
        yield f"{name} calm", state(hands=hands[:-1], calm=True)
    left = (True, False, *[True] * 6)
    yield "left", state(present=left, hands=HANDS_ON_ONE_TILE[:3])
    missed = Turn(7, MASK, None, tuple(Choice(seat, None) for seat in SEATS if seat != 7))
    yield "missed", state(phase="draw", mask=None, turns=(missed,))


def table(
    language: str,
    game: State,
    *,
    players: tuple[Player, ...] = people(8),
    phase: Phase = "playing",
    **changes: object,
) -> Table:
    """Return a table of eight, with the longest names and ids."""
    dues = (Deadline("draw:9990", at=2.0e9), PauseEnd(9992, at=2.0e9))
    return table_of("quickpick", game, language, players, phase=phase, timers=dues, **changes)


TOLD = tuple(EventRecord(None, "guessed", (seat, MASK, (seat + 1) % 8)) for seat in SEATS)
"""The longest that a race tells, with all the names."""
OTHERS = (
    EventRecord(None, "not-guessed", (1, MASK)),
    EventRecord(None, "passed-on", (2,)),
    EventRecord(None, "left", (3,)),
    EventRecord(None, "void", (4,)),
    EventRecord((5,), "prize", (MASK,)),
    EventRecord((6,), "kept", (MASK,)),
    EventRecord((6,), "gone", (MASK,)),
    EventRecord((0, 2, 3), "missed"),
    EventRecord((7,), "overtaken", (7,)),
    *TABLE_EVENTS,
)


def public_screens(language: str, package: GamePackage) -> list[tuple[str, Screen]]:
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
    found += [
        ("paused", table(language, state(), players=people(8, away=True), paused="away")),
        ("lobby", table(language, state(), phase="lobby", text_only=True)),
        ("lobby kept", table(language, state(), phase="lobby", players=people(8, confirmed=False))),
    ]
    shown = [
        (f"{name} {len(told)}", board_telling(each, package, told))
        for name, each in found
        for told in (TOLD, OTHERS)
    ]
    users = tuple(ID + seat for seat in SEATS)
    shown += [
        (f"{name} calls", screens.add_mentions(screen, table(language, state()), users))
        for name, screen in shown
    ]
    return shown


def private_screens(language: str, package: GamePackage) -> list[tuple[str, Screen]]:
    """Return what single people are shown at a table."""
    say = text(language, package.text)
    note = max((say("breath"), say("hand-is-down"), say("mime-knows")), key=len)
    shown: list[tuple[str, Screen]] = []
    for name, game in states():
        for text_only in (False, True):
            at = table(language, game, text_only=text_only)
            for seat in (MIME, 1, 7):
                moves = list_legal_paths(package.game, game, seat)
                asked = [p.decision for p in package.game.prompts(game) if p.seat == seat]
                looks = [OpenScreen(decision, path) for decision in asked for path in (*moves, "")]
                shown += [
                    (
                        f"{name} {seat} {look}",
                        screens.render_own(at, package, ID + seat, language, look, note),
                    )
                    for look in looks or [OpenScreen(0)]
                ]
    over = table(language, state(phase="over", mask=None, deck=()), phase="over")
    shown.append(("over", screens.render_own(over, package, ID, language)))
    panels = all_panels(package, table(language, state()))
    return [*shown, *own_masks(language, package), *lesson_screens(language, package), *panels]


def lesson_screens(language: str, package: GamePackage) -> list[tuple[str, Screen]]:
    """Return what a learner with the longest names is shown, from the deal to the end."""
    lesson = package.lesson
    assert lesson is not None
    deal = lesson.state
    assert isinstance(deal, State)
    wrong = tuple(Hand(seat, 1, seat) for seat in (0, 1))
    missed = Turn(2, 10, 1, (Choice(1, 10), Choice(0, 1)))
    in_race = replace(deal, phase="race", decision=64, mask=10, moods=(0,) * 3, reactions=(0, 1, 2))
    own_race = replace(in_race, mime=0, turns=(missed,))
    played = {
        "dealt": deal,
        "begun": in_race,
        "after a race": replace(in_race, turns=(missed,)),
        "shown": replace(in_race, shown=(1, 2, 4), turns=(missed,)),
        "chosen": replace(in_race, shown=(1, 2, 4), hands=wrong[:1]),
        "to draw": replace(deal, mime=0, turns=(missed,)),
        "mime": own_race,
        "mime showed": replace(own_race, shown=(1, 2, 4, 6)),
        "mime done": replace(own_race, shown=(1, 2, 4, 6), done=True),
        "over": replace(deal, phase="over", deck=(), turns=(missed,) * 4),
    }
    others = beside_computers(2, package.computers.levels[0])[1:]
    shown = []
    for who in people(8):
        for name, game in played.items():
            phase: Phase = "over" if game.phase == "over" else "playing"
            players = (replace(who, user=ID), *others)
            at = table(language, game, players=players, channel=-ID, phase=phase)
            shown.append(
                (f"lesson {name} {who.user}", screens.render_own(at, package, ID, language))
            )
    return shown


def own_masks(language: str, package: GamePackage) -> list[tuple[str, Screen]]:
    """Return the page of the own masks, of those who have the most of them."""
    shown: list[tuple[str, Screen]] = []
    for text_only in (False, True):
        for number, piles in enumerate(PILES):
            at = table(language, state(won=piles), text_only=text_only)
            for user in (ID, ID + 7):
                page = screens.render_page(at, package, user, language, "masks")
                assert page is not None
                shown.append((f"masks {number} {user}", page))
    return shown


@BOTH_EMOJIS
@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_public_screen_fits(language: str, package: GamePackage) -> None:
    assert await check_that_all_fit(public_screens(language, package))


@BOTH_EMOJIS
@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_private_screen_fits(language: str, package: GamePackage) -> None:
    assert await check_that_all_fit(private_screens(language, package))


def test_the_games_that_are_checked_are_as_full_as_the_rules_allow() -> None:
    """A part of each feature is shown, the sound is the longest, and all masks are collected."""
    worst = state(hands=HANDS_ON_ONE_TILE)
    assert len({part // 2 for part in worst.shown}) == 5
    assert (len(worst.sounds), len(worst.hands)) == (MAX_SOUNDS_PER_RACE, len(SEATS) - 1)
    assert max(map(len, SYLLABLES)) == len(worst.sounds[0])
    assert {sum(map(len, piles)) for piles in PILES} == {3 * len(MASKS)}
