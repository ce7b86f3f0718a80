"""Several processes move the same table at once.

Workers have different tables; but at a hand-over two may still know one.
"""

import asyncio
from multiprocessing.connection import Connection

from msgspec.structs import replace

from bot.domain.table import Commit, Reminder, Table
from bot.engine.events import EventRecord
from bot.engine.records import ActRecord
from bot.storage.problems import TableConflict
from bot.storage.store import Store
from tests.forked import read_all, start_telling
from tests.storage.conftest import GAMES
from tests.tables import list_events

DATABASES = ("postgresql",)
PROCESSES = 3
MOVES = 30
"""Of each process."""


async def hammer(url: str, part: int, table_id: int, telling: Connection) -> None:
    """Move the table `MOVES` times, and tell each version that is stored."""
    store = await Store.open(url, GAMES)
    won = 0
    while won < MOVES:
        table = await store.tables.load(table_id)
        assert table is not None
        step = table.step + 1
        change = Commit(
            table=replace(table, step=step, timers=(Reminder(f"turn:{step}", at=float(step)),)),
            at=float(step),
            actions=(ActRecord(seat=0, decision=step, move=f"by-{part}", at=step),),
            events=(EventRecord(to=None, name="moved", values=(part, step)),),
            interaction_id=part << 32 | step,
        )
        try:
            table = await store.tables.commit(change)
        except TableConflict:
            continue
        won += 1
        telling.send(table.version)
    await store.close()


async def test_of_several_processes_each_version_is_written_by_one(
    store: Store, url: str, lobby: Table
) -> None:
    table = await store.tables.commit(Commit(lobby, at=1.0))
    parts = range(1, PROCESSES + 1)
    processes, pipes = zip(
        *(start_telling(hammer, url, part, table.id) for part in parts), strict=True
    )
    told = [await asyncio.to_thread(list, read_all(pipe)) for pipe in pipes]
    for process in processes:
        await asyncio.to_thread(process.join)
    assert [process.exitcode for process in processes] == [0] * PROCESSES

    last = 1 + PROCESSES * MOVES
    by = {version: part for part, versions in enumerate(told, 1) for version in versions}
    assert sorted(by) == list(range(2, last + 1)), "every version once"
    found = await store.tables.load(table.id)
    assert found is not None
    assert (found.version, found.timers) == (last, (Reminder(f"turn:{last - 1}", at=last - 1.0),))
    inputs = await store.tables.find_inputs(table.id)
    moves = [(step, given.move) for step, given, _ in inputs if isinstance(given, ActRecord)]
    assert moves == [(version - 1, f"by-{by[version]}") for version in sorted(by)]
    events = await list_events(store, table.id)
    assert [event.values for event in events] == [(by[v], v - 1) for v in sorted(by)]
