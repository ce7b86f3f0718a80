"""The notebook: exact chances, from the viewer's own dice alone."""

from itertools import product

import pytest

from bot.games.liars_dice.model.state import Bid, count_matching
from bot.games.liars_dice.package import PACKAGE
from bot.games.liars_dice.pages import estimate_bid_chance
from tests.games.liars_dice.looks import context, view
from tests.games.looks import everything_of

OWN = (1, 3, 5)


@pytest.mark.parametrize(
    ("face", "wild"), [(3, True), (6, True), (1, False), (3, False), (6, False)]
)
@pytest.mark.parametrize("count", range(1, 7))
def test_the_chance_is_the_share_of_all_hidden_dice_with_which_the_bid_is_true(count, face, wild):
    seen = view(dice=OWN, counts=(3, 3), wild=wild)
    hidden = list(product(range(1, 7), repeat=3))
    true = sum(count_matching((*OWN, *dice), face, wild) >= count for dice in hidden)
    assert estimate_bid_chance(seen, Bid(0, count, face)) == pytest.approx(true / len(hidden))


def test_the_notebook_tells_the_bid_on_the_table_and_the_next_ones():
    told = everything_of(PACKAGE.pages.make_page("notebook", view(), context(pictures=False)))
    assert "4 threes 3️⃣: 53%" in told
    next_ones = ["4 fours 4️⃣", "4 fives 5️⃣", "4 sixes 6️⃣", "5 twos 2️⃣", "5 threes 3️⃣"]
    places = [told.index(each) for each in next_ones]
    assert places == sorted(places)


def test_no_higher_bid_than_there_are_dice_is_told():
    highest = view(bids=(Bid(0, 12, 4),))
    told = everything_of(PACKAGE.pages.make_page("notebook", highest, context(pictures=False)))
    assert "12 sixes" in told
    assert "13" not in told


@pytest.mark.parametrize(
    ("changes", "opens"),
    [
        ({}, True),
        ({"help": "none"}, False),
        ({"viewer": None, "dice": ()}, False),
        ({"looking": True}, False),
        ({"dice": (), "out": (1,)}, False),
        ({"out": (1, 2)}, False),
    ],
)
def test_the_notebook_opens_for_whoever_has_dice_where_the_table_allows_help(changes, opens):
    assert ("notebook" in PACKAGE.pages.find_names(view(**changes))) is opens
