"""Looks at a database without making, migrating, owning or changing it."""

import os
import sqlite3
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct
from sqlalchemy import create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from bot.store.migrating import Age, age
from bot.store.problems import StoreProblem
from bot.store.sqlite import PATIENCE, WRITE, database_file, own, told


class Found(Struct, frozen=True):
    """A database that the bot can write to."""

    place: str
    """The path of a file, or "PostgreSQL"."""
    age: Age
    """Neither `FOREIGN` nor `NEWER`."""
    used: bool
    """Whether a bot has it right now."""


async def examine(url: str) -> Found:
    """Return what is at an address; raises the `StoreProblem` that a start would end with.

    A running bot goes on, and waits no longer than for another program that writes to its database.
    """
    if not url.startswith("postgres"):
        return _file(database_file(url))
    if find_spec("psycopg") is None:
        raise StoreProblem("store-no-driver")
    from bot.store.examining_server import server  # noqa: PLC0415 - only what is used

    return await server(url)


def _file(path: Path) -> Found:
    """Return what is known of a SQLite file, or of its place if it is yet to be made."""
    place = str(path.absolute())
    try:
        folder = next(folder for folder in path.absolute().parents if folder.exists())
        is_there = path.exists()
    except OSError:
        raise StoreProblem("store-unreachable", path=str(path)) from None
    if not folder.is_dir():
        raise StoreProblem("store-unreachable", path=str(path))
    if not os.access(folder, os.W_OK | os.X_OK):  # the lock and SQLite's log lie there, too
        raise StoreProblem("store-read-only", path=str(path))
    if is_there and not os.access(path, os.W_OK):  # SQLite would begin to read all the same
        raise StoreProblem("store-read-only", path=str(path))
    if not is_there:
        return Found(place, Age.NEW, used=False)
    found = _age(path)
    if found is Age.FOREIGN:
        raise StoreProblem("store-foreign", path=str(path))
    if found is Age.NEWER:
        raise StoreProblem("store-newer", path=str(path))
    return Found(place, found, _is_used(path))


def _age(path: Path) -> Age:
    """Take the right to write, look, and give it back; raises `StoreProblem`.

    After a process that has died, SQLite clears up, as it does whenever such a file is opened.
    """
    address = f"{path.absolute().as_uri()}?mode=rw"  # never makes a file
    engine = create_engine(
        "sqlite://",
        creator=lambda: sqlite3.connect(address, uri=True, timeout=PATIENCE),
        poolclass=NullPool,
        isolation_level="AUTOCOMMIT",  # else Python's module begins transactions, too late
        hide_parameters=True,
    )
    try:
        with told(path), engine.connect() as db:
            db.exec_driver_sql(WRITE)
            found = age(db)
            db.exec_driver_sql("ROLLBACK")
            return found
    except DBAPIError as error:
        with told(path):
            raise error.orig or error from None
    finally:
        engine.dispose()


def _is_used(path: Path) -> bool:
    """Tell whether a bot has the file; raises `StoreProblem` if none could have it.

    Nobody tells who has a lock but the try to take it: a bot that starts in that very moment would
    find it taken, for some microseconds.
    """
    if not path.with_name(f"{path.name}.lock").exists():
        return False
    try:
        own(path).release()
    except StoreProblem as problem:
        if problem.key == "store-in-use":
            return True
        raise
    return False
