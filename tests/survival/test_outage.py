"""The benchmark of an outage works; its figures decide nothing here."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

from tests.survival.processes import ROOT


async def test_after_an_outage_all_boards_get_right(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.outage", "--tables", "12", "--latency", "10"),
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=PIPE,
    )
    told, _ = await process.communicate()
    assert process.returncode == 0
    assert "12 tables" in told.decode()
    assert "all after" in told.decode()
