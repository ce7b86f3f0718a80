"""The benchmark of a database that has grown works; its figures decide nothing here."""

import asyncio
from pathlib import Path

import pytest

from benchmarks.filling import Size
from benchmarks.growth import empty, measured, table
from tests.databases import DATABASES, asked

LITTLE = Size(scores=400, tables=100, servers=600)


@pytest.mark.parametrize("kind", DATABASES)
def test_all_that_a_grown_database_costs_is_measured(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with empty(kind) as url:
        costs = asyncio.run(measured(url, LITTLE))
        assert asked(url, "SELECT count(*) FROM tables WHERE phase = 'over'")[0][0] < 60
    assert all(cost.total > 0 for cost in costs.values())
    assert costs["forgive"].writing
    assert costs["next_dues"].reading
    assert "| clean up |" in table(costs)
    assert list(tmp_path.iterdir()) == []
