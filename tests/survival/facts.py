"""What a connection of the test's own finds in the bot's database file."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

MOVED = {
    "tables": "SELECT version, phase, step, state FROM tables ORDER BY id",
    "inputs": "SELECT * FROM inputs",
    "events": "SELECT * FROM events",
    "due": "SELECT * FROM due ORDER BY kind, key",
    "interactions": "SELECT id FROM interactions",
}


def facts(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Return all that a move changes."""
    with closing(sqlite3.connect(path)) as db:
        return {name: db.execute(query).fetchall() for name, query in MOVED.items()}


def change(path: Path, statement: str, *values: object) -> None:
    """Change the file behind the bot's back."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(statement, values)
