"""What players are honoured for after a game of Cloaked Cats."""

import pytest

from bot.engine.events import EventRecord
from bot.engine.game import Place
from bot.engine.records import StepRecord, read_log
from bot.games.cloaked_cats.awards import AWARDS
from bot.games.cloaked_cats.rules import CloakedCats

FANS = ((0, 5, 13), (1, 6, 14), (2, 7, 15))
"""The features of each seat."""
Told = tuple[str | int, ...]
"""An event for all: its name and values."""


def right(seat: int, opponent: int, number: int) -> Told:
    """Return the guess of one of an opponent's features, by its place in the fan."""
    return ("guess-right", seat, opponent, FANS[opponent][number])


def wrong(seat: int, opponent: int, feature: int = 18) -> Told:
    """Return a guess of a feature that the opponent has not."""
    return ("guess-wrong", seat, opponent, feature)


def cat(seat: int, number: int, *masks: int) -> Told:
    """Return a cat that was played, with the masks that came out."""
    return ("cat-played", seat, number, *masks)


SPOTTED_LEAPER, STRIPED_LEAPER, WHITE_LEAPER, WHITE_STRUTTER = 2, 3, 0, 8
"""Cats; seat 1 struts and is brown and spotted, seat 0 leaps and is white and striped."""

EXAMPLES: dict[str, tuple[list[Told], list[Told]]] = {
    "first-guess": ([right(0, 1, 0), right(1, 0, 0)], [wrong(1, 0), right(0, 1, 0)]),
    "never-wrong": (
        [right(0, 1, 0), wrong(1, 0), right(0, 1, 1), right(0, 2, 0)],
        [right(0, 1, 0), right(0, 1, 1), wrong(0, 2), right(0, 2, 0)],
    ),
    "trap": (
        [
            *(cat(0, WHITE_STRUTTER, 0, 1), right(0, 1, 0), cat(1, 20)),
            *(cat(0, SPOTTED_LEAPER, 0, 1), right(0, 1, 2)),
        ],
        [
            *(cat(0, WHITE_STRUTTER, 0, 1), right(0, 1, 0), cat(1, SPOTTED_LEAPER, 0, 1)),
            *(cat(0, 20), right(0, 1, 2)),
        ],
    ),
    "whole-cat": (
        [right(0, 1, 0), right(0, 1, 1), right(0, 2, 0), right(0, 1, 2)],
        [right(0, 1, 0), right(0, 1, 1), right(2, 1, 2)],
    ),
    "bluff": (
        [wrong(0, 1, FANS[0][0]), wrong(1, 2, FANS[0][0]), right(2, 0, 1)],
        [wrong(0, 1, FANS[0][0]), right(1, 0, 0)],
    ),
    "poker-face": (
        [cat(0, STRIPED_LEAPER, 0), cat(1, 20), cat(0, WHITE_LEAPER, 0), right(1, 0, 0)],
        [cat(0, STRIPED_LEAPER, 0), cat(1, WHITE_LEAPER, 0), cat(0, 20), right(1, 0, 0)],
    ),
    "last-round": (
        [cat(1, 20), right(1, 2, 0), ("last-round",), right(0, 1, 0)],
        [cat(0, 20), right(0, 1, 0), ("last-round",), wrong(2, 0)],
    ),
    "unmasked-winner": (
        [right(1, 0, 0), right(1, 0, 1), right(2, 0, 2)],
        [right(1, 0, 0), right(1, 0, 1), wrong(2, 0)],
    ),
}
"""By award, what seat 0 earns it by, and what is not enough; seat 0 wins."""


def list_awards(told: list[Told]) -> tuple[tuple[str, int], ...]:
    """Return what three are honoured for by these events, after a deal; seat 0 wins."""
    dealt = tuple(EventRecord((seat,), "dealt", (*fan, 9, 9, 9)) for seat, fan in enumerate(FANS))
    steps = [EventRecord(None, str(name), tuple(values)) for name, *values in told]
    course = [
        StepRecord(0, 0.0, None, dealt),
        StepRecord(1, 1.0, None, (EventRecord(None, "table-back", ("Ada",)),)),
        *(StepRecord(step, 4.0 * step, None, (event,)) for step, event in enumerate(steps, 2)),
    ]
    return AWARDS.find_earned(
        read_log(CloakedCats(), course), [Place(0, 1, 5), Place(1, 2, 3), Place(2, 3, 1)]
    )


@pytest.mark.parametrize("award", AWARDS.names)
def test_each_award_is_earned_by_what_it_says_and_not_by_less(award: str) -> None:
    earning, falling_short = EXAMPLES[award]
    assert (award, 0) in list_awards(earning)
    assert award not in [name for name, _ in list_awards(falling_short)]


def test_a_bluff_after_which_nobody_guessed_is_none() -> None:
    assert "bluff" not in dict(list_awards([wrong(1, 2), wrong(0, 1, FANS[0][0])]))
