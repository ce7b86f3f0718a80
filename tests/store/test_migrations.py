import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from bot.store import migrating
from bot.store.records import Commit, Score, Table
from bot.store.schema import metadata
from bot.store.store import Store
from tests.store.conftest import GAMES

FIRST = Path(__file__).parent.parent / "versions" / "0.1.0.db"

NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = "{newest}"

def upgrade() -> None:
    op.create_table("hats", sa.Column("id", sa.Integer, primary_key=True))
    {then}
"""


def made(path: Path) -> list[tuple[str, ...]]:
    db = sqlite3.connect(path)
    rows = db.execute("SELECT name FROM sqlite_master").fetchall()
    rows += db.execute("SELECT version_num FROM alembic_version").fetchall()
    db.close()
    return rows


def with_next(folder: Path, monkeypatch: pytest.MonkeyPatch, newest: str, then: str) -> None:
    """Give the store one more migration."""
    shutil.copytree(migrating.MIGRATIONS, folder)
    (folder / "versions" / "next.py").write_text(NEXT.format(newest=newest, then=then))
    monkeypatch.setattr(migrating, "MIGRATIONS", folder)
    monkeypatch.setattr(migrating, "NEWEST", "next")


def test_the_newest_revision_is_known_without_alembic() -> None:
    config = Config()
    config.set_main_option("script_location", str(migrating.MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [migrating.NEWEST]


OPEN = """
import asyncio, sys
from bot.store.store import Store

async def main():
    await (await Store.open(sys.argv[1], {})).close()

asyncio.run(main())
print("alembic" in sys.modules, "sqlalchemy.orm" in sys.modules)
"""


def loaded_to_open(path: Path) -> str:
    """Open the store in a process of its own; tell whether it has loaded what it need not."""
    command = [sys.executable, "-c", OPEN, f"sqlite:///{path}"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_who_needs_no_migration_does_not_load_what_migrates(path: Path) -> None:
    starts = [loaded_to_open(path) for _ in ("makes the file", "finds it")]
    assert starts == ["False False"] * 2, "they take 17 MB"


def schema(path: Path) -> list[tuple[str, ...]]:
    """Return a database's indexes, after its tables were held against the schema."""
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as db:
        context = MigrationContext.configure(db, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()
    with closing(sqlite3.connect(path)) as plain:
        found = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        return sorted((name, "".join(sql.split())) for name, sql in plain.execute(found))


async def test_a_new_database_and_a_migrated_one_have_the_same_schema(
    store: Store, path: Path
) -> None:
    await store.close()
    old = path.with_name("old.db")
    shutil.copy(FIRST, old)
    await (await Store.open(f"sqlite:///{old}", GAMES)).close()
    assert schema(old) == schema(path) != []
    assert made(old)[-1] == made(path)[-1] == (migrating.NEWEST,)


async def test_a_migration_keeps_the_tables(
    store: Store, path: Path, lobby: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await store.commit(Commit(lobby, at=1.0))
    await store.close()
    newest = made(path)[-1][0]
    with_next(path.parent / "100% new", monkeypatch, newest, "pass")

    newer = await Store.open(f"sqlite:///{path}", GAMES)
    assert await newer.table(table.id) == table
    await newer.close()
    assert ("hats",) in made(path)
    assert made(path)[-1] == ("next",)


async def test_a_migration_that_fails_changes_nothing(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.close()
    before = made(path)
    with_next(path.parent / "new", monkeypatch, before[-1][0], "raise ZeroDivisionError")

    with pytest.raises(ZeroDivisionError):
        await Store.open(f"sqlite:///{path}", GAMES)
    assert made(path) == before


async def test_what_was_cancelled_or_learned_before_the_second_schema_goes_a_day_after(
    path: Path,
) -> None:
    path.parent.mkdir()
    shutil.copy(FIRST, path)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM due")
        ended = "UPDATE tables SET phase = 'closed', ended_at = 5000 WHERE id = ?"
        db.executemany(ended, [(1,), (2,), (3,)])
        db.execute("UPDATE tables SET seed = x'' WHERE id = 1")
        db.execute("UPDATE tables SET channel = -7 WHERE id = 2")
        forget = "INSERT INTO due VALUES (?, 'forget', '', 5000 + 90 * 86400.0)"
        db.executemany(forget, [(1,), (2,), (3,)])

    store = await Store.open(f"sqlite:///{path}", GAMES)
    due = await store.next_dues(5000 + 86_400.0)
    await store.close()
    assert sorted(due) == [1, 2], "a game that was ended early stays"


async def test_single_results_become_sums_under_the_newest_name(path: Path) -> None:
    path.parent.mkdir()
    shutil.copy(FIRST, path)
    results = (
        ("cloaked_cats", 1, 7, "Ada", 1, 9, 100.0),
        ("cloaked_cats", 1, 8, "Bo", 2, 4, 100.0),
        ("cloaked_cats", 1, 7, "Adele", 2, 5, 300.0),
        ("cloaked_cats", 1, 7, "Ada", 1, 3, 200.0),
        ("quickpick", 1, 7, "Ada!", 1, 30, 400.0),
        ("quickpick", 2, 7, "Ada elsewhere", 3, 2, 500.0),
    )
    with closing(sqlite3.connect(path)) as db, db:
        columns = [row[1] for row in db.execute("PRAGMA table_info(results)")]
        db.execute("DELETE FROM results")
        for number, (game, guild, user, name, rank, points, at) in enumerate(results, 100):
            row = {"table": number, "game": game, "guild": guild, "user": user, "name": name}
            row |= {"rank": rank, "points": points, "at": at}
            marks = ", ".join("?" * len(columns))
            db.execute(f"INSERT INTO results VALUES ({marks})", [row[name] for name in columns])

    store = await Store.open(f"sqlite:///{path}", GAMES)
    assert await store.scores(1) == (
        Score(user=7, name="Ada!", games=4, wins=3, points=47),
        Score(user=8, name="Bo", games=1, wins=0, points=4),
    )
    assert await store.scores(2) == (Score(7, "Ada elsewhere", 1, 0, 2),)
    await store.close()
    with closing(sqlite3.connect(path)) as db:
        found = db.execute("SELECT game, guild, user, games, at FROM scores ORDER BY at")
        assert found.fetchall() == [
            ("cloaked_cats", 1, 8, 1, 100.0),
            ("cloaked_cats", 1, 7, 3, 300.0),
            ("quickpick", 1, 7, 1, 400.0),
            ("quickpick", 2, 7, 1, 500.0),
        ]
