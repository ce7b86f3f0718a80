"""No statement looks at all rows of a table, however many there are."""

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.store import groups, queries, tidying
from bot.store.schema import due, metadata, scores, tables
from bot.store.sqlite import DIALECT
from bot.store.statements import Statement
from bot.store.store import Store
from tests.store.conftest import GAMES

ROWS = 3000
FEW = {"settings", "heartbeat", "removed_guilds"}
"""Tables that never have many rows."""
SOME = {"tables_open", "tables_paused", "tables_unshown"}
"""Indexes of those rows alone that are looked for."""
MODULES = (groups, queries, tidying)


def statements() -> list[Any]:
    """Find all statements of the store by their names."""
    found = []
    for module in MODULES:
        for name, value in vars(module).items():
            several = value if isinstance(value, tuple) else (value,)
            for number, each in enumerate(several):
                if isinstance(each, Statement):
                    short = module.__name__.rpartition(".")[2]
                    found.append(pytest.param(each, id=f"{short}-{name}-{number}"))
    return found


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with thousands of rows in each table that may have as many, and ten servers.

    Of the tables in it 50 are open and 10 paused; SQLite knows how the rows are spread.
    """
    path = tmp_path_factory.mktemp("large") / "cats.db"
    asyncio.run(_made(path))
    with closing(sqlite3.connect(path)) as db, db:
        for table in metadata.sorted_tables:
            if table.name not in FEW:
                names = [column.name for column in table.c]
                rows = [[_value(table.name, name, n) for name in names] for n in range(1, ROWS)]
                quoted = ", ".join(f'"{name}"' for name in names)
                marks = ", ".join("?" * len(names))
                db.executemany(f"INSERT INTO {table.name} ({quoted}) VALUES ({marks})", rows)
        db.execute("UPDATE tables SET paused = 'away' WHERE id <= 10")
        db.execute("UPDATE tables SET phase = 'playing' WHERE id <= 50")
        db.execute("UPDATE tables SET version = 2 WHERE id % 300 = 0")
    return path


@pytest.fixture(params=[False, True], ids=["", "analyzed"])
def db(large: Path, request: pytest.FixtureRequest) -> Iterator[sqlite3.Connection]:
    """The large database; with and without what SQLite can learn about its rows."""
    with closing(sqlite3.connect(large)) as connection:
        if request.param:
            connection.execute("BEGIN")
            connection.execute("ANALYZE")
        yield connection


async def _made(path: Path) -> None:
    await (await Store.open(f"sqlite:///{path}", GAMES)).close()


def _value(table: str, column: str, n: int) -> Any:
    texts = {"phase": "over", "paused": "", "to": None, "values": "[]", "given": "{}"}
    numbers = {"guild": n % 10, "version": 1, "board_version": 1, "step": n % 30}
    if column in ("name", "game", "kind", "key"):
        return f"{column} {n % 7}"
    if column == "table":
        return n // 10 + 1 if table == "events" else n
    return {**texts, **numbers}.get(column, n)


def looks_at_all(db: sqlite3.Connection, sql: str) -> list[str]:
    """Return the steps of a statement's plan that look at all rows of what may be long."""
    plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}", [1] * sql.count("?"))]
    return [step for step in plan if step.startswith("SCAN") and not _is_short(step)]


def _is_short(step: str) -> bool:
    what = step.removeprefix("SCAN ").split(" ")[0]
    index = re.search(r"INDEX (\w+)", step)
    constant = step == "SCAN CONSTANT ROW" or what.startswith("(")
    return constant or what in FEW or bool(index and index[1] in SOME)


@pytest.mark.parametrize("statement", statements())
def test_no_statement_looks_at_all_rows(db: sqlite3.Connection, statement: Statement) -> None:
    assert looks_at_all(db, statement.compiled(DIALECT).sql) == []


def test_all_statements_are_asked() -> None:
    sources = (Path(module.__file__ or "").read_text() for module in MODULES)
    written = sum(len(re.findall(r"\bStatement\(", source)) for source in sources)
    assert len(statements()) >= written > 50


def test_what_goes_with_a_table_is_found_without_looking_at_all_rows(
    db: sqlite3.Connection,
) -> None:
    keys = [key for table in metadata.sorted_tables for key in table.foreign_keys]
    assert len(keys) == 4
    for key in keys:
        sql = f'SELECT 1 FROM {key.parent.table.name} WHERE "{key.parent.name}" = 1'
        assert looks_at_all(db, sql) == []


@pytest.mark.parametrize(
    "bad",
    [
        select(tables.c.id),
        select(tables.c.id).where(tables.c.phase == "over"),
        select(tables.c.id).where(tables.c.paused == "").order_by(tables.c.channel),
        select(due.c.at).where(due.c.kind == "idle"),
        select(due.c.at).where(due.c.table.in_(select(tables.c.id).where(tables.c.paused == ""))),
        select(scores.c.user).where(scores.c.name == "Ada").group_by(scores.c.user),
        due.update().values(at=due.c.at + 1),
        tables.delete().where(tables.c.host == 7),
    ],
)
def test_a_statement_that_does_would_be_noticed(db: sqlite3.Connection, bad: Any) -> None:
    assert looks_at_all(db, Statement(bad).compiled(DIALECT).sql)
