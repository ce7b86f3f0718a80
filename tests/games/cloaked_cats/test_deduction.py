"""What follows with certainty, and what does not."""

from hypothesis import given, settings
from msgspec.structs import replace

from bot.games.cloaked_cats.computer.deduction import (
    find_impossible_features,
    find_possible_fans,
    find_proven_features,
)
from bot.games.cloaked_cats.model.state import Dancer, Guess
from tests.games.cloaked_cats.playing import FANS, GAME, games, start, walk


def make_first_view(viewer=0, **changes):
    """Return a view of the first turn, with these fields changed."""
    return replace(GAME.view(start(), viewer), **changes)


def test_at_first_only_ones_own_features_are_certainly_wrong():
    assert find_impossible_features(make_first_view(), 1) == FANS[0]
    assert find_impossible_features(make_first_view(viewer=None), 1) == ()
    assert find_proven_features(make_first_view(), 1) == ()
    assert find_proven_features(make_first_view(), 0) == FANS[0]


def test_a_missing_mask_rules_out_all_features_of_the_cat():
    view = make_first_view(viewer=None, floor=(Dancer(3, 0, (0,)),))
    assert find_impossible_features(view, 1) == (0, 8, 13, 17)
    assert find_impossible_features(view, 0) == ()


def test_a_revealed_feature_is_nobody_elses():
    view = make_first_view(viewer=None, revealed=((), (6,), ()))
    assert find_impossible_features(view, 2) == (6,)
    assert find_impossible_features(view, 1) == ()
    assert find_proven_features(view, 1) == (6,)


def test_a_denied_feature_is_wrong_for_that_opponent_alone():
    view = make_first_view(viewer=None, guesses=(Guess(0, 0, 1, 4, right=False),))
    assert find_impossible_features(view, 1) == (4,)
    assert find_impossible_features(view, 2) == ()


def test_a_feature_that_was_denied_twice_is_still_one_feature():
    view = make_first_view(
        viewer=None, guesses=(Guess(0, 0, 1, 4, False), Guess(3, 0, 1, 4, False))
    )
    assert find_impossible_features(view, 1) == (4,)


def test_a_mask_with_one_explanation_left_proves_it():
    """Cat 7 shows 0, 12 and 15; 0 is the viewer's own, 12 lies face up elsewhere."""
    floor = (Dancer(7, 0, (0, 1, 2)),)
    assert find_proven_features(make_first_view(floor=floor, revealed=((), (), (12,))), 1) == (15,)
    assert find_proven_features(make_first_view(floor=floor), 1) == ()


def test_what_is_proven_of_one_is_wrong_for_the_next():
    """The mask of seat 1 on cat 7 is its 15, so that of seat 2 is its 12."""
    denied = (Guess(0, 0, 1, 12, right=False),)
    view = make_first_view(floor=(Dancer(7, 0, (0, 1, 2)),), guesses=denied)
    assert find_proven_features(view, 1) == (15,)
    assert find_proven_features(view, 2) == (12,)


def test_as_many_candidates_as_hidden_features_are_all_proven():
    denied = tuple(
        Guess(0, 2, 1, feature, right=False) for feature in range(19) if feature not in FANS[1]
    )
    assert find_proven_features(make_first_view(viewer=2, guesses=denied), 1) == FANS[1]


def test_a_mask_that_a_revealed_feature_explains_tells_nothing_more():
    view = make_first_view(viewer=None, floor=(Dancer(7, 0, (1,)),), revealed=((), (0,), ()))
    assert set(find_possible_fans(view)[1]) == {
        1 | 1 << one | 1 << two for one in range(1, 19) for two in range(one + 1, 19)
    }


def test_a_view_that_contradicts_itself_proves_nothing_by_a_crash():
    """Cat 7 without a mask of seat 1, and again with one."""
    view = make_first_view(floor=(Dancer(7, 0, ()), Dancer(7, 0, (1,))))
    assert find_impossible_features(view, 1) == tuple(range(19))


@settings(max_examples=40)
@given(games)
def test_what_is_certainly_wrong_is_wrong_and_what_is_proven_is_right(game):
    for number, (state, _) in enumerate(walk(*game)):
        if number % 3:
            continue
        for viewer in (None, *range(game[0])):
            view = GAME.view(state, viewer)
            for seat in range(game[0]):
                assert not set(find_impossible_features(view, seat)) & set(state.fans[seat])
                assert set(find_proven_features(view, seat)) <= set(state.fans[seat])
