"""The computer guests: legal, fair, better with more parts, and not without errors."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from bot.games.quickpick.model.state import FEATURES, MASKS, find_matching_masks, find_part
from bot.games.quickpick.package import PACKAGE
from tests.games.quickpick.playing import CALM, CAMERA, GAME, SOUNDS, act, racing, start

TRIES = 400


LEVELS = (*PACKAGE.computers.levels, "absent")


def choose(state, seat, level="guest", seed=0):
    view, moves = GAME.view(state, seat), GAME.legal_moves(state, seat)
    return PACKAGE.computers.choose_move(view, moves, level, Random(seed)).path


def showing(mask, parts, options=None):
    """Return a race for a mask of which the first so many parts are shown."""
    shown = tuple(find_part(mask, feature) for feature in range(parts))
    return replace(racing(options), mask=mask, shown=shown)


def guesses(state):
    """Return what a guest in seat 1 chooses, many times over."""
    return [choose(state, 1, seed=seed) for seed in range(TRIES)]


def play_game(options, seats, level, seed):
    """Play a game among computers that answer one after the other, the mime first."""
    state, luck, now = start(options, seats), Random(seed), 0
    while prompts := GAME.prompts(state):
        seat = luck.choice([prompt.seat for prompt in prompts if prompt.seat is not None])
        moves = GAME.legal_moves(state, seat)
        move = PACKAGE.computers.choose_move(GAME.view(state, seat), moves, level, luck)
        assert move in moves
        now += 2500
        state, _ = act(state, seat, move.path, now)
    return state


def test_the_absent_play_to_the_end_before_a_camera_too():
    state = play_game(CAMERA, 4, "absent", 1)
    assert state.phase == "over" and sum(state.present) == 2


# Guessing


def test_a_guest_is_right_the_more_often_the_more_it_has_seen():
    rates = []
    for parts in range(5):
        right = [guesses(showing(mask, parts)).count(f"tile/{mask}") for mask in (0, 7, 15)]
        rates.append(sum(right) / (3 * TRIES))
    assert rates == sorted(rates)
    assert rates[0] < 0.05
    assert 0.07 < rates[1] < 0.14
    assert 0.85 < rates[4] < 0.95


def test_a_guest_mistakes_a_face_for_another_the_more_often_the_more_alike_they_are():
    state = showing(3, 4)
    differing = Counter[int]()
    for seed in range(10 * TRIES):
        mask = int(choose(state, 1, seed=seed).removeprefix("tile/"))
        differing[sum(a != b for a, b in zip(MASKS[mask][:4], MASKS[3][:4], strict=True))] += 1
    assert differing[0] > 5 * differing[1] > 25 * differing[2] > 0
    assert differing[3] <= differing[2]


def test_errors_happen_with_all_five_parts_shown_too():
    chosen = guesses(showing(3, 5))
    assert TRIES / 2 < chosen.count("tile/3") < TRIES


def test_a_guest_takes_a_free_tile_that_fits():
    state = showing(3, 3)
    first, second = find_matching_masks(state.shown)
    state, _ = act(state, 2, f"tile/{first}", 10)
    chosen = guesses(state)
    assert f"tile/{first}" not in chosen
    assert chosen.count(f"tile/{second}") > TRIES / 2


def test_a_guest_has_no_idea_when_all_that_fits_is_taken():
    state, _ = act(showing(3, 4, {"choosing": "all"}), 2, "tile/3", 10)
    assert guesses(state).count("pass") > TRIES / 2


def test_a_guest_gambles_now_and_then_when_nothing_was_shown():
    chosen = guesses(racing())
    assert 0.65 < chosen.count("pass") / TRIES < 0.85
    assert len(set(chosen)) == 17


def test_in_a_calm_game_a_guest_sees_no_hands():
    state, _ = act(showing(3, 4, CALM), 2, "tile/3", 10)
    assert guesses(state) == guesses(showing(3, 4, CALM))


def test_the_absent_have_no_idea():
    assert choose(showing(3, 5), 1, "absent") == "pass"


# Miming


@pytest.mark.parametrize("level", LEVELS)
def test_a_computer_draws_and_shows_four_parts_in_any_order(level):
    orders = set()
    for seed in range(10):
        state, moves = start(), list[str]()
        while not state.done:
            moves.append(choose(state, 0, level, seed + 100 * len(moves)))
            state, _ = act(state, 0, moves[-1], 2500 * len(moves))
        assert moves[0] == "draw" and moves[-1] == "done" and len(moves) == 6
        assert find_matching_masks(state.shown) == (state.mask,)
        orders.add(tuple(moves))
    assert len(orders) > 5


def test_a_computer_sometimes_makes_a_sound_where_it_may():
    state = racing(SOUNDS)
    moves = [choose(state, 0, seed=seed) for seed in range(TRIES)]
    sounds = [move for move in moves if move.startswith("sound/")]
    assert 0.15 < len(sounds) / TRIES < 0.35
    assert len(set(sounds)) == 10
    assert {move for move in moves if move not in sounds} == {f"show/{name}" for name in FEATURES}


def test_who_is_absent_passes_the_role_on_where_faces_are_made():
    assert choose(start(CAMERA), 0, "absent") == "pass-on"
    assert choose(start(), 0, "absent") == "draw"
