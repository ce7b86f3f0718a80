"""Changes of tables between memory and the database, whatever goes wrong."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio
from msgspec.structs import replace

from bot.bench.bots import make_start
from bot.bench.world import World
from bot.domain import dealing, opening, seating
from bot.domain.changes import Change, Click, Gone, Refused, close_table
from bot.domain.consequences import IDLE_SECONDS_UNTIL_NOTICE, apply_consequences
from bot.domain.opening import TableOptions
from bot.domain.table import (
    Board,
    BoardUpdate,
    Call,
    Commit,
    IdleCheck,
    Lobby,
    Player,
    SeatDecision,
    Table,
    Timer,
)
from bot.engine.package import extract_games
from bot.services.events import (
    CommitUnknown,
    Events,
    TableChanged,
    TableDropped,
    TimersChanged,
)
from bot.services.heartbeat import Clock, Heartbeat
from bot.services.lookups import Lookups
from bot.services.sessions import TableSessions
from bot.services.tables import Tables
from bot.services.timer_heap import TimerHeap
from bot.storage.problems import StoreProblem
from bot.storage.shards import ONLY_SHARD, Shard
from bot.storage.store import Store
from tests.databases import run_sql
from tests.play.evening import load_match
from tests.tables import in_phase
from tests.toys import REGISTRY

GAME, CHANNEL, ADA = "secret_numbers", 2, 7


class Beating(Heartbeat):
    """A heartbeat that never has time to give back."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.clock = Clock(now, lambda: 0.0)
        self.clock.now = now

    async def catch_up(self) -> None: ...


class Place:
    """Tables on a real database, without Discord."""

    def __init__(self, store: Store, path: Path) -> None:
        self.store = store
        self.path = path
        self.now = 1000.0
        self.clicks = 0
        self.changed: list[tuple[Table, Table]] = []
        self.reads = 0
        self.unknown: list[float] = []
        """When it was not known whether a change is on the disk."""
        events = Events()
        beating = Beating(lambda: self.now)
        sessions = TableSessions(store, beating.clock)
        self.tables = Tables(store, sessions, Lookups(store), REGISTRY, beating, events, 2.0)
        self.timers = TimerHeap(sessions)
        events.subscribe(TableChanged, self._on_table_changed)
        events.subscribe(TimersChanged, lambda event: self.timers.update_timer(event.table))
        events.subscribe(TableDropped, lambda event: self.timers.drop(event.table_id))
        events.subscribe(CommitUnknown, lambda _: self.unknown.append(self.now))
        self.read = store.tables.load

        async def table(table: int) -> Table | None:
            self.reads += 1
            return await self.read(table)

        store.tables.load = table  # type: ignore[assignment]

    def _on_table_changed(self, event: TableChanged) -> None:
        self.changed.append((event.before, event.change.table))
        self.timers.update_timer(event.change.table)

    async def plan(self, until: float) -> None:
        self.timers.load(await self.store.tables.find_next_timers(until, ONLY_SHARD), until)

    def clear_caches(self) -> None:
        self.tables.clear_caches()
        self.timers.clear()

    def click(self) -> Click:
        self.clicks += 1
        return Click(self.clicks, ADA, "Ada", "en", CHANNEL)

    async def opened(self) -> Table:
        click, options = self.click(), TableOptions(computers=1)
        lobby = opening.open_lobby(click, 1, CHANNEL, GAME, REGISTRY[GAME], options, self.now)
        return await self.tables.add(Change(lobby), click)

    async def dealt(self) -> Table:
        table = await self.opened()
        package = self.tables.find_package(table)
        return await self.tables.submit(
            table.id, lambda table: dealing.start_game(table, package, lambda: bytes(32))
        )

    async def seat(self, table: Table, user: int, name: str) -> Click:
        package, click = (
            self.tables.find_package(table),
            replace(self.click(), user=user, name=name),
        )
        await self.tables.submit(
            table.id, lambda table: seating.join(table, package, click, self.now), click
        )
        return click

    async def kept(self, table: Table) -> Table | None:
        """Return the table as the database holds it."""
        await self.store.bot.record_heartbeat(self.now, ONLY_SHARD)
        return await self.read(table.id)

    def rewrite(self, statement: str) -> None:
        with closing(sqlite3.connect(self.path)) as db, db:
            db.execute(statement)


@pytest_asyncio.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    path = tmp_path / "cats.db"
    store = await Store.open(f"sqlite:///{path}", extract_games(REGISTRY))
    yield Place(store, path)
    await store.close()


def with_clock(clock: str) -> Callable[[Table], Change]:
    return lambda table: Change(replace(table, clock=clock))


async def test_a_table_is_changed_without_being_read(place: Place) -> None:
    table = await place.dealt()
    click = place.click()
    changed = await place.tables.submit(table.id, with_clock("3"), click)
    looked = await place.tables.record_arrival(table.id, place.click())
    assert place.reads == 0
    assert (changed.version, looked.version) == (3, 3)
    kept = await place.kept(table)
    assert kept == replace(looked, timers=kept.timers if kept else ())
    assert set(kept.timers) == set(looked.timers)
    told = len(place.changed)
    again = await place.tables.submit(table.id, with_clock("60"), click)
    assert (again.clock, len(place.changed)) == ("3", told), "the same click counts once"

    place.rewrite("UPDATE tables SET version = 9, clock = '60', text_only = 1")
    assert (await place.tables.load(table.id)).clock == "3", "looking asks nobody"
    changed = await place.tables.submit(table.id, with_clock("10"))
    assert (changed.version, changed.clock, changed.text_only) == (10, "10", True)
    assert await place.kept(table) == changed
    assert [(before.version, after.version) for before, after in place.changed[-1:]] == [(9, 10)]


@pytest.mark.logs_errors
async def test_a_change_that_cannot_be_stored_is_not_remembered(place, monkeypatch):
    table = await place.dealt()

    async def fails(_: object) -> Table:
        raise StoreProblem("store-full", path="")

    told = len(place.changed)
    with monkeypatch.context() as full:
        full.setattr(place.store.tables, "commit", fails)
        full.setattr(place.store.tables, "store_board", fails)
        with pytest.raises(Refused) as caught:
            await place.tables.submit(table.id, with_clock("3"), place.click())
        with pytest.raises(StoreProblem):
            await place.tables.update_board(table.id, lambda _: Board(99, 1))
    assert caught.value.key == "store-trouble"
    assert len(place.changed) == told

    loaded = await place.tables.load(table.id)
    assert (loaded.clock, loaded.board) == (table.clock, table.board)
    assert place.reads > 0, "after a failed write the database is the truth"
    assert (await place.tables.submit(table.id, with_clock("3"))).version == table.version + 1


async def test_of_a_change_that_was_cancelled_memory_says_what_the_database_does(place):
    table = await place.dealt()
    for number in range(30):
        clock = str(number)
        task = asyncio.create_task(place.tables.submit(table.id, with_clock(clock)))
        for _ in range(number):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait((task,))
        loaded = await place.tables.load(table.id)
        kept = await place.kept(table)
        assert kept is not None
        assert (loaded.version, loaded.clock) == (kept.version, kept.clock)
    assert loaded.version > table.version


async def test_many_changes_of_one_table_are_made_one_after_the_other(place: Place) -> None:
    table = await place.opened()

    def longer(table: Table) -> Change:
        return Change(replace(table, clock=f"{table.clock}+"))

    changed = [place.tables.submit(table.id, longer) for _ in range(20)]
    versions = [table.version for table in await asyncio.gather(*changed)]
    assert versions == list(range(2, 22))
    kept = await place.kept(table)
    assert kept is not None
    assert kept.clock.count("+") == 20


async def test_a_board_that_is_asked_for_twice_calls_all_that_were_to_be_called(place):
    table = await place.opened()

    async def asks(*calls: SeatDecision) -> Table:
        return await place.tables.submit(
            table.id, lambda table: Change(table, should_move_board=True, calls=calls)
        )

    assert (await asks((1, 0))).board.calls == ((1, 0),)
    both = await asks((2, 0), (1, 0))
    assert both.board.calls == ((1, 0), (2, 0))
    assert both.board.should_move
    await place.tables.update_board(
        table.id, lambda board: board.show_version(9, 2, (), moved_version=2)
    )
    late = await place.tables.load(table.id)
    assert late.board.should_move, "the board of an older version is no answer"
    assert (await asks((3, 0))).board.calls == ((1, 0), (2, 0), (3, 0))
    changed = await place.tables.submit(table.id, with_clock("3"))
    assert changed.board.calls == ((1, 0), (2, 0), (3, 0))

    now = changed.version
    await place.tables.update_board(
        table.id, lambda board: board.show_version(10, now, (), moved_version=now)
    )
    came = await place.tables.load(table.id)
    assert not came.board.should_move
    assert (await asks((4, 0))).board.calls == ((4, 0),)
    assert await place.kept(table) == await place.tables.load(table.id)


async def test_the_timers_follow_every_change_and_look(place: Place) -> None:
    await place.plan(1e9)
    table = await place.dealt()

    def in_heap() -> float | None:
        return place.timers.find_earliest()

    async def planned() -> float | None:
        await place.store.bot.record_heartbeat(place.now, ONLY_SHARD)
        return (await place.store.tables.find_next_timers(1e9, ONLY_SHARD)).get(table.id)

    assert in_heap() == await planned() == place.now + 2.0, "the computer's pause"
    for seconds in (0.0, 5.0, 30.0):
        place.now += seconds
        await place.tables.record_arrival(table.id, place.click())
        assert in_heap() == await planned()
    await place.tables.submit(table.id, close_table, skip_channel_check=True)
    assert in_heap() == await planned()
    await place.tables.delete_table(table.id)
    assert in_heap() is await planned() is None
    with pytest.raises(Gone):
        await place.tables.load(table.id)


async def test_a_lobby_that_opens_while_the_timers_are_loaded_is_among_them(place, monkeypatch):
    next_dues, opened = place.store.tables.find_next_timers, list[Table]()

    async def overtaken(until: float, shard: Shard) -> dict[int, float]:
        found = await next_dues(until, shard)
        opened.append(await place.opened())
        return found

    monkeypatch.setattr(place.store.tables, "find_next_timers", overtaken)
    await place.plan(1e9)
    assert place.timers.find_earliest() == min(timer.at for timer in opened[0].timers)


async def test_when_time_is_forgiven_all_is_read_anew(place: Place) -> None:
    table = await place.dealt()
    await place.plan(1e9)
    place.now += 1000.0
    place.clear_caches()
    await place.store.deadlines.extend(place.now, place.now - 1000.0, ONLY_SHARD, keep_minimum=True)
    place.clear_caches()
    assert place.timers.loaded_until == 0.0, "it must be planned anew"
    moved = await place.tables.load(table.id)
    await place.plan(1e9)
    assert {timer.at - 1000.0 for timer in moved.timers} == {timer.at for timer in table.timers}
    assert place.timers.find_earliest() == place.now + 2.0


@pytest.mark.parametrize("written", [False, True], ids=["before it is", "after it was"])
async def test_who_looks_while_a_change_is_written_has_been_seen(place, monkeypatch, written):
    table = await place.opened()
    ben = await place.seat(table, 8, "Ben")
    commit, may_go_on = place.store.tables.commit, asyncio.Event()

    async def slow(change: Commit) -> Table:
        if not written:
            await may_go_on.wait()
        stored = await commit(change)
        await may_go_on.wait()
        return stored

    with monkeypatch.context() as slowly:
        slowly.setattr(place.store.tables, "commit", slow)
        change = asyncio.create_task(place.tables.submit(table.id, with_clock("3")))
        await asyncio.sleep(0.1)
        place.now += 50.0
        await place.tables.record_arrival(table.id, replace(ben, id=99))
        may_go_on.set()
        await change
    for found in (await place.tables.load(table.id), await place.kept(table)):
        assert found is not None
        (clicked,) = (player.clicked_at for player in found.players if player.user == 8)
        assert (found.clock, clicked, found.clicked_at) == ("3", place.now, place.now)


async def test_a_table_that_is_read_anew_while_its_board_is_noted_has_that_board(place):
    table = await place.dealt()
    note, written = place.store.tables.store_board, asyncio.Event()

    async def slowly(update: BoardUpdate) -> None:
        await written.wait()
        await note(update)

    place.store.tables.store_board = slowly
    board = Board(99, table.version)
    noting = asyncio.create_task(place.tables.update_board(table.id, lambda _: board))
    await asyncio.sleep(0.01)
    place.clear_caches()
    assert (await place.tables.load(table.id)).board == table.board, "it is not written yet"
    written.set()
    assert (await noting).board == board
    assert (await place.tables.load(table.id)).board == board
    changed = await place.tables.submit(table.id, with_clock("3"), place.click())
    assert changed.board == board


async def test_who_looks_while_they_are_taken_off_is_not_mistaken_for_the_next_one(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await place.opened()
    ben = await place.seat(table, 8, "Ben")
    await place.seat(table, 9, "Cleo")
    bens = (await place.tables.load(table.id)).seat_of(8)
    assert bens is not None
    joined, place.now = place.now, place.now + 500.0
    commit, may_go_on = place.store.tables.commit, asyncio.Event()

    async def slow(change: Commit) -> Table:
        stored = await commit(change)
        may_go_on.set()
        await asyncio.sleep(0.05)
        return stored

    with monkeypatch.context() as slowly:
        slowly.setattr(place.store.tables, "commit", slow)
        free = place.tables.submit(
            table.id, lambda table: seating.free_seat(table, bens), place.click()
        )
        removing = asyncio.create_task(free)
        await may_go_on.wait()
        looked = await place.tables.record_arrival(table.id, replace(ben, id=99))
        assert looked.seat_of(8) == bens, "he is taken off on the disk, and not in memory yet"
        await removing
    for found in (await place.tables.load(table.id), await place.kept(table)):
        assert found is not None and found.seat_of(8) is None
        (clicked,) = (player.clicked_at for player in found.players if player.user == 9)
        assert clicked == joined, "Cleo has not clicked"


LESS = {name: package for name, package in REGISTRY.items() if name != "secret_numbers"}
DAY = 86_400.0


@pytest.fixture
async def world(open_world):
    return await open_world(registry=REGISTRY)


async def begin(world: World, clock: str = "10") -> None:
    ada, ben, *_ = world.people
    await ada.slash("cats play", game="secret_numbers", clock=clock)
    await ben.press("Join")
    await ada.press("Start")


async def restart_with(world: World, registry: object) -> None:
    world.start = make_start(registry=registry, heartbeat=3600.0)
    await world.restart()


async def test_a_table_waits_without_its_game_and_goes_on_with_it(world: World) -> None:
    ada, ben, *_ = world.people
    await begin(world)
    await ben.press("My number", on=world.board())
    before = await load_match(world)
    await restart_with(world, LESS)
    answer = await ada.press("My number", on=world.board())
    assert answer.text.startswith("This game isn't installed at the moment, so your table")
    assert "on hold" in (await ben.slash("cats play", game="quickpick")).text
    await world.advance(30 * 60)
    assert run_sql(world.database, "SELECT paused, phase FROM tables") == [("channel", "playing")]
    await restart_with(world, REGISTRY)
    await ada.press("My number", on=world.board())
    after = await load_match(world)
    assert (after.state, after.paused) == (before.state, "")
    left = {timer.kind: timer.at - world.now() for timer in after.timers}
    assert left["deadline"] > 5 * 60
    await restart_with(world, LESS)
    assert (await ben.slash("cats end")).text.startswith("Only the host")
    await ada.slash("cats end")
    await ada.press("c1:d:*:end-yes")
    assert run_sql(world.database, "SELECT phase FROM tables") == [("closed",)]
    assert "Nobody has finished a game" in (await ada.slash("cats scores")).text
    await ben.slash("cats play", game="quickpick")
    assert "Join" in world.board().labels


async def test_a_table_whose_game_is_missing_makes_room_and_goes_on_when_it_is_back(world):
    ada, _, cleo, _ = world.people
    await begin(world)
    old = world.board()
    before = await load_match(world)
    await restart_with(world, LESS)
    await cleo.slash("cats play", game="quickpick")
    assert "isn't installed at the moment" in cleo.private().text
    await cleo.press("Make room for mine")
    assert "Cleo (host)" in world.board().text
    assert run_sql(world.database, "SELECT phase FROM tables ORDER BY id") == [
        ("aside",),
        ("lobby",),
    ]
    await cleo.press("Leave", on=world.board())
    await restart_with(world, REGISTRY)
    await world.advance(5)
    await ada.press("Continue our game", on=world.find(old.id))
    after = await load_match(world)
    assert (after.id, after.state, after.phase) == (before.id, before.state, "playing")


async def test_a_lobby_without_its_game_closes_when_nobody_comes(world: World) -> None:
    ada, ben, *_ = world.people
    await ada.slash("cats play", game="secret_numbers")
    await ben.press("Join")
    await ben.press("Start")
    assert "press Start" in world.board().text.replace("**", ""), "the host is called"
    await restart_with(world, LESS)
    await world.jump(1.1 * DAY)
    assert run_sql(world.database, "SELECT phase FROM tables") == [("closed",)]
    await world.jump(2 * DAY)
    assert run_sql(world.database, "SELECT phase FROM tables") == []


def list_timers(clicked_at: float, now: float) -> tuple[Timer, ...]:
    """Return the timers of a game in which Ada was asked at 10.0 and would be called at 70.0."""
    ada = Player("Ada", ADA, asked=0, asked_at=10.0, clicked_at=clicked_at)
    lobby = Lobby(GAME, 1, CHANNEL, "en", "10", 0.0, clicked_at, players=(ada, Player("Ben", 8)))
    match = in_phase(lobby, "playing", timers=(Call(0, 0, at=70.0),))
    return apply_consequences(Change(match), REGISTRY[GAME], now, 2.0).table.timers


def test_a_notice_that_is_due_is_given_once_and_who_has_clicked_since_is_not_called() -> None:
    for clicked_at, is_called in ((9.0, True), (11.0, False)):
        assert (Call(0, 0, at=70.0) in list_timers(clicked_at, 12.0)) is is_called
    for seconds, expected in ((-1.0, ["notice", "close"]), (0.0, ["close"])):
        timers = list_timers(9.0, 9.0 + IDLE_SECONDS_UNTIL_NOTICE + seconds)
        assert [timer.what for timer in timers if isinstance(timer, IdleCheck)] == expected
