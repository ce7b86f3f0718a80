"""What a connection of the test's own finds and does in the bot's database, whichever it is."""

import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg

from bot.storage.migrating import SchemaAge
from bot.storage.sqlite_database import OWNER_FILE_MODE
from bot.storage.sqlite_database import _prepare as prepare
from tests.patience import HANG_TIMEOUT_SECONDS
from tests.postgres import shared_server

DATABASES = ("sqlite", "postgresql")
FAULTS = (sqlite3.IntegrityError, psycopg.IntegrityError, psycopg.errors.RaiseException)
"""What a fault of the program is raised as."""
Ask = Callable[..., list[tuple[Any, ...]]]


def address(where: Path | str) -> str:
    return where if isinstance(where, str) else f"sqlite:///{where}"


@contextmanager
def empty_database(kind: str, path: Path) -> Iterator[str]:
    """Return the address of an empty database for a while; `path` is where a file would be."""
    if kind == "sqlite":
        yield address(path)
    else:
        with shared_server().database() as url:
            yield url


@cache
def _new_file() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "new.db"
        prepare(path)
        return path.read_bytes()


def copy_or_prepare(path: Path) -> SchemaAge:
    """Do what the bot does with a file before it opens it, but create a new one quickly."""
    if path.exists() or not os.access(path.parent, os.W_OK):
        return prepare(path)
    path.touch(OWNER_FILE_MODE)
    path.write_bytes(_new_file())
    return SchemaAge.NEW


@contextmanager
def migrated_database(kind: str, path: Path) -> Iterator[str]:
    """Return the address of a database for a while: a file yet to be made, or empty tables."""
    if kind == "sqlite":
        yield address(path)
    else:
        with shared_server().migrated_database() as url:
            yield url


def is_sqlite(url: str) -> bool:
    return url.startswith("sqlite:")


def file_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


def _in_psycopg(sql: str) -> bytes:
    return sql.replace("%", "%%").replace("?", "%s").encode()


@contextmanager
def open_transaction(url: str) -> Iterator[Ask]:
    """Return what does a statement, its parameters written as "?", and returns the rows found.

    All is one transaction, which is undone if anything is raised.
    """
    if is_sqlite(url):
        with closing(sqlite3.connect(file_of(url), isolation_level=None)) as file, file:
            file.execute("BEGIN")
            yield lambda sql, *values: file.execute(sql, values).fetchall()
        return
    with psycopg.connect(url) as db:

        def ask(sql: str, *values: object) -> list[tuple[Any, ...]]:
            done = db.execute(_in_psycopg(sql) if values else sql.encode(), values or None)
            return done.fetchall() if done.description else []

        yield ask


def run_sql(url: str, sql: str, *values: object) -> list[tuple[Any, ...]]:
    """Do a statement in a transaction of its own; return the rows that it finds."""
    with open_transaction(url) as ask:
        return ask(sql, *values)


@contextmanager
def open_left_database(url: str) -> Iterator[Ask]:
    """Ask a database as a process left it that has died. A file is looked at in a copy: looking at
    it repairs it. A server still ends what it was told.
    """
    if is_sqlite(url):
        with TemporaryDirectory() as folder:
            copy = Path(folder) / "data"
            shutil.copytree(file_of(url).parent, copy)
            with open_transaction(f"sqlite:///{copy / file_of(url).name}") as ask:
                assert ask("PRAGMA integrity_check") == [("ok",)]
                assert ask("PRAGMA foreign_key_check") == []
                yield ask
        return
    until = time.monotonic() + HANG_TIMEOUT_SECONDS
    while run_sql(url, SESSIONS):
        assert time.monotonic() < until
        time.sleep(0.01)
    with open_transaction(url) as ask:
        yield ask


SESSIONS = """
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


@contextmanager
def hold_write_lock(url: str) -> Iterator[Ask]:
    """Keep all others from writing tables meanwhile; what is done is committed at the end."""
    if is_sqlite(url):
        with closing(sqlite3.connect(file_of(url), isolation_level=None)) as file:
            file.execute("BEGIN IMMEDIATE")
            yield lambda sql, *values: file.execute(sql, values).fetchall()
            file.execute("COMMIT")
        return
    with open_transaction(url) as ask:
        ask("LOCK TABLE tables, heartbeat IN EXCLUSIVE MODE")
        yield ask


REFUSE_ON_SQLITE = """
    CREATE TRIGGER refuse BEFORE UPDATE ON tables WHEN old.id = {table}
    BEGIN SELECT RAISE(ABORT, 'a secret'); END
"""
REFUSE_ON_POSTGRES = """
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN RAISE EXCEPTION 'a secret'; END$$;
    CREATE TRIGGER refuse BEFORE UPDATE ON tables FOR EACH ROW WHEN (old.id = {table})
    EXECUTE FUNCTION refuse()
"""


def refuse(url: str, table: int) -> None:
    """Let the database refuse each change of a table, for a reason that no bot foresees."""
    run_sql(url, (REFUSE_ON_SQLITE if is_sqlite(url) else REFUSE_ON_POSTGRES).format(table=table))


def accept(url: str) -> None:
    run_sql(url, "DROP TRIGGER refuse" if is_sqlite(url) else "DROP TRIGGER refuse ON tables")
