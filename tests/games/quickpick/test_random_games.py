"""What holds in every game: invariants over random games."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.game import Act, IllegalMove, Stale
from bot.games.quickpick.masks import COPIES, FEATURES, MASKS, SYLLABLES
from bot.games.quickpick.rules import State
from tests.games.quickpick.playing import CHOICES, GAME, Luck, click, games, walk

EACH = 40
"""Random games for each number of seats and each way to play: 2,160 in all."""


def check_step(state, seats):
    """Assert what holds at every step."""
    won = [mask for masks in state.won for mask in masks]
    out = [*state.deck, *won, *state.removed, *([] if state.mask is None else [state.mask])]
    assert len(out) == 6 * seats
    assert max(Counter(out).values()) <= COPIES
    assert (state.mask is not None) == (state.phase in ("race", "closing"))
    assert state.phase == "over" or len(state.deck) % 2 == (state.mask is not None)
    prompts = GAME.prompts(state)
    assert (not prompts) == (state.phase == "over") == (GAME.standings(state) is not None)
    asked = [prompt.seat for prompt in prompts]
    assert len(set(asked)) == len(asked)
    assert all(GAME.moves(state, seat) for seat in asked if seat is not None)
    assert not [s for s in range(seats) if s not in asked and GAME.moves(state, s)]
    assert len({hand.seat for hand in state.hands}) == len(state.hands)
    assert state.mime not in {hand.seat for hand in state.hands}
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


def check_end(state, seats):
    """Assert what holds when a game is over."""
    mimes = Counter(turn.mime for turn in state.turns)
    if all(state.present):
        assert state.deck == () and len(state.turns) == 3 * seats
        assert any(state.passed) or all(mimes[seat] == 3 for seat in range(seats))
    elif state.deck:
        assert sum(state.present) == 2
    right = [turn for turn in state.turns if turn.right is not None]
    assert sum(map(len, state.won)) == 2 * len(right)
    for turn in right:
        assert turn.right in [hand.seat for hand in turn.hands if hand.tile == turn.mask]
    assert GAME.standings(state)[0].rank == 1


@pytest.mark.parametrize("seats", GAME.seats)
def test_random_games_of_all_kinds_keep_their_masks_and_end(seats):
    for number, options in enumerate(CHOICES):
        for seed in range(EACH):
            decisions = []
            for state, _ in walk(seats, options, 1000 * number + seed):
                check_step(state, seats)
                decisions.append(state.decision)
            assert decisions == sorted(decisions)
            check_end(state, seats)


some = settings(max_examples=30)


@some
@given(games)
def test_the_same_seed_makes_the_same_game(game):
    assert list(walk(*game)) == list(walk(*game))


@some
@given(games)
def test_no_decision_number_is_ever_used_for_two_things(game):
    meanings = {}
    for state, _ in walk(*game):
        for prompt in GAME.prompts(state):
            stage = (state.turn, prompt.kind, prompt.clock)
            assert meanings.setdefault(prompt.decision, stage) == stage


@some
@given(games)
def test_an_open_question_stays_the_same_whoever_else_answers(game):
    before = {}
    for state, _ in walk(*game):
        asked = {
            (prompt.seat, prompt.decision): prompt.clock
            for prompt in GAME.prompts(state)
            if prompt.kind == "slap"
        }
        assert all(before.get(key, clock) == clock for key, clock in asked.items())
        before = asked


CONCEIVABLE = (
    *(f"tile/{mask}" for mask in range(-1, len(MASKS) + 1)),
    *(f"show/{feature}" for feature in FEATURES),
    *(f"sound/{syllable}" for syllable in SYLLABLES),
    *("draw", "pass-on", "pass", "done", "", "tile", "show", "sound/", "show/x", "tile/3/4"),
)


@settings(max_examples=25)
@given(games, st.randoms())
def test_moves_are_exactly_what_step_accepts(game, luck):
    state = luck.choice([state for state, _ in walk(*game)])
    asked = {prompt.seat: prompt.decision for prompt in GAME.prompts(state)}
    later = click(10**9)
    for seat in range(-1, game[0] + 1):
        accepted = set()
        for move in CONCEIVABLE:
            try:
                GAME.step(state, Act(seat, asked.get(seat, state.decision), move, later), Luck(0))
                accepted.add(move)
            except (IllegalMove, Stale):
                pass
        assert accepted == set(GAME.moves(state, seat))


def test_random_games_show_all_that_can_happen():
    names = set()
    for seats in (3, 8):
        for options in CHOICES:
            for seed in range(12):
                for _, events in walk(seats, options, seed):
                    names |= {event.name for event in events}
    assert names == {
        "part-shown", "sound-made", "guessed", "not-guessed", "prize",
        "passed-on", "left", "void", "kept", "gone", "missed", "overtaken",
    }  # fmt: skip
