"""What holds in every game: invariants over random games."""

from collections import Counter
from itertools import product

import pytest

from bot.games.quickpick.model.state import CARDS_PER_MASK
from tests.games.quickpick.playing import CHOICES, GAME, walk

EACH, THOROUGH_EACH = 3, 20
"""Games for each number of players and each set of options; the second with `--thorough`."""


def check_masks(state, seats):
    """Assert what holds at every step."""
    won = [mask for masks in state.won for mask in masks]
    out = [*state.deck, *won, *state.removed, *([] if state.mask is None else [state.mask])]
    assert len(out) == 6 * seats
    assert max(Counter(out).values()) <= CARDS_PER_MASK
    assert (state.mask is not None) == (state.phase in ("race", "closing"))
    assert state.phase == "over" or len(state.deck) % 2 == (state.mask is not None)
    assert (GAME.standings(state) is not None) == (state.phase == "over")
    assert len({hand.seat for hand in state.hands}) == len(state.hands)
    assert state.mime not in {hand.seat for hand in state.hands}


def check_recipients(events):
    """Assert that what happened to one's own masks is told to one alone."""
    for event in events:
        if event.name in ("prize", "kept", "gone", "overtaken"):
            assert event.to is not None and len(event.to) == 1
        elif event.name != "missed":
            assert event.to is None


def check_prompts(state, meanings, before):
    """Assert that no number means two things, and a question stays whoever else answers it."""
    prompts = GAME.prompts(state)
    for prompt in prompts:
        stage = (state.turn, prompt.kind, prompt.clock)
        assert meanings.setdefault(prompt.decision, stage) == stage
    asked = {(p.seat, p.decision): p.clock for p in prompts if p.kind == "slap"}
    assert all(before.get(key, clock) == clock for key, clock in asked.items())
    return asked


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


@pytest.mark.parametrize("seats", GAME.seats)
def test_random_games_of_all_kinds_keep_their_masks_and_end(seats, thorough):
    for number, options in enumerate(CHOICES):
        for seed in range(THOROUGH_EACH if thorough else EACH):
            decisions = []
            meanings: dict[int, tuple[object, ...]] = {}
            before: dict[tuple[int | None, int], str] = {}
            for state, events in walk(seats, options, 1000 * number + seed):
                check_masks(state, seats)
                check_recipients(events)
                before = check_prompts(state, meanings, before)
                decisions.append(state.decision)
            assert decisions == sorted(decisions)
            check_end(state, seats)


def test_random_games_show_all_that_can_happen():
    names = {
        *("part-shown", "sound-made", "guessed", "not-guessed", "prize", "passed-on", "left"),
        *("void", "kept", "gone", "missed", "overtaken", "not-waited-for"),
    }
    for seed, options, seats in product(range(12), CHOICES, (3, 8)):
        for _, events in walk(seats, options, seed) if names else ():
            names -= {event.name for event in events}
    assert not names
