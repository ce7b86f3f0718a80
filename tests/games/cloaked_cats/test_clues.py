"""Which cats are shown while guessing: those that tell something, and the newest of them."""

from bot.games.cloaked_cats.computer.deduction import find_informative_cats, select_newest_cats
from bot.games.cloaked_cats.model.state import Dancer
from tests.games.cloaked_cats.looks import crowded, view

CLEO = 2


def numbers(groups):
    """Return the numbers of the cats with the mask, and of those without it."""
    return tuple([dancer.number for dancer in group] for group in groups)


def test_cats_are_told_apart_by_the_opponents_mask():
    assert numbers(find_informative_cats(view(), CLEO)) == ([3], [1, 2])


def test_a_mask_for_a_revealed_feature_tells_nothing():
    """Cat 23 is a red, striped seated boss with a top hat."""
    revealed = ((), (), (12,), ())
    assert numbers(find_informative_cats(view(revealed=revealed), CLEO)) == ([], [1, 2])


def test_of_cats_without_the_mask_those_stay_that_rule_out_more_than_newer_ones():
    floor = (
        Dancer(9, 0, ()),  # strutting, brown, spotted
        Dancer(1, 0, ()),  # leaping, brown, fish
        Dancer(8, 0, ()),  # strutting, white, fish
        Dancer(14, 0, ()),  # strutting, purple, spotted, yarn
    )
    assert numbers(find_informative_cats(view(floor=floor), CLEO)) == ([], [2, 3, 4])


def test_without_help_all_cats_are_shown_for_the_player_to_sort():
    floor = (Dancer(9, 0, ()), Dancer(9, 0, ()), Dancer(23, 0, (2,)))
    shown = view(floor=floor, revealed=((), (), (12,), ()), help="none")
    assert numbers(find_informative_cats(shown, CLEO)) == ([3], [1, 2])


def test_the_newest_of_both_groups_are_kept():
    groups = find_informative_cats(crowded(help="none"), CLEO)
    assert numbers(select_newest_cats(groups, 15)) == (list(range(26, 41)), [])
    floor = tuple(Dancer(cat, 0, (2,) if cat % 2 else ()) for cat in range(10))
    shown = select_newest_cats(find_informative_cats(view(floor=floor, help="none"), CLEO), 4)
    assert numbers(shown) == ([8, 10], [7, 9])
