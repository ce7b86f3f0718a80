"""Looks at a database without making, migrating, owning or changing it."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlalchemy import create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from bot.store.migrating import Age, Found, age
from bot.store.problems import StoreProblem
from bot.store.sqlite.connection import PATIENCE
from bot.store.sqlite.database import (
    WRITE,
    make_folder,
    own,
    refuse,
    remains,
)
from bot.store.sqlite.errors import as_problems
from bot.store.unfinished import check_copied

TRIAL = "-checked"
"""Ends the name of a file that is made to see whether one can be: as long as "-journal"."""


def file(path: Path) -> Found:
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
    if is_there and not path.is_file():
        raise StoreProblem("store-unreachable", path=str(path))
    if not is_there:
        _try_to_make(path)
        return Found(place, Age.NEW, used=False, remains=remains(path))
    found = _age(path)
    refuse(found, path)
    missed = remains(path) if found is Age.NEW else None
    return Found(place, found, _is_used(path), missed)


def _try_to_make(path: Path) -> None:
    """Make a file like that which is missing, and remove it again; raises `StoreProblem`."""
    with _folders(path):
        trial = path.with_name(f"{path.name}{TRIAL}")
        try:
            with as_problems(path), closing(sqlite3.connect(trial)) as db:
                db.execute("PRAGMA journal_mode=OFF")  # no further file, with a longer name
                db.execute("PRAGMA user_version=1")
        finally:
            with suppress(OSError):
                trial.unlink()


@contextmanager
def _folders(path: Path) -> Iterator[None]:
    """Let the file's folder be there, and remove those that were not."""
    missing = [folder for folder in path.absolute().parents if not folder.exists()]
    try:
        make_folder(path)
        yield
    finally:
        for folder in missing:
            with suppress(OSError):  # it was not made, or holds something that a bot has just made
                folder.rmdir()


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
        with as_problems(path), engine.connect() as db:
            db.exec_driver_sql(WRITE)
            found = age(db)
            if found is Age.CURRENT:
                check_copied(db)
            db.exec_driver_sql("ROLLBACK")
            return found
    except DBAPIError as error:
        with as_problems(path):
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
