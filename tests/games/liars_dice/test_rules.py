"""Rulings L1-L9: the deal, bids, challenges, rounds, going out, the end, what is seen."""

from itertools import pairwise
from random import Random

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from bot.engine.chance import PythonChance
from bot.engine.events import Notice
from bot.engine.game import Act, Elapse, IllegalMove, Leave, Place, Prompt, Stale
from bot.engine.options import default_options
from bot.engine.predictions import Prediction
from bot.games.liars_dice.model.events import CupsLifted, DieLost, GameBegun
from bot.games.liars_dice.model.moves import CALL_LIAR, MakeBid
from bot.games.liars_dice.model.state import Bid, State, Tally, count_matching
from bot.games.liars_dice.package import PACKAGE
from bot.games.liars_dice.predictions import PREDICTIONS
from bot.games.liars_dice.rules import LIFT_PAUSE_SECONDS, LOOK_PAUSE_SECONDS
from bot.testing.playing import RANDOM_PLAYERS, Setup, play_game
from tests.games.liars_dice.playing import (
    CUPS,
    GAME,
    LIAR,
    act,
    after,
    list_events,
    start,
    start_next_round,
)


class Last:
    """A chance that draws the largest number each time, and notes what it is asked."""

    def __init__(self):
        self.asked = []

    def below(self, n):
        self.asked.append(n)
        return n - 1

    def shuffle(self, items):
        raise AssertionError("nothing is shuffled")


# The deal (L1, L2)


def test_luck_says_who_begins_and_then_rolls_seat_by_seat():
    chance = Last()
    state, events = GAME.deal(3, {"dice": "5", "ones": "wild"}, chance)
    assert chance.asked == [3, *[6] * 15]
    assert state.cups == ((6,) * 5,) * 3
    assert GAME.prompts(state) == (Prompt(0, 2, "bid", "turn:0"),)
    assert events == (Notice(GameBegun(2)),)


@pytest.mark.parametrize("dice", ["5", "3", "1"])
def test_the_host_chooses_how_many_dice_each_begins_with(dice):
    state, _ = GAME.deal(6, {"dice": dice}, PythonChance(3))
    assert [len(cup) for cup in state.cups] == [int(dice)] * 6
    assert all(list(cup) == sorted(cup) for cup in state.cups)
    assert len(set(state.cups)) > 1


@pytest.mark.parametrize(("chosen", "wild"), [("wild", True), ("plain", False), (None, True)])
def test_ones_are_wild_unless_the_host_chose_plain_ones(chosen, wild):
    state, _ = GAME.deal(2, {"ones": chosen} if chosen else {}, PythonChance(3))
    assert state.wild is wild


# Bids (L3, L4)


@pytest.mark.parametrize(("wild", "bids"), [(True, 150), (False, 180)])
def test_six_players_have_so_many_bids(wild, bids):
    state = start(*[(1, 2, 3, 4, 5)] * 6, wild=wild)
    moves = GAME.legal_moves(state, 0)
    assert len(moves) == bids
    assert CALL_LIAR not in moves
    assert any(isinstance(move, MakeBid) and move.face == 1 for move in moves) is not wild


def test_a_bid_is_higher_by_more_dice_or_by_a_higher_face():
    state = after(start(), (4, 5))
    moves = GAME.legal_moves(state, 1)
    assert moves[:3] == (MakeBid(4, 6), MakeBid(5, 2), MakeBid(5, 3))
    assert moves[-2:] == (MakeBid(12, 6), CALL_LIAR)
    assert state.bids == (Bid(0, 4, 5),)
    with pytest.raises(IllegalMove):
        act(state, (4, 5))
    with pytest.raises(IllegalMove):
        act(state, (13, 2))


def test_after_the_highest_bid_only_a_challenge_is_left():
    state = after(start(), (12, 6))
    assert GAME.legal_moves(state, 1) == (CALL_LIAR,)


def test_the_next_seat_with_dice_is_on():
    state = start((1,), (), (2,))
    assert after(state, (1, 2)).turn == 2
    assert after(state, (1, 2), (1, 3)).turn == 0


@pytest.mark.parametrize(
    ("face", "wild", "found"), [(3, True, 3), (3, False, 2), (1, False, 1), (6, True, 2)]
)
def test_ones_count_as_every_face_where_they_are_wild(face, wild, found):
    assert count_matching((1, 3, 3, 6), face, wild) == found


# Challenges (L5, L6)


@pytest.mark.parametrize(("bid", "loser", "cups"), [((4, 3), 1, [4, 3, 4]), ((5, 3), 0, [3, 4, 4])])
def test_a_true_bid_costs_the_challenger_a_die_and_one_too_high_the_bidder(bid, loser, cups):
    state = after(start(), bid)
    assert list_events(state, LIAR) == (
        CupsLifted(1, 0, count=bid[0], face=bid[1], found=4),
        DieLost(loser, 3),
    )
    lifted = after(state, LIAR)
    assert ([len(cup) for cup in lifted.cups], lifted.turn) == (cups, loser)
    assert lifted.opened is not None
    assert lifted.opened.cups == CUPS


def test_plain_ones_help_no_bid():
    state = after(start(wild=False), (4, 3))
    assert list_events(state, LIAR)[0] == CupsLifted(1, 0, 4, 3, 3)


def test_who_goes_out_passes_the_beginning_on_to_the_next_seat_with_dice():
    state = after(start((6,), (), (2, 2), (3,)), (2, 5), LIAR)
    assert state.out == (0,)
    assert state.turn == 2


# Rounds (L8)


def test_all_look_at_the_dice_before_they_are_rolled_anew():
    state = after(start(), (5, 3), LIAR)
    assert GAME.prompts(state) == (
        Prompt(3, None, "look", seconds=LOOK_PAUSE_SECONDS, may_end_early=True),
    )
    assert not any(GAME.legal_moves(state, seat) for seat in range(3))
    with pytest.raises(Stale):
        act(state, (1, 2))
    chance = Last()
    following, events = GAME.apply(state, Elapse(3), chance)
    assert chance.asked == [6] * 11
    assert following.cups == ((6,) * 3, (6,) * 4, (6,) * 4)
    assert (following.bids, following.looking, events) == ((), False, ())
    assert following.opened == state.opened
    with pytest.raises(Stale):
        GAME.apply(following, Elapse(3), chance)


def test_after_a_challenge_nobody_learns_anything_before_the_cups_go_up():
    bid = after(start(), (4, 3))
    called, events = GAME.apply(bid, Act(1, bid.decision, CALL_LIAR, 0), PythonChance(1))
    assert events == ()
    assert GAME.prompts(called) == (Prompt(2, None, "lift", seconds=LIFT_PAUSE_SECONDS),)
    assert not any(GAME.legal_moves(called, seat) for seat in range(3))
    for viewer in (None, 0, 1, 2):
        before, after_it = GAME.view(bid, viewer), GAME.view(called, viewer)
        assert after_it == replace(before, decision=2, lifting=True)
        other = GAME.resample_hidden(called, viewer, Random(1))
        assert other is not None and GAME.view(other, viewer) == after_it
    with pytest.raises(Stale):
        GAME.apply(called, Act(1, called.decision, CALL_LIAR, 0), PythonChance(1))
    lifted, notices = GAME.apply(called, Elapse(2), PythonChance(1))
    assert [notice.event for notice in notices] == [CupsLifted(1, 0, 4, 3, 4), DieLost(1, 3)]
    assert (lifted.lifting, lifted.looking) == (False, True)


def test_a_pause_ends_only_while_all_look():
    with pytest.raises(Stale):
        GAME.apply(start(), Elapse(0), PythonChance(1))


def test_presses_of_others_or_of_earlier_decisions_are_stale():
    state = after(start(), (1, 2))
    for seat, decision in ((0, 1), (1, 0), (2, 1)):
        with pytest.raises(Stale):
            GAME.apply(state, Act(seat, decision, CALL_LIAR, 0), PythonChance(1))
    with pytest.raises(Stale):
        GAME.apply(state, Leave(1), PythonChance(1))


# The end (L7)


def test_the_last_one_with_dice_wins_and_who_went_out_first_is_last():
    state = replace(start((6,), (2, 2), ()), out=(2,))
    state = after(state, (1, 5), LIAR)
    assert GAME.prompts(state) == ()
    assert GAME.standings(state) == (Place(1, 1, 2), Place(0, 2, 0), Place(2, 3, 0))
    assert not state.looking


def test_there_are_no_standings_before_the_end_but_places_so_far_that_equal_dice_share():
    assert GAME.standings(start()) is None
    assert GAME.interim_standings(start()) == (Place(0, 1, 4), Place(1, 1, 4), Place(2, 1, 4))


# What is seen (L9)


def test_everybody_sees_their_own_dice_alone():
    state = after(start(), (4, 3))
    assert GAME.view(state, 1).dice == (2, 3, 5, 5)
    onlooker = GAME.view(state, None)
    assert (onlooker.dice, onlooker.counts) == ((), (4, 4, 4))
    assert b"2,3,5,5" not in encode(GAME.view(state, 0))
    opened = GAME.view(after(state, LIAR), None).opened
    assert opened is not None
    assert opened.cups == CUPS


def test_who_is_out_sees_no_dice_of_the_next_round():
    state = start_next_round(after(start((6,), (2, 2), (3, 4)), (3, 5), LIAR))
    view = GAME.view(state, 0)
    assert view.dice == ()
    assert view.opened is not None
    assert set(state.cups[1:]).isdisjoint({(2, 2), (3, 4)})


def test_what_is_alike_has_other_dice_under_the_others_cups():
    state = after(start(), (4, 3))
    others = [GAME.resample_hidden(state, 1, Random(n)) for n in range(20)]
    assert all(other is not None and other.cups[1] == CUPS[1] for other in others)
    assert len({other.cups for other in others if other}) > 15
    assert GAME.resample_hidden(after(state, LIAR), 1, Random(1)) is None


# What the lifted cups tell of each player


def test_lifted_cups_are_counted_for_everybody_who_has_bid():
    begun = replace(start(), tallies=(Tally(),) * 3)
    state = after(begun, (3, 3), (4, 6), (5, 6))
    assert state.tallies == begun.tallies, "nobody knows yet"
    state = after(state, LIAR)
    told = (Tally(1, caught=1), Tally(1, Bid(1, 4, 6), 3), Tally(1, Bid(2, 5, 6), 3))
    assert state.tallies == told
    assert GAME.view(state, None).tallies == told
    state = after(start_next_round(state), (1, 2))
    assert state.tallies == told
    assert after(start(), (4, 3), LIAR).tallies == (), "as in a game of an older release"


# Whole games


@pytest.mark.parametrize("seed", range(10))
def test_a_die_is_lost_in_each_round_until_one_player_has_some(seed):
    seats = 2 + seed % 5
    options = {"dice": ("5", "3")[seed % 2], "ones": ("wild", "plain")[seed % 2]}
    moments = play_game(
        PACKAGE, Setup(seed, seats, {**default_options(GAME.options), **options}, RANDOM_PLAYERS)
    ).steps
    states = [moment.state for moment in moments]
    totals = [sum(map(len, state.cups)) for state in states]
    assert {before - after for before, after in pairwise(totals)} == {0, 1}
    for state in states:
        assert sorted(state.out) == [s for s, cup in enumerate(state.cups) if not cup]
        assert GAME.prompts(state) == () or state.cups[state.turn]
    assert len(states[-1].out) == seats - 1
    assert max(len(encode(state)) for state in states) <= 4096


def test_the_longest_game_ends_in_time():
    state: State = start(*[(2,) * 5] * 6, wild=False)
    steps = 0
    while GAME.prompts(state):
        steps += 1
        if state.lifting or state.looking:
            state = GAME.apply(state, Elapse(state.decision), PythonChance(steps))[0]
        else:
            move = GAME.legal_moves(state, state.turn)[0]
            state, _ = GAME.apply(
                state, Act(state.turn, state.decision, move, 0), PythonChance(steps)
            )
    assert 2_500 < steps < GAME.max_actions


def test_a_game_is_usually_longer_with_more_players_and_more_dice() -> None:
    lengths = [[GAME.typical_length(n, {"dice": dice}) for dice in "135"] for n in GAME.seats]
    assert lengths == sorted(lengths)
    for one, three, five in lengths:
        assert (one, three) == (five // 10, five // 2)


def test_who_watches_is_asked_about_a_bid_that_can_be_challenged() -> None:
    state = State(0, wild=True, cups=((3,), (3,)), turn=0)
    assert PREDICTIONS.find(GAME.view(state, None)) is None
    state, _ = GAME.apply(state, Act(0, 0, MakeBid(1, 6), 0), PythonChance(3))
    asked = PREDICTIONS.find(GAME.view(state, None))
    assert asked == Prediction(state.decision, "lie", ("lie", "true"))
    state, _ = GAME.apply(state, Act(1, state.decision, CALL_LIAR, 0), PythonChance(3))
    assert PREDICTIONS.find(GAME.view(state, None)) == replace(asked, is_open=False)
    state, notices = GAME.apply(state, Elapse(state.decision), PythonChance(3))
    answers = [PREDICTIONS.settle(notice.event) for notice in notices]
    assert answers == ["lie", ""]
    assert PREDICTIONS.find(GAME.view(state, None)) is None
    assert GAME.is_out(state, 0) and not GAME.is_out(state, 1)
