"""What people may laugh about after a game of Catham City."""

import itertools
import re
from pathlib import Path

from msgspec.structs import replace

from bot.engine.replays import ReplayedStep
from bot.games.catham_city.highlights import estimate_winning_chances
from bot.games.catham_city.model.state import FIRST_GAME_FACTIONS
from bot.games.catham_city.rules import CathamCity, State, from_deal
from tests.bench.watching import moments, play_replays

GAME = CathamCity()


async def test_moments_are_true_and_each_kind_comes(tmp_path: Path) -> None:
    kinds = set[str]()
    for replay in await play_replays(tmp_path, "catham_city", range(1, 31)):
        points = {seen.step: seen.views[0].points for seen in replay.steps}
        steps = list(points)
        gains = {
            step: max(
                after - before for after, before in zip(points[step], points[last], strict=True)
            )
            for last, step in itertools.pairwise(steps)
        }
        turns = {
            after.step: before.views[0].turn + 1
            for before, after in itertools.pairwise([*replay.steps])
        }
        for moment in moments(replay):
            assert moment.when == f"Turn {turns[moment.step]}"
            numbers = [int(number) for number in re.findall(r" (\d+) point", moment.text)]
            if "chances of winning went from" in moment.text:
                before, after = (int(number) for number in re.findall(r"(\d+)%", moment.text))
                assert abs(before - after) >= 20
                kinds.add("turn")
            elif "in one go" in moment.text:
                assert numbers == [gains[moment.step]]
                assert numbers[0] >= 3
                kinds.add("stroke")
            elif "never gave it back" in moment.text:
                winner = max(range(3), key=points[steps[-1]].__getitem__)
                later = [now for step, now in points.items() if step >= moment.step]
                assert all(now[winner] == max(now) for now in later)
                assert moment.step <= steps[-1] / 2
                kinds.add("lead")
            elif "behind here" in moment.text:
                assert numbers[0] >= 4
                kinds.add("behind")
            else:
                assert "was one point short" in moment.text
                later = [now for step, now in points.items() if step >= moment.step]
                assert any(all(now[seat] == 15 for now in later) for seat in range(3))
                kinds.add("almost")
            result = ("never gave it back", "behind here", "one point short")
            assert moment.tells_result is any(words in moment.text for words in result)
    assert kinds >= {"stroke", "lead", "turn", "almost"}


def likely(state: State) -> tuple[float, ...]:
    """Return how likely each seat wins from a state."""
    views = tuple(GAME.view(state, viewer) for viewer in (None, *range(len(state.hands))))
    (now,) = estimate_winning_chances((ReplayedStep(0, 0.0, None, (), views),))
    return tuple(now.chances)


def test_points_cards_and_the_next_turn_are_chances() -> None:
    state, _ = from_deal(FIRST_GAME_FACTIONS, hands=[(0, 1), (0, 1)], market=(), pile=())
    first, second = likely(state)
    assert first > second, "it is the first one's turn"
    assert likely(replace(state, points=(0, 3)))[1] > 0.8
    assert likely(replace(state, hands=((0, 1), (0, 0, 0, 1))))[1] > second


def test_a_hand_that_can_win_at_once_is_nearly_a_victory() -> None:
    near, _ = from_deal(FIRST_GAME_FACTIONS, hands=[(1, 1, 1), (1, 2, 3)], market=(), pile=())
    assert likely(replace(near, points=(14, 14)))[0] > 0.9
