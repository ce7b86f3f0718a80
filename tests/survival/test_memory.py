"""The benchmark of memory works; its figures decide nothing here."""

import asyncio
from pathlib import Path

import pytest

from benchmarks.crowd import Plan
from benchmarks.memory import measured


@pytest.mark.thorough
def test_memory_is_read_when_nobody_plays_and_while_people_press(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found: list[tuple[int, float]] = []
    plan = Plan("cloaked_cats", channels=2, people=3, seats=3, think=(0.5, 0.6))
    asyncio.run(measured(plan, (20, 40), lambda *read: found.append(read)))
    assert [presses for presses, _ in found] == [0, 20, 40]
    assert all(megabytes > 0 for _, megabytes in found)
    assert list(tmp_path.iterdir()) == []
