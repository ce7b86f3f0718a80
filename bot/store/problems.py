"""What can go wrong with the store, as typed errors."""

import os
import sqlite3
from pathlib import Path

from sqlalchemy.exc import DBAPIError, IntegrityError


class Conflict(Exception):  # noqa: N818 - named after what happened
    """The table was changed (or forgotten) since it was read; nothing was written."""


class ChannelTaken(Exception):  # noqa: N818 - named after what happened
    """The channel has an open table already; nothing was written."""


class Repeated(Exception):  # noqa: N818 - named after what happened
    """The interaction was handled before; nothing was written."""


class StoreProblem(Exception):  # noqa: N818 - a sentence for the person who runs the bot
    """The database cannot be used as it is; nothing was written."""

    def __init__(self, key: str, **values: str) -> None:
        """Keep the shared catalogue's `key` and its arguments for the sentence that explains it."""
        super().__init__(key, *values.values())
        self.key = key
        self.values = values


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


def problem(error: DBAPIError | sqlite3.Error, path: Path) -> StoreProblem | None:
    """Return what `error` means for the database file at `path`; None for a fault of the program.

    SQLite's result codes: https://www.sqlite.org/rescode.html; the low byte is the primary one.
    """
    cause = error.orig if isinstance(error, DBAPIError) else error
    if not isinstance(cause, sqlite3.Error):
        return None
    try:
        code = cause.sqlite_errorcode & 0xFF
    except AttributeError:  # raised by Python's module and not by SQLite
        return None
    if code not in _KEYS:
        return None
    read_only = code == sqlite3.SQLITE_CANTOPEN and _read_only(path)
    return StoreProblem("store-read-only" if read_only else _KEYS[code], path=str(path))


_TAKEN = (sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)


def is_taken(error: IntegrityError, column: str) -> bool:
    """Tell whether another row has the value of this unique column, such as "tables.channel".

    Any other constraint that was hurt is a fault of the program. SQLite tells the kind by its
    extended code and the columns by its message: https://www.sqlite.org/rescode.html#constraint.
    """
    hurt = error.orig
    if not isinstance(hurt, sqlite3.IntegrityError) or hurt.sqlite_errorcode not in _TAKEN:
        return False
    return str(hurt).rpartition(": ")[2] == column


def _read_only(path: Path) -> bool:
    """Tell whether the folder is there, but takes no new file (SQLite's log lies beside it)."""
    return path.parent.is_dir() and not path.is_dir() and not os.access(path.parent, os.W_OK)
