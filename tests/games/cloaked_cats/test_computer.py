"""The computer cat: legal, not silly, and of a mind of its own only where it may."""

from random import Random

import pytest
from msgspec.structs import replace

from bot.games.cloaked_cats.state import Dancer, Guess
from tests.games.cloaked_cats.playing import FANS, GAME, Luck, start, step


def choose(state, seat, level="cat", seed=0):
    return GAME.choose(GAME.view(state, seat), GAME.moves(state, seat), level, Random(seed))


def guessing(**changes):
    """Return a state in which seat 0 is to guess."""
    return replace(start(), phase="guess", **changes)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("level", [*GAME.levels, "absent"])
def test_computers_play_whole_games_by_the_rules(seats, level):
    luck = Luck(seats)
    state, _ = GAME.deal(seats, {}, luck)
    while prompts := GAME.prompts(state):
        move = choose(state, prompts[0].seat, level, seed=luck.below(100))
        assert move in GAME.moves(state, prompts[0].seat)
        state, _ = step(state, move)
    assert GAME.standings(state)


def test_it_guesses_what_is_proven():
    """Cat 7 shows 0, 12 and 15: 0 is its own, 12 lies face up elsewhere."""
    state = guessing(floor=(Dancer(7, 0, (0, 1, 2)),), revealed=((), (), (12,)))
    for level in ("cat", "absent"):
        assert choose(state, 0, level) == "guess/1/15"


def test_it_guesses_what_is_likely_enough_but_the_absent_do_not():
    """The mask of seat 1 on cat 7 is either its 12 or its 15."""
    state = guessing(floor=(Dancer(7, 0, (0, 1)),))
    assert choose(state, 0) in ("guess/1/12", "guess/1/15")
    assert choose(state, 0, "absent") == "skip"


def test_it_skips_when_nothing_is_likely():
    assert choose(guessing(), 0) == "skip"


def test_it_never_names_what_is_certainly_wrong():
    denied = tuple(Guess(0, 0, 1, feature, right=False) for feature in (1, 2, 3))
    state = guessing(floor=(Dancer(7, 0, (0, 1)), Dancer(3, 0, (0,))), guesses=denied)
    chosen = {choose(state, 0, seed=seed) for seed in range(30)}
    assert chosen <= {"guess/1/12", "guess/1/15"}


def test_it_plays_a_cat_that_shows_nothing_new():
    """White (5) lies face up: it explains the mask on cats 0 and 24, but not a lack on 9."""
    known = replace(start(), revealed=((5,), (), ()), hands=((9, 0, 24), *start().hands[1:]))
    assert {choose(known, 0, seed=seed) for seed in range(30)} <= {"cat/0", "cat/24"}


def test_it_does_not_play_the_cat_that_proves_a_feature():
    """Cat 8 shows 1, 5 and 16; 5 and 16 are denied, so seat 1's mask would be its 1."""
    denied = tuple(Guess(0, 0, 1, feature, right=False) for feature in (5, 16))
    state = replace(start(starter=1), guesses=denied)
    state = replace(state, hands=(state.hands[0], (8, 16, 39), state.hands[2]))
    assert FANS[1] == (1, 6, 17)
    assert {choose(state, 1, seed=seed) for seed in range(30)}.isdisjoint({"cat/8"})


def test_onlookers_have_nothing_to_choose():
    state = start()
    with pytest.raises(ValueError, match="onlooker"):
        GAME.choose(GAME.view(state, None), GAME.moves(state, 0), "cat", Random(0))


def test_it_beats_random_play():
    wins = 0
    for number in range(30):
        luck = Luck(number)
        state, _ = GAME.deal(2, {}, luck)
        while prompts := GAME.prompts(state):
            seat = prompts[0].seat
            random = luck.random.choice(GAME.moves(state, seat))
            state, _ = step(state, choose(state, seat) if seat == number % 2 else random)
        wins += GAME.standings(state)[0].seat == number % 2
    assert wins >= 27
