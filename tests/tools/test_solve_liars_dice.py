"""Rounds between two with few dice: what is found is worth what it seems, and hard to beat."""

from itertools import product

import numpy as np
import pytest

from bot.games.liars_dice.computer.endgame import compute_roll_chances, list_all_rolls
from bot.games.liars_dice.model.state import count_matching
from tools.solve_liars_dice.exploitability import Responder, bound_exploitability
from tools.solve_liars_dice.last_bids import BOTH_PLAYERS, Round, Solver, Tables

SMALL = Round(wild=True, dice_counts=(1, 1), loss_values=(-1.0, 1.0))
LARGER = Round(wild=True, dice_counts=(1, 2), loss_values=(-1.0, 0.4))


def averages(solver: Solver, rounds: int) -> tuple[Tables, Tables]:
    for number in range(1, rounds + 1):
        for player in BOTH_PLAYERS:
            solver.iterate(player, number)
    return solver.compute_average_strategy(0), solver.compute_average_strategy(1)


def best(strategy: Tables, begins: bool) -> float:
    """Return what a best response wins in the small round, die by die, in plain numbers."""
    bids = SMALL.bids

    def value(own: int, made: tuple[int, ...], reach: tuple[float, ...], mine: bool) -> float:
        last, before = (-1, -1, *made)[-1], (-1, -1, *made)[-2]
        shares = strategy[last + 1][before + 1 if made else 0]
        found = []
        ways = (*range(last + 1, len(bids)), None) if made else range(len(bids))
        for place, bid in enumerate(ways):
            came = reach if mine else tuple(r * shares[die][place] for die, r in enumerate(reach))
            if bid is not None:
                found.append(value(own, (*made, bid), came, not mine))
                continue
            count, face = bids[last]
            true = [count_matching((own, die), face, wild=True) >= count for die in range(1, 7)]
            sign = 1 if mine else -1
            found.append(sum(r * (-sign if t else sign) for r, t in zip(came, true, strict=True)))
        return max(found) if mine else sum(found)

    return sum(value(own, (), (1 / 6,) * 6, begins) for own in range(1, 7)) / 6


def test_a_best_response_wins_what_all_its_ways_tell() -> None:
    strategies = averages(Solver(SMALL), 5)
    low, high = Responder(SMALL, 0, strategies[1]).bound_wins()
    exact = (best(strategies[1], begins=True) + best(strategies[1], begins=False)) / 2
    assert low - 1e-9 <= exact <= high + 1e-9
    assert high - low < 0.01


def test_sixty_iterations_are_less_exploitable_than_one() -> None:
    first, last = (bound_exploitability(LARGER, averages(Solver(LARGER), each)) for each in (1, 60))
    assert last[1] < 0.05 < first[0]


def test_a_challenge_is_worth_what_the_dice_say() -> None:
    worth = LARGER.compute_challenge_values(0, challenger=0)
    for (bid, (count, face)), (own, dice), (other, hidden) in product(
        enumerate(LARGER.bids), enumerate(list_all_rolls(1)), enumerate(list_all_rolls(2))
    ):
        true = count_matching((*dice, *hidden), face, wild=True) >= count
        assert worth[bid, own, other] == (-1.0 if true else 0.4)


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_all_that_dice_can_show_is_likely_as_it_is(dice: int) -> None:
    every = [tuple(sorted(each)) for each in product(range(1, 7), repeat=dice)]
    counted = np.array([every.count(roll) for roll in list_all_rolls(dice)]) / len(every)
    assert np.allclose(counted, compute_roll_chances(dice))
