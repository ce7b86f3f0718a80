import shutil
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, MetaData, create_engine, inspect
from sqlalchemy.pool import NullPool

from bot.store import migrating
from bot.store.records import Commit, Table
from bot.store.schema import metadata
from bot.store.shards import ALL
from bot.store.standings import Page
from bot.store.store import Store
from tests.bench.ends import ended, placed
from tests.databases import asked, asking, empty_database, file_of, is_sqlite
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


def engine(url: str) -> Engine:
    """Return what SQLAlchemy reaches the database by."""
    if is_sqlite(url):
        return create_engine(url, poolclass=NullPool)
    return create_engine(
        "postgresql+psycopg://", creator=lambda: psycopg.connect(url), poolclass=NullPool
    )


def made(url: str) -> tuple[set[str], str]:
    """Return the tables and the revision of a database."""
    with engine(url).connect() as db:
        names = set(inspect(db).get_table_names())
    ((revision,),) = asked(url, "SELECT version_num FROM alembic_version")
    return names, revision


def scripts(db: Connection | None = None) -> Config:
    """Return the migrations, to be run on a connection."""
    config = Config(attributes={"connection": db})
    config.set_main_option("script_location", str(migrating.MIGRATIONS))
    return config


def first(url: str) -> None:
    """Make a database of the first version, with its rows."""
    if is_sqlite(url):
        file_of(url).parent.mkdir(exist_ok=True)
        shutil.copy(FIRST, file_of(url))
        return
    known = MetaData()
    with engine(f"sqlite:///{FIRST}").connect() as old, engine(url).begin() as new:
        command.upgrade(scripts(new), "0001")
        known.reflect(old)
        for table in known.sorted_tables:
            rows = [dict(row) for row in old.execute(table.select()).mappings()]
            if rows and table.name != "alembic_version":
                new.execute(table.insert(), rows)


def with_next(folder: Path, monkeypatch: pytest.MonkeyPatch, newest: str, then: str) -> None:
    """Give the store one more migration."""
    shutil.copytree(migrating.MIGRATIONS, folder)
    (folder / "versions" / "next.py").write_text(NEXT.format(newest=newest, then=then))
    monkeypatch.setattr(migrating, "MIGRATIONS", folder)
    monkeypatch.setattr(migrating, "NEWEST", "next")


def test_the_newest_revision_is_known_without_alembic() -> None:
    assert ScriptDirectory.from_config(scripts()).get_heads() == [migrating.NEWEST]


OPEN = """
import asyncio, sys
from bot.store.store import Store

async def main():
    await (await Store.open(sys.argv[1], {})).close()

asyncio.run(main())
print(*(name for name in NOT_NEEDED if name in sys.modules))
"""
NOT_NEEDED = ("alembic", "sqlalchemy.orm")
OF_ANOTHER = {
    True: ("psycopg", "bot.store.postgres.database"),
    False: ("filelock", "bot.store.sqlite.database"),
}
"""What SQLite does not need, and what PostgreSQL does not."""


def loaded_to_open(url: str) -> str:
    """Open the store in a process of its own; name what it has loaded and need not."""
    unneeded = (*NOT_NEEDED, *OF_ANOTHER[is_sqlite(url)])
    command = [sys.executable, "-c", f"NOT_NEEDED = {unneeded}{OPEN}", url]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_who_needs_no_migration_does_not_load_what_migrates(url: str) -> None:
    starts = [loaded_to_open(url) for _ in ("makes the database", "finds it")]
    assert starts == [""] * 2, "what migrates takes 17 MB, what speaks to PostgreSQL 10 MB"


def schema(url: str) -> list[tuple[str, ...]]:
    """Return a database's indexes, after its tables were held against the schema."""
    with engine(url).connect() as db:
        context = MigrationContext.configure(db, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    found = "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'"
    if is_sqlite(url):
        found = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    return sorted((name, "".join(sql.split())) for name, sql in asked(url, found))


async def test_a_new_database_and_a_migrated_one_have_the_same_schema(
    store: Store, url: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    await store.close()
    with empty_database(request.node.callspec.params["database"], tmp_path / "old.db") as old:
        first(old)
        await (await Store.open(old, GAMES)).close()
        assert schema(old) == schema(url) != []
        assert made(old) == made(url)
        assert made(url)[1] == migrating.NEWEST


async def test_a_migration_keeps_the_tables(
    store: Store, url: str, lobby: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await store.commit(Commit(lobby, at=1.0))
    await store.close()
    with_next(tmp_path / "100% new", monkeypatch, made(url)[1], "pass")

    newer = await Store.open(url, GAMES)
    assert await newer.table(table.id) == table
    await newer.close()
    names, revision = made(url)
    assert "hats" in names
    assert revision == "next"


async def test_a_migration_that_fails_changes_nothing(
    store: Store, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.close()
    before = made(url)
    with_next(tmp_path / "new", monkeypatch, before[1], "raise ZeroDivisionError")

    with pytest.raises(ZeroDivisionError):
        await Store.open(url, GAMES)
    assert made(url) == before


async def test_what_was_cancelled_or_learned_before_the_second_schema_goes_a_day_after(
    url: str,
) -> None:
    first(url)
    with asking(url) as ask:
        ask("DELETE FROM due")
        for table in (1, 2, 3):
            ask("UPDATE tables SET phase = 'closed', ended_at = 5000 WHERE id = ?", table)
            ask("INSERT INTO due VALUES (?, 'forget', '', 5000 + 90 * 86400.0)", table)
        ask("UPDATE tables SET seed = ? WHERE id = 1", b"")
        ask("UPDATE tables SET channel = -7 WHERE id = 2")

    store = await Store.open(url, GAMES)
    due = await store.next_dues(5000 + 86_400.0, ALL)
    await store.close()
    assert sorted(due) == [1, 2], "a game that was ended early stays"


async def test_single_results_become_sums_under_the_newest_name(url: str) -> None:
    first(url)
    results = (
        ("cloaked_cats", 1, 7, "Ada", 1, 9, 100.0),
        ("cloaked_cats", 1, 8, "Bo", 2, 4, 100.0),
        ("cloaked_cats", 1, 7, "Adele", 2, 5, 300.0),
        ("cloaked_cats", 1, 7, "Ada", 1, 3, 200.0),
        ("quickpick", 1, 7, "Ada!", 1, 30, 400.0),
        ("quickpick", 2, 7, "Ada elsewhere", 3, 2, 500.0),
    )
    with asking(url) as ask:
        ask("DELETE FROM results")
        columns = '"table", game, guild, "user", name, rank, points, at'
        insert = f"INSERT INTO results ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        for number, row in enumerate(results, 100):
            ask(insert, number, *row)

    store = await Store.open(url, GAMES)
    people = 'SELECT guild, game, "user", name, games, wins, at FROM {} ORDER BY guild, game, at'
    here = [
        (1, "cloaked_cats", 8, "Bo", 1, 0, 100.0),
        (1, "cloaked_cats", 7, "Ada!", 3, 2, 300.0),
        (1, "quickpick", 7, "Ada!", 1, 1, 400.0),
        (2, "quickpick", 7, "Ada elsewhere", 1, 0, 500.0),
    ]
    everywhere = [
        (0, "cloaked_cats", 8, "Bo", 1, 0, 100.0),
        (0, "cloaked_cats", 7, "Ada!", 3, 2, 300.0),
        (0, "quickpick", 7, "Ada elsewhere", 2, 1, 500.0),
    ]
    await store.close()
    assert asked(url, people.format("earlier")) == here
    assert asked(url, people.format("standings")) == [*everywhere, *here]


async def test_what_is_counted_by_records_already_is_not_counted_as_earlier(
    store: Store, url: str, lobby: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ended(store, lobby, placed(7, "Ada", 1), placed(8, "Bo", 2))
    await store.close()
    scores = sa.Table(
        "scores",
        sa.MetaData(),
        *(sa.Column(name, sa.BigInteger) for name in ("guild", "user", "games", "wins")),
        *(sa.Column(name, sa.Text) for name in ("game", "name")),
        sa.Column("at", sa.Float),
    )
    with engine(url).begin() as db:
        scores.create(db)
        for user, games, wins in ((7, 5, 3), (8, 1, 0)):
            row = {"guild": lobby.guild, "game": lobby.game, "user": user, "name": "Ada"}
            db.execute(scores.insert().values(**row, games=games, wins=wins, at=1.0))
        for gone in (
            "DROP TABLE earlier",
            "DROP TABLE participants",
            "DROP TABLE forgetting",
            "DROP INDEX standings_best",
            "DROP INDEX results_fared",
            "ALTER TABLE results DROP COLUMN awards",
            "ALTER TABLE results DROP COLUMN everywhere",
            *(f"DROP TABLE {name}" for name in ("guesses", "readings", "preferences", "retention")),
        ):
            db.execute(sa.text(gone))
        for name, of in (
            ("tables_played", "tables (guild)"),
            ("unused", "standings (guild)"),
        ):
            db.execute(sa.text(f"CREATE INDEX {name} ON {of}"))
        db.execute(sa.text("UPDATE alembic_version SET version_num = '0012'"))

    again = await Store.open(url, GAMES)
    lines = await again.scores(Page(lobby.guild, lobby.game))
    assert [(line.user, line.games, line.wins, line.rated) for line in lines] == [
        (7, 5, 3, 1),
        (8, 1, 0, 1),
    ]
    await again.close()
    assert asked(url, 'SELECT "user", games, wins FROM earlier') == [(7, 4, 2)]
