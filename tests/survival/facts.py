"""What a connection of the test's own finds in the bot's database."""

from pathlib import Path
from typing import Any

from tests.databases import address, open_transaction, run_sql

MOVED = {
    "tables": "SELECT version, phase, step, state FROM tables ORDER BY id",
    "inputs": 'SELECT * FROM inputs ORDER BY "table", step',
    "events": "SELECT * FROM events ORDER BY id",
    "due": """
        SELECT "table", kind, at, clock, least, decision, seat, pause, what
        FROM due ORDER BY "table", place
    """,
    "interactions": "SELECT id FROM interactions ORDER BY id",
}


def facts(where: Path | str) -> dict[str, list[tuple[Any, ...]]]:
    with open_transaction(address(where)) as ask:
        return {name: ask(query) for name, query in MOVED.items()}


def change(where: Path | str, statement: str, *values: object) -> None:
    run_sql(address(where), statement, *values)
