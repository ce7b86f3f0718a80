"""What the SQLite connection relies on in aiosqlite, and how it ends."""

import asyncio
import inspect
import logging
import sqlite3
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from bot.storage.sqlite_connection import Connection
from tests.patience import until


def worker_threads() -> list[threading.Thread]:
    """Return the threads of connections that are open."""
    return [each for each in threading.enumerate() if "connection_worker" in each.name]


@pytest.fixture
def closed_connections(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that gets an entry whenever a connection is closed."""
    noted = list[str]()

    class Watched(sqlite3.Connection):
        def close(self) -> None:
            noted.append("closed")
            super().close()

    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Watched))
    return noted


async def test_aiosqlite_has_the_private_names_that_the_connection_uses(tmp_path: Path) -> None:
    parameters = inspect.signature(aiosqlite.Connection).parameters
    assert [*parameters][:2] == ["connector", "iter_chunk_size"]
    driver = aiosqlite.Connection(lambda: sqlite3.connect(tmp_path / "cats.db"), 1)
    assert isinstance(driver._thread, threading.Thread)
    assert not driver._thread.is_alive()  # so that it can still become a daemon

    await driver

    assert await driver._execute(threading.get_ident) == driver._thread.ident
    await driver.close()


async def test_each_call_runs_in_the_thread_of_its_connection(tmp_path: Path) -> None:
    first, second = [await Connection.open(tmp_path / "cats.db") for _ in range(2)]

    threads = {await each._call(threading.get_ident) for each in (first, first, second)}

    assert len(threads) == 2
    assert threading.get_ident() not in threads
    await first.close()
    await second.close()
    await until(lambda: not worker_threads())


async def test_opening_that_is_cancelled_closes_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, closed_connections: list[str]
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def connect(*arguments: Any, **options: Any) -> sqlite3.Connection:
        begun.set()
        go_on.wait()
        connection: sqlite3.Connection = watched(*arguments, **options)
        return connection

    watched = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", connect)
    opening = asyncio.create_task(Connection.open(tmp_path / "cats.db"))
    await until(begun.is_set)
    opening.cancel()
    await asyncio.sleep(0)
    go_on.set()

    with pytest.raises(asyncio.CancelledError):
        await opening
    assert closed_connections == ["closed"]
    await until(lambda: not worker_threads())


async def test_a_connection_that_cannot_be_set_up_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, closed_connections: list[str]
) -> None:
    monkeypatch.setattr("bot.storage.sqlite_connection.CACHE_KILOBYTES", "no number, no pragma")

    with pytest.raises(sqlite3.OperationalError):
        await Connection.open(tmp_path / "cats.db")
    assert closed_connections == ["closed"]
    await until(lambda: not worker_threads())


async def test_the_library_logs_no_value_of_a_statement(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, logger="aiosqlite")
    connection = await Connection.open(tmp_path / "cats.db")
    await connection.execute("CREATE TABLE hands (card TEXT)")
    await connection.execute("INSERT INTO hands VALUES ('a black cat')")
    found = await connection.execute("SELECT card FROM hands")
    await connection.close()

    assert found == [("a black cat",)]
    assert "executing" in caplog.text
    assert "black cat" not in caplog.text


NEVER_CLOSED = """
import asyncio, sys
from functools import partial
from pathlib import Path
from typing import Any
from bot.storage.sqlite_connection import Connection

async def main():
    global connection
    connection = await Connection.open(Path(sys.argv[1]))

asyncio.run(main())
print("the end")
"""


def test_a_process_ends_although_a_connection_was_never_closed(tmp_path: Path) -> None:
    command = [sys.executable, "-c", NEVER_CLOSED, str(tmp_path / "cats.db")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert ended.stdout == "the end\n"
