import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.domain.table import (
    MAX_PUBLIC_NEWS,
    NO_GUESS_LIMIT,
    Commit,
    IdleCheck,
    Leaver,
    Lobby,
    Match,
    Person,
    Phase,
    Player,
    Reminder,
    Table,
)
from bot.engine.events import EventRecord
from bot.engine.game import Elapse, Leave
from bot.engine.records import ActRecord
from bot.storage.opening import open_database
from bot.storage.problems import ChannelTaken, RepeatedInteraction, StoreProblem, TableConflict
from bot.storage.shards import ONLY_SHARD
from bot.storage.sqlite_connection import SYNCHRONOUS_MODE
from bot.storage.sqlite_database import SqliteDatabase
from bot.storage.store import Store
from tests.databases import FAULTS, SESSIONS, hold_write_lock, is_sqlite, run_sql
from tests.patience import HANG_TIMEOUT_SECONDS, until
from tests.storage.conftest import GAMES, make_large_match
from tests.tables import expect_match, in_phase, list_events
from tests.toys.secret_numbers.model.state import State

SECRET = b"The black cat is the top hat cat"


class Noted(State, frozen=True):
    """A state with a note in it."""

    note: str = ""


def make_match(table: Table) -> Match:
    return replace(
        make_large_match(table, 0),
        paused="channel",
        paused_at=1700.125,
        seed=SECRET,
        dealt=b'{"fans":[[1,2,3]]}',
        step=3,
        guessers=(Person(9, "Cleo", 1, True, "lie", 4, 3), Person(8, "Dan")),
        guess_limit=NO_GUESS_LIMIT,
    )


async def test_a_table_comes_back_as_it_was_committed(store: Store, lobby: Table) -> None:
    opened = await store.tables.commit(Commit(lobby, at=1001.0))

    assert opened == replace(lobby, id=opened.id, version=1)
    assert opened.id > 0
    assert await store.tables.load(opened.id) == opened

    moved = expect_match(await store.tables.commit(Commit(make_match(opened), at=1002.0)))

    assert moved == replace(make_match(opened), version=2)
    assert moved.prompts
    assert await store.tables.load(opened.id) == moved

    ended = replace(moved.close(), ended_at=1800.0, ended_by=7, leavers=(Leaver(8, "Ben", 1),))
    for table in (ended, replace(ended, is_complete=True, ended_by=None, version=3)):
        finished = await store.tables.commit(Commit(table, at=1003.0))
        assert finished == replace(table, version=table.version + 1)
        assert await store.tables.load(opened.id) == finished


async def test_seats_and_dues_are_replaced_whole(store: Store, lobby: Table) -> None:
    table = await store.tables.commit(Commit(lobby, at=1.0))
    timers = (Reminder("turn:1", at=99.0), IdleCheck("close", at=500.0))
    changed = replace(table, players=(*table.players[1:], Player("Bo", user=8)), timers=timers)
    changed = await store.tables.commit(Commit(changed, at=2.0))

    assert await store.tables.load(table.id) == changed

    empty = await store.tables.commit(Commit(replace(changed, players=(), timers=()), at=3.0))
    assert await store.tables.load(table.id) == empty


async def test_inputs_come_back_with_their_steps_and_times(store: Store, lobby: Table) -> None:
    table = await store.tables.commit(Commit(lobby, at=1.0))
    act = ActRecord(seat=1, decision=4, move="guess/2/14", at=1 << 62)
    table = await store.tables.commit(Commit(replace(table, step=1), at=2.0, actions=(act,)))
    two = (Elapse(decision=5), Leave(seat=0))
    await store.tables.commit(Commit(replace(table, step=3), at=2.5, actions=two))

    assert await store.tables.find_inputs(table.id) == (
        (1, act, 2.0),
        (2, two[0], 2.5),
        (3, two[1], 2.5),
    )


async def test_secret_events_are_not_among_the_public_ones(store: Store, lobby: Table) -> None:
    public = [EventRecord(to=None, name=f"said-{n}", values=(n, "🐈")) for n in range(3)]
    secret, nobody = (
        EventRecord(to=(0, 2), name="drew", values=(17,)),
        EventRecord(to=(), name="burnt"),
    )
    table = await store.tables.commit(Commit(lobby, at=1.0, events=(public[0], secret)))
    rest = (public[1], nobody, public[2])
    first = table.add_events((public[0], secret))
    table = await store.tables.commit(Commit(replace(table, step=1), at=2.0, events=rest))

    assert await list_events(store, table.id) == [public[0], secret, *rest]
    read = await store.tables.load(table.id)
    assert read is not None
    assert read.public_events == tuple(public)
    known = replace(table, public_events=first.public_events, recent=first.recent)
    assert known.add_events(rest) == read, "memory finds the same"


async def test_the_newest_public_events_are_at_hand_with_a_table(
    store: Store, lobby: Table
) -> None:
    said = tuple(EventRecord(None, "said", (n,)) for n in range(MAX_PUBLIC_NEWS + 3))
    secret = (EventRecord((0,), "drew"),) * MAX_PUBLIC_NEWS
    table = await store.tables.commit(Commit(lobby, at=1.0, events=(*said, *secret)))
    read = await store.tables.load(table.id)
    assert read is not None
    assert read.public_events == said[-MAX_PUBLIC_NEWS:]
    assert read == table.add_events((*said, *secret))


async def test_a_table_that_was_changed_meanwhile_is_not_written(
    store: Store, lobby: Table, handled: Callable[[int], bool]
) -> None:
    table = await store.tables.commit(Commit(lobby, at=1.0))
    newer = await store.tables.commit(Commit(replace(table, clock="3"), at=2.0))

    late = Commit(
        replace(table, clock="60", step=1, players=(), timers=()),
        at=3.0,
        actions=(Leave(seat=0),),
        events=(EventRecord(to=None, name="left"),),
        interaction_id=55,
    )
    with pytest.raises(TableConflict):
        await store.tables.commit(late)

    assert await store.tables.load(table.id) == newer
    assert await store.tables.find_inputs(table.id) == ()
    assert await list_events(store, table.id) == []
    assert not handled(55)


async def test_of_many_commits_at_once_one_opens_the_table_and_one_moves_it(
    store: Store, lobby: Table
) -> None:
    tries = (Commit(replace(lobby, host=host), at=1.0) for host in range(8))
    ended = await asyncio.gather(*map(store.tables.commit, tries), return_exceptions=True)
    (table,) = (end for end in ended if isinstance(end, Table))
    assert sum(isinstance(end, ChannelTaken) for end in ended) == 7

    tries = (Commit(replace(table, step=1), at=2.0, actions=(Leave(n),)) for n in range(8))
    ended = await asyncio.gather(*map(store.tables.commit, tries), return_exceptions=True)
    stood = [end for end in ended if isinstance(end, Table)]
    assert [await store.tables.load(table.id)] == stood
    assert sum(isinstance(end, TableConflict) for end in ended) == 7


async def test_a_forgotten_table_cannot_be_written(store: Store, lobby: Lobby) -> None:
    table = await store.tables.commit(Commit(lobby.close(), at=1.0))
    await store.tables.delete(table.id)

    with pytest.raises(TableConflict):
        await store.tables.commit(Commit(table, at=2.0))


async def test_a_channel_has_one_open_table_until_that_has_ended(
    store: Store, lobby: Lobby, handled: Callable[[int], bool]
) -> None:
    async def check_taken() -> None:
        with pytest.raises(ChannelTaken):
            await store.tables.commit(Commit(lobby, at=2.0, interaction_id=55))
        assert not handled(55)
        assert await store.tables.find_open(lobby.channel) == table.id

    elsewhere = await store.tables.commit(Commit(replace(lobby, channel=5), at=3.0))
    assert await store.tables.find_open(5) == elsewhere.id
    ends: tuple[Phase, ...] = ("over", "closed")
    for end in ends:
        table = await store.tables.commit(Commit(lobby, at=1.0))
        await check_taken()
        table = await store.tables.commit(Commit(in_phase(table, "playing"), at=1.0))
        await check_taken()
        table = await store.tables.commit(Commit(in_phase(table, end), at=2.0))
        assert await store.tables.find_open(lobby.channel) is None
    new = await store.tables.commit(Commit(lobby, at=3.0))
    assert await store.tables.find_open(lobby.channel) == new.id
    with pytest.raises(ChannelTaken):
        await store.tables.commit(Commit(in_phase(table, "playing"), at=4.0))


async def test_a_repeated_interaction_changes_nothing(
    store: Store, lobby: Table, handled: Callable[[int], bool]
) -> None:
    table = await store.tables.commit(Commit(lobby, at=1.0, interaction_id=1 << 62))
    assert handled(1 << 62)
    assert not handled(55)

    with pytest.raises(RepeatedInteraction):
        await store.tables.commit(Commit(replace(table, clock="3"), at=2.0, interaction_id=1 << 62))

    assert await store.tables.load(table.id) == table


async def test_another_fault_is_not_taken_for_an_open_table_or_a_repetition(
    store: Store, lobby: Table
) -> None:
    table = await store.tables.commit(Commit(lobby, at=1.0))
    for each in (table, replace(lobby, channel=5)):
        with pytest.raises(FAULTS, match=r"tables\.language"):
            await store.tables.commit(Commit(replace(each, language=None), at=2.0))
    faulty = Commit(table, at=None, interaction_id=1)  # type: ignore[arg-type]
    with pytest.raises(FAULTS, match=r"interactions\.at"):
        await store.tables.commit(faulty)


async def test_the_database_is_set_up_to_keep_what_was_acknowledged(
    url: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As it is outside the tests.
    monkeypatch.setattr("bot.storage.sqlite_connection.SYNCHRONOUS_MODE", SYNCHRONOUS_MODE)
    full = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}
    store = await Store.open(url, GAMES)
    database = store._transactions.database
    assert isinstance(database, SqliteDatabase)
    for connection in (database._writer, database._reader):
        for name, value in full.items():
            assert await connection.execute(f"PRAGMA {name}") == [(value,)]
    await store.close()


async def test_nobody_has_the_database_alone_before_the_first_one_has_closed_it(
    store: Store, lobby: Table, url: str, tmp_path: Path
) -> None:
    with pytest.raises(StoreProblem) as caught:
        await open_database(url, exclusive=True)
    if is_sqlite(url):
        assert caught.value.key == "store-in-use"
        assert caught.value.values == {"path": str(tmp_path / "data" / "cats.db")}
    else:
        assert (caught.value.key, caught.value.values) == ("store-server-in-use", {})

    table = await store.tables.commit(Commit(lobby, at=1.0))
    await store.close()
    again = await Store.open(url, GAMES)
    assert await again.tables.load(table.id) == table, "the first one was not disturbed"
    await again.close()


async def test_another_program_may_write_meanwhile(store: Store, lobby: Table, url: str) -> None:
    table = await store.tables.commit(Commit(lobby, at=1.0))
    with hold_write_lock(url) as ask:
        ask("UPDATE tables SET version = 7")
        assert await asyncio.wait_for(store.tables.load(table.id), HANG_TIMEOUT_SECONDS) == table
        commit = asyncio.create_task(store.tables.commit(Commit(table, at=2.0)))
        await asyncio.sleep(0.05)

    with pytest.raises(TableConflict):
        await commit
    read = await store.tables.load(table.id)
    assert read is not None
    assert read.version == 7


async def test_errors_and_logs_tell_no_secrets(
    store: Store, lobby: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    move = (ActRecord(0, 0, SECRET.decode(), 1),)
    state = Noted(5, 0, (None, None), (0, 0), note=SECRET.decode())
    running = replace(make_match(lobby), step=1, state=state)
    table = await store.tables.commit(Commit(running, at=1.0, actions=move))
    with pytest.raises(FAULTS) as caught:
        await store.tables.commit(Commit(table, at=1.0, actions=move))  # the same step twice

    assert SECRET.decode() not in str(caught.value)
    assert SECRET.decode() not in caplog.text


async def test_a_closed_store_says_so(store: Store) -> None:
    await store.close()
    with pytest.raises(RuntimeError, match="closed"):
        await store.tables.find_stale_boards(ONLY_SHARD, 0.0)


async def test_close_waits_for_what_runs(
    store: Store, lobby: Table, url: str, tmp_path: Path
) -> None:
    commit = asyncio.create_task(store.tables.commit(Commit(lobby, at=1.0)))
    await asyncio.sleep(0)
    await store.close()

    assert (await commit).version == 1
    if is_sqlite(url):
        log = tmp_path / "data" / "cats.db-wal"
        assert not log.exists(), "every connection was closed"
    else:
        await until(lambda: run_sql(url, SESSIONS) == [])
