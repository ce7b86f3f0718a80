"""Every screen of Catham City in every language, at its worst, against Discord's limits."""

import pytest
from msgspec.structs import replace

from bot.domain.table import Deadline
from bot.engine.events import EventRecord
from bot.engine.package import GamePackage
from bot.games.catham_city.model.state import FACTIONS, State
from bot.games.catham_city.package import PACKAGE
from bot.games.catham_city.rules import find_answering_seats
from bot.i18n import LANGUAGES
from tests.games.catham_city.looks import EMOJIS
from tests.games.catham_city.playing import cats
from tests.limits.checks import check_that_all_fit, in_all_looks
from tests.limits.tables import Worst, board_telling

HAND = cats(detectives=5, hackers=5, police=5, journalists=5, bureaucrats=4)
"""As many cards as a turn can bring: ten, and twice the whole market."""
PICKED = (0, 4, 5, 6, 7)
FIRST_GAME = (0, 1, 2, 3, 4)


def state(**changes: object) -> State:
    """Return a game of six with as much to tell as there can be; it is seat 0's turn."""
    base = State(
        factions=PICKED,
        hands=(HAND, *[cats(detectives=2, hackers=2, police=2, journalists=2, bureaucrats=2)] * 5),
        points=(12,) * 6,
        market=cats(detectives=1, hackers=1, police=1, journalists=1, bureaucrats=3),
        pile=(0,) * 40,
        discards=(7,) * 30,
        turn=122,
        active=0,
        phase="action",
        decision=999,
        actions=2,
        left=2,
        present=(True,) * 6,
        shown=((),) * 6,
    )
    return replace(base, **changes)


def answers(faction: str, *, answered: int) -> State:
    """Return a game in which a faction waits for answers; so many of five are in."""
    number = FACTIONS.index(faction)
    factions = FIRST_GAME if faction == "mafia" else PICKED
    before = state(factions=factions)
    asked = find_answering_seats(before, number)
    return replace(
        before,
        phase="answers",
        played=number,
        extra=7 if faction == "detectives" else None,
        table=(0, 4, 5, 6, 7),
        owing=asked[answered:],
        answers=(None, *["pass"] * answered, *[None] * (5 - answered)),
    )


STATES = {
    "action": state(),
    "first game": state(
        factions=FIRST_GAME,
        hands=(cats(detectives=3, scientists=3, robocats=4, mafia=4), *[HAND[:9]] * 5),
    ),
    "discard": state(phase="discard", left=0),
    "left": state(present=(True, False, False, True, True, True)),
    "over": state(phase="over", points=(17, *[12] * 5), winner=0),
    **{
        f"{faction} {answered}": answers(faction, answered=answered)
        for faction in ("detectives", "mafia", "journalists")
        for answered in (0, 3)
    },
}

EVENTS = (
    EventRecord(None, "took", (1, 7, 7)),
    EventRecord(None, "detectives", (1, 6)),
    EventRecord(None, "scientists", (1,)),
    EventRecord(None, "robocats-drew", (1, 5)),
    EventRecord(None, "robocats-scored", (1,)),
    EventRecord(None, "mafia", (1,)),
    EventRecord(None, "hackers", (1, 0, 4, 4, 5, 6, 7)),
    EventRecord(None, "police", (1, 0, 15, 7, *HAND[:15])),
    EventRecord(None, "journalists", (1,)),
    EventRecord(None, "bureaucrats", (1, *HAND[:15])),
    EventRecord(None, "pursued", (1, 7)),
    EventRecord(None, "paid", (1,)),
    EventRecord(None, "gave", (1, 0, 6, 1)),
    EventRecord(None, "discarded", (1, *HAND[:14])),
    EventRecord(None, "reshuffled", (60,)),
    EventRecord(None, "left", (1,)),
    EventRecord(None, "won", (1, 28)),
)
"""All that can be told in public, with the longest names and values."""
WORST = Worst(
    game="catham_city",
    states=STATES,
    events=(EVENTS[:6], EVENTS[6:12], EVENTS[12:]),
    clock="answers:999",
    news=[EventRecord(None, "police", (seat, 0, 15, 7, *HAND[:15])) for seat in (1, 2, 3)],
    notes=("illegal-move", "not-in-hand", "no-points"),
    options={
        "factions": "detectives.scientists.police.journalists.bureaucrats",
        "actions": "two",
        "leavers": "nobody",
    },
    timers=(Deadline("turn:122", at=2.0e9), Deadline("answers:999", at=2.0e9)),
)
KINDS_OF_SCREENS = (
    *("action play/5/3/6", "action play/4/2", "action take/7", "own discard"),
    *("journalists 0 give/6/discard", "mafia 3 drop", "detectives 0 pass", "page factions left"),
)


@in_all_looks(PACKAGE, EMOJIS)
async def test_every_screen_fits(language: str, package: GamePackage) -> None:
    names = await check_that_all_fit(WORST.list_screens(language, package))
    assert {*KINDS_OF_SCREENS} <= {*names}


@pytest.mark.parametrize("language", LANGUAGES)
def test_at_least_two_of_the_longest_events_are_told(language: str) -> None:
    shown = board_telling(WORST.table(language, text_only=True), PACKAGE, EVENTS[6:8])
    assert len(shown.fields[0].text.splitlines()) == 2
