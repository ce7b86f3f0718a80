import asyncio

import pytest
from msgspec.structs import replace

from bot.domain.table import Commit, Table
from bot.engine.events import EventRecord
from bot.engine.game import Leave
from bot.storage.store import Store
from tests.databases import hold_write_lock, open_transaction
from tests.storage.conftest import make_large_match


def facts(url: str) -> tuple[int, int, int, int]:
    """What a connection of its own finds: version, events, inputs, interactions."""
    with open_transaction(url) as ask:
        events, inputs, clicks = (ask(f"SELECT count(*) FROM {name}")[0][0] for name in TABLES)
        return ask("SELECT version FROM tables")[0][0], events, inputs, clicks


TABLES = ("events", "inputs", "interactions")


async def test_a_commit_cancelled_at_any_moment_stands_whole_or_not_at_all(
    store: Store, lobby: Table, url: str
) -> None:
    table = await store.tables.commit(
        Commit(lobby, 0.0, (Leave(0),), (EventRecord(None, "left"),), interaction_id=1)
    )
    cancelled, moment = 0, 0.0
    for _ in range(40):
        step = table.step + 1
        change = Commit(
            table=replace(make_large_match(table, 50_000), step=step),
            at=1.0,
            actions=(Leave(0),),
            events=(EventRecord(None, "left"),),
            interaction_id=table.version + 1,
        )
        task = asyncio.create_task(store.tables.commit(change))
        await asyncio.sleep(moment)
        task.cancel()
        await asyncio.wait((task,))
        cancelled += task.cancelled()
        # However long a commit takes here and now: around its end is where it is interesting.
        moment = moment * 1.5 + 0.0002 if task.cancelled() else moment / 2
        at_once = facts(url)

        read = await store.tables.load(table.id)
        assert read is not None
        assert at_once == (read.version,) * 4, "nothing was still going on"
        assert read.version in (table.version, table.version + 1)
        table = read
    assert cancelled > 5
    assert table.version > 5


async def test_a_cancelled_reader_leaves_the_store_usable(store: Store, lobby: Table) -> None:
    table = await store.tables.commit(Commit(lobby, at=1.0))
    for moment in range(20):
        task = asyncio.create_task(store.tables.load(table.id))
        await asyncio.sleep(moment * 0.0001)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    assert await store.tables.load(table.id) == table


async def test_a_commit_cancelled_twice_still_ends_first(
    store: Store, lobby: Table, url: str
) -> None:
    with hold_write_lock(url):
        task = asyncio.create_task(store.tables.commit(Commit(lobby, at=1.0)))
        for _ in range(2):
            await asyncio.sleep(0.05)
            task.cancel()
        await asyncio.sleep(0.05)
        assert not task.done()

    with pytest.raises(asyncio.CancelledError):
        await task
    assert facts(url)[0] == 1


async def test_a_timeout_does_not_cut_a_commit_in_two(store: Store, lobby: Table) -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.0005):
            await store.tables.commit(Commit(make_large_match(lobby, 1_000_000), at=1.0))

    assert await store.tables.find_open(lobby.channel) is not None


@pytest.mark.parametrize("turns", [2, 3, 20])
async def test_an_event_loop_that_ends_waits_for_no_writer(
    store: Store, lobby: Table, url: str, turns: int
) -> None:
    commit = asyncio.create_task(store.tables.commit(Commit(lobby, at=1.0)))
    before = asyncio.all_tasks()
    for _ in range(turns):
        await asyncio.sleep(0)
    for task in asyncio.all_tasks() - before | {commit}:  # as `asyncio.run` does in the end
        task.cancel()
    await asyncio.wait((commit,), timeout=5)
    assert commit.done()

    if await store.tables.find_open(lobby.channel) is None:
        await store.tables.commit(Commit(lobby, at=2.0))
    assert facts(url)[0] == 1
