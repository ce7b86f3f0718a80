"""What people may laugh about after a game of Quickpick."""

import re
from itertools import pairwise
from pathlib import Path

from msgspec.structs import replace

from bot.engine.chance import PythonChance
from bot.engine.events import Notice
from bot.engine.options import default_options
from bot.engine.replays import ReplayedStep
from bot.games.quickpick.highlights import estimate_winning_chances
from bot.games.quickpick.model.events import RACE_ENDS, MaskGuessed, MaskNotGuessed
from bot.games.quickpick.model.state import Turn
from bot.games.quickpick.rules import Quickpick
from tests.bench.watching import moments, play_replays

GAME = Quickpick()


async def test_moments_are_true_and_each_kind_comes(tmp_path: Path) -> None:
    kinds = set[str]()
    for replay in await play_replays(tmp_path, "quickpick", range(1, 13)):
        events = {seen.step: [type(event) for event in seen.events] for seen in replay.steps}
        turns = {
            after.step: before.views[0].turn + 1 for before, after in pairwise([*replay.steps])
        }
        for moment in moments(replay):
            assert moment.when == f"Turn {turns[moment.step]}"
            if "nobody got it" in moment.text:
                assert MaskNotGuessed in events[moment.step]
                kinds.add("fooled")
            elif "chances of winning" in moment.text:
                before, after = (int(number) for number in re.findall(r"(\d+)%", moment.text))
                assert abs(before - after) >= 20
                assert {*RACE_ENDS} & {*events[moment.step]}
                kinds.add("turn")
            else:
                assert MaskGuessed in events[moment.step]
                kinds.add("short" if "across with only" in moment.text else "fast")
    assert kinds == {"fooled", "fast", "short", "turn"}


def make_step(number: int, counts: tuple[int, ...], left: int, mime: int = 0) -> ReplayedStep:
    """Return a step after which so many races are left, after a race that seat 1 has won."""
    state, _ = GAME.deal(3, default_options(GAME.options), PythonChance(1))
    view = replace(
        GAME.view(state, None),
        counts=counts,
        all_turns=9,
        turns=(Turn(2, 0, 1, ()),) * (9 - left),
        mime=mime,
        phase="draw" if left else "over",
    )
    return ReplayedStep(number, 0.0, None, (Notice(MaskGuessed(2, 0, 1)),), (view,))


def test_a_mask_counts_more_the_fewer_races_are_left() -> None:
    early, late = estimate_winning_chances((make_step(0, (1, 2, 1), 6), make_step(1, (1, 2, 1), 3)))
    assert 1 / 3 < early.chances[1] < late.chances[1]


def test_who_will_be_the_mime_has_better_chances() -> None:
    (now,) = estimate_winning_chances((make_step(0, (2, 2, 2), 1, mime=2),))
    assert now.chances[2] > now.chances[0] == now.chances[1]


def test_a_shared_victory_is_nobodys_turn() -> None:
    assert [
        each.step
        for each in estimate_winning_chances(
            (make_step(0, (3, 3, 2), 1), make_step(1, (4, 4, 2), 0))
        )
    ] == [0]
    assert [*estimate_winning_chances((make_step(0, (3, 3, 2), 1), make_step(1, (3, 4, 3), 0)))][
        1
    ].chances == (0.0, 1.0, 0.0)
