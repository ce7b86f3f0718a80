"""Copies a database file while somebody uses it."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.problems import StoreProblem
from bot.store.sqlite.connection import PATIENCE
from bot.store.sqlite.errors import as_problems


def copy_file(source: Path, target: Path) -> None:
    """Copy a database into a new file, and read the copy once.

    In WAL mode it is the state of one moment, and nobody waits for it:
    https://www.sqlite.org/backup.html. Raises `StoreProblem`, also if the copy is damaged.
    """
    address = f"{source.absolute().as_uri()}?mode=rw"  # never makes a file
    with (
        as_problems(target),
        closing(sqlite3.connect(address, uri=True, timeout=PATIENCE)) as there,
        closing(sqlite3.connect(target)) as here,
    ):
        there.backup(here)
        is_well = here.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)]
    if not is_well:
        raise StoreProblem("store-damaged", path=str(source))
