"""The heap of timers against a simple list of what it was told."""

from collections.abc import Mapping
from typing import Any

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot import http_endpoints
from bot.bench.plugin import OpenWorld
from bot.bench.world import World
from bot.common.config import MetricsAddress
from bot.discord_adapter.client import ShardSession
from bot.domain.table import Call, Deadline, IdleCheck, Lobby, Player, Table, TableDeletion, Timer
from bot.i18n import text
from bot.metrics import Metrics
from bot.services.heartbeat import Clock
from bot.services.sessions import TableSessions
from bot.services.timer_heap import MAX_STALE_HEAP_ENTRIES, TimerHeap
from bot.storage.shards import Shard
from tests.bench.whole import whole_game
from tests.databases import run_sql
from tests.machine import free_port

EMPTY = Lobby("secret_numbers", 1, 2, "en", "10", 0.0, 0.0)
HORIZON_SECONDS = 8.0

ids = st.integers(1, 6)
times = st.integers(0, 10).map(float)
rows = st.sampled_from((Deadline("turn:1"), Call(1, 0), IdleCheck("close"), TableDeletion()))
timers: st.SearchStrategy[list[Timer]] = st.lists(
    st.builds(lambda row, at: row.until(at), rows, times)
)
some = st.frozensets(ids, max_size=4)
steps = st.one_of(
    st.tuples(st.just("note"), ids, timers, st.sampled_from(("", "away", "channel"))),
    st.tuples(st.just("drop"), ids),
    st.tuples(st.just("due"), times, st.integers(0, 5), some),
    st.tuples(st.just("put off"), ids, times.filter(lambda at: at <= HORIZON_SECONDS)),
    st.tuples(st.just("forgiven")),
    st.tuples(
        st.just("load"), st.dictionaries(ids, times.filter(lambda at: at <= HORIZON_SECONDS))
    ),
)


def table(id_: int, *rows: Timer, paused: str = "") -> Table:
    return replace(EMPTY, id=id_, timers=rows, paused=paused)


def first(rows: list[Timer], paused: str) -> float | None:
    return min(
        (row.at for row in rows if not paused or row.kind in ("idle", "forget")), default=None
    )


def in_order(known: Mapping[int, float], but: frozenset[int]) -> list[tuple[float, int]]:
    return sorted((at, id_) for id_, at in known.items() if id_ not in but)


def nothing_due() -> TimerHeap:
    return TimerHeap(TableSessions(None, Clock(lambda: 0.0, lambda: 0.0)))  # type: ignore[arg-type]


def hold(timers: TimerHeap, busy: frozenset[int]) -> None:
    for id_ in range(1, 7):
        timers._sessions[id_].is_firing = id_ in busy


@given(st.lists(steps, max_size=60), some)
def test_it_is_what_a_simple_list_would_be(told, but):
    timers, known, not_before = nothing_due(), dict[int, float](), dict[int, float]()
    timers.load({}, HORIZON_SECONDS)
    for what, *about in told:
        match what, about:
            case "note", (id_, rows, paused):
                timers.update_timer(table(id_, *rows, paused=paused))
                at = first(rows, paused)
                known.pop(id_, None)
                if at is not None and max(at, not_before.get(id_, 0.0)) <= timers.loaded_until:
                    known[id_] = max(at, not_before.get(id_, 0.0))
            case "drop", (id_,):
                timers.drop(id_)
                known.pop(id_, None)
            case "load", (new,):
                timers.load(new, HORIZON_SECONDS)
                known = {id_: max(at, not_before.get(id_, 0.0)) for id_, at in new.items()}
            case "put off", (id_, at):
                timers.postpone(id_, at)
                known[id_] = not_before[id_] = at
            case "forgiven", _:
                timers.clear()
                not_before.clear()
                timers.load({}, HORIZON_SECONDS)
                known.clear()
            case "due", (now, most, held):
                hold(timers, held)
                ready = [id_ for at, id_ in in_order(known, held) if at <= now]
                assert timers.find_due_tables(now, most) == tuple(ready[:most])
                assert timers.find_due_tables(now, most) == tuple(ready[:most]), (
                    "looking changes nothing"
                )
        hold(timers, but)
        left = in_order(known, but)
        assert timers.find_earliest() == (left[0][0] if left else None)
    hold(timers, frozenset())
    ready = [id_ for at, id_ in in_order(known, frozenset()) if at <= HORIZON_SECONDS]
    assert timers.find_due_tables(HORIZON_SECONDS, 99) == tuple(ready)


def test_it_knows_nothing_before_it_is_loaded_and_nothing_after_its_end() -> None:
    timers = nothing_due()
    timers.update_timer(table(1, IdleCheck("close", at=5.0)))
    assert timers.find_earliest() is None
    assert timers.find_due_tables(1e12, 9) == ()
    timers.load({1: 5.0}, 10.0)
    timers.update_timer(table(2, IdleCheck("close", at=10.0)))
    timers.update_timer(table(3, IdleCheck("close", at=10.5)))
    assert timers.find_due_tables(1e12, 9) == (1, 2)
    timers.update_timer(table(1, IdleCheck("close", at=11.0)))
    assert timers.find_due_tables(1e12, 9) == (2,)


def test_it_does_not_grow_with_what_is_over() -> None:
    timers = nothing_due()
    timers.load(dict.fromkeys(range(10), 1e9), 1e12)
    for turn in range(10_000):
        timers.update_timer(table(turn % 10, Deadline(f"turn:{turn}", at=1e9 + turn)))
    assert len(timers._heap) <= 2 * 10 + MAX_STALE_HEAP_ENTRIES + 1
    assert timers.find_earliest() == 1e9 + 9990
    for id_ in range(10):
        timers.drop(id_)
    assert timers.find_earliest() is None
    assert timers._heap == []


DATABASES = ("sqlite", pytest.param("postgresql", marks=pytest.mark.thorough))
DAY = 86_400.0
HOUR = 3600.0
FAILED = "the clean-up of records-of-servers failed: "
SAY = text("en")
READY = SAY("health-well") + "\n"
NOTE = SAY("health-cleanup", steps="records-of-servers") + "\n"


async def store_finished_game(world: World, at: float) -> int:
    people = [Player(person.name, person.id) for person in world.people[:2]]
    table = await whole_game(world.store, "cloaked_cats", people, guild=world.guild.id, at=at)
    return table.id


async def open_cleaned_world(open_world: OpenWorld, **settings: Any) -> World:
    """Open a world whose first clean-up is over; the test asks by the world's time, too."""
    world = await open_world(**settings)
    world.bot.services.clock.now = world.now
    await wait_hours(world, 1)
    return world


def records(world: World) -> list[int]:
    return [id_ for (id_,) in run_sql(world.database, "SELECT id FROM records ORDER BY id")]


async def wait_hours(world: World, hours: int) -> None:
    for _ in range(hours):
        await world.jump(HOUR)


async def ready(port: int) -> tuple[int, str]:
    async with aiohttp.request("GET", f"http://127.0.0.1:{port}/ready") as answer:
        return answer.status, await answer.text()


@pytest.mark.logs_errors
async def test_a_step_that_fails_stops_no_other_and_is_seen(open_world, database, caplog):
    metrics = Metrics()
    world = await open_cleaned_world(open_world, database=database, counters=metrics)
    old = await store_finished_game(world, world.now() - 40 * DAY)
    await store_finished_game(world, world.now() - 800 * DAY)
    await world.store.people.set_retention_days(world.guild.id, 30)
    run_sql(world.database, "ALTER TABLE retention RENAME TO retention_away")
    caplog.set_level("INFO", "bot.services.cleanup")
    port = free_port()
    with metrics.count_errors():
        await wait_hours(world, 30)
        assert records(world) == [old], "the step before the broken one ran"
        assert run_sql(world.database, "SELECT 1 FROM standings") != []
        run_sql(world.database, "UPDATE standings SET at = ?", world.now() - 400 * DAY)
        await wait_hours(world, 40)
        assert not world.bot.services.cleanup.overdue_steps, "it is less than two days"
        await wait_hours(world, 5)
        assert run_sql(world.database, "SELECT 1 FROM standings") == [], "those behind it, too"
        assert caplog.text.count(FAILED) == 1, "and not each hour"
        told, _ = metrics.encode([], 0, None)
        assert 'cats_errors_total{logger="bot.services.cleanup"} 1.0' in told.decode()
    watch = MetricsAddress("127.0.0.1", port)
    async with http_endpoints.serve_endpoints(watch, metrics, world.store, {0: world.bot}, SAY):
        assert world.bot.services.cleanup.overdue_steps == ("records-of-servers",)
        assert await ready(port) == (200, READY + NOTE)
        run_sql(world.database, "ALTER TABLE retention_away RENAME TO retention")
        await wait_hours(world, 1)
        assert records(world) == []
        assert await ready(port) == (200, READY)
    assert caplog.text.count(FAILED) == 1
    assert "the clean-up of records-of-servers works again" in caplog.text


async def test_a_clock_that_was_set_back_does_not_put_it_off(open_world: OpenWorld) -> None:
    world = await open_cleaned_world(open_world)
    cleanup, now = world.bot.services.scheduler.cleanup, world.now()
    assert not cleanup.is_due
    world.bot.services.clock.now = lambda: now - 400 * DAY
    assert cleanup.is_due
    world.bot.services.clock.now = world.now


async def test_only_the_first_shards_worker_cleans_up(open_world, monkeypatch):
    monkeypatch.setattr("bot.services.scheduler.ERASURE_CHECK_INTERVAL_SECONDS", HOUR)
    world = await open_cleaned_world(open_world, session=ShardSession(Shard(1, 2)))
    old = await store_finished_game(world, world.now() - 800 * DAY)
    await wait_hours(world, 25)
    assert not world.bot.services.scheduler.cleanup.is_due
    assert records(world) == [old]
