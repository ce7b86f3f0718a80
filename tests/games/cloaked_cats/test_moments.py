"""What people may laugh about after a game of Cloaked Cats."""

import re
from itertools import combinations
from pathlib import Path

from bot.games.cloaked_cats.cards import FAN, FEATURES
from tests.bench.watching import moments, watched


async def test_moments_are_true_and_each_kind_comes(tmp_path: Path) -> None:
    kinds = set[str]()
    for replay in await watched(tmp_path, "cloaked_cats", range(1, 13)):
        guesses = {
            seen.step: event
            for seen in replay.steps
            for event in seen.events
            if event.name.startswith("guess-")
        }
        right = [step for step, event in guesses.items() if event.name == "guess-right"]
        for moment in moments(replay):
            if "saw through somebody first" in moment.text:
                assert moment.step == right[0]
                kinds.add("first")
            elif "and was right" in moment.text:
                assert moment.step in right
                kinds.add("lucky")
            elif "and wrong" in moment.text:
                assert guesses[moment.step].name == "guess-wrong"
                kinds.add("unlucky")
            else:
                before, after = (int(n) for n in re.findall(r"(\d+)", moment.text)[-2:])
                assert before >= 15 and before >= 5 * after
                assert before <= len([*combinations(range(len(FEATURES)), FAN)])
                kinds.add("gave away")
    assert kinds == {"first", "lucky", "unlucky", "gave away"}


async def test_they_are_told_in_german(tmp_path: Path) -> None:
    (replay,) = await watched(tmp_path, "cloaked_cats", range(3, 4))
    assert any("zu" in moment.text or "riet" in moment.text for moment in moments(replay, "de"))
