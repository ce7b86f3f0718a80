"""Games that began while Who Barked? was an example package are played on.

Its states had no pause before what was heard in the kitchen, nor before the end of the hunt.
"""

from pathlib import Path
from random import Random

import pytest
from msgspec.json import decode, encode

from bot.engine.game import Act, Elapse
from bot.games.who_barked.model.state import State
from tests.games.who_barked.playing import GAME, TEST_CHANCE

KEPT = (Path(__file__).parent / "former_states.jsonl").read_bytes().splitlines()
"""One state for each phase, as the package stored it."""


@pytest.mark.parametrize("stored", KEPT, ids=lambda stored: decode(stored)["phase"])
def test_a_former_state_is_read_and_played_to_its_end(stored: bytes) -> None:
    state: State = GAME.load_state(stored)
    assert encode(state) == stored
    rng = Random(1)
    phases = [state.phase]
    while prompts := GAME.prompts(state):
        prompt = rng.choice(prompts)
        action: Act | Elapse = Elapse(state.decision)
        if prompt.seat is not None:
            move = rng.choice(GAME.legal_moves(state, prompt.seat))
            action = Act(prompt.seat, state.decision, move, 0)
        state, _ = GAME.apply(state, action, TEST_CHANCE)
        phases.append(state.phase)
    assert GAME.standings(state)
    assert phases[0] != "raid" or "hush" in phases
    assert phases[0] != "hunt" or phases[1:] == ["sniff", "over"]
