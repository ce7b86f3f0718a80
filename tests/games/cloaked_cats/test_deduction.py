"""What follows with certainty, and what does not."""

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from bot.games.cloaked_cats.computer.deduction import (
    find_impossible_features,
    find_possible_fans,
    find_proven_features,
)
from bot.games.cloaked_cats.model.state import Dancer, Guess
from tests.games.cloaked_cats.playing import FANS, GAME, games, start, walk

SAID_NO = Guess(0, 0, 1, 4, right=False)
CAT_7 = (Dancer(7, 0, (0, 1, 2)),)
"""It shows 0, 12 and 15; 0 is seat 0's own."""


@pytest.mark.parametrize(
    ("viewer", "changes", "impossible", "proven"),
    [
        pytest.param(0, {}, {1: FANS[0]}, {1: (), 0: FANS[0]}, id="at first one's own features"),
        pytest.param(None, {}, {1: ()}, {1: ()}, id="and of nobody for an onlooker"),
        pytest.param(
            None, {"floor": (Dancer(3, 0, (0,)),)}, {1: (0, 8, 13, 17), 0: ()}, {},
            id="a missing mask rules out all features of the cat",
        ),
        pytest.param(
            None, {"revealed": ((), (6,), ())}, {2: (6,), 1: ()}, {1: (6,)},
            id="a revealed feature is nobody else's",
        ),
        pytest.param(
            None, {"guesses": (SAID_NO,)}, {1: (4,), 2: ()}, {},
            id="a denied feature is wrong for that opponent alone",
        ),
        pytest.param(
            None, {"guesses": (SAID_NO, replace(SAID_NO, turn=3))}, {1: (4,)}, {},
            id="denied twice it is still one feature",
        ),
        pytest.param(
            0, {"floor": CAT_7, "revealed": ((), (), (12,))}, {}, {1: (15,)},
            id="a mask with one explanation left proves it",
        ),
        pytest.param(0, {"floor": CAT_7}, {}, {1: ()}, id="and with two it does not"),
        pytest.param(
            0, {"floor": CAT_7, "guesses": (replace(SAID_NO, feature=12),)}, {},
            {1: (15,), 2: (12,)}, id="what is proven of one is wrong for the next",
        ),
        pytest.param(
            2,
            {"guesses": tuple(Guess(0, 2, 1, f, False) for f in range(19) if f not in FANS[1])},
            {}, {1: FANS[1]}, id="as many candidates as hidden features are all proven",
        ),
        pytest.param(
            0, {"floor": (Dancer(7, 0, ()), Dancer(7, 0, (1,)))}, {1: tuple(range(19))}, {},
            id="a view that contradicts itself proves nothing by a crash",
        ),
    ],
)  # fmt: skip
def test_what_follows(viewer, changes, impossible, proven):
    view = replace(GAME.view(start(), viewer), **changes)
    for seat, features in impossible.items():
        assert find_impossible_features(view, seat) == features
    for seat, features in proven.items():
        assert find_proven_features(view, seat) == features


def test_a_mask_that_a_revealed_feature_explains_tells_nothing_more():
    masked = {"floor": (Dancer(7, 0, (1,)),), "revealed": ((), (0,), ())}
    view = replace(GAME.view(start(), None), **masked)
    assert set(find_possible_fans(view)[1]) == {
        1 | 1 << one | 1 << two for one in range(1, 19) for two in range(one + 1, 19)
    }


@settings(max_examples=12)
@given(games)
def test_what_is_certainly_wrong_is_wrong_and_what_is_proven_is_right(game):
    for number, (state, _) in enumerate(walk(*game)):
        if number % 5:
            continue
        for viewer in (None, *range(game[0])):
            view = GAME.view(state, viewer)
            for seat in range(game[0]):
                assert not set(find_impossible_features(view, seat)) & set(state.fans[seat])
                assert set(find_proven_features(view, seat)) <= set(state.fans[seat])
