"""How changes of tables are written: together, and each as if it were alone."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from msgspec.structs import replace

from bot.domain.table import (
    Board,
    BoardUpdate,
    Call,
    Commit,
    ComputerTurn,
    Deadline,
    Lobby,
    Reminder,
    Table,
)
from bot.engine.events import EventRecord
from bot.engine.records import ActRecord
from bot.storage.group_commit import MAX_CHANGES_PER_GROUP
from bot.storage.postgres_database import PostgresDatabase
from bot.storage.problems import ChannelTaken, RepeatedInteraction, StoreProblem, TableConflict
from bot.storage.removed_people_repository import RemovedPerson
from bot.storage.shards import ONLY_SHARD
from bot.storage.sqlite_database import SqliteDatabase
from bot.storage.store import Store
from tests.databases import FAULTS, refuse, run_sql
from tests.storage.conftest import GAMES, make_large_match
from tests.tables import in_phase, list_events


@asynccontextmanager
async def writes(store: Store) -> AsyncIterator[list[str]]:
    """Note the statements of the connection that writes, in the driver's words."""
    noted: list[str] = []
    database = store._transactions.database
    if isinstance(database, SqliteDatabase):
        writer = database._writer
        await writer._call(writer._cursor.connection.set_trace_callback, noted.append)
        yield noted
        await writer._call(writer._cursor.connection.set_trace_callback, None)
        return

    class Noting(psycopg.AsyncRawCursor[Any]):
        async def execute(self, query: Any, *given: Any, **named: Any) -> Any:
            noted.append(_words(query))
            return await super().execute(query, *given, **named)

        async def executemany(self, query: Any, params_seq: Iterable[Any], **named: Any) -> None:
            rows = list(params_seq)
            noted.extend([_words(query)] * len(rows))
            await super().executemany(query, rows, **named)

    assert isinstance(database, PostgresDatabase)
    line = database._writer._connection
    assert line is not None
    line.cursor_factory = Noting
    yield noted
    line.cursor_factory = psycopg.AsyncRawCursor


def _words(query: str | bytes) -> str:
    return query if isinstance(query, str) else query.decode()


async def open_tables(store: Store, lobby: Table, tables: int) -> list[Table]:
    """Open so many tables at once, each in a channel of its own."""
    lobbies = (replace(lobby, channel=channel) for channel in range(tables))
    return await asyncio.gather(*(store.tables.commit(Commit(each, at=1.0)) for each in lobbies))


def make_next_move(table: Table, interaction: int | None = None) -> Commit:
    """Return the next move at a table, with all that one can write."""
    step = table.step + 1
    return Commit(
        table=replace(table, step=step, timers=(Reminder(f"turn:{step}", at=10.0 * step),)),
        at=float(step),
        actions=(ActRecord(0, step, "skip", step),),
        events=(EventRecord(None, "skipped", (step,)), EventRecord((0,), "drew", (step,))),
        interaction_id=interaction,
    )


async def read(store: Store, table: Table) -> Table:
    """Return a table as it is stored."""
    found = await store.tables.load(table.id)
    assert found is not None
    return found


async def test_changes_that_come_together_are_one_transaction(
    store: Store, lobby: Table, handled: Callable[[int], bool]
) -> None:
    async with writes(store) as noted:
        tables = await open_tables(store, lobby, 100)
        assert noted.count("COMMIT") == 1
        del noted[:]
        changes = [store.tables.commit(make_next_move(table, table.id)) for table in tables]
        boards = [store.tables.store_board(BoardUpdate(table.id, Board(9, 1))) for table in tables]
        await asyncio.gather(*changes, *boards)
        assert noted.count("COMMIT") == 1
        assert 0 < sum("INTO events" in line for line in noted) <= 20, "for 200 rows"

    assert len({table.id for table in tables}) == 100
    for table in tables:
        change = make_next_move(table)
        assert await read(store, table) == replace(
            change.table, version=2, board=Board(9, 1)
        ).add_events(change.events)
        assert [step for step, *_ in await store.tables.find_inputs(table.id)] == [1]
        assert await list_events(store, table.id) == [*change.events]
        assert handled(table.id)


async def test_what_people_and_managers_choose_at_once_is_one_transaction_that_reads_nothing(
    store: Store, lobby: Table
) -> None:
    (table,) = await open_tables(store, lobby, 1)
    people = range(1, 21)
    async with writes(store) as noted:
        await asyncio.gather(
            *(store.people.set_preference(user, "in_words", True) for user in people),
            *(store.people.set_retention_days(guild, 90) for guild in people),
            *(store.server_settings.change(guild, "threads", True, 7, 1.0) for guild in people),
            *(store.removed_people.remove(RemovedPerson(5, user, "Ada", 1.0)) for user in people),
            *(store.removed_people.put_back(6, user) for user in people),
            store.tables.commit(make_next_move(table)),
        )
    assert noted.count("COMMIT") == 1
    chosen = ("preferences", "retention", "guild_settings", "removed_people")
    of_choices = [each for each in noted if any(name in each for name in chosen)]
    assert {each.split()[0] for each in of_choices} <= {"INSERT", "DELETE"}
    assert len(of_choices) == 6 * len(people), "one for each, and two for each preference"
    assert (await store.people.find_preferences(20)).in_words
    assert await store.people.find_retention_days(20) == 90
    assert (await store.server_settings.find(20)).threads
    assert len(await store.removed_people.find(5, 0)) == len(people)


async def test_what_comes_while_a_group_is_written_is_the_next_one(
    store: Store, lobby: Table
) -> None:
    tables = await open_tables(store, lobby, 40)

    async def playing(table: Table, moves: int) -> None:
        for _ in range(moves):
            table = await store.tables.commit(make_next_move(table))

    async with writes(store) as noted:
        await asyncio.gather(*(playing(table, 10) for table in tables))
    assert noted.count("COMMIT") <= 40, "400 changes"
    assert {(await read(store, table)).version for table in tables} == {11}


async def test_a_group_is_no_longer_than_it_may_be_and_a_change_alone_waits_for_nobody(
    store: Store, lobby: Table
) -> None:
    async with writes(store) as noted:
        tables = await open_tables(store, lobby, 2 * MAX_CHANGES_PER_GROUP + 1)
        assert noted.count("COMMIT") == 3
        await store.tables.commit(make_next_move(tables[0]))
        assert noted.count("COMMIT") == 4
    assert [table.channel for table in tables] == list(range(2 * MAX_CHANGES_PER_GROUP + 1))


async def test_a_change_is_on_the_disk_when_it_is_told_so(
    store: Store, lobby: Table, url: str
) -> None:
    tables = await open_tables(store, lobby, 20)
    found = []

    async def change(table: Table) -> None:
        await store.tables.commit(make_next_move(table))
        found.extend(run_sql(url, "SELECT version FROM tables WHERE id = ?", table.id))

    await asyncio.gather(*map(change, tables))
    assert found == [(2,)] * 20


async def test_in_a_group_each_is_told_alone_what_is_wrong(
    store: Store, lobby: Table, handled: Callable[[int], bool]
) -> None:
    tables = await open_tables(store, lobby, 8)
    tables[0] = await store.tables.commit(make_next_move(tables[0], 1))

    def lobby_in(channel: int) -> Table:
        return replace(lobby, channel=channel)

    cases: list[tuple[Commit, type]] = [
        (make_next_move(replace(tables[1], version=5), 101), TableConflict),
        (make_next_move(replace(tables[2], id=9999), 102), TableConflict),
        (Commit(lobby_in(77), at=1.0, interaction_id=1), RepeatedInteraction),
        (Commit(lobby_in(3), at=1.0, interaction_id=103), ChannelTaken),
        (Commit(lobby_in(78), at=1.0, interaction_id=104), Lobby),
        (Commit(replace(lobby_in(79), language=None), at=1.0), Exception),
        *((make_next_move(table, 200 + table.id), Lobby) for table in tables),
    ]
    random.Random(3).shuffle(cases)
    changes = [change for change, _ in cases]
    ends = await asyncio.gather(*map(store.tables.commit, changes), return_exceptions=True)

    for end, (_, expected) in zip(ends, cases, strict=True):
        assert type(end) is expected or (expected is Exception and isinstance(end, FAULTS))
    for change, end in zip(changes, ends, strict=True):
        if isinstance(end, Table):
            told = await read(store, end)
            assert told == replace(end.add_events(told.public_events), recent=told.recent)
            assert tuple(each.event for each in told.recent[-2:]) == change.events[-2:]
            assert told.public_events[-1:] == change.events[:1]
        if change.interaction_id and change.interaction_id != 1:
            assert handled(change.interaction_id) == isinstance(end, Table)
    assert len(await store.tables.find_stale_boards(ONLY_SHARD, 0.0)) == len(tables) + 1, (
        "no other table was opened"
    )


async def test_changes_of_one_table_or_interaction_may_meet_in_a_group(
    store: Store, lobby: Table
) -> None:
    table = await store.tables.commit(Commit(replace(lobby, channel=99), at=1.0))
    first = make_next_move(table)
    then = make_next_move(replace(first.table, version=2))
    ends = await asyncio.gather(store.tables.commit(first), store.tables.commit(then))
    assert [end.version for end in ends] == [2, 3]
    known = ends[0].add_events(first.events)
    known = replace(ends[1], public_events=known.public_events, recent=known.recent)
    assert await read(store, table) == known.add_events(then.events)
    assert [step for step, *_ in await store.tables.find_inputs(table.id)] == [1, 2]

    tables = await open_tables(store, lobby, 4)
    changes = [store.tables.commit(make_next_move(each, 55)) for each in tables[1:]]
    met = await asyncio.gather(*changes, return_exceptions=True)
    assert [type(end) for end in met] == [Lobby, RepeatedInteraction, RepeatedInteraction]
    assert [(await read(store, each)).version for each in tables[1:]] == [2, 1, 1]


@pytest.mark.usefixtures("path")
async def test_of_a_group_that_does_not_fit_what_fits_is_stored(store: Store, lobby: Table) -> None:
    tables = await open_tables(store, lobby, 10)
    assert isinstance(store._transactions.database, SqliteDatabase)
    writer = store._transactions.database._writer
    ((pages,),) = await writer.execute("PRAGMA page_count")
    await writer.execute(f"PRAGMA max_page_count = {pages + 20}")
    large = make_large_match(tables[4], 400_000)
    changes = [Commit(large if table.id == large.id else table, at=2.0) for table in tables]
    ends = await asyncio.gather(*map(store.tables.commit, changes), return_exceptions=True)
    refused = ends.pop(4)
    assert isinstance(refused, StoreProblem)
    assert refused.key == "store-full"
    assert [await store.tables.load(each.id) for each in tables if each.id != large.id] == ends
    assert await store.tables.load(large.id) == tables[4]

    await writer.execute(f"PRAGMA max_page_count = {pages + 1000}")
    assert await store.tables.commit(changes[4]) == await store.tables.load(large.id)


async def test_what_changes_nothing_else_is_noted_with_the_next_change(
    store: Store, lobby: Table
) -> None:
    calls = (
        Call(4, 0, at=50.0),
        Call(4, 1, at=60.0),
        Deadline("4:0", at=70.0),
        ComputerTurn(4, 0, at=80.0),
    )
    table, other = await open_tables(store, replace(lobby, timers=calls), 2)
    elsewhere = replace(lobby, channel=2, players=lobby.players[::-1], timers=calls)
    third = await store.tables.commit(Commit(elsewhere, at=1.0))
    async with writes(store) as noted:
        store.tables.note_click(table.id, 7, 5000.0)
        store.tables.note_click(table.id, 7, 5001.0)
        await asyncio.sleep(0.05)
        assert noted == [], "it takes no transaction"
        assert await store.tables.load(table.id) == table
        await store.tables.commit(make_next_move(other))
        assert noted.count("COMMIT") == 1

    players = (replace(table.players[0], clicked_at=5001.0), table.players[1])
    seen = replace(table, clicked_at=5001.0, players=players, timers=calls[1:])
    assert await store.tables.load(table.id) == seen, "no new version; who was seen needs no call"
    assert await store.tables.load(third.id) == third, "the same person sits there, in another seat"


async def test_who_was_seen_is_written_by_a_heartbeat_and_when_the_store_closes(
    store: Store, lobby: Table, url: str
) -> None:
    (table,) = await open_tables(store, lobby, 1)
    await store.bot.record_heartbeat(5000.0, ONLY_SHARD)
    store.tables.note_click(table.id, 7, 5010.0)
    await store.bot.record_heartbeat(5020.0, ONLY_SHARD)
    assert (await read(store, table)).clicked_at == 5010.0
    store.tables.note_click(table.id, 7, 5021.0)
    await store.deadlines.extend(5120.0, 5020.0, ONLY_SHARD, keep_minimum=True)
    seen = await read(store, table)
    assert (seen.clicked_at, seen.players[0].clicked_at) == (5121.0, 5121.0)
    store.tables.note_click(table.id, 7, 5500.0)
    players = (replace(seen.players[0], clicked_at=6000.0), seen.players[1])
    change = Commit(replace(seen, players=players, clicked_at=6000.0), at=6000.0)
    seen = await store.tables.commit(change)
    assert seen == await read(store, table), "a click before a move does not set its time back"
    assert (seen.clicked_at, seen.players[0].clicked_at) == (6000.0, 6000.0)
    store.tables.note_click(table.id, 7, 7000.0)
    await store.close()
    again = await Store.open(url, GAMES)
    assert (await read(again, table)).clicked_at == 7000.0
    await again.close()


async def test_who_was_seen_is_not_lost_with_a_group_that_fails_nor_hinders_anybody(
    store: Store, lobby: Table
) -> None:
    table, other, gone = await open_tables(store, lobby, 3)
    gone = await store.tables.commit(Commit(in_phase(gone, "closed"), at=1.0))
    store.tables.note_click(table.id, 7, 5000.0)
    for user in (0, 7):
        store.tables.note_click(gone.id, user, 5000.0)
    await store.tables.delete(gone.id)
    with pytest.raises(TableConflict):
        await store.tables.commit(replace(make_next_move(other), table=replace(other, version=9)))
    assert (await store.tables.commit(make_next_move(other))).version == 2
    assert (await read(store, table)).clicked_at == 5000.0
    assert await store.tables.load(gone.id) is None


async def test_a_table_that_the_database_refuses_keeps_nothing_else_from_being_written(
    store: Store, lobby: Table, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    tables = await open_tables(store, lobby, 4)
    refused, *others = tables
    refuse(url, refused.id)
    for table in tables:
        store.tables.note_click(table.id, 7, 5000.0)
    await store.bot.record_heartbeat(5001.0, ONLY_SHARD)
    assert await store.bot.read_last_heartbeat(ONLY_SHARD) == 5001.0
    assert [(await read(store, table)).clicked_at for table in others] == [5000.0] * 3
    store.tables.note_click(refused.id, 7, 5002.0)
    ends = await asyncio.gather(
        *(store.tables.commit(make_next_move(table)) for table in tables), return_exceptions=True
    )
    assert isinstance(ends.pop(0), FAULTS)
    assert [end.version for end in ends if isinstance(end, Table)] == [2, 2, 2]
    assert caplog.text.count(f"noting a click at table {refused.id} failed: ") == 1
    assert "secret" not in caplog.text


async def test_of_boards_in_a_group_the_last_one_stands_whatever_is_wrong_beside_it(
    store: Store, lobby: Table
) -> None:
    table, other = await open_tables(store, lobby, 2)
    boards = [BoardUpdate(table.id, Board(message, 1)) for message in (5, 6, 7)]
    ends = await asyncio.gather(
        store.tables.commit(replace(make_next_move(other), table=replace(other, version=9))),
        store.tables.store_board(BoardUpdate(999, Board(9, 1))),
        *map(store.tables.store_board, boards),
        store.tables.commit(make_next_move(other)),
        return_exceptions=True,
    )
    assert isinstance(ends[0], TableConflict)
    assert isinstance(ends[-1], Table)
    assert (await read(store, table)).board == Board(7, 1)
    assert (await read(store, other)).version == 2


async def test_random_groups_write_what_changes_one_by_one_would(
    store: Store, lobby: Table, tmp_path: Path
) -> None:
    """Groups of all kinds, right and wrong ones, against the same changes without any group."""
    other = await Store.open(f"sqlite:///{tmp_path / 'alone.db'}", GAMES)
    luck = random.Random(4)
    at: dict[int, Table] = {}
    there: dict[int, int] = {}
    """The id that a table has in the other database: after a failure, ids may be left out."""
    for _ in range(60):
        changes: list[Commit | BoardUpdate] = []
        tables = luck.sample(list(at.values()), min(len(at), luck.randrange(8)))
        changes += [
            make_next_move(table, luck.choice((None, luck.randrange(40)))) for table in tables
        ]
        if luck.random() < 0.5:
            changes.append(Commit(replace(lobby, channel=luck.randrange(12)), at=1.0))
        for table in luck.sample(list(at.values()), min(len(at), 2)):
            board = Board(luck.randrange(99), table.version, (7,), luck.randrange(9))
            changes.append(BoardUpdate(table.id, board))
        if luck.random() < 0.2 and at:
            late = luck.choice(list(at.values()))
            changes.append(make_next_move(replace(late, version=late.version - 1)))

        async def write(to: Store, change: Commit | BoardUpdate) -> Table | None:
            return await (
                to.tables.commit(change)
                if isinstance(change, Commit)
                else to.tables.store_board(change)
            )

        ends = await asyncio.gather(
            *(write(store, change) for change in changes), return_exceptions=True
        )
        for change, end in zip(changes, ends, strict=True):
            try:
                alone = await write(other, _named(change, there))
            except Exception as problem:
                assert type(end) is type(problem)
                continue
            if alone:
                assert isinstance(end, Table)
                assert end == replace(alone, id=end.id)
                at[end.id] = end
                there[end.id] = alone.id
    assert len(at) == 12
    for one, two in there.items():
        assert await read(store, at[one]) == replace(
            await read(other, replace(at[one], id=two)), id=one
        )
        assert await store.tables.find_inputs(one) == await other.tables.find_inputs(two)
        assert await list_events(store, one) == await list_events(other, two)
    await other.close()


def _named(change: Commit | BoardUpdate, ids: dict[int, int]) -> Commit | BoardUpdate:
    """Return the same change of the same table in another database."""
    if isinstance(change, BoardUpdate):
        return replace(change, table=ids[change.table])
    return replace(change, table=replace(change.table, id=ids.get(change.table.id, 0)))
