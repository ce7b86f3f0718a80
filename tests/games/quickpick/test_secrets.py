"""Secrets of the rules: what a seat may not know changes nothing that the seat is shown."""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from bot.engine.game import Elapse
from bot.engine.records import list_legal_paths
from bot.games.quickpick.package import PACKAGE
from bot.games.quickpick.rules import exchange_secret
from tests.games.quickpick.playing import (
    CALM,
    CAMERA,
    GAME,
    SOUNDS,
    act,
    put_hands_down,
    racing,
    step,
    walk,
)


def encode_shown(state, seat):
    """Return all that the rules tell one seat, as bytes."""
    moves = () if seat is None else list_legal_paths(GAME, state, seat)
    return msgspec.json.encode([GAME.view(state, seat), moves, GAME.prompts(state)])


def test_hands_on_tiles_tell_the_same_of_any_other_mask():
    """The same clicks in two races with different masks, in every mode."""
    for options in ({"choosing": "all"}, CALM, {**SOUNDS, "choosing": "all"}):
        told = []
        for mask in (5, 9):
            state = replace(racing(options, seats=5), mask=mask)
            state, events = put_hands_down(state, (1, 5, 10), (2, 9, 20), (3, 9, 5))
            told.append((events, [encode_shown(state, viewer) for viewer in (None, 1, 2, 3, 4)]))
        assert told[0] == told[1]


def test_public_events_of_a_race_tell_nothing_of_the_mask_but_its_shown_part():
    """Masks 5 and 0 differ in the eyes and the head alone."""
    told = []
    for mask in (5, 0):
        state = replace(racing(SOUNDS), mask=mask)
        state, first = act(state, 0, "show/brows", 2000)
        state, second = act(state, 0, "sound/grr", 4000)
        state, third = act(state, 0, "show/mouth", 6000)
        told.append([*first, *second, *third])
    assert told[0] == told[1]


def test_what_nobody_guessed_shows_the_mask_but_never_the_second_card():
    """Ruling Q13."""
    state = racing(CAMERA)
    for second in (7, 8):
        other = replace(state, deck=(second, *state.deck[1:]))
        after, told = put_hands_down(other, (1, 3, 10), (2, 4, 20))
        assert told == [("not-guessed", (0, 5))]
        assert encode_shown(after, None) == encode_shown(replace(after, removed=(5, 0)), None)


def test_the_end_of_a_closing_race_waits_as_long_whatever_hands_come():
    state, _ = put_hands_down(racing(seats=5), (1, 5, 100))
    (pause,) = [prompt for prompt in GAME.prompts(state) if prompt.seat is None]
    after, _ = put_hands_down(state, (2, 5, 50))
    assert pause in GAME.prompts(after)
    assert step(after, Elapse(pause.decision))[0].phase == "draw"


@pytest.mark.parametrize("level", PACKAGE.computers.levels)
@pytest.mark.parametrize("seed", range(20))
def test_a_computer_decides_alike_and_as_soon_whatever_it_may_not_know(level, seed):
    """At every step of a random game: what it does, and how long it waits."""
    luck, options = Random(seed), ({}, {"choosing": "all"}, CALM, SOUNDS)[seed % 4]
    asked = exchanges = 0
    for state, _ in walk(3 + seed % 6, options, seed):
        other = exchange_secret(state, luck)
        exchanges += other.mask != state.mask
        assert GAME.prompts(other) == GAME.prompts(state)
        for prompt in GAME.prompts(state):
            if prompt.seat in (None, state.mime):
                continue
            asked += 1
            one, two = (
                PACKAGE.computers.choose_move(
                    GAME.view(each, prompt.seat),
                    GAME.legal_moves(each, prompt.seat),
                    level,
                    Random(f"{seed}/{prompt.seat}/{state.decision}"),
                )
                for each in (state, other)
            )
            assert one == two
    assert asked > 20 and exchanges > 5
