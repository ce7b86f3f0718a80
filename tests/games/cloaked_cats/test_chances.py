"""The exact chances, against a count of every deal that is possible."""

from itertools import combinations
from math import isclose, prod
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from bot.games.cloaked_cats.computer.chances import FAN_BITS, FanBelief, compute_fan_beliefs
from bot.games.cloaked_cats.computer.deduction import find_possible_fans, to_bits
from bot.games.cloaked_cats.model.state import Dancer, Guess
from bot.games.cloaked_cats.rules import can_hold_fan
from tests.games.cloaked_cats.playing import FANS, GAME, games, start, walk


class Belief(NamedTuple):
    fans: list[int]
    fan_chances: list[float]
    feature_chances: list[float]


def beliefs(view):
    """Return the fans, as bit sets, and the chances of each opponent, by seat."""
    return [
        of
        and Belief(
            FAN_BITS[of.fans].tolist(), of.chances.tolist(), of.compute_feature_chances().tolist()
        )
        for of in compute_fan_beliefs(view)
    ]


DEALS = 30_000
"""Positions with more combinations of fans are left out: counting them one by one takes long."""


def possible_deals(state, viewer):
    """Yield every deal of fans to the others that nothing contradicts, by trying all."""
    others = [seat for seat in range(len(state.fans)) if seat != viewer]
    free = [feature for feature in range(19) if feature not in state.fans[viewer]]
    fans = [
        [fan for fan in combinations(free, 3) if can_hold_fan(state, seat, fan)] for seat in others
    ]
    if prod(map(len, fans)) > DEALS:
        return

    def deal(place, taken):
        if place == len(others):
            yield ()
            return
        for fan in fans[place]:
            if not taken & set(fan):
                yield from ((fan, *rest) for rest in deal(place + 1, taken | set(fan)))

    for dealt in deal(0, set()):
        yield dict(zip(others, dealt, strict=True))


def positions(game):
    """Yield states of a random game with a viewer for each, until the game is over."""
    for number, (state, _) in enumerate(walk(*game)):
        if state.phase != "over" and number % 2:
            yield state, number // 2 % game[0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_chances_are_what_counting_every_possible_deal_gives(seats):
    compared = 0
    for seed in range(6):
        for state, viewer in positions((seats, seed, "sharp" if seed % 2 else "careful")):
            deals = list(possible_deals(state, viewer))
            if not deals:
                continue
            compared += 1
            for seat, of in enumerate(beliefs(GAME.view(state, viewer))):
                if seat == viewer:
                    assert of is None
                    continue
                counts: dict[int, int] = {}
                assert of is not None
                for deal in deals:
                    fan = to_bits(deal[seat])
                    counts[fan] = counts.get(fan, 0) + 1
                assert set(of.fans) == set(counts)
                for fan, share in zip(of.fans, of.fan_chances, strict=True):
                    assert isclose(share, counts[fan] / len(deals), rel_tol=1e-9)
                for feature in range(19):
                    count = sum(feature in deal[seat] for deal in deals)
                    assert isclose(of.feature_chances[feature], count / len(deals), abs_tol=1e-9)
                    assert (of.feature_chances[feature] == 0) == (count == 0)
                    assert (of.feature_chances[feature] == 1) == (count == len(deals))
    assert compared >= 12


@settings(max_examples=15)
@given(games)
def test_the_truth_is_possible_and_simple_deduction_leaves_all_exact_fans(game):
    for state, viewer in positions(game):
        view = GAME.view(state, viewer)
        possible = find_possible_fans(view)
        for seat, of in enumerate(beliefs(view)):
            if of is not None:
                assert to_bits(state.fans[seat]) in of.fans
                assert set(of.fans) <= set(possible[seat])
                assert min(of.fan_chances) > 0
                assert isclose(sum(of.fan_chances), 1) and isclose(sum(of.feature_chances), 3)


def test_at_first_all_other_features_are_equally_likely():
    for seats in (2, 3, 4):
        first, *others = beliefs(GAME.view(start(seats), 0))
        assert first is None
        for of in others:
            assert of is not None
            assert len(of.fans) == 560
            assert all(isclose(share, 3 / 16) for share in of.feature_chances if share)
            assert [of.feature_chances[feature] for feature in FANS[0]] == [0, 0, 0]


def test_what_one_opponent_likely_holds_another_likely_does_not():
    """Cat 7 shows 0 (the viewer's own), 12 and 15: a mask of seat 1 makes seat 2's 12 rarer."""
    view = replace(GAME.view(start(), 0), floor=(Dancer(7, 0, (0, 1)),))
    _, one, two = beliefs(view)
    assert one and two
    assert one.feature_chances[12] > 1 / 2
    assert two.feature_chances[12] == 0
    denied = tuple(Guess(0, 0, 2, feature, right=False) for feature in (1, 2, 3))
    _, one, two = beliefs(replace(GAME.view(start(), 0), guesses=denied))
    assert one
    assert one.feature_chances[1] > 3 / 16 > one.feature_chances[4]


def test_onlookers_of_up_to_three_players_get_chances_too():
    for seats in (2, 3):
        for of in beliefs(GAME.view(start(seats), None)):
            assert of
            assert len(of.fans) == 969
    with pytest.raises(ValueError, match="onlooker"):
        beliefs(GAME.view(start(4), None))


def test_a_flag_of_invalid_values_in_a_product_of_matrices_is_no_warning():
    """OpenBLAS raises it now and then without a reason, and an infinite value always."""
    belief = FanBelief(np.array([0, 1]), np.array([np.inf, 0.0]))
    assert np.isnan(belief.compute_feature_chances()).any()


def test_a_view_that_contradicts_itself_is_refused():
    floor = (Dancer(7, 0, ()), Dancer(7, 0, (1,)))
    with pytest.raises(ValueError, match="contradicts"):
        beliefs(replace(GAME.view(start(), 0), floor=floor))
