"""What people may laugh about after a game of Catham City."""

import itertools
import re
from pathlib import Path

from tests.bench.watching import moments, watched


async def test_moments_are_true_and_each_kind_comes(tmp_path: Path) -> None:
    kinds = set[str]()
    for replay in await watched(tmp_path, "catham_city", range(1, 31)):
        points = {seen.step: seen.views[0].points for seen in replay.steps}
        steps = list(points)
        gains = {
            step: max(
                after - before for after, before in zip(points[step], points[last], strict=True)
            )
            for last, step in itertools.pairwise(steps)
        }
        for moment in moments(replay):
            numbers = [int(number) for number in re.findall(r" (\d+) point", moment.text)]
            if "made" in moment.text:
                assert numbers == [gains[moment.step]] == [max(gains.values())]
                kinds.add("stroke")
            elif "never gave it away" in moment.text:
                winner = max(range(3), key=points[steps[-1]].__getitem__)
                later = [now for step, now in points.items() if step >= moment.step]
                assert all(now[winner] == max(now) for now in later)
                kinds.add("lead")
            elif "behind here" in moment.text:
                assert numbers[0] >= 4
                kinds.add("behind")
            else:
                assert "lost" in moment.text
    assert kinds >= {"stroke", "lead"}
