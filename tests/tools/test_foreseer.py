"""The foreseer knows what the Sly Fox will guess, and makes use of it."""

from collections import Counter
from math import isclose
from random import Random

import numpy as np
import pytest

from bot.engine.chance import PythonChance
from bot.engine.records import ActRecord, apply_record, begin_game
from bot.games.cloaked_cats.computer import fox
from bot.games.cloaked_cats.computer.chances import FAN_NUMBERS, compute_fan_beliefs
from bot.games.cloaked_cats.computer.deduction import to_bits
from bot.games.cloaked_cats.computer.likelihood import compute_fan_likelihoods
from bot.games.cloaked_cats.computer.tomcat import rate_guesses
from bot.games.cloaked_cats.model.moves import filter_guess_moves
from tools.arena.cloaked_cats import ARENA, GAME, choose_as_reasoner
from tools.arena.foreseer import predict_guesses, read_fox

FOX = 1


def guesses_of_the_fox(deal, kind="foresees"):
    """Play a foreseer in seat 0 against the Fox; yield each state in which the Fox is to guess."""
    luck = PythonChance(deal)
    state, _ = begin_game(GAME, 2, {}, luck)
    while prompts := GAME.prompts(state):
        seat, decision = prompts[0].seat or 0, prompts[0].decision
        if (seat, state.phase, state.last_round) == (FOX, "guess", False):
            yield state
        player = ARENA.make_player("fox" if seat == FOX else kind)
        move = player(
            GAME.view(state, seat), GAME.legal_moves(state, seat), Random(f"{seat}/{decision}")
        )
        state, _ = apply_record(GAME, state, ActRecord(seat, decision, move.path, at=0), luck)


@pytest.mark.parametrize("kind", ["foresees", "foresees-exactly"])
def test_a_foreseer_is_one_of_the_yardsticks_and_plays_by_the_rules(kind):
    for seats in (2, 3):
        player = ARENA.make_player(kind)
        records = ARENA.play_from_every_seat(1, seats, player, choose_as_reasoner, {})
        assert all(record.measures["turns"][0] > 2 for record in records)


def test_what_is_foreseen_is_what_the_fox_draws_from():
    """With the fan that the Fox has, the chances are the Fox's own, guess by guess."""
    compared = 0
    for state in guesses_of_the_fox(3):
        view, moves = GAME.view(state, FOX), filter_guess_moves(GAME.legal_moves(state, FOX))
        likely = rate_guesses(moves, compute_fan_beliefs(view, compute_fan_likelihoods(view)))
        own = fox.compute_guess_odds(
            np.array([guess.chance for guess in likely]), fox.MIN_GUESS_CHANCE
        )
        mind = read_fox(GAME.view(state, 0), exact=False)
        held = np.array([FAN_NUMBERS[to_bits(state.fans[FOX])]])
        told = predict_guesses(view.make_public_view(), 0, held, mind.suspect_weights.sum(axis=0))[
            0, 0
        ]
        for guess, chance in zip(likely, own.tolist(), strict=True):
            assert isclose(told[guess.move.feature], chance, abs_tol=0.01)
        compared += 1
    assert compared >= 3


def test_who_knows_what_the_fox_would_have_guessed_finds_out_its_fan_sooner():
    better = Counter[bool]()
    for deal in range(4):
        *_, state = guesses_of_the_fox(deal, "foresees-exactly")
        view, held = GAME.view(state, 0), FAN_NUMBERS[to_bits(state.fans[FOX])]
        exact, read = (read_fox(view, exact=exact) for exact in (True, False))
        assert held in exact.fans
        of_fan = [float(each.fan_chances[each.fans == held].sum()) for each in (exact, read)]
        better[of_fan[0] > of_fan[1]] += 1
    assert better[True] > better[False]


def test_the_fox_keeps_about_half_of_the_wins_of_a_foreseer():
    """Here a few games of the same deals; docs/figures.md tells of hundreds."""
    foreseer, opponent = ARENA.make_player("foresees"), ARENA.make_player("fox")
    records = [
        each
        for deal in range(6)
        for each in ARENA.play_from_every_seat(deal, 2, foreseer, opponent, {})
    ]
    assert sum(each.share for each in records) / len(records) < 0.6
