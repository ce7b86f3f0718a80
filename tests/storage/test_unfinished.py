"""The mark that a command of the host has begun, and what the next start makes of it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.storage.bot_repository import write_setting
from bot.storage.copying import copy
from bot.storage.database import Database, Transaction
from bot.storage.opening import examine, open_unchecked
from bot.storage.problems import StoreProblem
from bot.storage.store import Store
from bot.storage.unfinished import (
    COPY_OPTION,
    MARK_KEY,
    REBUILD_OPTION,
    mark_unfinished,
    run_marked,
)
from tests.databases import run_sql
from tests.storage.conftest import GAMES

MARKS = "SELECT value FROM settings WHERE key = ?"


async def begin(url: str, command: str) -> Database:
    """Open a database as a command does that has just begun."""
    database = await open_unchecked(url, exclusive=True)
    async with database.writing() as db:
        await mark_unfinished(db, command)
    return database


async def work(db: Transaction) -> int:
    await write_setting(db, "done", "yes")
    return 7


async def test_nobody_starts_on_an_unfinished_copy_until_it_is_finished(
    url: str, tmp_path: Any
) -> None:
    source = f"sqlite:///{tmp_path / 'source.db'}"
    store = await Store.open(source, GAMES)
    await store.bot.set_setting("language", "de")
    await store.close()
    await (await begin(url, COPY_OPTION)).close()
    for starts in (Store.open(url, GAMES), examine(url), copy(url, f"sqlite:///{tmp_path}/x.db")):
        with pytest.raises(StoreProblem) as caught:
            await starts
        assert (caught.value.key, caught.value.setting) == ("store-copy-unfinished", "DATABASE_URL")
    await copy(source, url)
    store = await Store.open(url, GAMES)
    assert await store.bot.find_setting("language") == "de"
    await store.close()


async def test_work_that_is_done_leaves_no_mark(url: str) -> None:
    database = await begin(url, REBUILD_OPTION)
    assert run_sql(url, MARKS, MARK_KEY) == [(REBUILD_OPTION,)]
    assert await run_marked(database, work) == 7
    assert run_sql(url, MARKS, MARK_KEY) == []
    assert run_sql(url, MARKS, "done") == [("yes",)]
    await database.close()


async def test_work_that_is_cancelled_is_undone_and_leaves_no_mark(url: str) -> None:
    database, reached = await begin(url, REBUILD_OPTION), asyncio.Event()

    async def endless(db: Transaction) -> None:
        await work(db)
        reached.set()
        await asyncio.Event().wait()

    running = asyncio.create_task(run_marked(database, endless))
    await reached.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert run_sql(url, "SELECT * FROM settings") == []
    await database.close()


async def test_a_cancellation_while_the_work_is_committed_comes_too_late(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = await begin(url, REBUILD_OPTION)
    writing, reached, goes_on = database.writing, asyncio.Event(), asyncio.Event()

    @asynccontextmanager
    async def slowly() -> AsyncIterator[Transaction]:
        async with writing() as db:
            yield db
            reached.set()
            await goes_on.wait()

    monkeypatch.setattr(database, "writing", slowly)
    running = asyncio.create_task(run_marked(database, work))
    await reached.wait()
    running.cancel()
    await asyncio.sleep(0)
    goes_on.set()
    assert await running == 7
    assert run_sql(url, MARKS, "done") == [("yes",)]
    await database.close()
