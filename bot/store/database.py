"""The database file: its address, its engine, its migrations. All that only SQLite knows is here.

`problems.py` holds SQLite's error codes.
"""

import errno
import logging
import sqlite3
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, event, inspect, update
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from bot.store.problems import StoreProblem, problem
from bot.store.schema import heartbeat

MIGRATIONS = Path(__file__).parent / "migrations"
CONNECTIONS = 4
"""One writes, the others read; each is a thread."""
PATIENCE = 5.0
"""Seconds to wait for another process that writes to the same file."""

READ = "BEGIN"
"""What the queries between this and the end see is one moment's data."""
WRITE = "BEGIN IMMEDIATE"
"""Takes the write lock at once: waiting for it later, with data read before, would fail."""


def database_file(url: str) -> Path:
    """Return the file that the address names, such as `sqlite:///data/cats.db`.

    Raises `StoreProblem` for any other kind of database, one in memory included. The address is
    never repeated: it could hold a password.
    """
    try:
        address = make_url(url)
    except ArgumentError:
        raise StoreProblem("store-not-sqlite") from None
    sqlite = address.get_backend_name() == "sqlite" and not address.query
    if not sqlite or not address.database or address.database == ":memory:":
        raise StoreProblem("store-not-sqlite")
    return Path(address.database)


def make_folder(path: Path) -> None:
    """Create the folder of the database file. Raises `StoreProblem`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        keys = {errno.EACCES: "store-read-only", errno.EROFS: "store-read-only"}
        keys |= {errno.ENOSPC: "store-full"}
        key = keys.get(error.errno or 0, "store-unreachable")
        raise StoreProblem(key, path=str(path)) from error


def try_open(path: Path) -> None:
    """Find out whether the file can be opened. Raises `StoreProblem`.

    aiosqlite opens it in a thread which, after a failure, may outlive the event loop and say so on
    standard error, beside the one sentence that is meant for the host.
    """
    try:
        sqlite3.connect(path).close()
    except sqlite3.Error as error:
        known = problem(error, path)
        if known is None:
            raise
        raise known from error


def make_engine(path: Path) -> AsyncEngine:
    """Return an engine that begins no transaction by itself and never tells parameters."""
    # At its debug level this one writes every parameter: seeds, states, hidden cards.
    logging.getLogger("aiosqlite").setLevel(logging.INFO)
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(path)),
        isolation_level="AUTOCOMMIT",  # else Python's module begins transactions, too late
        hide_parameters=True,
        pool_size=CONNECTIONS,
        max_overflow=0,
        connect_args={"timeout": PATIENCE},
    )
    event.listen(engine.sync_engine, "connect", _set_up)
    return engine


def _set_up(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    """Set what SQLite forgets with each connection."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def write_ahead(db: Connection) -> None:
    """Let reads and a write go on at the same time. Not inside a transaction."""
    db.exec_driver_sql("PRAGMA journal_mode=WAL")


def try_write(db: Connection) -> None:
    """Find out whether the file takes writes: a read-only one begins transactions all the same."""
    db.execute(update(heartbeat).values(at=heartbeat.c.at))


def migrate(db: Connection, path: Path) -> None:
    """Bring the schema to the newest revision, within the transaction of `db`.

    Raises `StoreProblem` for a database of a newer version or of another program.
    """
    config = Config(attributes={"connection": db})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)
    found = set(MigrationContext.configure(db).get_current_heads())
    if found == set(scripts.get_heads()):
        return
    if found - {script.revision for script in scripts.walk_revisions()}:
        raise StoreProblem("store-newer", path=str(path))
    if not found and inspect(db).get_table_names():
        raise StoreProblem("store-foreign", path=str(path))
    command.upgrade(config, "head")
