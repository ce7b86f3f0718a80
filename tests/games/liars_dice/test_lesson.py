"""What a lesson explains, and when."""

import pytest
from msgspec.structs import replace

from bot.games.liars_dice.model.state import State
from bot.games.liars_dice.package import PACKAGE
from tests.games.lessons import Learner
from tests.games.liars_dice.playing import LIAR, after, start_next_round
from tests.games.looks import everything_of

LEARNER = Learner(PACKAGE, "Ada", "Minka")
own = LEARNER.own


def deal_lesson() -> State:
    lesson = PACKAGE.lesson
    assert lesson is not None
    assert isinstance(lesson.state, State)
    return lesson.state


def test_the_first_bid_that_is_shown_is_true_for_sure_because_the_paw_counts():
    screen = own(deal_lesson())
    assert "*3 fours* is true for sure, as your paw is a one and counts as any face." in screen.text
    assert LEARNER.list_green_labels(deal_lesson()) == ["3 dice"]
    assert LEARNER.list_green_labels(deal_lesson(), "bid/3") == ["3 fours"]
    assert LEARNER.list_green_labels(deal_lesson(), "bid/2") == []
    assert "💡" not in own(deal_lesson(), path="bid/3").text, "the green button says enough"


def test_where_no_paw_is_shown_none_is_spoken_of():
    assert "paw" not in own(deal_lesson(), pictures=False).text
    assert "paw" not in own(replace(deal_lesson(), cups=((2, 4, 4), (2, 4, 6)))).text


@pytest.mark.parametrize(
    ("bid", "words", "green"),
    [
        (
            (3, 4),
            "**100%** likely to be true. Better bid higher: *4 fours*, **70%** likely",
            "4 dice",
        ),
        ((5, 4), "**26%** likely to be true, and any higher bid is riskier", "Liar!"),
        ((6, 5), "can't be true. Call **“Liar!”**", "Liar!"),
    ],
)
def test_a_likely_bid_is_better_beaten_and_an_unlikely_one_challenged(bid, words, green):
    state = after(deal_lesson(), (2, 4), bid)
    assert words in own(state).text
    assert LEARNER.list_green_labels(state) == [green]


def test_while_the_computer_thinks_the_way_on_is_told():
    text = own(after(deal_lesson(), (2, 4))).text
    assert "Next up: 🔴 Minka. Press **Continue**" in text
    assert "Press 🐾" not in text


def test_the_learner_waits_for_the_cups_after_a_challenge():
    called = replace(after(deal_lesson(), (2, 4), (6, 5)), lifting=True)
    shown = own(called)
    assert "🟡 Ada calls 🔴 Minka a liar … cups up!" in shown.text
    assert shown.picture is not None and shown.picture.name == "hand.jpg"


@pytest.mark.parametrize(
    ("moves", "ending"),
    [
        (((2, 4), (6, 5), LIAR), "6 fives 5️⃣ was too high: 🔴 Minka loses a die."),
        (((2, 4), (3, 4), LIAR), "3 fours 4️⃣ was true: you lose a die."),
    ],
)
def test_open_dice_are_counted_and_the_loser_is_named(moves, ending):
    assert ending in own(after(deal_lesson(), *moves)).text


def test_the_next_round_begins_with_other_words():
    state = start_next_round(after(deal_lesson(), (6, 5), LIAR))
    assert "New dice, and you start" in own(state).text


def test_the_learner_sees_the_table_beside_the_own_dice():
    screen = own(after(deal_lesson(), (2, 4), (3, 4)))
    assert screen.picture is not None
    assert screen.below is not None
    assert screen.below.name == "table.jpg"
    words = everything_of(own(after(deal_lesson(), (2, 4), (3, 4)), pictures=False))
    assert "🔴 B · Minka: **3** dice" in words
