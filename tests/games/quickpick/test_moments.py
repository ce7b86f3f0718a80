"""What people may laugh about after a game of Quickpick."""

from pathlib import Path

from tests.bench.watching import moments, watched


async def test_moments_are_true_and_each_kind_comes(tmp_path: Path) -> None:
    kinds = set[str]()
    for replay in await watched(tmp_path, "quickpick", range(1, 13)):
        events = {seen.step: [event.name for event in seen.events] for seen in replay.steps}
        for moment in moments(replay):
            if "nobody knew it" in moment.text:
                assert "not-guessed" in events[moment.step]
                kinds.add("fooled")
            else:
                assert "guessed" in events[moment.step]
                kinds.add("fast" if "fastest hand" in moment.text else "short")
    assert kinds == {"fooled", "fast", "short"}
