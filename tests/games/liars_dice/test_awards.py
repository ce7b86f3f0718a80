"""What players are honoured for after a game of Liar's Dice."""

import pytest

from bot.engine.events import Event, Notice
from bot.engine.game import Place
from bot.engine.records import LogEntry
from bot.games.liars_dice.awards import AWARDS
from bot.games.liars_dice.model.events import BidMade, CupsLifted, DieLost, GameBegun

Round = tuple[tuple[tuple[int, int], ...], int, int]
"""The bids, each with seat and count, who challenged, and how many dice there were."""
CAUGHT: Round = (((0, 2), (1, 6)), 0, 5)
FOOLED: Round = (((0, 2), (1, 3)), 0, 3)
BELIEVED: Round = (((1, 2), (0, 3)), 1, 4)
EXACT: Round = (((1, 2), (0, 3)), 1, 3)
OUT: Round = (((1, 2), (0, 9)), 1, 3)
OTHERS: Round = (((2, 2), (1, 4)), 2, 3)

EXAMPLES: dict[str, tuple[list[Round], list[Round]]] = {
    "never-wrong": ([CAUGHT, OUT, CAUGHT, CAUGHT], [CAUGHT, FOOLED, CAUGHT, CAUGHT]),
    "four-in-a-row": (
        [FOOLED, CAUGHT, CAUGHT, OUT, CAUGHT, CAUGHT],
        [CAUGHT] * 3 + [FOOLED, CAUGHT],
    ),
    "opening": ([(((1, 6),), 0, 5)], [CAUGHT, (((1, 6),), 0, 6)]),
    "exact": ([EXACT, OTHERS, EXACT], [EXACT, BELIEVED]),
    "bold-bid": ([(((1, 2), (0, 4)), 1, 4)], [EXACT, (((1, 2), (0, 4)), 1, 3)]),
    "last-die": ([OUT] * 4 + [CAUGHT, EXACT, BELIEVED], [OUT] * 3 + [CAUGHT, EXACT, BELIEVED]),
    "duel": (
        [OTHERS] * 5 + [OUT] + [(((2, 2), (0, 3)), 2, 3)] * 5,
        [OTHERS] * 5 + [(((2, 2), (0, 3)), 2, 3)] * 5,
    ),
    "hardly-a-die": ([CAUGHT, OUT, CAUGHT], [CAUGHT, OUT, FOOLED]),
}
"""By award, the rounds in which seat 0 earns it, and what is not enough; seat 0 wins."""


def list_awards(rounds: list[Round], dice: int = 5) -> tuple[tuple[str, int], ...]:
    """Return what three with so many dice are honoured for by these rounds; seat 0 wins."""
    left, events = [dice] * 3, list[Event]([GameBegun(0)])
    for bids, challenger, found in rounds:
        events += [BidMade(seat, count, 4) for seat, count in bids]
        bidder, count = bids[-1]
        loser = challenger if found >= count else bidder
        left[loser] -= 1
        events.append(CupsLifted(challenger, bidder, count, 4, found))
        events.append(DieLost(loser, left[loser]))
    log = [LogEntry(step, 4.0 * step, None, (Notice(e),)) for step, e in enumerate(events)]
    return AWARDS.find_earned(log, [Place(0, 1, 2), Place(2, 2, 0), Place(1, 3, 0)])


@pytest.mark.parametrize("award", AWARDS.names)
def test_each_award_is_earned_by_what_it_says_and_not_by_less(award: str) -> None:
    earning, falling_short = EXAMPLES[award]
    assert (award, 0) in list_awards(earning)
    assert award not in [name for name, _ in list_awards(falling_short)]


def test_with_one_die_each_a_single_die_is_nothing_special() -> None:
    assert {"last-die", "hardly-a-die"}.isdisjoint(dict(list_awards([CAUGHT], dice=1)))
