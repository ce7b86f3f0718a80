"""The course of the game: the rulebook and rulings C1-C13, C35-C41, one behaviour each."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine.events import EventRecord
from bot.engine.game import Elapse, IllegalMove, Leave, Place, Prompt, Stale
from bot.engine.records import ActRecord, apply_record, begin_game, list_legal_paths
from bot.games.catham_city.model.state import (
    DETECTIVES,
    FACTIONS,
    HACKERS,
    MAFIA,
    ROBOCATS,
    SCIENTISTS,
)
from bot.games.catham_city.rules import from_deal
from tests.games.catham_city.playing import GAME, Luck, Places, answer, cats, choose, play, start

FULL = cats(scientists=2, robocats=1, mafia=2, hackers=5)
"""Ten cards."""


def leave(state, seat):
    return apply_record(GAME, state, Leave(seat), Places())


def find_refusal(state, seat, move):
    """Return why a move is refused."""
    with pytest.raises(IllegalMove) as why:
        answer(state, seat, move)
    return why.value.key


# Setup (rulebook p. 2)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_six_to_eight_cards_each_seven_in_the_market_and_the_rest_is_the_pile(seats):
    chance = Places()
    state, events = begin_game(GAME, seats, {}, chance)
    assert chance.asked == [range(8), range(75)]
    sizes = [6, 6, 7, 7, 8, 8][:seats]
    assert [len(hand) for hand in state.hands] == sizes
    deck = [card for faction in range(5) for card in [faction] * 15]
    dealt = [card for hand in state.hands for card in hand]
    assert [*dealt, *state.market, *state.pile] == deck
    assert len(state.market) == 7 and state.points == (0,) * seats
    assert state.discards == ()
    assert state.target == (16 if seats <= 3 else 13)
    assert [event.to for event in events] == [(seat,) for seat in range(seats)]
    assert events[0] == EventRecord((0,), "drew", (0,) * 7)


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_only_two_to_six_can_play(seats):
    with pytest.raises(ValueError, match="seats"):
        GAME.deal(seats, {}, Places())
    assert list(GAME.seats) == [2, 3, 4, 5, 6]


def test_c1_seat_0_begins_as_the_seats_are_shuffled():
    state, _ = GAME.deal(4, {}, Luck(3))
    assert GAME.prompts(state) == (Prompt(0, 0, "action", "turn:0"),)


def test_c2_five_factions_play_picked_or_random_or_those_of_the_first_game():
    option = GAME.options[0]
    assert option.choices == ("first-game", "random")
    for choice, factions in {
        "first-game": (0, 1, 2, 3, 4),
        "scientists.mafia.police.journalists.bureaucrats": (1, 3, 5, 6, 7),
    }.items():
        assert option.normalise_choice(choice) == choice
        state, _ = GAME.deal(2, {"factions": choice}, Places())
        assert state.factions == factions
    chance = Places(7, 2, 5, 0, 3)
    state, _ = GAME.deal(2, {"factions": "random"}, chance)
    assert chance.asked == [range(8), range(75)]
    assert state.factions == (0, 2, 3, 5, 7)


@pytest.mark.parametrize(
    "change",
    [
        {"hands": [cats(mafia=2)]},
        {"hands": [()] * 7},
        {"factions": (0, 1, 2, 3)},
        {"factions": (0, 1, 2, 4, 3)},
        {"factions": (0, 1, 2, 3, 3)},
        {"factions": (0, 1, 2, 3, 8)},
        {"pile": cats(police=1)},
        {"pile": cats(mafia=14)},
        {"market": cats(hackers=8)},
    ],
    ids=str,
)
def test_a_wrong_deal_is_refused(change):
    deal: dict[str, Any] = {
        "factions": (0, 1, 2, 3, 4),
        "hands": [cats(mafia=2), cats(hackers=3)],
        "market": cats(scientists=7),
        "pile": cats(robocats=4),
    }
    from_deal(**deal)
    with pytest.raises(ValueError, match=r"seats|faction"):
        from_deal(**(deal | change))


def test_a_deal_may_have_no_card_at_all_and_is_of_the_plain_game():
    state, _ = from_deal((0, 1, 2, 3, 4), [(), ()], (), ())
    assert (state.actions, state.left, state.vacated, state.target) == (1, 1, "computer", 16)


def test_the_host_chooses_how_many_actions_a_turn_has_and_who_plays_on_for_leavers():
    assert [option.name for option in GAME.options] == ["factions", "actions", "leavers"]
    assert GAME.options[2].choices == ("computer", "nobody")
    for options, chosen in (
        ({}, (1, 1, "computer")),
        ({"actions": "one", "leavers": "computer"}, (1, 1, "computer")),
        ({"actions": "two"}, (2, 2, "computer")),
        ({"leavers": "nobody"}, (1, 1, "nobody")),
    ):
        state, _ = GAME.deal(2, options, Places())
        assert (state.actions, state.left, state.vacated) == chosen


# Actions


def test_an_action_is_taking_or_playing_and_then_it_is_the_next_players_turn():
    state = start(cats(scientists=3), cats(mafia=4), ())
    assert GAME.prompts(state) == (Prompt(0, 0, "action", "turn:0"),)
    assert {path.split("/")[0] for path in list_legal_paths(GAME, state, 0)} == {"take", "play"}
    state, told = play(state, "take/3/2")
    assert told == [("took", (0, MAFIA, 2))]
    assert GAME.prompts(state) == (Prompt(1, 1, "action", "turn:1"),)
    state, _ = play(state, "play/3", "drop/3.3", "take/1/1")
    assert state.active == 0 and state.turn == 3


def test_the_market_is_filled_up_at_once():
    state = start((), (), pile=(HACKERS, SCIENTISTS, MAFIA))
    state, _ = play(state, "take/3/2")
    assert state.market == cats(scientists=4, hackers=3)
    assert state.pile == (MAFIA,)


def test_c3_there_is_no_pass():
    state = start(FULL, ())
    assert "pass" not in list_legal_paths(GAME, state, 0)
    assert find_refusal(state, 0, "pass") == "illegal-move"


def test_c4_one_takes_at_least_one_card_and_all_of_one_faction():
    state = start((), (), market=cats(scientists=3, mafia=1))
    assert list_legal_paths(GAME, state, 0) == ("take/1/1", "take/1/2", "take/1/3", "take/3/1")
    for move in ("take/1/0", "take/1/4", "take/0/1", "take/1/1/1", "take/1"):
        assert find_refusal(state, 0, move) == "illegal-move"


def test_c5_one_may_take_beyond_ten_cards():
    state, _ = play(start(FULL, (), market=cats(detectives=7)), "take/0/7")
    assert len(state.hands[0]) == 17
    assert GAME.prompts(state) == (Prompt(1, 0, "discard", "turn:0"),)


def test_c6_surplus_cards_are_discarded_at_the_end_of_ones_turn_by_own_choice():
    state, _ = play(start(FULL, ()), "take/1/2")
    assert list_legal_paths(GAME, state, 0)[0] == "discard/1.1"
    assert list_legal_paths(GAME, state, 1) == ()
    state, told = play(state, "discard/1.4")
    assert told == [("discarded", (0, SCIENTISTS, HACKERS))]
    assert state.discards == (SCIENTISTS, HACKERS)
    assert len(state.hands[0]) == 10 and state.active == 1


@pytest.mark.parametrize(
    ("hands", "move", "sizes", "phase"),
    [
        ((FULL[:9], ()), "take/1/1", (10, 0), "action"),  # ten cards are not too many
        ((FULL, ()), "take/1/2", (12, 0), "discard"),
        ((cats(hackers=2), (*FULL[:9], MAFIA)), "play/4/2/1", (2, 10), "action"),
    ],
)
def test_c6_the_active_player_alone_has_to_discard_what_is_beyond_ten_cards(
    hands, move, sizes, phase
):
    state, _ = play(start(*hands), move)
    assert (tuple(map(len, state.hands)), state.phase) == (sizes, phase)


def test_discarding_never_needs_more_than_discord_offers():
    """No hand ever holds more than 24 cards: ten, and twice all seven of the market.

    A turn begins with ten at most, and no action brings more than the whole market; of all others
    only robocats (3) and journalists (3 from five others) bring cards beyond those they cost.
    """
    state = start(
        cats(detectives=2, robocats=2, scientists=2, mafia=2, hackers=2),
        (),
        market=cats(mafia=7),
        pile=cats(scientists=7, hackers=7),
        actions=2,
    )
    state, _ = play(state, "take/3/7", "take/1/7")
    assert len(state.hands[0]) == 24
    moves = list_legal_paths(GAME, state, 0)
    assert {move.count(".") for move in moves} == {13}
    assert max(map(len, moves)) <= 60
    assert len(moves) == len(set(moves)) == 214


# Piles


def test_c8_the_discard_pile_is_reshuffled_when_the_last_card_leaves_the_draw_pile():
    state = start((), (), pile=cats(hackers=1), discards=cats(mafia=2, robocats=1))
    chance = Places(2)
    state, told = play(state, "take/1/1", chance=chance)
    assert chance.asked == [range(3)]
    assert told == [("took", (0, SCIENTISTS, 1)), ("reshuffled", (3,))]
    assert state.pile == (ROBOCATS, MAFIA, MAFIA) and state.discards == ()


def test_c8_without_discards_it_is_reshuffled_when_the_next_card_is_needed():
    state, told = play(start((), cats(mafia=4), pile=cats(hackers=1)), "take/1/1")
    assert state.pile == () and told[1:] == []
    state, told = play(state, "play/3")
    assert state.pile == () and told == [("mafia", (1,)), ("discarded", (0, SCIENTISTS))]
    assert state.discards == (SCIENTISTS, *cats(mafia=4))
    state, told = play(state, "take/4/1")
    assert told[1:] == [("reshuffled", (5,))]
    assert len(state.pile) == 4 and len(state.market) == 7


def test_c9_cards_in_play_go_into_no_reshuffle():
    state = start(cats(robocats=2), (), pile=cats(hackers=1), discards=cats(mafia=2))
    state, told = play(state, "play/2/2")
    assert told == [("robocats-drew", (0, 3)), ("reshuffled", (2,))]
    assert state.hands[0] == cats(mafia=2, hackers=1)
    assert state.discards == cats(robocats=2)


def test_c10_one_draws_and_turns_up_what_there_is():
    office = (1, 3, 4, 5, 7)
    state = start(cats(bureaucrats=5), (), pile=cats(mafia=1, hackers=1), factions=office)
    state, told = play(state, "play/7/5")
    assert told == [("bureaucrats", (0, MAFIA, HACKERS))]
    assert state.points == (2, 0)


def test_c10_the_market_is_filled_again_as_soon_as_there_are_cards():
    state, _ = play(start((), cats(mafia=4), pile=()), "take/1/3")
    assert state.market == cats(mafia=2, hackers=2)
    # The first of the discarded cards come back at once, those of the mafia after its effect.
    state, told = play(state, "play/3")
    assert [prompt.kind for prompt in GAME.prompts(state)] == ["mafia"]
    state, told = play(state, "drop/1.1")
    assert [name for name, _ in told] == ["discarded", "reshuffled", "reshuffled"]
    assert state.market == cats(scientists=2, mafia=3, hackers=2)
    assert state.pile == cats(mafia=3)


# Answers


def detective_game(active=0, points=()):
    """Four players, of whom the active one has played detectives and a mafia card."""
    hands = [cats(mafia=1, hackers=1)] * 4
    hands[active] = cats(detectives=3, mafia=1)
    state = replace(start(*hands, points=points), active=active)
    return play(state, "play/0/3")[0]


def test_c11_all_are_asked_at_once_with_one_clock():
    state = detective_game()
    decision = state.decision
    assert decision == 1, "the action was 0"
    asked = tuple(Prompt(decision, seat, "detectives", f"answers:{decision}") for seat in (1, 2, 3))
    assert GAME.prompts(state) == asked
    state, _ = answer(state, 2, "pass")
    assert GAME.prompts(state) == (asked[0], asked[2])


def test_c11_answers_stay_hidden_until_all_are_in():
    state, events = answer(detective_game(), 2, "discard")
    assert events == () and state.points == (3, 0, 0, 0)
    for viewer in (None, 0, 1, 3):
        view = GAME.view(state, viewer)
        assert (view.answered, view.owing, view.answer) == ((2,), (1, 3), None)
        assert view.hand_sizes == (0, 2, 2, 2)
    assert GAME.view(state, 2).answer == "discard"


@pytest.mark.parametrize("order", [(2, 3, 0), (0, 3, 2), (3, 0, 2)])
def test_c11_answers_take_effect_clockwise_whatever_the_order_of_arrival(order):
    state = detective_game(active=1)
    for seat in order:
        state, events = answer(state, seat, "discard")
    assert [event.values[0] for event in events if event.to is None] == [2, 3, 0]
    assert state.phase == "action" and state.active == 2


def test_c11_an_answer_is_final():
    state, _ = answer(detective_game(), 2, "pass")
    with pytest.raises(Stale):
        answer(state, 2, "discard")


def test_c12_everyone_is_asked_whom_public_facts_leave_a_choice():
    state = start(cats(detectives=3, mafia=1), cats(hackers=1), (), cats(mafia=2))
    state, _ = play(state, "play/0/3")
    assert [prompt.seat for prompt in GAME.prompts(state)] == [1, 3]
    assert list_legal_paths(GAME, state, 1) == ("pass",)
    factions = (1, 2, 3, 4, 6)
    state = start(cats(journalists=2), cats(hackers=1), (), cats(mafia=2), factions=factions)
    state, _ = play(state, "play/6")
    assert [prompt.seat for prompt in GAME.prompts(state)] == [1, 3]


def test_an_effect_that_asks_nobody_ends_at_once():
    state, told = play(start(cats(detectives=3, mafia=1), ()), "play/0/3")
    assert told == [("detectives", (0, MAFIA))]
    assert state.active == 1 and state.table == ()


def test_an_answer_that_the_hand_does_not_allow_says_so():
    state = replace(detective_game(), hands=((), cats(hackers=2), (MAFIA,), (MAFIA,)))
    assert find_refusal(state, 1, "discard") == "not-in-hand"
    assert find_refusal(state, 1, "pay") == "illegal-move"
    state, _ = play(start(cats(mafia=4), cats(hackers=2, robocats=1)), "play/3")
    assert find_refusal(state, 1, "drop/0.4") == "not-in-hand"
    assert find_refusal(state, 1, "drop/2.2") == "not-in-hand"
    for move in ("drop/4.2", "drop/4", "drop/2.4.4", "drop/5.5", "pass", ""):
        assert find_refusal(state, 1, move) == "illegal-move"
    state = start(cats(journalists=2), cats(hackers=1), factions=(1, 2, 3, 4, 6))
    state, _ = play(state, "play/6")
    assert find_refusal(state, 1, "give/4/discard") == "not-in-hand"
    assert find_refusal(state, 1, "give/3") == "not-in-hand"
    assert find_refusal(state, 1, "give/0") == "illegal-move"


# Winning


def test_c13_the_active_players_own_points_come_first():
    hands = cats(detectives=3, mafia=1), cats(mafia=1)
    state, told = play(start(*hands, points=(13, 15)), "play/0/3")
    assert told == [("detectives", (0, MAFIA)), ("won", (0, 16))]
    assert state.points == (16, 15) and GAME.prompts(state) == ()


def test_c13_then_the_first_clockwise_to_reach_the_target_wins_alone():
    state = detective_game(active=1, points=(12, 0, 0, 12))
    for seat in (0, 2, 3):
        state, events = answer(state, seat, "discard")
    told = [(event.name, event.values) for event in events if event.to is None]
    assert told == [("pursued", (2, MAFIA)), ("pursued", (3, MAFIA)), ("won", (3, 13))]
    assert state.points == (12, 3, 1, 13)
    assert state.hands[0] == cats(mafia=1, hackers=1)


def test_c41_passing_the_target_wins():
    state, told = play(start(cats(robocats=4), (), points=(15, 2)), "play/2/4")
    assert told[-1] == ("won", (0, 18))
    assert list_legal_paths(GAME, state, 0) == () and state.winner == 0


def test_all_hands_are_shown_at_the_end():
    hands = cats(robocats=4, mafia=1), cats(hackers=2)
    state, _ = play(start(*hands, points=(13, 0)), "play/2/4")
    assert GAME.view(state, None).hands == (cats(mafia=1), cats(hackers=2))


def test_the_winner_comes_first_and_equal_points_share_a_place():
    state = start(cats(robocats=4), (), (), (), points=(11, 4, 9, 4))
    assert GAME.standings(state) is None
    state, _ = play(state, "play/2/4")
    assert GAME.standings(state) == (
        Place(0, 1, 14),
        Place(2, 2, 9),
        Place(1, 3, 4),
        Place(3, 3, 4),
    )


# Expert variant


def test_c35_a_turn_has_two_actions_in_any_mix_on_one_clock():
    assert GAME.options[1].choices == ("one", "two")
    state = start(cats(scientists=6), cats(mafia=2), actions=2)
    state, _ = play(state, "play/1")
    assert GAME.prompts(state) == (Prompt(1, 0, "action", "turn:0"),)
    assert GAME.view(state, 1).left == 1
    state, _ = play(state, "play/1")
    assert (state.active, state.left, state.points) == (1, 2, (4, 0))


def test_c35_the_second_action_sees_the_refilled_market_and_may_use_the_cards_of_the_first():
    state = start(cats(scientists=2), (), pile=cats(hackers=3), actions=2)
    state, _ = play(state, "take/1/2")
    assert "take/4/4" in list_legal_paths(GAME, state, 0) and "play/1" in list_legal_paths(
        GAME, state, 0
    )


def test_c35_the_hand_limit_is_for_the_end_of_the_turn():
    state, _ = play(start(FULL, (), actions=2), "take/1/3")
    assert len(state.hands[0]) == 13 and state.phase == "action"
    state, _ = play(state, "take/3/2")
    assert state.phase == "discard" and list_legal_paths(GAME, state, 0)[0].count(".") == 4


def test_c35_a_win_may_fall_between_the_actions():
    state, told = play(start(cats(robocats=4), (), points=(13, 0), actions=2), "play/2/4")
    assert told[-1] == ("won", (0, 16)) and state.phase == "over"


def test_c35_answers_are_awaited_between_the_actions():
    state = start(cats(detectives=3, mafia=5), cats(hackers=3), actions=2)
    state, _ = play(state, "play/0/3", "pass", "play/3", "drop/4.4")
    assert state.active == 1 and state.points == (5, 0)


# What is known


def test_c37_hands_are_private_and_what_lies_on_the_table_is_public():
    state = start(FULL, cats(mafia=2), discards=cats(hackers=3), points=(4, 5))
    view = GAME.view(state, 1)
    assert view.hand == cats(mafia=2) and view.hand_sizes == (10, 2)
    assert GAME.view(state, None) == replace(view, viewer=None, hand=())
    assert view.hands == ()
    assert (view.points, view.target, view.market) == ((4, 5), 16, state.market)
    assert (view.pile, view.discards) == (4, cats(hackers=3))


# Leaving


def test_c39_a_computer_takes_the_seat_over_unless_the_host_wants_nobody():
    state = start(FULL, ())
    assert GAME.computer_may_take(state)
    with pytest.raises(Stale):
        leave(state, 0)
    state, _ = GAME.deal(2, {"leavers": "nobody"}, Luck(1))
    assert not GAME.computer_may_take(state)


def test_c39_cards_go_to_the_discard_pile_points_to_the_supply_and_the_seat_is_skipped():
    state = start((), cats(mafia=2), (), points=(1, 2, 3), vacated="nobody")
    state, events = leave(state, 1)
    assert events == (EventRecord(None, "left", (1,)),)
    assert state.discards == cats(mafia=2) and state.hands == ((), (), ())
    assert state.points == (1, 0, 3) and state.target == 16
    assert GAME.view(state, None).present == (True, False, True)
    state, _ = play(state, "take/1/1")
    assert state.active == 2
    with pytest.raises(Stale):
        leave(state, 1)


def test_c39_nobody_searches_who_has_left():
    hands = cats(police=1, mafia=1), cats(mafia=1), cats(mafia=1)
    state, _ = leave(start(*hands, factions=(1, 3, 4, 5, 6), vacated="nobody"), 1)
    assert [move for move in list_legal_paths(GAME, state, 0) if "play" in move] == ["play/5/1/3/2"]


def test_c39_an_unanswered_question_lapses():
    state = replace(detective_game(), vacated="nobody")
    for seat in (1, 2):
        state, _ = answer(state, seat, "discard")
    state, events = leave(state, 3)
    told = [(event.name, event.values[0]) for event in events if event.to is None]
    assert told == [("left", 3), ("pursued", 1), ("pursued", 2)]
    assert state.points == (3, 1, 1, 0) and state.active == 1


def test_c39_an_answer_of_who_has_left_does_nothing():
    state = replace(detective_game(), vacated="nobody")
    state, _ = answer(state, 1, "discard")
    state, _ = leave(state, 1)
    assert GAME.view(state, None).answered == ()
    assert [prompt.seat for prompt in GAME.prompts(state)] == [2, 3]
    state, told = play(state, "pass", "pass")
    assert told == [] and state.points == (3, 0, 0, 0) and state.active == 2


def test_c39_what_the_active_player_asked_lapses_with_the_turn():
    state = replace(detective_game(), vacated="nobody")
    state, _ = answer(state, 1, "discard")
    state, _ = leave(state, 0)
    assert GAME.prompts(state) == (Prompt(state.decision, 1, "action", "turn:1"),)
    assert state.points == (0, 0, 0, 0)
    assert state.discards == cats(detectives=3, mafia=1) and state.table == ()


def test_c39_the_last_one_left_wins():
    state, events = leave(start(FULL, (), points=(9, 2), vacated="nobody"), 0)
    assert [event.name for event in events] == ["left", "won"]
    assert GAME.standings(state) == (Place(1, 1, 2), Place(0, 2, 0))
    with pytest.raises(Stale):
        leave(state, 1)


# Absence


def test_c40_who_does_not_answer_does_the_mildest():
    def move_for_absent(state, seat):
        view, moves = GAME.view(state, seat), list_legal_paths(GAME, state, seat)
        return choose(view, moves, "absent", Random(1))

    assert move_for_absent(detective_game(), 1) == "pass"
    state, _ = play(start(cats(mafia=4), FULL, points=(0, 5)), "play/3")
    assert move_for_absent(state, 1).startswith("drop/")
    state = start(FULL, ())
    assert move_for_absent(state, 0) in ("take/1/1", "take/3/1", "take/4/1")
    state, _ = play(state, "take/1/2")
    assert move_for_absent(state, 0) in list_legal_paths(GAME, state, 0)


# Inputs from elsewhere


@pytest.mark.parametrize(
    "given",
    [
        ActRecord(1, 0, "take/1/1", at=0),
        ActRecord(0, 1, "take/1/1", at=0),
        ActRecord(-1, 0, "take/1/1", at=0),
        ActRecord(2, 0, "take/1/1", at=0),
        Elapse(0),
        Leave(2),
    ],
    ids=str,
)
def test_what_nobody_was_asked_is_stale(given):
    state = start((), (), vacated="nobody")
    with pytest.raises(Stale):
        apply_record(GAME, state, given, Places())


def test_nothing_can_be_done_when_the_game_is_over():
    state, _ = play(start(cats(robocats=4), (), points=(15, 2)), "play/2/4")
    for given in (ActRecord(0, state.decision, "take/1/1", at=0), Elapse(state.decision), Leave(1)):
        with pytest.raises(Stale):
            apply_record(GAME, replace(state, vacated="nobody"), given, Places())


def test_the_extra_card_is_known_while_answers_are_awaited():
    view = GAME.view(detective_game(), None)
    assert (view.phase, view.played, view.extra) == ("answers", DETECTIVES, MAFIA)
    assert view.table == cats(detectives=3, mafia=1)


@pytest.mark.parametrize(
    ("hand", "moves", "faction"),
    [
        (cats(scientists=3), ("play/1",), "scientists"),
        (cats(robocats=4), ("play/2/4",), "robocats"),
        (cats(mafia=4), ("play/3",), "mafia"),
        (cats(detectives=3, mafia=1), ("play/0/3", "discard"), "detectives"),
    ],
)
def test_in_the_end_it_is_known_which_faction_decided_the_game(
    hand: tuple[int, ...], moves: tuple[str, ...], faction: str
) -> None:
    points = (15, 15) if len(moves) == 1 else (10, 15)
    state, _ = play(start(hand, cats(mafia=3), points=points), *moves)
    assert state.phase == "over"
    assert GAME.view(state, None).played == FACTIONS.index(faction)


def test_while_nobody_has_won_nothing_is_left_of_what_was_played() -> None:
    state, _ = play(start(cats(detectives=3, mafia=1), cats(mafia=3)), "play/0/3", "pass")
    assert (state.phase, state.played, state.extra) == ("action", None, None)
    assert (state.owing, state.answers) == ((), ())


def test_a_short_game_has_a_goal_of_its_own() -> None:
    short, _ = from_deal((0, 1, 2, 3, 4), [cats(scientists=3), ()], (), (), goal=8)
    short = replace(short, points=(6, 0))
    assert (short.target, GAME.view(short, None).target) == (8, 8)
    state, _ = play(short, "play/1")
    assert state.winner == 0
    assert start((), ()).target == 16
