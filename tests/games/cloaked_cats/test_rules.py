"""The rulebook and rulings K1-K18, one behaviour each."""

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine.events import EventRecord
from bot.engine.game import Elapse, IllegalMove, Leave, Place, Prompt, Stale
from bot.engine.predictions import Prediction
from bot.engine.records import ActRecord, apply_record, begin_game, list_legal_paths, read_events
from bot.games.cloaked_cats.model.state import (
    ACCESSORIES,
    CATS,
    CATS_PER_FEATURE,
    COLOURS,
    PATTERNS,
    POSES,
)
from bot.games.cloaked_cats.predictions import PREDICTIONS
from bot.games.cloaked_cats.rules import from_deal
from tests.games.cloaked_cats.playing import FANS, GAME, HANDS, play, start, step

ALL_BUT_ONE_REVEALED = ((0, 5), (1, 6), (2, 12))
"""For `start()`: 13, 17 and 18 are the last hidden features of seats 0, 1 and 2."""


class InOrder:
    """A chance that changes no order and draws the highest number, and notes what it is asked."""

    def __init__(self):
        self.asked = []

    def below(self, n):
        self.asked.append(n)
        return n - 1

    def shuffle(self, items):
        self.asked.append(items)
        return tuple(items)


# The deck


def test_each_pose_comes_in_each_colour_with_a_pattern_or_an_accessory_or_both():
    assert [cat[:2] for cat in CATS] == list(product(POSES, COLOURS))
    for cat in CATS:
        patterns, accessories = (
            [feature for feature in cat[2:] if feature in group]
            for group in (PATTERNS, ACCESSORIES)
        )
        assert len(patterns) <= 1, cat
        assert len(accessories) <= 1, cat
        assert patterns or accessories, cat
        assert (*cat[:2], *patterns, *accessories) == cat


def test_patterns_are_spread_evenly_and_so_are_accessories():
    assert [CATS_PER_FEATURE[feature] for feature in PATTERNS] == [13, 13]
    assert [CATS_PER_FEATURE[feature] for feature in ACCESSORIES] == [8, 8, 8, 8]


# Setup (rulebook p. 4)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_gets_three_features_three_cats_and_sixteen_masks(seats):
    chance = InOrder()
    state, events = begin_game(GAME, seats, {}, chance)
    assert chance.asked == [range(19), range(40), seats]
    assert state.fans == ((0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11))[:seats]
    assert state.hands == state.fans
    assert state.pile == tuple(range(3 * seats, 40))
    assert state.stockpiles == (16,) * seats
    assert state.starter == seats - 1
    assert events[0] == EventRecord(None, "starts", (seats - 1,))
    assert events[1] == EventRecord((0,), "dealt", (0, 1, 2, 0, 1, 2))
    assert [event.to for event in events[1:]] == [(seat,) for seat in range(seats)]


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_only_two_to_four_can_play(seats):
    with pytest.raises(ValueError, match=r"seats|below"):
        begin_game(GAME, seats, {}, InOrder())
    assert list(GAME.seats) == [2, 3, 4]


@pytest.mark.parametrize(
    "change",
    [
        {"features": FANS[:1], "hands": HANDS[:1]},
        {"hands": HANDS[:3]},
        {"features": ((0, 1), (2, 3))},
        {"features": ((0, 1, 2), (2, 3, 4))},
        {"features": ((0, 1, 19), (2, 3, 4))},
        {"hands": ((0, 1, 2), (3, 4))},
        {"hands": ((0, 1, 2), (3, 4, 40))},
        {"draw_pile": (1, 2, HANDS[0][0])},
        {"draw_pile": (-1,)},
        {"starter": 2},
    ],
    ids=str,
)
def test_a_wrong_deal_is_refused(change):
    deal: dict[str, Any] = {
        "features": FANS[:2],
        "hands": HANDS[:2],
        "draw_pile": (1, 2),
        "starter": 0,
    }
    from_deal(**deal)
    with pytest.raises(ValueError, match=r"seat|cards"):
        from_deal(**(deal | change))


def test_a_deal_may_come_as_lists_from_json():
    given, _ = from_deal([[0, 1, 2], [3, 4, 5]], [[0, 1, 2], [3, 4, 5]], [9, 8], 1)
    same, _ = from_deal(((0, 1, 2), (3, 4, 5)), ((0, 1, 2), (3, 4, 5)), (9, 8), 1)
    assert given == same


# A turn (rulebook p. 6-8)


def test_the_starter_begins_and_play_moves_clockwise():
    state = start(starter=2)
    asked = []
    for cat in (7, 0, 3, 33):
        asked.append(GAME.prompts(state)[0].seat)
        assert GAME.view(state, None).active == asked[-1]
        state, told = play(state, f"cat/{cat}", "skip")
        rounds = [values for name, values in told if name == "round-begins"]
        assert rounds == ([(2,)] if cat == 3 else [])
    assert asked == [2, 0, 1, 2]
    assert GAME.view(state, None).round == 2


def test_a_turn_asks_for_a_cat_and_then_for_a_guess_on_one_clock():
    state = start()
    assert GAME.prompts(state) == (Prompt(0, 0, "cat", "turn:0"),)
    assert list_legal_paths(GAME, state, 0) == ("cat/0", "cat/9", "cat/17")
    state, _ = play(state, "cat/9")
    assert GAME.prompts(state) == (Prompt(1, 0, "guess", "turn:0", irrevocable=True),)
    state, _ = play(state, "skip")
    assert GAME.prompts(state) == (Prompt(2, 1, "cat", "turn:1"),)


def test_all_whose_fan_matches_place_one_mask_the_active_player_too():
    """Rulebook p. 6, ruling K2: cat 3 shows 0, 8, 13 and 17; seat 0 has two of them."""
    state = replace(start(), hands=((3, 9, 17), *HANDS[1:]))
    state, told = play(state, "cat/3")
    assert told == [("cat-played", (0, 3, 0, 1))]
    assert state.floor[0].masks == (0, 1)
    assert state.stockpiles == (15, 15, 16)


def test_masks_are_placed_for_revealed_features_too_and_are_worth_nothing():
    """Rulebook p. 7, rulings K2 and K10: cat 9 shows 1, 6 and 14."""
    state, _ = play(replace(start(), revealed=((), (1, 6), ())), "cat/9")
    assert state.floor[0].masks == (1,)
    assert GAME.view(play(start(), "cat/9")[0], None).points == (3, 3, 3)


@pytest.mark.parametrize(
    ("move", "told", "revealed", "stockpiles", "received"),
    [
        ("guess/2/18", ("guess-right", (0, 2, 18)), ((), (), (18,)), (16, 15, 15), (1, 0, 0)),
        ("guess/2/17", ("guess-wrong", (0, 2, 17)), ((), (), ()), (15, 15, 16), (0, 0, 1)),
        ("skip", ("skipped", (0,)), ((), (), ()), (16, 15, 16), (0, 0, 0)),
    ],
)
def test_a_right_guess_reveals_and_wins_a_mask_and_a_wrong_one_costs_one(
    move, told, revealed, stockpiles, received
):
    """Rulebook p. 7."""
    state, events = play(start(), "cat/9", move)
    assert told in events
    assert (state.revealed, state.stockpiles, state.received) == (revealed, stockpiles, received)


def test_one_guess_is_one_opponent_and_one_feature():
    """Ruling K17."""
    state, _ = play(start(), "cat/9")
    moves = list_legal_paths(GAME, state, 0)
    assert moves[-1] == "skip"
    assert set(moves[:-1]) == {
        f"guess/{seat}/{feature}" for seat in (1, 2) for feature in range(19)
    }
    state, _ = play(state, "guess/1/3")
    assert GAME.prompts(state)[0].seat == 1


def test_a_feature_that_lies_face_up_cannot_be_named_nor_can_who_is_fully_revealed():
    """Rulings K4 and K5."""
    state = replace(start(), phase="guess", revealed=((5,), (17,), ()))
    named = {move.split("/")[2] for move in list_legal_paths(GAME, state, 0) if move != "skip"}
    assert named == {str(feature) for feature in range(19)} - {"5", "17"}
    state = replace(state, last_round=True, revealed=((), (1, 6, 17), ()))
    assert {move.split("/")[1] for move in list_legal_paths(GAME, state, 0) if move != "skip"} == {
        "2"
    }


def test_own_and_denied_features_may_be_named():
    """Ruling K6."""
    state, _ = play(start(2), "cat/9", "guess/1/4", "cat/3", "skip", "cat/0")
    assert {"guess/1/0", "guess/1/4"} <= set(list_legal_paths(GAME, state, 0))


def test_the_hand_is_refilled_after_the_guess():
    """Rulebook p. 8, ruling K13: the new cat is not known when guessing."""
    state, _ = play(start(), "cat/9")
    assert state.hands[0] == (0, 17)
    state, events = step(state, "skip")
    assert EventRecord((0,), "drew", (1,)) in events
    assert state.hands[0] == (0, 17, 1)
    assert state.pile[0] == 2


def test_questions_are_answered_and_masks_placed_at_once():
    """Ruling K14: the next prompt is the next player's own turn."""
    state, _ = play(start(), "cat/9")
    assert [prompt.seat for prompt in GAME.prompts(state)] == [0]
    state, _ = play(state, "guess/2/18")
    assert [(prompt.seat, prompt.kind) for prompt in GAME.prompts(state)] == [(1, "cat")]


# The end (rulebook p. 8)


def test_a_third_revealed_feature_leaves_only_guesses_to_the_rest_of_the_round():
    """Ruling K7: no cat, no mask on a cat, no refill; the unmasked player may guess, too."""
    state = replace(start(), revealed=ALL_BUT_ONE_REVEALED)
    state, told = play(state, "cat/9", "guess/1/17")
    assert told[-2:] == [("unmasked", (1,)), ("last-round", ())]
    assert GAME.view(state, None).last_round
    sizes = [len(hand) for hand in state.hands]
    for seat, turn in ((1, 1), (2, 2)):
        assert GAME.prompts(state) == (
            Prompt(2 * turn + 1, seat, "guess", f"turn:{turn}", irrevocable=True),
        )
        state, told = play(state, "skip")
    assert told == [("skipped", (2,)), ("game-over", ())]
    assert (len(state.floor), sizes) == (1, [len(hand) for hand in state.hands])
    assert GAME.prompts(state) == ()


def test_who_unmasks_somebody_still_refills_and_ends_the_game_in_the_last_turn_of_a_round():
    """Rulebook p. 6: the turn has its four phases; ruling K7 spares those still to move."""
    state = replace(start(), revealed=ALL_BUT_ONE_REVEALED)
    assert len(play(state, "cat/9", "guess/1/17")[0].hands[0]) == 3
    state = replace(start(starter=1), turn=2, revealed=ALL_BUT_ONE_REVEALED)
    _, told = play(state, "cat/9", "guess/1/17")
    assert [name for name, _ in told[1:]] == ["guess-right", "unmasked", "game-over"]


def test_guesses_move_masks_in_the_last_round():
    """Ruling K8; a second player unmasked changes nothing further."""
    state = replace(start(), revealed=ALL_BUT_ONE_REVEALED)
    state, told = play(state, "cat/9", "guess/1/17", "guess/2/18", "guess/0/4")
    assert state.received == (2, 1, 0)
    assert [name for name, _ in told].count("unmasked") == 1
    assert [name for name, _ in told].count("last-round") == 1
    assert told[-1] == ("game-over", ())


def test_without_anybody_to_question_there_is_only_skip():
    """Ruling K5 in the last round: seats 0 and 1 have unmasked each other."""
    state = replace(start(), revealed=ALL_BUT_ONE_REVEALED)
    state, _ = play(state, "cat/9", "guess/1/17", "guess/0/13")
    assert list_legal_paths(GAME, state, 2) == ("skip",)
    _, told = play(state, "skip")
    assert told == [("skipped", (2,)), ("game-over", ())]


def test_an_empty_stockpile_ends_the_game_before_the_guess():
    """Ruling K1: no guess, no refill, no rest of the round; all have placed their mask (K2)."""
    state = replace(start(), stockpiles=(16, 1, 1))
    state, told = play(state, "cat/17")
    assert state.floor[0].masks == (1, 2)
    assert told[1:] == [("out-of-masks", (1,)), ("out-of-masks", (2,)), ("game-over", ())]
    assert state.hands[0] == (0, 9)
    assert GAME.prompts(state) == ()


@pytest.mark.parametrize(
    ("stockpiles", "revealed", "moves", "last"),
    [
        ((1, 16, 16), ((),) * 3, ("cat/9", "guess/2/17"), 0),
        ((16, 16, 1), ((),) * 3, ("cat/9", "guess/2/18"), 2),  # the questioned player's last mask
        ((16, 16, 1), ALL_BUT_ONE_REVEALED, ("cat/9", "guess/1/17", "guess/2/18"), 2),
        ((16, 2, 16), ALL_BUT_ONE_REVEALED, ("cat/9", "guess/1/17"), 1),  # before the last round
    ],
)
def test_an_empty_stockpile_after_a_guess_ends_the_game(stockpiles, revealed, moves, last):
    """Rulings K1, K3, K7 and K8: whatever was received, and in the last round too."""
    state = replace(start(), stockpiles=stockpiles, received=(5, 5, 5), revealed=revealed)
    _, told = play(state, *moves)
    assert told[-2:] == [("out-of-masks", (last,)), ("game-over", ())]
    assert (("last-round", ()) in told) == (len(moves) == 3)


def test_play_goes_on_without_a_draw_pile():
    """Ruling K9."""
    state, _ = play(start(pile=(1,)), "cat/9", "skip", "cat/3")
    state, events = step(state, "skip")
    assert [event.name for event in events] == ["skipped"]
    assert [len(hand) for hand in state.hands] == [3, 2, 3]


def test_the_last_cat_of_all_triggers_the_end():
    """Ruling K9: here the starter has one cat more than the others."""
    state, _ = play(
        start(pile=(1,)),
        *("cat/0", "skip", "cat/3", "skip", "cat/7", "skip"),
        *("cat/9", "skip", "cat/16", "skip", "cat/33", "skip"),
        *("cat/17", "skip", "cat/39", "skip", "cat/26", "skip"),
    )
    state, told = play(state, "cat/1")
    assert told[1:] == [("last-cat", (0,)), ("last-round", ())]
    assert GAME.prompts(state)[0].kind == "guess"
    state, _ = play(state, "skip")
    assert [(prompt.seat, prompt.kind) for prompt in GAME.prompts(state)] == [(1, "guess")]
    state, told = play(state, "skip", "skip")
    assert told[-1] == ("game-over", ())


def test_the_last_cat_in_the_last_turn_of_a_round_still_has_its_guess():
    """Ruling K9: nobody is left for a last round."""
    state, told = play(replace(start(2, pile=()), turn=1, hands=((), (3,))), "cat/3")
    assert told[1:] == [("last-cat", (1,))]
    assert play(state, "guess/0/13")[1] == [("guess-right", (1, 0, 13)), ("game-over", ())]


# Scoring (rulebook p. 8)


def make_finished_game(received, revealed_counts):
    """Return a game that is over, with so many masks and revealed features by seat."""
    state = start(len(received))
    revealed = tuple(fan[:n] for fan, n in zip(state.fans, revealed_counts, strict=True))
    return replace(state, phase="over", received=tuple(received), revealed=revealed)


@pytest.mark.parametrize(
    ("received", "revealed_counts", "places"),
    [
        ((4, 0), (2, 3), (Place(0, 1, 5), Place(1, 2, 0))),  # Kathrin's five points, p. 8 and K10
        ((2, 3, 0), (1, 2, 0), (Place(0, 1, 4), Place(1, 2, 4), Place(2, 3, 3))),
        ((2, 0, 2), (1, 0, 1), (Place(0, 1, 4), Place(2, 1, 4), Place(1, 3, 3))),
    ],
)
def test_most_points_win_and_then_more_unrevealed_features_and_the_rest_is_shared(
    received, revealed_counts, places
):
    """Ruling K11."""
    state = make_finished_game(received, revealed_counts)
    assert GAME.standings(state) == places
    assert GAME.view(state, None).points == tuple(
        place.points for place in sorted(places, key=lambda place: place.seat)
    )
    assert GAME.standings(start()) is None


# What is public, and what is asked


def test_fan_and_hand_are_private_until_the_end():
    """Ruling K16."""
    state, _ = play(start(), "cat/9", "guess/2/18")
    own, onlooker = GAME.view(state, 1), GAME.view(state, None)
    assert (own.fan, own.hand) == (FANS[1], HANDS[1])
    assert (onlooker.fan, onlooker.hand, onlooker.fans) == ((), (), ())
    assert replace(own, viewer=None, fan=(), hand=()) == onlooker
    assert (onlooker.hand_sizes, onlooker.pile) == ((3, 3, 3), 30)
    assert GAME.view(replace(state, phase="over"), None).fans == FANS[:3]


def test_a_finished_game_waits_for_nobody():
    state = make_finished_game((0, 0), (3, 0))
    assert GAME.prompts(state) == ()
    assert list_legal_paths(GAME, state, 0) == ()
    assert GAME.view(state, 0).active is None
    with pytest.raises(Stale):
        apply_record(GAME, state, ActRecord(0, 0, "cat/0", 0), InOrder())


@pytest.mark.parametrize(
    "given",
    [
        ActRecord(1, 0, "cat/3", 0),
        ActRecord(0, 1, "skip", 0),
        ActRecord(0, -1, "cat/0", 0),
        Elapse(0),
        Leave(0),
    ],
)
def test_what_is_not_asked_is_stale(given):
    with pytest.raises(Stale):
        apply_record(GAME, start(), given, InOrder())


@pytest.mark.parametrize(
    ("moves", "wrong"),
    [
        ((), ("cat/3", "cat/00", "cat", "skip", "guess/1/2", "", "cat/0/1")),
        (("cat/9",), ("cat/0", "guess/0/4", "guess/3/4", "guess/1/19", "guess/1/-1")),
    ],
)
def test_no_other_cat_and_no_guess_at_nobody_or_at_nothing_is_taken(moves, wrong):
    state, _ = play(start(), *moves)
    for move in wrong:
        with pytest.raises(IllegalMove):
            step(state, move)


def test_a_computer_may_take_any_seat_at_any_time():
    """Ruling K18."""
    assert GAME.computer_may_take(start())


def test_a_whole_game_as_three_people_would_play_it():
    """Masks and answers worked out by hand from `FANS` and the cats."""
    state, told = play(
        start(starter=1),
        *("cat/3", "guess/0/5"),  # 0 8 13 17: masks of 0, 1; right
        *("cat/7", "guess/1/7"),  # 0 12 15: masks of 0, 2; wrong
        *("cat/9", "guess/2/18"),  # 1 6 14: mask of 1; right
        *("cat/16", "guess/0/13"),  # 2 5 13: masks of 0, 2; right
        *("cat/33", "skip"),  # 4 6 13 15: masks of 0, 1
        *("cat/17", "guess/1/17"),  # 2 6 14 18: masks of 1, 2; right
        *("cat/39", "guess/0/0"),  # 4 12 14 16: mask of 2; right, unmasked
        *("guess/1/1", "guess/2/3"),  # right, wrong
    )
    assert [dancer.masks for dancer in state.floor] == [
        (0, 1),
        (0, 2),
        (1,),
        (0, 2),
        (0, 1),
        (1, 2),
        (2,),
    ]
    assert state.stockpiles == (8, 10, 10)
    assert state.received == (2, 4, 2)
    assert state.revealed == ((5, 13, 0), (17, 1), (18,))
    assert state.hands == ((0, 4, 8), (1, 5, 10), (26, 2, 6))
    assert [name for name, _ in told[-6:]] == [
        "guess-right",
        "unmasked",
        "last-round",
        "guess-right",
        "guess-wrong",
        "game-over",
    ]
    assert GAME.standings(state) == (Place(1, 1, 5), Place(2, 2, 4), Place(0, 3, 2))


def test_the_host_decides_how_much_the_bot_tells_and_whether_it_asks_before_a_guess():
    choices = {option.name: option.choices for option in GAME.options}
    assert choices == {"help": ("marks", "none", "odds"), "ask": ("no", "yes")}
    for help_, ask in product((None, *choices["help"]), (None, *choices["ask"])):
        options = {name: c for name, c in (("help", help_), ("ask", ask)) if c}
        state, _ = begin_game(GAME, 2, options, InOrder())
        seen = {(GAME.view(state, v).help, GAME.view(state, v).asks) for v in (0, 1, None)}
        assert seen == {(help_ or "marks", ask == "yes")}


def test_who_watches_is_asked_whose_feature_is_guessed_next():
    def ask(state):
        return PREDICTIONS.find(GAME.view(state, None))

    state = start(starter=0)
    assert ask(state) == Prediction(0, "found", (0, 1, 2))
    state, _ = play(state, "cat/0", "guess/1/5", "cat/3")
    assert ask(state) == Prediction(0, "found", (0, 1, 2)), "a wrong guess answers nothing"
    state, events = step(state, "guess/2/12")
    answers = [PREDICTIONS.settle(told.event) for told in read_events(GAME, events)]
    assert [answer for answer in answers if answer] == ["2"]
    assert ask(state) == Prediction(1, "found", (0, 1, 2))
    state = replace(state, revealed=((), (), (2, 12, 18)))
    assert ask(state) == Prediction(3, "found", (0, 1)), "seat 2 hides nothing more"
    assert ask(replace(state, revealed=((), (1, 6, 17), (2, 12, 18)))) is None
    assert ask(replace(state, phase="over")) is None
