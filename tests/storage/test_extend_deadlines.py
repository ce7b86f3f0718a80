"""Time that is forgiven moves each table once, whatever comes in between."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from multiprocessing.connection import Connection

import pytest
from msgspec.structs import replace

from bot.domain.table import Commit, Deadline, Reminder, Table
from bot.storage.extend_deadlines import TABLES_PER_STEP, DeadlineExtensions
from bot.storage.problems import StoreProblem, TableConflict
from bot.storage.shards import ONLY_SHARD, Shard
from bot.storage.store import Store
from tests.databases import is_sqlite, refuse, run_sql
from tests.forked import kill_telling
from tests.storage.conftest import GAMES

TABLE_COUNT = 2 * TABLES_PER_STEP + 20
STEPS = 3
SINCE, NOW = 1000.0, 1500.0
Before = Callable[[int], Awaitable[None]]


async def store_tables(store: Store, lobby: Table, many: int = TABLE_COUNT) -> list[Table]:
    """Store tables of the same server, each with a deadline at another time."""
    table = replace(lobby, guild=1 << 22)
    commits = (
        replace(table, channel=channel, timers=(Deadline("turn:1", at=2000.0 + channel),))
        for channel in range(1, many + 1)
    )
    return await asyncio.gather(*(store.tables.commit(Commit(each, at=1.0)) for each in commits))


def list_deadline_moves(url: str) -> set[tuple[int, float]]:
    """Return of all tables by how many versions and seconds their deadlines have moved."""
    sql = 'SELECT version - 1, at - 2000 - channel FROM tables JOIN due ON "table" = id'
    return {(version, seconds) for version, seconds in run_sql(url, sql)}


def before_steps(monkeypatch: pytest.MonkeyPatch, do: Before) -> list[int]:
    """Let something happen before each step, told its number from 0; return those of all so far."""
    move, numbers = DeadlineExtensions.move_tables, list[int]()

    async def overtaken(deadlines: DeadlineExtensions, shard: Shard, count: int) -> bool:
        numbers.append(len(numbers))
        await do(numbers[-1])
        return await move(deadlines, shard, count)

    monkeypatch.setattr(DeadlineExtensions, "move_tables", overtaken)
    return numbers


def fails_before(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Let the database fail before a step of the next call, once."""

    async def fail(step: int) -> None:
        if step == number:
            raise StoreProblem("store-full")

    before_steps(monkeypatch, fail)


@pytest.mark.parametrize("done", range(STEPS))
async def test_what_was_begun_is_finished_by_the_next_process(
    store: Store, url: str, lobby: Table, monkeypatch: pytest.MonkeyPatch, done: int
) -> None:
    await store_tables(store, lobby)
    await store.bot.record_heartbeat(SINCE, ONLY_SHARD)
    with monkeypatch.context() as failing:
        fails_before(failing, done)
        with pytest.raises(StoreProblem):
            await store.deadlines.extend(NOW, SINCE, ONLY_SHARD, keep_minimum=True)
    assert await store.bot.read_last_heartbeat(ONLY_SHARD) == SINCE
    assert list_deadline_moves(url) == {(0, 0.0)} | ({(1, 500.0)} if done else set())
    await store.close()
    store = await Store.open(url, GAMES)
    await store.deadlines.finish(ONLY_SHARD)
    assert await store.bot.read_last_heartbeat(ONLY_SHARD) == NOW
    assert list_deadline_moves(url) == {(1, 500.0)}
    await store.deadlines.finish(ONLY_SHARD)
    assert list_deadline_moves(url) == {(1, 500.0)}
    await store.close()


async def test_what_deadlines_leave_counts_from_when_it_was_begun(
    store: Store, lobby: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = replace(lobby, timers=(Deadline("turn:1", 60.0, at=SINCE + 1.0),))
    table = await store.tables.commit(Commit(late, at=1.0))
    with monkeypatch.context() as failing:
        fails_before(failing, 0)
        with pytest.raises(StoreProblem):
            await store.deadlines.extend(NOW, SINCE, ONLY_SHARD, keep_minimum=True)
    await store.deadlines.finish(ONLY_SHARD)
    read = await store.tables.load(table.id)
    assert read is not None
    assert read.timers == (Deadline("turn:1", 60.0, at=NOW + 60.0),)


async def test_others_write_between_the_steps(
    store: Store, url: str, lobby: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store_tables(store, lobby)
    others = [await store.tables.commit(Commit(replace(lobby, guild=0), at=1.0))]
    others += [
        await store.tables.commit(Commit(replace(lobby, guild=0, channel=channel), at=1.0))
        for channel in range(1 - STEPS, 0)
    ]
    writing, written = list[asyncio.Task[Table]](), list[int]()

    async def write(step: int) -> None:
        ((count,),) = run_sql(url, "SELECT count(*) FROM tables WHERE guild = 0 AND version = 2")
        written.append(count)
        if step < len(others):
            writing.append(asyncio.create_task(store.tables.commit(Commit(others[step], at=2.0))))
        for _ in range(20):  # until it waits for its turn
            await asyncio.sleep(0)

    before_steps(monkeypatch, write)
    await store.deadlines.extend(NOW, SINCE, Shard(1, 2), keep_minimum=True)
    assert written == [0, 1, 2]
    await asyncio.gather(*writing)


async def test_who_changes_a_table_meanwhile_waits_and_is_told_to_begin_anew(
    store: Store, url: str, lobby: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = await store_tables(store, lobby)
    changes: list[asyncio.Task[Table]] = []

    async def change(step: int) -> None:
        now = {1: (tables[-1], replace(lobby, timers=())), 2: (tables[0],)}
        for table in now.get(step, ()):
            changes.append(asyncio.create_task(store.tables.commit(Commit(table, at=NOW))))
        for _ in range(20):  # until they wait for their turn
            await asyncio.sleep(0)
        assert not any(task.done() for task in changes)

    before_steps(monkeypatch, change)
    await store.deadlines.extend(NOW, SINCE, ONLY_SHARD, keep_minimum=True)
    last, new, first = await asyncio.gather(*changes, return_exceptions=True)
    assert isinstance(first, TableConflict)
    assert isinstance(last, TableConflict), "its times had not moved yet"
    assert list_deadline_moves(url) == {(1, 500.0)}
    assert isinstance(new, Table)
    assert await store.tables.load(new.id) == new, "it begins after all that"
    read = await store.tables.load(tables[0].id)
    assert read is not None
    again = await store.tables.commit(Commit(read, at=NOW))
    assert again.version == read.version + 1


async def test_where_it_could_not_be_finished_changes_wait_until_it_is(
    store: Store, lobby: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    (table,) = await store_tables(store, lobby, 1)
    with monkeypatch.context() as failing:
        fails_before(failing, 0)
        with pytest.raises(StoreProblem):
            await store.deadlines.extend(NOW, SINCE, ONLY_SHARD, keep_minimum=True)
    change = asyncio.create_task(store.tables.commit(Commit(table, at=NOW)))
    await store.flush()
    assert not change.done()
    await store.deadlines.finish(ONLY_SHARD)
    with pytest.raises(TableConflict):
        await change


async def test_with_another_number_of_shards_nothing_moves_twice(
    store: Store, lobby: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await store.tables.commit(
        Commit(replace(lobby, timers=(Reminder("a", at=2000.0),)), at=1.0)
    )
    await store.bot.record_heartbeat(SINCE, ONLY_SHARD)
    with monkeypatch.context() as failing:
        fails_before(failing, 0)
        with pytest.raises(StoreProblem):
            await store.agree_on_shard_count(2, NOW)
    assert await store.agree_on_shard_count(None, NOW) == 1
    assert await store.agree_on_shard_count(2, NOW + 5.0) == 2
    assert await store.tables.find_next_timers(1e9, Shard(0, 2)) == {table.id: 2505.0}


KILLS = 4


async def forgive_for_ever(url: str, telling: Connection) -> None:
    """Go on from the last heartbeat, and tell when a second more is forgiven."""
    store = await Store.open(url, GAMES)
    await store.deadlines.finish(ONLY_SHARD)
    since = await store.bot.read_last_heartbeat(ONLY_SHARD) or 0.0
    while True:
        await store.deadlines.extend(since + 1.0, since, ONLY_SHARD, keep_minimum=False)
        since += 1.0
        telling.send(since)


async def test_nothing_moves_twice_or_not_at_all_when_the_process_is_killed(
    store: Store, url: str, lobby: Table
) -> None:
    await store_tables(store, lobby)
    await store.bot.record_heartbeat(SINCE, ONLY_SHARD)
    await store.close()
    luck = random.Random(26)
    for _ in range(KILLS):
        assert all(kill_telling(forgive_for_ever, url, after=luck.uniform(0.0, 0.1)))
    store = await Store.open(url, GAMES)
    await store.deadlines.finish(ONLY_SHARD)
    forgiven = (await store.bot.read_last_heartbeat(ONLY_SHARD) or 0.0) - SINCE
    assert forgiven >= KILLS
    assert list_deadline_moves(url) == {(int(forgiven), forgiven)}
    await store.close()


async def test_two_that_forgive_at_once_move_nothing_twice(
    store: Store, url: str, lobby: Table
) -> None:
    """One may have been frozen, and another has taken its shard over."""
    await store_tables(store, lobby)
    other = store if is_sqlite(url) else await Store.open(url, GAMES)
    await store.deadlines.begin(NOW, 500.0, ONLY_SHARD, keep_minimum=True)
    await asyncio.gather(store.deadlines.finish(ONLY_SHARD), other.deadlines.finish(ONLY_SHARD))
    assert list_deadline_moves(url) == {(1, 500.0)}
    await other.close()


@pytest.mark.logs_errors
async def test_a_table_that_the_database_refuses_keeps_no_other_from_moving(
    store: Store, url: str, lobby: Table
) -> None:
    tables = await store_tables(store, lobby)
    refused = tables[60]
    await store.bot.record_heartbeat(SINCE, ONLY_SHARD)
    refuse(url, refused.id)
    await store.deadlines.extend(NOW, SINCE, ONLY_SHARD, keep_minimum=False)
    assert await store.bot.read_last_heartbeat(ONLY_SHARD) == NOW
    found = run_sql(
        url, 'SELECT id, version, at - 2000 - channel FROM tables JOIN due ON "table" = id'
    )
    assert {(id_, version, seconds) for id_, version, seconds in found} == {
        (table.id, 1, 0.0) if table.id == refused.id else (table.id, 2, NOW - SINCE)
        for table in tables
    }


async def test_a_fault_that_is_no_tables_own_skips_no_table(
    store: Store, url: str, lobby: Table
) -> None:
    await store_tables(store, lobby, 3)
    await store.bot.record_heartbeat(SINCE, ONLY_SHARD)
    run_sql(url, "ALTER TABLE due RENAME TO away")
    with pytest.raises(Exception, match=r"due|42P01"):
        await store.deadlines.extend(NOW, SINCE, ONLY_SHARD, keep_minimum=False)
    run_sql(url, "ALTER TABLE away RENAME TO due")
    await store.deadlines.finish(ONLY_SHARD)
    assert list_deadline_moves(url) == {(1, NOW - SINCE)}
