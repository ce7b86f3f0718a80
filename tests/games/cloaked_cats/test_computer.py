"""The computer cats: legal, fair, each as clever as its level."""

import subprocess
import sys
from collections import Counter
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from bot.engine.chance import PythonChance
from bot.engine.records import begin_game, list_legal_paths
from bot.games.cloaked_cats.computer.chances import FAN_FEATURES, compute_fan_beliefs
from bot.games.cloaked_cats.computer.fox import compute_guess_odds
from bot.games.cloaked_cats.computer.kitten import REMEMBERED_CATS, overlook_cats
from bot.games.cloaked_cats.computer.likelihood import compute_fan_likelihoods
from bot.games.cloaked_cats.computer.tomcat import rate_guesses
from bot.games.cloaked_cats.model.moves import filter_guess_moves
from bot.games.cloaked_cats.model.state import Dancer, Guess
from bot.games.cloaked_cats.package import PACKAGE
from tests.games.cloaked_cats.playing import FANS, GAME, start, step, walk

SKILLED = PACKAGE.computers.levels
LEVELS = (*SKILLED, "absent")


def choose(state, seat, level, seed=0):
    return PACKAGE.computers.choose_move(
        GAME.view(state, seat), GAME.legal_moves(state, seat), level, Random(seed)
    ).path


def guessing(**changes):
    """Return a state in which seat 0 is to guess."""
    return replace(start(), phase="guess", **changes)


def play_game(seats, level, seed):
    """Play a game among computers of one level and yield the states on the way."""
    luck = PythonChance(seed)
    state, _ = begin_game(GAME, seats, {}, luck)
    while prompts := GAME.prompts(state):
        yield state
        seat = prompts[0].seat or 0
        move = choose(state, seat, level, seed=luck.below(100))
        assert move in list_legal_paths(GAME, state, seat)
        state, _ = step(state, move)
    yield state


# All levels


@pytest.mark.parametrize("level", LEVELS)
def test_what_was_thought_before_changes_no_decision(level):
    states = [state for state, _ in walk(3, 5, "careful") if state.phase != "over"][::6]

    def decided(positions):
        return {
            state: choose(state, GAME.prompts(state)[0].seat, level, seed=7) for state in positions
        }

    assert decided(states) == decided(reversed(states))


@pytest.mark.parametrize(
    ("changes", "levels", "moves"),
    [
        # cat 7 shows 0, 12 and 15: 0 is its own, 12 lies face up elsewhere
        ({"floor": (Dancer(7, 0, (0, 1, 2)),), "revealed": ((), (), (12,))}, LEVELS,
         {"guess/1/15"}),
        # the mask of seat 1 on cat 7 is either its 12 or its 15
        ({"floor": (Dancer(7, 0, (0, 1)),)}, SKILLED, {"guess/1/12", "guess/1/15"}),
        ({"floor": (Dancer(7, 0, (0, 1)),)}, ("absent",), {"skip"}),
        ({"floor": (Dancer(7, 0, (0, 1)), Dancer(3, 0, (0,))),
          "guesses": tuple(Guess(0, 0, 1, feature, right=False) for feature in (1, 2, 3))},
         SKILLED, {"guess/1/12", "guess/1/15"}),
        ({}, ("tomcat", "absent"), {"skip"}),
        ({"revealed": ((), FANS[1], FANS[2]), "last_round": True}, LEVELS, {"skip"}),
    ],
)  # fmt: skip
def test_it_guesses_what_is_proven_or_likely_and_nothing_that_is_certainly_wrong(
    changes, levels, moves
):
    state = guessing(**changes)
    for level in levels:
        assert {choose(state, 0, level, seed=seed) for seed in range(4)} <= moves


def test_it_does_not_play_the_cat_that_proves_a_feature():
    """Cat 8 shows 1, 5 and 16; 5 and 16 are denied, so seat 1's mask would be its 1."""
    denied = tuple(Guess(0, 0, 1, feature, right=False) for feature in (5, 16))
    state = replace(start(starter=1), guesses=denied)
    state = replace(state, hands=(state.hands[0], (8, 16, 39), state.hands[2]))
    assert FANS[1] == (1, 6, 17)
    for level in ("tomcat", "absent"):
        chosen = {choose(state, 1, level, seed=seed) for seed in range(8)}
        assert chosen.isdisjoint({"cat/8"})


@pytest.mark.parametrize("level", LEVELS)
def test_onlookers_have_nothing_to_choose(level):
    state = start()
    with pytest.raises(ValueError, match="onlooker"):
        PACKAGE.computers.choose_move(
            GAME.view(state, None), GAME.legal_moves(state, 0), level, Random(0)
        )


def test_a_level_of_another_release_plays_as_a_tomcat():
    for state, _ in walk(3, 1, "careful"):
        for prompt in GAME.prompts(state):
            assert choose(state, prompt.seat, "cat") == choose(state, prompt.seat, "tomcat")


def test_numpy_is_not_loaded_before_a_level_has_to_think():
    script = "import sys; import bot.games.registry; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout.split() == [b"False"]


# The absent


def test_for_the_absent_a_cat_is_played_that_shows_nothing_new():
    """White (5) lies face up: it explains the mask on cats 0 and 24, but not a lack on 9."""
    known = replace(start(), revealed=((5,), (), ()), hands=((9, 0, 24), *start().hands[1:]))
    chosen = {choose(known, 0, "absent", seed=seed) for seed in range(30)}
    assert chosen == {"cat/0", "cat/24"}


# Kitten


def wins(level, games):
    """Return how many games of two the level wins against random play."""
    won = 0
    for number in range(games):
        luck = PythonChance(number)
        state, _ = begin_game(GAME, 2, {}, luck)
        while prompts := GAME.prompts(state):
            seat = prompts[0].seat
            assert seat is not None
            random = luck.random.choice(list_legal_paths(GAME, state, seat))
            thought = choose(state, seat, level, seed=luck.below(100))
            state, _ = step(state, thought if seat == number % 2 else random)
        places = GAME.standings(state)
        assert places
        won += places[0].seat == number % 2
    return won


def test_even_a_kitten_beats_random_play():
    assert wins("kitten", 20) >= 16


def test_a_kitten_overlooks_some_old_cats_but_no_new_ones():
    *_, (state, _) = walk(2, 3, "silent")
    view = GAME.view(state, 0)
    seen = overlook_cats(view, Random(1))
    assert seen == overlook_cats(view, Random(1))
    assert seen != overlook_cats(view, Random(2))
    assert len(view.floor) / 3 < len(seen.floor) < len(view.floor)
    assert [dancer for dancer in view.floor if dancer in seen.floor] == list(seen.floor)
    assert seen.floor[-REMEMBERED_CATS:] == view.floor[-REMEMBERED_CATS:]
    assert seen == replace(view, floor=seen.floor)


# Sly Fox


def how_likely(belief, *features):
    """Return how likely one holds all these features."""
    held = FAN_FEATURES[belief.fans][:, list(features)].all(axis=1)
    return belief.chances[held].sum()


def read_opponent(state):
    """Return what seat 0 believes of seat 1, by the cats alone, and by what was said as well."""
    view = GAME.view(state, 0)
    return [compute_fan_beliefs(view, said)[1] for said in (None, compute_fan_likelihoods(view))]


MASKED = replace(start(2, starter=1), turn=1, floor=(Dancer(7, 1, (0, 1)),))


def test_a_fox_takes_it_that_people_do_not_hold_what_they_name():
    """Seat 1 named 12 to seat 0, who does not hold it: by itself that says nothing of seat 1."""
    plain, read = read_opponent(replace(MASKED, guesses=(Guess(0, 1, 0, 12, right=False),)))
    assert how_likely(plain, 12) > 0.5
    assert 0 < how_likely(read, 12) < 0.1


def test_a_fox_takes_it_that_who_skips_saw_nothing_likely():
    """Holding both 12 and 15, seat 1 would have known 0 behind seat 0's mask on cat 7."""
    plain, read = read_opponent(MASKED)
    assert 0 < how_likely(read, 12, 15) < how_likely(plain, 12, 15) * 0.95


def test_a_fox_does_not_believe_who_was_seen_to_bluff():
    """Seat 1 named 12; before it had named 1, which turned out to be its own, or 3, which did not.

    In both games the 1 of seat 1 lies face up.
    """

    def read_after(named):
        told = (Guess(0, 1, 0, named, right=False), Guess(1, 0, 1, 1, right=True))
        state = replace(start(2, starter=1), turn=3, revealed=((), (1,)))
        floor = (Dancer(20, 1, ()), Dancer(22, 0, ()), Dancer(7, 1, (0, 1)))
        state = replace(state, floor=floor, guesses=(*told, Guess(2, 1, 0, 12, right=False)))
        return read_opponent(state)[1]

    assert how_likely(read_after(1), 12) > 2 * how_likely(read_after(3), 12)


def test_a_fox_does_not_always_make_the_same_guess_when_two_are_about_as_good():
    close = 0
    for state in play_game(2, "fox", 11):
        if state.phase != "guess" or state.last_round:
            continue
        seat = GAME.prompts(state)[0].seat or 0
        view = GAME.view(state, seat)
        guesses = rate_guesses(
            filter_guess_moves(GAME.legal_moves(state, seat)),
            compute_fan_beliefs(view, compute_fan_likelihoods(view)),
        )
        best, second = sorted(guesses, key=lambda guess: guess.chance, reverse=True)[:2]
        if best.chance < 0.6 and 0.001 < best.chance - second.chance < 0.06:
            chosen = Counter(choose(state, seat, "fox", seed=seed) for seed in range(60))
            assert chosen[best.move.path] and chosen[second.move.path]
            close += 1
    assert close


def test_a_fox_draws_the_likelier_guess_more_often():
    shares = np.array([0.5, 0.47, 0.43, 0.41, 0.1])
    best, near, further, *others = compute_guess_odds(shares, 0.16).tolist()
    assert best > near > further > 0 and others == [0, 0]
    assert best + near + further == pytest.approx(1)


def test_a_fox_makes_no_poorer_guess_than_one_that_it_is_nearly_sure_of():
    assert compute_guess_odds(np.array([0.61, 0.6, 0.55]), 0.16).tolist() == [1, 0, 0]
    assert compute_guess_odds(np.array([0.17, 0.15, 0.12]), 0.16).tolist() == [1, 0, 0]
    assert not compute_guess_odds(np.array([0.15, 0.15, 0.12]), 0.16).any()


def unmasked_at_the_end(**changes):
    """Return a state in which seat 0 is unmasked and has the last guess of a game of two.

    Seat 1 hides one feature, 17, and has 4 points.
    """
    state = replace(start(2, starter=1), turn=1, phase="guess", last_round=True)
    shown = (FANS[0], (1, 6))
    return replace(state, revealed=shown, **changes)


def test_a_fox_that_has_won_risks_nothing_with_the_last_guess():
    """The mask of seat 1 on cat 3 is its 8 or its 17; a wrong guess would lose a game won."""
    state = unmasked_at_the_end(received=(5, 3), floor=(Dancer(3, 1, (0, 1)),))
    assert choose(state, 0, "fox") == "skip"
    assert choose(state, 0, "tomcat") in ("guess/1/8", "guess/1/17")


def test_a_fox_that_has_lost_risks_all_with_the_last_guess():
    """One of seven is left: a poor guess, but without it the game is lost."""
    denied = tuple(Guess(0, 0, 1, feature, False) for feature in (2, 3, 4, 7, 8, 9, 10))
    state = unmasked_at_the_end(received=(3, 3), guesses=denied)
    assert choose(state, 0, "tomcat") == "skip"
    assert choose(state, 0, "fox").startswith("guess/1/")
