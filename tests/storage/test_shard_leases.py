"""Who serves which shard: the plan that all workers share, and the locks that it works with."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio
from hypothesis import given
from hypothesis import strategies as st

from bot.storage import postgres_connections
from bot.storage import postgres_shard_leases as postgres_claims
from bot.storage.problems import ConnectionLost
from bot.storage.shard_leases import LeaseView, ShardLeases, SingleProcessLeases, assign_shards
from bot.storage.shards import ONLY_SHARD, Shard
from bot.storage.store import Store
from tests.databases import run_sql
from tests.patience import HANG_TIMEOUT_SECONDS
from tests.storage.cable import cable
from tests.storage.conftest import GAMES

DATABASES = ("postgresql",)
SESSIONS = """
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
WORKERS = st.lists(st.integers(1, 9), unique=True, max_size=6).map(tuple)
OWNERS = st.dictionaries(st.integers(0, 15), st.integers(1, 9))


@given(WORKERS, OWNERS, OWNERS, st.integers(1, 16))
def test_shares_are_equal_and_nothing_moves_without_need(
    workers: tuple[int, ...], owners: dict[int, int], ready: dict[int, int], count: int
) -> None:
    owners = {shard: owner for shard, owner in owners.items() if shard < count}
    plan = assign_shards(LeaseView(0, workers, owners, ready), count)
    if not workers:
        assert plan == {}
        return
    assert set(plan) == set(range(count))
    has = Counter(plan.values())
    assert {*has} <= {*workers}
    assert max(has.values()) - min(has[worker] for worker in workers) <= 1
    settled = LeaseView(0, workers, plan, {})
    assert assign_shards(settled, count) == plan, "what is shared out stays"


@given(WORKERS, OWNERS, OWNERS, st.integers(1, 16))
def test_while_workers_come_and_go_nothing_moves_but_from_whoever_leaves(
    workers: tuple[int, ...], owners: dict[int, int], ready: dict[int, int], count: int
) -> None:
    owners = {shard: owner for shard, owner in owners.items() if shard < count}
    plan = assign_shards(LeaseView(0, workers, owners, ready, new_workers=(0,)), count)
    if not workers:
        assert plan == {}
        return
    assert set(plan) == set(range(count))
    for shard, worker in plan.items():
        if owners.get(shard) in workers:
            assert worker == owners[shard]
        elif ready.get(shard) in workers:
            assert worker == ready[shard]
    has, kept = Counter(plan.values()), Counter(owners.values())
    most = {worker: kept[worker] + [*ready.values()].count(worker) for worker in workers}
    fewest = min(has[worker] for worker in workers)
    assert all(has[worker] <= max(most[worker], fewest + 1) for worker in workers)


@pytest.mark.parametrize(("workers", "count"), [(4, 64), (4, 16), (3, 16), (4, 4)])
def test_a_release_worker_by_worker_moves_each_shard_once(workers: int, count: int) -> None:
    old = tuple(range(1, workers + 1))
    owners, moves, there = assign_shards(LeaseView(0, old, {}, {}), count), Counter[int](), [*old]
    for leaving in old:
        comes = -leaving
        there.append(comes)
        plan = assign_shards(LeaseView(0, tuple(there), owners, {}, new_workers=(comes,)), count)
        assert plan == owners, "who has just come waits until somebody leaves"
        there.remove(leaving)
        for shard in [shard for shard, owner in owners.items() if owner == leaving]:
            plan = assign_shards(
                LeaseView(0, tuple(there), owners, {}, new_workers=(comes,)), count
            )
            moves.update([shard])
            owners[shard] = plan[shard]
    assert moves == dict.fromkeys(range(count), 1)
    assert assign_shards(LeaseView(0, tuple(there), owners, {}), count) == owners, (
        "nothing is to be evened out"
    )


def test_who_joins_gets_its_share_from_those_that_have_most() -> None:
    view = LeaseView(
        own_worker=3, workers=(1, 2, 3), owners={0: 1, 1: 1, 2: 1, 3: 2}, ready_workers={}
    )
    assert assign_shards(view, 4) == {0: 1, 1: 1, 2: 3, 3: 2}


def test_who_leaves_has_nothing_left_and_the_free_ones_go_to_who_is_ready() -> None:
    view = LeaseView(
        own_worker=1, workers=(2, 3), owners={0: 1, 1: 1, 2: 2, 3: 3}, ready_workers={0: 3, 1: 2}
    )
    assert assign_shards(view, 4) == {0: 3, 1: 2, 2: 2, 3: 3}


def test_servers_belong_to_shards_as_discord_says() -> None:
    guild = 613425648685547541
    assert [number for number in range(4) if Shard(number, 4).contains_guild(guild)] == [
        (guild >> 22) % 4
    ]
    assert ONLY_SHARD.contains_guild(guild)


@pytest_asyncio.fixture
async def other(url: str) -> AsyncIterator[Store]:
    """Another worker's store."""
    store = await Store.open(url, GAMES)
    yield store
    await store.close()


@asynccontextmanager
async def join_workers(store: Store) -> AsyncIterator[ShardLeases]:
    claims = store.open_leases()
    async with claims.join_workers():
        pass
    yield claims
    await claims.close()


async def test_the_only_process_of_a_file_has_everything_at_once() -> None:
    claims = SingleProcessLeases()
    async with claims.join_workers() as alone:
        assert alone
    assert await claims.claim(0)
    assert await claims.read_leases() == LeaseView(0, (0,), {0: 0}, {})
    await claims.release(0)
    await claims.leave()
    assert await claims.read_leases() == LeaseView(0, (), {}, {})


async def test_a_shard_has_one_owner_until_its_session_ends(
    store: Store, other: Store, url: str
) -> None:
    async with join_workers(store) as one, join_workers(other) as two:
        assert await one.claim(0)
        assert not await two.claim(0)
        assert await two.claim(1)
        view, seen = await one.read_leases(), await two.read_leases()
        assert view.workers == seen.workers == tuple(sorted((view.own_worker, seen.own_worker)))
        assert view.owners == seen.owners == {0: view.own_worker, 1: seen.own_worker}
        run_sql(url, "SELECT pg_terminate_backend(?)", view.own_worker)
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            while not await two.claim(0):  # noqa: ASYNC110 - the server ends a session in its time
                await asyncio.sleep(0.01)
        with pytest.raises(ConnectionLost):
            await one.read_leases()
        with pytest.raises(ConnectionLost):
            await one.claim(2)
        async with one.join_workers() as alone:
            assert not alone
        assert (await one.read_leases()).owners == {0: seen.own_worker, 1: seen.own_worker}


async def test_others_see_who_is_ready_and_who_leaves(store: Store, other: Store) -> None:
    async with join_workers(store) as one, join_workers(other) as two:
        assert await one.claim(0)
        await two.announce_ready(0, is_ready=True)
        view, me = await one.read_leases(), (await two.read_leases()).own_worker
        assert view.ready_workers == {0: me}
        await one.leave()
        await one.release(0)
        await two.announce_ready(0, is_ready=False)
        view = await two.read_leases()
        assert (view.workers, view.owners, view.ready_workers) == ((me,), {}, {})


async def test_sessions_of_a_worker_that_stands_still_are_ended(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    frozen = await Store.open(url, GAMES)
    await frozen.bot.set_setting("a", "b")  # it has all its sessions
    async with join_workers(frozen) as one, join_workers(store) as two:
        assert await one.claim(0)
        await asyncio.sleep(0.01)
        monkeypatch.setattr(postgres_claims, "LEASE_TIMEOUT_SECONDS", 0.0)
        while (await two.read_leases()).owners:  # noqa: ASYNC110 - of the server
            await asyncio.sleep(0.01)
        monkeypatch.setattr(postgres_claims, "LEASE_TIMEOUT_SECONDS", 1e9)
        assert await two.claim(0)
        with pytest.raises(ConnectionLost):
            await one.read_leases()
    assert await frozen.bot.find_setting("a") == "b", "its store comes back"
    await frozen.close()


async def test_who_lost_the_connection_finds_nothing_left_of_its_former_self(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server has not noticed that the network was cut, and keeps the former session's locks."""
    monkeypatch.setattr(
        postgres_claims, "LEASE_TIMEOUT_SECONDS", 0.0
    )  # a former session would count as frozen
    async with cable(url) as (line, through):
        store = await Store.open(through, GAMES)
        async with join_workers(store) as claims:
            assert await claims.claim(0)
            former = (await claims.read_leases()).own_worker
            line.lose()
            with monkeypatch.context() as soon:
                soon.setattr(postgres_claims, "LEASE_CHECK_TIMEOUT_SECONDS", 0.2)
                soon.setattr(postgres_connections, "DATABASE_TIMEOUT_SECONDS", 0.2)
                with pytest.raises(ConnectionLost):
                    await claims.read_leases()
                with pytest.raises(ConnectionLost):
                    await store.bot.set_setting("a", "b")
            await store.bot.set_setting("a", "b")
            sessions = {*run_sql(url, SESSIONS)}
            assert (former,) in sessions

            async with claims.join_workers() as alone:
                assert alone, "nobody is taken for another worker"
            view = await claims.read_leases()
            assert view == LeaseView(
                view.own_worker, (view.own_worker,), {}, {}, new_workers=(view.own_worker,)
            )
            assert await claims.claim(0)
            assert sessions - {*run_sql(url, SESSIONS)} == {(former,)}, "the others are well"
        await store.close()


async def test_only_who_is_alone_decides_how_many_shards_there_are(
    store: Store, other: Store
) -> None:
    first, second = store.open_leases(), other.open_leases()
    async with first.join_workers() as alone:
        assert alone
        waiting = asyncio.create_task(second.join_workers().__aenter__())
        await asyncio.sleep(0.05)
        assert not waiting.done(), "it waits until the first one has decided"
    assert await waiting is False
    await first.close()
    await second.close()
    async with first.join_workers() as alone:
        assert alone
    await first.close()


async def test_nothing_is_left_for_whoever_starts_of_one_that_has_just_ended(
    store: Store, other: Store
) -> None:
    """The server frees a session's locks a moment after its connection was closed."""
    former, starts = store.open_leases(), other.open_leases()
    async with former.join_workers():
        pass
    async with starts.join_workers() as alone:
        assert not alone
    await starts.close()
    starting = asyncio.create_task(
        starts.join_workers(timeout_seconds=HANG_TIMEOUT_SECONDS).__aenter__()
    )
    await asyncio.sleep(0.05)
    assert not starting.done()
    await former.close()
    assert await starting is True
    await starts.close()


async def test_a_worker_is_new_for_a_while(
    store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with join_workers(store) as one:
        view = await one.read_leases()
        assert view.new_workers == (view.own_worker,)
        monkeypatch.setattr(postgres_claims, "REBALANCE_DELAY_SECONDS", -1.0)
        async with join_workers(other) as two:
            assert (await two.read_leases()).new_workers == (view.own_worker,)
            await one.leave()
            assert (await two.read_leases()).new_workers == ()


async def test_a_server_that_goes_away_ends_all_claims(store: Store, url: str) -> None:
    async with join_workers(store) as claims:
        assert await claims.claim(0)
        end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE ?"
        run_sql(url, end, "%claims")
        with pytest.raises(ConnectionLost):
            await claims.read_leases()
        async with claims.join_workers() as alone:
            assert alone
        assert (await claims.read_leases()).owners == {}
