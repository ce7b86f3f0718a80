"""The benchmark of a start works; its figures decide nothing here."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks import start

PHASES = """
    SELECT phase, count(*) FROM tables WHERE id >= (SELECT max(id) - ? FROM tables) GROUP BY phase
"""
"""Of the copied table and its copies; whoever played slowly or fast has left others before it."""


@pytest.mark.thorough
def test_three_starts_are_measured_the_last_on_a_file_with_copies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    phases: list[tuple[str, int]] = []
    copy = start.copy

    def copied(file: Path, kept: int, running: int) -> None:
        copy(file, kept, running)
        with closing(sqlite3.connect(file)) as db:
            phases.extend(db.execute(PHASES, (kept,)))

    monkeypatch.setattr(start, "copy", copied)
    monkeypatch.setattr(start, "PRESSES", 20)
    found = asyncio.run(start.measured(kept=30, running=10))
    assert len(found) == 3
    assert all(each.online > 0 and each.cpu > 0 and each.press > 0 for _, each in found)
    assert sorted(phases) == [("over", 20), ("playing", 11)]
    assert list(tmp_path.iterdir()) == []
