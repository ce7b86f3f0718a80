"""The benchmark of an outage works; its figures decide nothing here."""

from pathlib import Path

import pytest

from benchmarks.outage import measure


async def test_after_an_outage_all_boards_get_right(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    came = await measure(tables=12, latency=0.01, clicks=3)
    assert len(came.right) == came.tables == 12
    assert len(came.clicked) == 3
    assert came.edits >= 12
    assert " ERROR " not in came.log
