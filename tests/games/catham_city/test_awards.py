"""What players are honoured for after a game of Catham City."""

import pytest

from bot.engine.events import EventRecord
from bot.engine.game import Place
from bot.engine.records import StepRecord, read_log
from bot.games.catham_city.awards import AWARDS
from tests.games.catham_city.playing import GAME

HACKER, SCIENTIST, POLICEMAN = 4, 1, 5
Told = tuple[str, *tuple[int, ...]]
"""An event for all: its name and values."""
SCIENTISTS: Told = ("scientists", 0)
MAFIA: Told = ("mafia", 0)
TAKES: Told = ("took", 0, 1, 2)
OTHERS: Told = ("took", 1, 1, 2)

EXAMPLES: dict[str, tuple[list[Told], list[Told]]] = {
    "every-faction": (
        [SCIENTISTS, MAFIA, ("detectives", 0, 1), ("robocats-drew", 0, 5), ("hackers", 0, 1, 1, 0)],
        [SCIENTISTS, MAFIA, ("detectives", 0, 1), ("robocats-drew", 0, 5), ("robocats-scored", 0)],
    ),
    "favourite": (
        [MAFIA, TAKES, MAFIA, MAFIA, TAKES, MAFIA],
        [MAFIA, MAFIA, MAFIA, SCIENTISTS, ("mafia", 1)],
    ),
    "three-in-a-row": (
        [SCIENTISTS, OTHERS, MAFIA, ("pursued", 0, 1), OTHERS, MAFIA],
        [SCIENTISTS, MAFIA, TAKES, MAFIA],
    ),
    "big-haul": (
        [("hackers", 0, 1, 3, HACKER, HACKER, HACKER)],
        [
            ("hackers", 0, 1, 3, HACKER, HACKER, SCIENTIST),
            ("police", 0, 1, 3, SCIENTIST, SCIENTIST, POLICEMAN, SCIENTIST),
            ("bureaucrats", 0, 1, 1, 2, 2),
        ],
    ),
    "joined-in": (
        [("pursued", 0, 1), ("gave", 0, 1, 2, 1), ("paid", 0), ("pursued", 0, 3)],
        [("pursued", 0, 1), ("gave", 0, 1, 2, 0), ("pursued", 0, 3)],
    ),
    "last-stroke": (
        [SCIENTISTS, OTHERS, ("robocats-scored", 0), ("won", 0, 16)],
        [("robocats-scored", 0), OTHERS, SCIENTISTS, ("won", 0, 16)],
    ),
    "others-turn": (
        [OTHERS, ("detectives", 1, 2), ("pursued", 0, 2), ("won", 0, 16)],
        [("pursued", 0, 2), ("detectives", 1, 2), OTHERS, SCIENTISTS, ("won", 0, 16)],
    ),
    "comeback": (
        [("mafia", 1), ("mafia", 1), *[SCIENTISTS] * 3, ("won", 0, 16)],
        [("mafia", 1), SCIENTISTS, ("mafia", 1), *[SCIENTISTS] * 2, ("won", 0, 16)],
    ),
}
"""By award, what seat 0 earns it by, and what is not enough; seat 0 wins."""


def list_awards(told: list[Told]) -> tuple[tuple[str, int], ...]:
    """Return what three are honoured for by these events; seat 0 wins."""
    steps = [EventRecord(None, name, tuple(values)) for name, *values in told]
    course = [
        StepRecord(0, 1.0, None, (EventRecord(None, "table-back", ("Ada",)),)),
        *(StepRecord(step, 4.0 * step, None, (event,)) for step, event in enumerate(steps, 1)),
    ]
    return AWARDS.find_earned(
        read_log(GAME, course), [Place(0, 1, 16), Place(1, 2, 3), Place(2, 3, 1)]
    )


@pytest.mark.parametrize("award", AWARDS.names)
def test_each_award_is_earned_by_what_it_says_and_not_by_less(award: str) -> None:
    earning, falling_short = EXAMPLES[award]
    assert (award, 0) in list_awards(earning)
    assert award not in [name for name, _ in list_awards(falling_short)]


def test_police_and_bureaucrats_make_big_hauls_too() -> None:
    police: Told = ("police", 0, 1, 3, SCIENTIST, SCIENTIST, SCIENTIST, SCIENTIST)
    assert ("big-haul", 0) in list_awards([police])
    assert ("big-haul", 0) in list_awards([("bureaucrats", 0, 1, 2, 2, 3)])


def test_nobody_comes_back_where_whoever_was_ahead_has_left() -> None:
    ahead: list[Told] = [("mafia", 1), ("mafia", 1), ("mafia", 1)]
    assert ("comeback", 0) not in list_awards([*ahead, ("left", 1), ("won", 0, 0)])
