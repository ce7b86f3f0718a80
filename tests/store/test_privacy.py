"""What docs/privacy.md tells the host to do is enough."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from msgspec.structs import replace

from bot.games.game import Event
from bot.store.records import Commit, Leaver, Player, Result, Table
from bot.store.store import Store

DOCS = Path(__file__).parent.parent.parent / "docs"
LEFT = Event(None, "table-left", (0, "Ada"))


async def test_the_hosts_lines_leave_nothing_of_a_person(
    store: Store, lobby: Table, path: Path
) -> None:
    (lines,) = re.findall(r"```sql\n(.*?)```", (DOCS / "privacy.md").read_text(), re.DOTALL)
    ada, bo = Player("Ada", user=1234), Player("Bo", user=12345)
    over = replace(lobby, phase="over", host=None)
    theirs = (
        replace(over, players=(ada, bo)),
        replace(over, players=(bo,), leavers=(Leaver(12345, "Bo"), Leaver(1234, "Ada"))),
        replace(over, players=(bo,), phase="closed", ended_by=1234),
    )
    for table in theirs:
        results = (Result(1234, "Ada", 1, 5), Result(12345, "Bo", 2, 3))
        await store.commit(Commit(table, at=1.0, events=(LEFT,), results=results))
    stays = replace(over, players=(bo,), leavers=(Leaver(12345, "Bo"),))
    stays = await store.commit(
        Commit(stays, at=1.0, events=(Event(None, "table-left", (0, "Bo")),))
    )
    await store.close()

    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.executescript(lines)
        assert [row[0] for row in db.execute("SELECT id FROM tables")] == [stays.id]
        everything = "\n".join(db.iterdump())
    assert "Ada" not in everything
    assert not re.search(r"\b1234\b", everything)
    assert "Bo" in everything
