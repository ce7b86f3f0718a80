"""A process that commits is killed again and again; run as a program, this module is that one."""

import asyncio
import random
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.games.game import Act, Event
from bot.store.records import Commit, Due, Player, Table
from bot.store.store import Store, StoreProblem
from tests.store.conftest import GAMES

KILLS = 10


async def commit_for_ever(url: str) -> None:
    """Move the one table of the database on and on, and print each version that is stored."""
    store = await Store.open(url, GAMES)
    table = await store.table(await store.open_table(5) or 0)
    if table is None:
        opened = Table("secret_numbers", 1, 5, "en", "10", 0.0, 0.0, players=(Player("Ada", 7),))
        table = await store.commit(Commit(opened, at=0.0))
    while True:
        step = table.step + 1
        change = Commit(
            table=replace(table, step=step, dues=(Due("clock", f"turn:{step}", float(step)),)),
            at=float(step),
            given=(Act(seat=0, decision=step, move="skip", at=step),),
            events=(Event(to=None, name="skipped", values=(step,)),),
            interaction=step,
        )
        table = await store.commit(change)
        print(table.version, flush=True)


def killed(path: Path, after: float) -> int:
    """Kill the process some time after its first commit; return the last version it printed."""
    command = [sys.executable, "-m", "tests.store.test_kill", f"sqlite:///{path}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        threading.Timer(after, process.kill).start()
        lines = [first, *process.stdout]
    whole = [line for line in lines if line.endswith("\n")]
    return int(whole[-1])


def test_no_acknowledged_commit_is_lost_when_the_process_is_killed(path: Path) -> None:
    luck, acknowledged = random.Random(19), 1
    for _ in range(KILLS):
        printed = killed(path, after=luck.uniform(0.0, 0.1))
        assert printed > acknowledged, "it went on from what was stored"
        acknowledged = printed

        db = sqlite3.connect(path)
        version, step = db.execute("SELECT version, step FROM tables").fetchone()
        assert version in (acknowledged, acknowledged + 1)
        assert step == version - 1
        steps = [(n,) for n in range(1, step + 1)]
        assert db.execute("SELECT step FROM inputs ORDER BY step").fetchall() == steps
        assert db.execute("SELECT step FROM events ORDER BY id").fetchall() == steps
        assert db.execute("SELECT id FROM interactions ORDER BY id").fetchall() == steps
        assert db.execute("SELECT key FROM due").fetchall() == [(f"turn:{step}",)]
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        db.close()


async def test_a_process_has_the_file_until_it_dies(path: Path) -> None:
    url = f"sqlite:///{path}"
    command = [sys.executable, "-m", "tests.store.test_kill", url]
    process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    await process.stdout.readline()
    with pytest.raises(StoreProblem) as caught:
        await Store.open(url, GAMES)
    process.kill()
    await process.communicate()

    assert caught.value.key == "store-in-use"
    store = await Store.open(url, GAMES)
    assert await store.open_table(5)
    await store.close()


if __name__ == "__main__":
    asyncio.run(commit_for_ever(sys.argv[1]))
