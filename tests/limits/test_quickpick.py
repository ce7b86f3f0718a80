"""Every screen of Quickpick in every language, at its worst, against Discord's limits."""

from collections.abc import Iterator

from msgspec.structs import replace

from bot.domain.table import Deadline, PauseEnd
from bot.engine.events import EventRecord
from bot.engine.package import GamePackage
from bot.games.quickpick.model.state import MASKS, SYLLABLES, Choice, Hand, State, Turn
from bot.games.quickpick.package import PACKAGE
from bot.games.quickpick.rules import MAX_SOUNDS_PER_RACE
from tests.games.quickpick.looks import EMOJIS
from tests.limits.checks import check_that_all_fit, in_all_looks
from tests.limits.tables import Worst

SEATS = range(8)
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
    for number, piles in enumerate(PILES):
        yield f"masks {number}", state(won=piles)
        yield f"end {number}", state(phase="over", mask=None, won=piles, deck=())
    missed = Turn(7, MASK, None, tuple(Choice(seat, None) for seat in SEATS if seat != 7))
    yield "missed", state(phase="draw", mask=None, turns=(missed,))


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
)


WORST = Worst(
    game="quickpick",
    states=dict(states()),
    events=(TOLD, OTHERS),
    clock="draw:9990",
    notes=("breath", "hand-is-down", "mime-knows"),
    timers=(Deadline("draw:9990", at=2.0e9), PauseEnd(9992, at=2.0e9)),
)


@in_all_looks(PACKAGE, EMOJIS)
async def test_every_screen_fits(language: str, package: GamePackage) -> None:
    assert len(await check_that_all_fit(WORST.list_screens(language, package))) > 500


def test_the_games_that_are_checked_are_as_full_as_the_rules_allow() -> None:
    """A part of each feature is shown, the sound is the longest, and all masks are collected."""
    worst = state(hands=HANDS_ON_ONE_TILE)
    assert len({part // 2 for part in worst.shown}) == 5
    assert (len(worst.sounds), len(worst.hands)) == (MAX_SOUNDS_PER_RACE, len(SEATS) - 1)
    assert max(map(len, SYLLABLES)) == len(worst.sounds[0])
    assert {sum(map(len, piles)) for piles in PILES} == {3 * len(MASKS)}
