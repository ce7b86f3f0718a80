"""What docs/privacy.md tells the host to do is enough."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from msgspec.json import encode
from msgspec.structs import replace

from bot.domain.evenings import Evening, Member
from bot.domain.game_records import RatingWeight
from bot.domain.ratings import make_rating_update
from bot.domain.table import Commit, Leaver, Person, Player, Table, is_over
from bot.engine.events import EventRecord
from bot.storage.removed_people_repository import RemovedPerson
from bot.storage.schema import metadata
from bot.storage.store import Store
from tests.databases import file_of, is_sqlite, run_sql
from tests.puzzles import make_attempt
from tests.tables import in_phase

DOCS = Path(__file__).parent.parent.parent / "docs"
LEFT = EventRecord(None, "table-left", (0, "Ada"))


def write_removed(url: str, table: int, *people: Person) -> None:
    """Write whom a host took off a table that is no lobby any more, as older versions did."""
    removed = encode(people).decode()
    run_sql(url, "UPDATE tables SET removed = ? WHERE id = ?", removed, table)


async def test_the_hosts_lines_leave_nothing_of_a_person(
    store: Store, lobby: Table, url: str
) -> None:
    (lines,) = re.findall(r"```sql\n(.*?)```", (DOCS / "privacy.md").read_text(), re.DOTALL)
    ada, bo = Player("Ada", user=1234), Player("Bo", user=12345)
    over = in_phase(lobby, "over", host=None)
    closed = in_phase(lobby, "closed", host=None, players=(bo,))
    running = in_phase(lobby, "playing")
    theirs = (
        replace(over, players=(ada, bo)),
        replace(over, players=(bo,), leavers=(Leaver(12345, "Bo"), Leaver(1234, "Ada"))),
        replace(closed, ended_by=1234),
        replace(running, channel=7, players=(ada,), host=1234),  # a lesson, perhaps
        replace(running, channel=8, players=(ada, bo), host=12345),
        replace(lobby, channel=9, players=(bo,), host=1234),
    )
    for table in theirs:
        stored = await store.tables.commit(Commit(table, at=1.0, events=(LEFT,)))
        if is_over(stored):
            await store.records.save_record(
                stored, RatingWeight((0.0,) * len(stored.players)), make_rating_update
            )
    once_lobby = await store.tables.commit(Commit(closed, at=1.0, events=(LEFT,)))
    stays = await store.tables.commit(
        Commit(
            replace(over, players=(bo,), leavers=(Leaver(12345, "Bo", 1),)),
            at=1.0,
            events=(EventRecord(None, "table-left", (0, "Bo")),),
        )
    )
    goes_on = await store.tables.commit(
        Commit(replace(running, channel=10, players=(bo,), host=12345), at=1.0)
    )
    for user, name in ((1234, "Ada"), (12345, "Bo")):
        await store.removed_people.remove(RemovedPerson(1, user, name, 1.0))
        await store.puzzles.store_attempt(make_attempt(user, name=name), 0)
    people = (Member("Ada", 1234, 5), Member("Bo", 12345, 3))
    await store.evenings.add(stays.id, 1, 2, Evening(1.0, people, ("race",)), 2.0)
    for user in (1234, 12345):
        await store.server_settings.change(user * 10, "threads", True, user, 1.0)
        run_sql(url, "INSERT INTO call_subscriptions VALUES (1, ?, '[]', 'UTC', 0, 24)", user)
    write_removed(url, once_lobby.id, Person(1234, "Ada"))
    write_removed(url, stays.id, Person(12345, "Bo"))
    await store.close()

    statements = [line for line in lines.split(";") if line.strip()]
    if is_sqlite(url):
        with closing(sqlite3.connect(file_of(url), isolation_level=None)) as file:
            file.executescript(lines)
    else:
        for statement in statements[1:]:  # the first is SQLite's own
            run_sql(url, statement)
    assert run_sql(url, "SELECT id FROM tables ORDER BY id") == [(stays.id,), (goes_on.id,)]
    every = (run_sql(url, f"SELECT * FROM {table.name}") for table in metadata.sorted_tables)
    everything = "\n".join(str(row) for rows in every for row in rows)
    assert "Ada" not in everything
    assert not re.search(r"\b1234\b", everything)
    assert "Bo" in everything
