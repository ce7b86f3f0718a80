import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine

from bot.store import database
from bot.store.records import Commit, Table
from bot.store.schema import metadata
from bot.store.store import Store

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
    shutil.copytree(database.MIGRATIONS, folder)
    (folder / "versions" / "next.py").write_text(NEXT.format(newest=newest, then=then))
    monkeypatch.setattr(database, "MIGRATIONS", folder)


async def test_the_migrations_make_the_schema(store: Store, path: Path) -> None:
    await store.close()
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as db:
        context = MigrationContext.configure(db, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()


async def test_a_migration_keeps_the_tables(
    store: Store, path: Path, lobby: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await store.commit(Commit(lobby, at=1.0))
    await store.close()
    newest = made(path)[-1][0]
    with_next(path.parent / "100% new", monkeypatch, newest, "pass")

    newer = await Store.open(f"sqlite:///{path}")
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
        await Store.open(f"sqlite:///{path}")
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

    store = await Store.open(f"sqlite:///{path}")
    due = await store.due(5000 + 86_400.0, 9)
    await store.close()
    assert [row.table for row in due] == [1, 2], "a game that was ended early stays"
