"""In playouts everybody chooses about as the Tomcat does, and the race is judged at their end."""

from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from bot.engine.records import list_legal_paths, read_move
from bot.games.catham_city.computer import fox, rollout_policy
from bot.games.catham_city.computer.outcomes import MoveOutcomes
from bot.games.catham_city.computer.worlds import TAKE_KIND
from bot.games.catham_city.model.state import HACKERS, POLICE
from tests.games.catham_city.playing import GAME, Luck, answer, cats, choose, start


def positions(seats, games, **options):
    """Play games among Tomcats; yield what whoever is asked sees, with all moves."""
    for deal in range(games):
        luck = Luck(deal)
        state, _ = GAME.deal(seats, {"factions": "random", **options}, luck)
        while prompts := GAME.prompts(state):
            seat = prompts[0].seat or 0
            view, moves = GAME.view(state, seat), list_legal_paths(GAME, state, seat)
            yield view, moves
            move = choose(view, moves, "tomcat", Random(luck.below(1000)))
            state, _ = answer(state, seat, move, luck)


def habitual(view, moves):
    """Return the move that is chosen in fox."""
    worlds = fox._sample_worlds(view, 1, 1, np.random.default_rng(0))
    deeds = rollout_policy.choose_actions(worlds, has_next_action=view.left > 1)
    kind, number, faction, target = (int(part[0]) for part in deeds)
    for move in moves:
        parts = fox._encode_action(read_move(GAME, move))
        same_faction = parts[2] == faction or kind not in (TAKE_KIND, *range(HACKERS), POLICE)
        same_target = parts[3] == target or kind not in (HACKERS, POLICE)
        if parts[:2] == (kind, number) and same_faction and same_target:
            return move
    raise AssertionError("no such move")


@pytest.mark.parametrize(
    ("seats", "actions", "alike"), [(2, "one", 0.92), (4, "one", 0.94), (3, "two", 0.9)]
)
def test_everybody_chooses_about_as_a_tomcat(seats, actions, alike):
    losses = []
    for view, moves in positions(seats, games=8, actions=actions):
        if view.phase == "action":
            foresight = MoveOutcomes(view)
            values = {move: foresight.estimate_win_chance(read_move(GAME, move)) for move in moves}
            losses.append(max(values.values()) - values[habitual(view, moves)])
    assert len(losses) > 100
    assert np.mean(np.array(losses) < 1e-6) > alike
    assert np.mean(losses) < 0.004


def chance(state, seat):
    """Return how likely a seat is taken to win if a playout ends here."""
    view = GAME.view(state, seat)
    worlds = fox._sample_worlds(view, 64, 1, np.random.default_rng(1))
    return fox._judge_worlds(worlds, seat).mean()


def test_whoever_can_win_first_is_likely_to():
    """Four robocats make three points: the next on turn wins before the other can."""
    ready = cats(robocats=4, detectives=2)
    state = replace(start(ready, ready, points=(13, 13)), shown=(ready, ready))
    assert chance(state, 0) > 0.85
    assert chance(state, 1) < 0.15
    assert chance(replace(state, points=(12, 13)), 1) > 0.5
