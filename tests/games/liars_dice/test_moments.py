"""What people may laugh about after a game of Liar's Dice."""

import re
from pathlib import Path

from tests.bench.watching import moments, watched


async def test_moments_are_true_and_each_kind_comes(tmp_path: Path) -> None:
    kinds = set[str]()
    for replay in await watched(tmp_path, "liars_dice", range(1, 31)):
        events = {
            seen.step: event
            for seen in replay.steps
            for event in seen.events
            if event.name in ("bid", "opened")
        }
        for moment in moments(replay):
            there = [int(number) for number in re.findall(r"there were (\d+)", moment.text)]
            if "all believed it" in moment.text:
                event = events[moment.step]
                later = [each for step, each in events.items() if step > moment.step]
                assert event.name == later[0].name == "bid", "somebody raised it"
                assert there[0] < int(event.values[1])
                kinds.add("bluff")
            elif "caught" in moment.text:
                *_, count, _, found = events[moment.step].values
                assert [found] == there
                assert found < count  # type: ignore[operator]
                kinds.add("caught")
            elif "exactly right" in moment.text:
                *_, count, _, found = events[moment.step].values
                assert found == count
                kinds.add("exact")
            else:
                winner = next(s for s, each in enumerate(replay.record.seats) if each.rank == 1)
                (now,) = (s.views[0].counts for s in replay.steps if s.step == moment.step)
                assert now[winner] == 1 and max(now) >= 3
                kinds.add("back")
    assert kinds == {"bluff", "caught", "exact", "back"}
