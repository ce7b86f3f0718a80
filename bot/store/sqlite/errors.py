"""What SQLite's error codes mean for a database file."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.store.problems import ChannelTaken, Repeated, StoreProblem

_KEYS = {
    sqlite3.SQLITE_BUSY: "store-locked",
    sqlite3.SQLITE_LOCKED: "store-locked",
    sqlite3.SQLITE_READONLY: "store-read-only",
    sqlite3.SQLITE_IOERR: "store-failing",
    sqlite3.SQLITE_CORRUPT: "store-damaged",
    sqlite3.SQLITE_FULL: "store-full",
    sqlite3.SQLITE_CANTOPEN: "store-unreachable",
    sqlite3.SQLITE_PERM: "store-unreachable",
    sqlite3.SQLITE_NOTADB: "store-foreign",
}
SHARED_MEMORY_BYTES = 32 * 1024
"""By so much the file grows that SQLite's processes share: https://www.sqlite.org/walformat.html"""
_TAKEN = (sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
_MEANT = {"interactions.id": Repeated, "tables.channel": ChannelTaken}
"""What it means that another row has the values of an index that begins with such a column."""


@contextmanager
def as_problems(path: Path) -> Iterator[None]:
    """Raise what SQLite's errors mean for the file at `path`."""
    try:
        yield
    except sqlite3.Error as error:
        meant = problem(error, path)
        if meant is None:
            raise
        raise meant from error


def problem(error: sqlite3.Error, path: Path) -> Exception | None:
    """Return what `error` means for the database file at `path`; None for a fault of the program.

    SQLite's result codes: https://www.sqlite.org/rescode.html; the low byte is the primary one.
    Which constraint was hurt, its message tells.
    """
    try:
        code = error.sqlite_errorcode
    except AttributeError:  # raised by Python's module and not by SQLite
        return None
    if code in _TAKEN:
        columns = str(error).rpartition(": ")[2]
        meant = _MEANT.get(columns.partition(",")[0])
        return meant() if meant else None
    key = _KEYS.get(code & 0xFF)
    if key is None:
        return None
    if key == "store-unreachable" and takes_no_files(path):
        key = "store-read-only"
    if key == "store-failing" and _is_disk_full(path):
        key = "store-full"
    return StoreProblem(key, path=str(path))


def _is_disk_full(path: Path) -> bool:
    """Tell whether SQLite's files cannot grow. Some of them then fail with an I/O error.

    https://www.sqlite.org/rescode.html#ioerr_shmsize
    """
    try:
        return shutil.disk_usage(path.parent).free < SHARED_MEMORY_BYTES
    except OSError:
        return False


def takes_no_files(path: Path) -> bool:
    """Tell whether the folder is there, but takes no new file (SQLite's log lies beside it)."""
    return path.parent.is_dir() and not path.is_dir() and not os.access(path.parent, os.W_OK)
