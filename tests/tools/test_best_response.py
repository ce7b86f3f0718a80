"""The deceivers lie as their habits say, and the search for the best response finds the best."""

from multiprocessing.pool import Pool
from random import Random
from typing import cast

import pytest
from msgspec.structs import replace

from bot.engine.chance import PythonChance
from bot.engine.records import ActRecord, apply_record, begin_game
from bot.games.cloaked_cats.model.state import Dancer
from tests.games.cloaked_cats.playing import start
from tools.arena.cloaked_cats import ARENA, GAME, choose_as_reasoner
from tools.arena.deceivers import DECEIVER_HABITS, Habits, choose, make_deceiver
from tools.best_response import (
    ELITE_SIZE,
    FIRST_ROUND_DEALS,
    Candidate,
    breed,
    draw_habits,
    select_elite,
)


def guesses_of(habits, deal, seats=2):
    """Play a game of such deceivers; return each guess, its number among its seat's turns, and
    whether it names a feature of the guesser's own."""
    luck = PythonChance(deal)
    state, _ = begin_game(GAME, seats, {}, luck)
    decide = make_deceiver(habits)
    while prompts := GAME.prompts(state):
        seat, decision = prompts[0].seat or 0, prompts[0].decision
        move = decide(GAME.view(state, seat), GAME.legal_moves(state, seat), Random(decision))
        state, _ = apply_record(GAME, state, ActRecord(seat, decision, move.path, at=0), luck)
    return [
        (each, each.turn // seats, each.feature in state.fans[each.seat]) for each in state.guesses
    ]


@pytest.mark.parametrize("name", DECEIVER_HABITS)
def test_every_deceiver_of_the_arena_plays_by_the_rules(name):
    records = ARENA.play_from_every_seat(1, 2, ARENA.make_player(name), choose_as_reasoner, {})
    assert all(record.measures["turns"][0] > 2 for record in records)


@pytest.mark.parametrize("seats", GAME.seats)
def test_who_always_bluffs_names_only_own_features_before_the_last_round(seats):
    guesses = guesses_of(Habits(bluff_chance=1.0), 1, seats)
    assert len(guesses) >= 2 * seats
    assert all(own for each, _, own in guesses[:-seats])


def test_a_bluffer_bluffs_only_in_the_turns_of_its_habits():
    guesses = [
        each for deal in range(3) for each in guesses_of(Habits(1.0, bluff_turns_end=1), deal)
    ]
    assert {(turn == 0, own) for _, turn, own in guesses} == {(True, True), (False, False)}


def test_a_bluffer_bluffs_only_while_its_best_guess_is_poor():
    assert not any(
        own for _, _, own in guesses_of(Habits(bluff_chance=1.0, bluff_threshold=0.01), 1)
    )


def test_a_bluffer_may_name_what_is_suspected_most():
    """The mask of seat 0 on cat 7 is its 0, 12 or 15; of 5 and 13 nothing is known."""
    state = replace(start(2), phase="guess", floor=(Dancer(7, 0, (0, 1)),))
    view, moves = GAME.view(state, 0), GAME.legal_moves(state, 0)
    named = {
        names: {
            choose(Habits(1.0, bluff_choice=names), view, moves, Random(seed)).path
            for seed in range(20)
        }
        for names in ("any", "likeliest", "unlikeliest")
    }
    assert named["likeliest"] == {"guess/1/0"}
    assert "guess/1/0" not in named["unlikeliest"]
    assert named["any"] == {"guess/1/0", "guess/1/5", "guess/1/13"}


def test_without_bluffs_a_deceiver_is_the_old_fox_itself():
    for deal in range(3):
        fox = ARENA.make_player("fox")
        played, itself = (
            ARENA.play_from_every_seat(deal, 2, one, fox, {})
            for one in (make_deceiver(Habits()), fox)
        )
        assert [each.measures for each in played] == [each.measures for each in itself]


class Rigged:
    """A pool in which whoever bluffs less wins more."""

    def imap(self, _play, jobs, _chunk):
        return [1 - habits.bluff_chance + deal % 2 / 100 for habits, deal in jobs]


def test_the_best_of_a_population_are_left_best_first():
    population = [Candidate(Habits(bluff_chance=number / 20)) for number in range(20)]
    Random(1).shuffle(population)
    best = select_elite(cast("Pool", Rigged()), population, 0, "fox")
    assert [each.habits.bluff_chance for each in best] == [
        number / 20 for number in range(ELITE_SIZE)
    ]
    assert {len(each.win_shares) for each in best} == {4 * FIRST_ROUND_DEALS}


def test_offspring_have_habits_of_both_parents_and_a_few_new_ones():
    luck = Random(3)
    parents = [
        Habits(bluff_chance=0.111, revealed_bit_weight=0.222),
        Habits(bluff_chance=0.333, revealed_bit_weight=0.444),
    ]
    bred = [breed(parents, luck) for _ in range(60)]
    assert {0.111, 0.333} < {each.bluff_chance for each in bred}
    assert any((each.bluff_chance, each.revealed_bit_weight) == (0.111, 0.444) for each in bred)
    assert len({draw_habits(luck) for _ in range(20)}) == 20
