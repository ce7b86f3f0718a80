import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from msgspec.structs import replace
from sqlalchemy import Engine, MetaData, create_engine, inspect
from sqlalchemy.pool import NullPool

from bot.domain.game_records import Record
from bot.domain.table import Commit, Person, Table
from bot.storage import migrating
from bot.storage.opening import may_migrate, open_database
from bot.storage.people_repository import Preferences
from bot.storage.problems import ConnectionLost, StoreProblem
from bot.storage.schema import metadata
from bot.storage.store import Store
from tests.bench.ends import make_ranked_player, store_finished_table
from tests.databases import empty_database, file_of, is_sqlite, run_sql
from tests.storage.conftest import GAMES

END_SESSIONS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
NOVEMBER = 1_793_491_200.0  # 2026-11-01
VERSIONS = Path(__file__).parent.parent / "versions"
FIRST = VERSIONS / "0.3.0.db"

NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = "{newest}"

compatible_with_older_workers = {compatible}

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


def read_tables_and_revision(url: str) -> tuple[set[str], str]:
    """Return the tables and the revision of a database."""
    with engine(url).connect() as db:
        names = set(inspect(db).get_table_names())
    ((revision,),) = run_sql(url, "SELECT version_num FROM alembic_version")
    return names, revision


def scripts() -> Config:
    """Return the migrations."""
    config = Config()
    config.set_main_option("script_location", str(migrating.MIGRATIONS_FOLDER))
    return config


def first(url: str) -> None:
    """Make a database of the oldest version that is migrated, with its rows."""
    if is_sqlite(url):
        file_of(url).parent.mkdir(exist_ok=True)
        shutil.copy(FIRST, file_of(url))
        return
    known = MetaData()
    with engine(f"sqlite:///{FIRST}").connect() as old, engine(url).begin() as new:
        known.reflect(old)
        known.tables[migrating.REVISION_TABLE.name].create(new)
        new.exec_driver_sql((VERSIONS / "0.3.0.sql").read_text(encoding="utf-8"))
        for table in known.sorted_tables:
            rows = [dict(row) for row in old.execute(table.select()).mappings()]
            if rows:
                new.execute(table.insert(), rows)


def write_next(folder: Path, then: str = "pass", *, compatible: bool = False) -> None:
    """Write a folder with one more migration."""
    shutil.copytree(migrating.MIGRATIONS_FOLDER, folder)
    written = NEXT.format(newest=migrating.NEWEST_REVISION, then=then, compatible=compatible)
    (folder / "versions" / "next.py").write_text(written)


def with_next(
    folder: Path, monkeypatch: pytest.MonkeyPatch, then: str = "pass", *, compatible: bool = False
) -> None:
    """Give the store one more migration."""
    write_next(folder, then, compatible=compatible)
    monkeypatch.setattr(migrating, "MIGRATIONS_FOLDER", folder)
    monkeypatch.setattr(migrating, "NEWEST_REVISION", "next")


def test_the_newest_revision_is_known_without_alembic() -> None:
    assert ScriptDirectory.from_config(scripts()).get_heads() == [migrating.NEWEST_REVISION]


OPEN = """
import asyncio, sys
from bot.storage.store import Store

async def main():
    for _ in ("makes the database", "finds it"):
        await (await Store.open(sys.argv[1], {})).close()

asyncio.run(main())
print(*(name for name in NOT_NEEDED if name in sys.modules))
"""
NOT_NEEDED = ("alembic", "sqlalchemy.orm")
OF_ANOTHER = {
    True: ("psycopg", "bot.storage.postgres_database"),
    False: ("filelock", "bot.storage.sqlite_database"),
}
"""What SQLite does not need, and what PostgreSQL does not."""


def test_who_needs_no_migration_does_not_load_what_migrates(url: str) -> None:
    """What migrates takes 17 MB, what speaks to PostgreSQL 10 MB."""
    unneeded = (*NOT_NEEDED, *OF_ANOTHER[is_sqlite(url)])
    command = [sys.executable, "-c", f"NOT_NEEDED = {unneeded}{OPEN}", url]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == ""


def schema(url: str) -> list[tuple[str, ...]]:
    """Return a database's indexes, after its tables were held against the schema."""
    with engine(url).connect() as db:
        context = MigrationContext.configure(db, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    found = "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'"
    if is_sqlite(url):
        found = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    return sorted((name, "".join(sql.split())) for name, sql in run_sql(url, found))


async def test_a_new_database_and_a_migrated_one_have_the_same_schema(
    store: Store, url: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    await store.close()
    with empty_database(request.node.callspec.params["database"], tmp_path / "old.db") as old:
        first(old)
        await (await Store.open(old, GAMES)).close()
        assert schema(old) == schema(url) != []
        assert read_tables_and_revision(old) == read_tables_and_revision(url)
        assert read_tables_and_revision(url)[1] == migrating.NEWEST_REVISION


async def test_a_migration_keeps_the_tables(
    store: Store, url: str, lobby: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await store.tables.commit(Commit(lobby, at=1.0))
    await store.close()
    with_next(tmp_path / "100% new", monkeypatch)

    newer = await Store.open(url, GAMES)
    assert await newer.tables.load(table.id) == table
    await newer.close()
    names, revision = read_tables_and_revision(url)
    assert "hats" in names
    assert revision == "next"


async def test_a_migration_that_fails_changes_nothing(
    store: Store, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.close()
    before = read_tables_and_revision(url)
    with_next(tmp_path / "new", monkeypatch, "raise ZeroDivisionError")

    with pytest.raises(ZeroDivisionError):
        await Store.open(url, GAMES)
    assert read_tables_and_revision(url) == before


NO_SETTINGS = (
    *(f"DROP TABLE {name}" for name in ("evenings", "call_subscriptions", "guild_settings")),
    "DROP TABLE removed_people",
    *(f"DROP TABLE {name}" for name in ("puzzles", "puzzle_attempts", "puzzle_days")),
    "DROP INDEX standings_best",
    'CREATE INDEX standings_best ON standings (guild, game, rated, mu, wins, games, "user")',
    "DROP INDEX records_parent",
    "ALTER TABLE records DROP COLUMN parent",
    "ALTER TABLE tables DROP COLUMN parent",
    "ALTER TABLE tables DROP COLUMN evening",
    "ALTER TABLE tables DROP COLUMN call",
    "ALTER TABLE preferences DROP COLUMN puzzle_marks",
)
NO_STOPS = (
    *NO_SETTINGS,
    "ALTER TABLE seats DROP COLUMN joined_step",
    "ALTER TABLE tables DROP COLUMN applicants",
    "ALTER TABLE seats DROP COLUMN agreed_step",
    "ALTER TABLE tables DROP COLUMN is_language_chosen",
    'CREATE INDEX preferences_unserved ON preferences ("user") WHERE NOT(served)',
    'CREATE INDEX preferences_in_words ON preferences ("user") WHERE in_words',
)
NO_DURATIONS = (*NO_STOPS, "DROP TABLE durations")
NO_PREDICTIONS = (*NO_DURATIONS, "DROP TABLE predictions")
NO_WORDS = (
    *NO_PREDICTIONS,
    "DROP INDEX preferences_in_words",
    "ALTER TABLE preferences DROP COLUMN in_words",
)
NO_CHANNELS = (*NO_WORDS, "DROP INDEX records_channel", "ALTER TABLE records DROP COLUMN channel")


def go_back(url: str, revision: str, statements: Sequence[str]) -> None:
    """Make a database one of an earlier revision, by these statements."""
    with engine(url).begin() as db:
        for statement in (*statements, f"UPDATE alembic_version SET version_num = '{revision}'"):
            db.execute(sa.text(statement))


async def test_records_learn_their_channel_from_tables_that_are_still_there(
    store: Store, url: str, lobby: Table
) -> None:
    known = await store_finished_table(store, lobby, make_ranked_player(7, "Ada", 1))
    gone = await store_finished_table(store, lobby, make_ranked_player(7, "Ada", 1), at=2.0)
    await store.close()
    for id_, about in run_sql(url, "SELECT id, about FROM records"):
        older = about.replace(f',"channel":{lobby.channel}', "")
        assert older != about
        run_sql(url, "UPDATE records SET about = ? WHERE id = ?", older, id_)
    run_sql(url, "DELETE FROM tables WHERE id = ?", gone.id)
    go_back(url, "0015", NO_CHANNELS)

    again = await Store.open(url, GAMES)
    (listed,) = await again.evenings.find_in_channel(lobby.channel, 0)
    assert isinstance(listed, Record)
    assert (listed.id, listed.channel) == (known.id, lobby.channel)
    kept = await again.records.find_record(gone.id)
    assert kept is not None and kept[0].channel == 0
    await again.close()


async def test_settings_of_people_stay_when_they_can_choose_to_see_no_pictures(
    store: Store, url: str
) -> None:
    ada = Preferences(7, seen_by="everybody", days=30)
    await store.people.set_preference(7, "seen_by", "everybody")
    await store.people.set_preference(7, "days", 30)
    await store.close()
    go_back(url, "0016", NO_WORDS)
    with engine(url).connect() as db:
        assert not migrating.breaks_older_workers(db)

    again = await Store.open(url, GAMES)
    assert await again.people.find_preferences(7) == ada
    await again.people.set_preference(7, "in_words", True)
    assert await again.people.find_preferences(7) == replace(ada, in_words=True)
    await again.close()


async def test_right_predictions_are_counted_from_the_migration_on(
    store: Store, url: str, lobby: Table
) -> None:
    await store_finished_table(store, lobby, make_ranked_player(7, "Ada", 1))
    await store.close()
    go_back(url, "0017", NO_PREDICTIONS)
    with engine(url).connect() as db:
        assert not migrating.breaks_older_workers(db)

    again = await Store.open(url, GAMES)
    assert await again.guesses.count_right_calls([7]) == {7: 0}
    watcher = Person(9, "Cleo", right_predictions=3)
    await store_finished_table(again, lobby, make_ranked_player(7, "Ada", 1), guessers=(watcher,))
    assert await again.guesses.count_right_calls([9]) == {9: 3}
    await again.close()


async def test_a_migration_waits_for_workers_that_could_not_live_with_it(
    server_url: str, lobby: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = await Store.open(server_url, GAMES)
    assert await may_migrate(server_url), "nothing is to be migrated"
    before = read_tables_and_revision(server_url)
    with_next(tmp_path / "new", monkeypatch)
    assert not await may_migrate(server_url)
    for alone, key in ((False, "store-server-older-workers"), (True, "store-server-in-use")):
        with pytest.raises(StoreProblem) as caught:
            await open_database(server_url, exclusive=alone)
        assert caught.value.key == key
    assert read_tables_and_revision(server_url) == before
    assert (await older.tables.commit(Commit(lobby, at=1.0))).version == 1
    await older.close()
    assert await may_migrate(server_url)
    await (await open_database(server_url, exclusive=True)).close()
    assert read_tables_and_revision(server_url)[1] == "next"


async def test_a_compatible_migration_waits_for_nobody(
    server_url: str, lobby: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = await Store.open(server_url, GAMES)
    with_next(tmp_path / "new", monkeypatch, compatible=True)
    assert await may_migrate(server_url)
    newer = await Store.open(server_url, GAMES)
    assert read_tables_and_revision(server_url)[1] == "next"
    assert (await older.tables.commit(Commit(lobby, at=1.0))).version == 1
    await older.close()
    await newer.close()


async def test_a_worker_that_lost_the_server_comes_back_to_its_own_schema_alone(
    server_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.storage.postgres_connections.RECONNECT_PAUSE_SECONDS", 0.0)
    store = await Store.open(server_url, GAMES)
    run_sql(server_url, "UPDATE alembic_version SET version_num = 'next'")
    await store.bot.set_setting("a", "b")
    run_sql(server_url, END_SESSIONS)
    said = ""
    while said != "store-server-newer":  # the first answer may be that the connection is lost
        with pytest.raises(ConnectionLost) as caught:
            await store.bot.set_setting("a", "c")
        said = caught.value.key
    run_sql(server_url, "UPDATE alembic_version SET version_num = ?", migrating.NEWEST_REVISION)
    await store.bot.set_setting("a", "c")
    assert await store.bot.find_setting("a") == "c"
    await store.close()
