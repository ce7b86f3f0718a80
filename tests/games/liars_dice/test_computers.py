"""The computers: exact odds, the solved end of the game, and that the better ones win."""

from itertools import combinations, product
from random import Random

import pytest

from bot.games.liars_dice.computer import fox
from bot.games.liars_dice.computer.endgame import (
    list_all_rolls,
    list_bid_pairs,
    look_up_move_chances,
)
from bot.games.liars_dice.computer.odds import compute_at_least_chance, compute_tail_chances
from bot.games.liars_dice.model.moves import CALL_LIAR
from bot.games.liars_dice.model.state import count_matching
from bot.games.liars_dice.package import PACKAGE
from tests.games.liars_dice.playing import GAME, after, start
from tools.arena.liars_dice import ARENA

EQUILIBRIUM = 0.01
"""What a best response may win on average: a game won is 1, a game lost -1."""


@pytest.mark.parametrize("wild", [True, False])
@pytest.mark.parametrize("face", [1, 2, 5])
def test_odds_are_those_of_all_dice_that_can_be(wild: bool, face: int) -> None:
    own, unseen = (1, 2, 5), 4
    rolls = [
        count_matching((*own, *dice), face, wild) for dice in product(range(1, 7), repeat=unseen)
    ]
    for count in range(9):
        share = sum(hits >= count for hits in rolls) / len(rolls)
        assert compute_at_least_chance(count, face, own, unseen, wild) == pytest.approx(share)


def test_dice_with_shares_of_their_own_are_counted_as_they_come() -> None:
    shares = (0.1, 0.5, 0.9)
    for count, chance in enumerate(compute_tail_chances(shares)):
        exact = 0.0
        for hits in product((0, 1), repeat=3):
            likely = [share if hit else 1 - share for hit, share in zip(hits, shares, strict=True)]
            exact += (sum(hits) >= count) * likely[0] * likely[1] * likely[2]
        assert chance == pytest.approx(exact)


def best(wild: bool, responder: int) -> float:
    """Return what a best response wins against the solution, die by die, in plain numbers."""
    every = list_bid_pairs(2, wild)

    def value(own: int, made: tuple[tuple[int, int], ...], reach: tuple[float, ...]) -> float:
        ahead = every[every.index(made[-1]) + 1 if made else 0 :]
        mine = len(made) % 2 == responder
        by_die = [look_up_move_chances(wild, (die,), 1, made) for die in range(1, 7)]
        found = []
        for place, bid in enumerate((*ahead, None) if made else ahead):
            came = reach if mine else tuple(r * by_die[d][place] for d, r in enumerate(reach))
            if bid is not None:
                found.append(value(own, (*made, bid), came))
                continue
            count, face = made[-1]
            true = [count_matching((own, die), face, wild) >= count for die in range(1, 7)]
            won = [(-1 if is_true else 1) * (1 if mine else -1) for is_true in true]
            found.append(sum(r * w for r, w in zip(came, won, strict=True)))
        return max(found) if mine else sum(found)

    return sum(value(own, (), (1 / 6,) * 6) for own in range(1, 7)) / 6


@pytest.mark.parametrize("wild", [True, False])
def test_hardly_anything_can_be_won_against_the_solved_end(wild: bool) -> None:
    assert -EQUILIBRIUM < (best(wild, 0) + best(wild, 1)) / 2 < EQUILIBRIUM


@pytest.mark.parametrize("wild", [True, False])
def test_the_solution_has_a_chance_for_each_move_after_each_history(wild: bool) -> None:
    for own, others in product((1, 2, 3), repeat=2):
        every = list_bid_pairs(own + others, wild)
        for size in (0, 1, 2):
            for made in combinations(every, size):
                ahead = len(every) - (every.index(made[-1]) + 1 if made else 0)
                for dice in list_all_rolls(own):
                    found = look_up_move_chances(wild, dice, others, made)
                    assert len(found) == ahead + bool(made)
                    assert sum(found) == pytest.approx(1.0)


@pytest.mark.parametrize("wild", [True, False])
def test_the_fox_plays_the_solution_between_two_with_a_die_each(wild: bool) -> None:
    state = after(start((3,), (5,), turn=0, wild=wild), (1, 4))
    listed = GAME.legal_moves(state, 1)
    chosen = [fox.choose_move(GAME.view(state, 1), listed, Random(seed)) for seed in range(400)]
    solved = look_up_move_chances(wild, (5,), 1, [(1, 4)])
    for move, share in zip(listed, solved, strict=True):
        assert chosen.count(move) / 400 == pytest.approx(share, abs=0.1)


def test_nobody_bids_what_cannot_be_when_a_challenge_is_sure_to_win() -> None:
    state = after(start((2, 2), (6, 6), turn=0), (4, 3))
    view, listed = GAME.view(state, 1), GAME.legal_moves(state, 1)
    for level in (*PACKAGE.computers.levels, "absent"):
        assert PACKAGE.computers.choose_move(view, listed, level, Random(1)) == CALL_LIAR


def test_the_kitten_raises_by_one_or_two_steps_only() -> None:
    state = after(start(*[(2, 2, 4, 4, 6)] * 5), (1, 4))
    moves = GAME.legal_moves(state, 1)
    chosen = {
        PACKAGE.computers.choose_move(GAME.view(state, 1), moves, "kitten", Random(n)).path
        for n in range(200)
    }
    assert chosen == {"bid/1/6", "bid/2/2"}


def test_the_kitten_doubts_likely_bids_now_and_then_but_no_sure_ones() -> None:
    dice = start(*[(2, 2, 4, 4, 6)] * 5)
    for bid, doubts in (((1, 4), range(1)), ((7, 4), range(20, 70)), ((20, 4), range(200, 201))):
        state = after(dice, bid)
        moves = GAME.legal_moves(state, 1)
        view = GAME.view(state, 1)
        called = [
            PACKAGE.computers.choose_move(view, moves, "kitten", Random(n)) for n in range(200)
        ]
        assert called.count(CALL_LIAR) in doubts


@pytest.mark.parametrize(("better", "worse"), [("tomcat", "kitten"), ("fox", "kitten")])
def test_better_levels_win_more_often(better: str, worse: str) -> None:
    wins = 0
    for deal in range(60):
        players = [ARENA.make_player(worse), ARENA.make_player(worse)]
        players[deal % 2] = ARENA.make_player(better)
        wins += (
            ARENA.play(deal, {"dice": "3", "ones": "wild"}, players, deal % 2).shares[deal % 2]
            > 0.5
        )
    assert wins > 40
