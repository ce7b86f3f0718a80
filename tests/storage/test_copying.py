"""A database moves house: everything is there, and what runs goes on."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Table as Schema

from bot.domain.table import Commit, Leaver, Table
from bot.engine.events import EventRecord
from bot.engine.game import Elapse
from bot.engine.records import ActRecord
from bot.storage import copying
from bot.storage.copying import copy
from bot.storage.database import Transaction
from bot.storage.problems import RepeatedInteraction, StoreProblem, TableConflict
from bot.storage.removed_people_repository import RemovedPerson
from bot.storage.schema import metadata
from bot.storage.shards import ONLY_SHARD
from bot.storage.store import Store
from bot.storage.unfinished import COPY_OPTION
from tests.bench.ends import make_ranked_player, store_finished_table
from tests.databases import DATABASES, empty_database, is_sqlite, run_sql
from tests.evenings import EVENING
from tests.puzzles import STORED, make_attempt
from tests.storage.conftest import GAMES, make_large_match
from tests.tables import in_phase, list_events


@pytest.fixture
def target(url: str, tmp_path: Path) -> Iterator[str]:
    """The address to move to: an empty database of the other kind."""
    kind = DATABASES[is_sqlite(url)]
    with empty_database(kind, tmp_path / "moved" / "cats.db") as address:
        yield address


def everything(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows, as plain values."""

    def rows(table: Any) -> list[tuple[Any, ...]]:
        names = ", ".join(f'"{column.name}"' for column in table.c)
        keys = ", ".join(f'"{column.name}"' for column in table.primary_key)
        found = run_sql(url, f'SELECT {names} FROM "{table.name}"')
        return sorted(found, key=lambda row: repr((keys, row)))

    return {
        table.name: [
            tuple(int(value) if isinstance(value, bool) else value for value in row)
            for row in rows(table)
        ]
        for table in metadata.sorted_tables
    }


async def fill_database(store: Store, lobby: Table) -> Table:
    """Fill a database with some of all; return the table at which a game runs."""
    options = (("hat", "the top hat 🎩\n\t'\"\\%$1"),)
    match = replace(make_large_match(lobby, 3000), id=0, seed=bytes(range(256)), options=options)
    running = await store.tables.commit(Commit(match, at=1.0, interaction_id=1))
    for step in range(1, 40):
        running = await store.tables.commit(
            Commit(
                replace(running, step=step),
                at=step + 0.1,
                actions=(ActRecord(0, step, "guess/2/14 🐈", 1 << 62),)
                if step % 2
                else (Elapse(step),),
                events=(
                    EventRecord(None, "said", (step, "🐈")),
                    EventRecord((0,), "drew", (step,)),
                ),
                interaction_id=(1 << 62) + step,
            )
        )
    leavers = (Leaver(5, "Zoë"),)
    over = in_phase(lobby, "over", channel=-7, leavers=leavers, host=None, ended_by=5)
    await store.tables.commit(Commit(over, at=0.1 + 0.2))
    await store_finished_table(
        store,
        replace(over, ended_by=None),
        make_ranked_player(7, "Ada", 1, 9),
        make_ranked_player(8, "", 2, -4),
        at=0.1 + 0.2,
    )
    gone = await store.tables.commit(Commit(in_phase(lobby, "closed", channel=9), at=1.0))
    await store.tables.delete(gone.id)
    await store.evenings.add(gone.id, lobby.guild, -7, EVENING, 300.5)
    await store.server_settings.change(lobby.guild, "games", ("race",), 7, 0.1 + 0.2)
    await store.bot.set_setting("commands", "abc")
    await store.guilds.note_removed([lobby.guild], 1700000000.123456)
    await store.removed_people.remove(RemovedPerson(lobby.guild, 7, "Ada", 0.1 + 0.2))
    await store.puzzles.add_puzzle(STORED)
    await store.puzzles.store_attempt(make_attempt(), 0)
    await store.bot.record_heartbeat(60.0, ONLY_SHARD)
    found = await store.tables.load(running.id)
    assert found is not None
    return found


async def test_all_rows_move_and_what_runs_goes_on(
    store: Store, url: str, target: str, lobby: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "ROWS_PER_STEP", 7)  # several steps for most tables
    running = await fill_database(store, lobby)
    last = running.id + 3
    await store.close()

    rows = await copy(url, target)
    assert everything(target) == everything(url)
    assert rows == sum(map(len, everything(url).values())) > 100

    moved = await Store.open(target, GAMES)
    assert await moved.tables.load(running.id) == running
    with pytest.raises(RepeatedInteraction):
        await moved.tables.commit(Commit(running, at=50.0, interaction_id=(1 << 62) + 39))
    told = (EventRecord(None, "moved"),)
    further = replace(running, step=40)
    further = await moved.tables.commit(
        Commit(further, at=50.0, actions=(Elapse(40),), events=told)
    )
    with pytest.raises(TableConflict):
        await moved.tables.commit(Commit(running, at=50.0))
    assert [step for step, *_ in await moved.tables.find_inputs(running.id)] == list(range(1, 41))
    assert (await list_events(moved, running.id))[-1] == told[0]
    opened = await moved.tables.commit(Commit(replace(lobby, channel=9), at=51.0))
    assert opened.id == last + 1, "the id of the forgotten table does not come back"
    await moved.close()


async def test_a_database_that_is_not_empty_is_left_alone(
    store: Store, url: str, target: str, lobby: Table
) -> None:
    await fill_database(store, lobby)
    await store.close()
    other = await Store.open(target, GAMES)
    await other.bot.set_setting("language", "de")
    await other.close()
    before = everything(target)
    with pytest.raises(StoreProblem) as caught:
        await copy(url, target)
    assert caught.value.key == "store-copy-not-empty"
    assert everything(target) == before


async def test_nothing_is_copied_while_somebody_plays_in_either(
    store: Store, url: str, target: str
) -> None:
    async def check_in_use(source: str, to: str) -> None:
        with pytest.raises(StoreProblem) as caught:
            await copy(source, to)
        assert caught.value.key.endswith("-in-use")

    await check_in_use(url, target)
    await check_in_use(target, url)
    await store.close()
    await check_in_use(url, url)


async def test_a_copy_that_fails_halfway_leaves_the_target_empty(
    store: Store, url: str, target: str, lobby: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = await fill_database(store, lobby)
    await store.close()
    rows = copying._iterate_rows

    async def some(db: Transaction, of: Schema) -> AsyncIterator[Any]:
        async for found in rows(db, of):
            if of.name != "standings":
                yield found

    monkeypatch.setattr(copying, "_iterate_rows", some)
    with pytest.raises(StoreProblem) as caught:
        await copy(url, target)
    assert caught.value.key == "store-copy-differs"
    assert not any(everything(target).values())
    monkeypatch.undo()
    await copy(url, target)
    moved = await Store.open(target, GAMES)
    assert await moved.tables.load(running.id) == running
    await moved.close()


async def test_a_copy_that_is_broken_off_leaves_both_as_they_were(
    store: Store, url: str, target: str, lobby: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill_database(store, lobby)
    await store.close()
    before, rows, reached = everything(url), copying._iterate_rows, asyncio.Event()

    async def endless(db: Transaction, of: Schema) -> AsyncIterator[Any]:
        async for found in rows(db, of):
            yield found
        if of.name == "standings":
            reached.set()
            await asyncio.Event().wait()

    monkeypatch.setattr(copying, "_iterate_rows", endless)
    copies = asyncio.create_task(copy(url, target))
    await reached.wait()
    assert run_sql(target, "SELECT value FROM settings") == [(COPY_OPTION,)], (
        "no bot starts on it now"
    )
    copies.cancel()
    with pytest.raises(asyncio.CancelledError):
        await copies
    assert everything(url) == before
    assert not any(everything(target).values())
    await (await Store.open(url, GAMES)).close()
