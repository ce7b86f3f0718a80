"""No statement looks at all rows of a table, however many there are."""

import asyncio
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Boolean, LargeBinary, Text, literal, select

from bot.storage import (
    bot_repository,
    call_repository,
    evening_repository,
    extend_deadlines,
    group_commit,
    guess_repository,
    guild_repository,
    people_repository,
    puzzle_repository,
    record_repository,
    removed_people_repository,
    retention,
    schema,
    server_settings_repository,
    standings_repository,
    table_repository,
)
from bot.storage import postgres_database as postgres
from bot.storage import sqlite_connection as sqlite
from bot.storage.database import Repository
from bot.storage.schema import Json, metadata, standings, timers
from bot.storage.statements import Statement, param
from bot.storage.store import Store
from tests.databases import empty_database, open_transaction, run_sql
from tests.storage.conftest import GAMES

ROWS = 3000
SHORT_TABLES = {
    "settings",
    "heartbeat",
    "forgiving",
    "removed_guilds",
    "retention",
    "guild_settings",
    "page",
    "known",
}
"""Tables, and parts of a query, that never have many rows, or one for each server."""
SHORT_INDEXES = {
    "tables_open",
    "tables_open_ids",
    "tables_hosted",
    "tables_paused",
    "boards_replaced",
    "guild_settings_puzzle",
    "preferences_seen",
    "preferences_hidden",
}
"""Indexes of those rows alone that are looked for."""
MODULES = (
    *(
        bot_repository,
        call_repository,
        evening_repository,
        extend_deadlines,
        group_commit,
        guess_repository,
    ),
    *(guild_repository, people_repository, record_repository, removed_people_repository, retention),
    *(puzzle_repository, server_settings_repository, standings_repository, table_repository),
)


def find_statements() -> dict[str, Statement]:
    """Find all statements of the store; return them by their names."""
    found = {}
    for module in MODULES:
        repositories: Iterator[Any] = (
            each
            for each in vars(module).values()
            if isinstance(each, type)
            and issubclass(each, Repository)
            and each.__module__ == module.__name__
        )
        for owner in [module, *repositories]:
            for name, value in vars(owner).items():
                for number, each in enumerate(value if isinstance(value, tuple) else (value,)):
                    if isinstance(each, Statement):
                        found[f"{owner.__name__}.{name}[{number}]"] = each
    return found


@pytest.fixture(scope="module")
def large_file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A SQLite file with many rows."""
    with empty_database("sqlite", tmp_path_factory.mktemp("large") / "cats.db") as url:
        _fill(url)
        yield url


@pytest.fixture(scope="module")
def large_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A PostgreSQL database with many rows."""
    with empty_database("postgresql", tmp_path_factory.mktemp("large")) as url:
        _fill(url)
        run_sql(url, "ANALYZE")
        yield url


def _fill(url: str) -> None:
    """Write thousands of rows into each table that may have as many, for ten servers.

    Of the tables in it 50 are open and 10 paused.
    """

    async def made() -> None:
        await (await Store.open(url, GAMES)).close()

    asyncio.run(made())
    with open_transaction(url) as ask:
        for table in metadata.sorted_tables:
            if table.name in SHORT_TABLES:
                continue
            names = ", ".join(f'"{column.name}"' for column in table.c)
            marks = f"({', '.join('?' * len(table.c))})"
            for start in range(1, ROWS, 100):
                rows = range(start, min(start + 100, ROWS))
                values = [_value(table.name, column, n) for n in rows for column in table.c]
                every = ", ".join([marks] * len(rows))
                ask(f"INSERT INTO {table.name} ({names}) VALUES {every}", *values)
        ask("UPDATE tables SET paused = 'away' WHERE id <= 10")
        ask("UPDATE tables SET phase = 'playing' WHERE id <= 50")
        ask("UPDATE tables SET version = 2 WHERE id % 300 = 0")


def _value(table: str, column: Any, n: int) -> Any:
    texts = {
        "phase": "over",
        "paused": "",
        "replaced": "[]",
        "to": None,
        "values": "[]",
        "given": "{}",
    }
    guild = n if table == "guild_settings" else n % 10
    numbers = {"guild": guild, "version": 1, "shown": 1, "step": n % 30}
    if column.name in ("name", "game", "kind", "key"):
        return f"{column.name} {n % 7}"
    if column.name == "table":
        return n // 10 + 1 if table == "events" else n
    value = {**texts, **numbers}.get(column.name, n)
    if isinstance(column.type, Boolean):
        return bool(n % 2)
    if isinstance(column.type, LargeBinary):
        return b""
    return str(value) if value is not None and isinstance(column.type, Text | Json) else value


LooksAtAll = Callable[[Statement], list[str]]
"""Returns the steps of a statement's plan that look at all rows of what may be long."""


@pytest.fixture(params=["sqlite", "sqlite analyzed", "postgresql"])
def looks_at_all(request: pytest.FixtureRequest) -> Iterator[LooksAtAll]:
    """Ask a large database; SQLite's with and without what it can learn about its rows."""
    if request.param == "postgresql":
        with psycopg.connect(request.getfixturevalue("large_server")) as server:
            # It likes to look at all of a small table: it is asked whether it has to.
            server.execute("SET enable_seqscan = off")
            yield lambda statement: server_looks(
                server, statement.compile_for(postgres.DIALECT).sql
            )
        return
    path = request.getfixturevalue("large_file").removeprefix("sqlite:///")
    with closing(sqlite3.connect(path)) as file:
        if request.param == "sqlite analyzed":
            file.execute("BEGIN")
            file.execute("ANALYZE")
        yield lambda statement: file_looks(file, statement.compile_for(sqlite.DIALECT).sql)


def file_looks(db: sqlite3.Connection, sql: str) -> list[str]:
    """Return the steps in which SQLite looks at all rows."""
    plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}", [1] * sql.count("?"))]
    return [step for step in plan if step.startswith("SCAN") and not _is_short(step)]


def _is_short(step: str) -> bool:
    what = step.removeprefix("SCAN ").split(" ")[0]
    index = re.search(r"INDEX (\w+)", step)
    constant = step == "SCAN CONSTANT ROW" or what.startswith("(")
    return constant or what in SHORT_TABLES or bool(index and index[1] in SHORT_INDEXES)


def server_looks(db: "psycopg.Connection[Any]", sql: str) -> list[str]:
    """Return the steps in which PostgreSQL looks at all rows, of a table or of an index."""
    explained = db.execute(f"EXPLAIN (GENERIC_PLAN, FORMAT JSON) {sql}".encode()).fetchone()
    assert explained is not None
    steps = []
    for step in _with_below(explained[0][0]["Plan"]):
        kind = step["Node Type"]
        if kind == "Seq Scan" and step["Relation Name"] not in SHORT_TABLES:
            steps.append(f"{kind} {step['Relation Name']}")
        index = step.get("Index Name", "")
        if index and index not in SHORT_INDEXES and "Index Cond" not in step:
            steps.append(f"{kind} {index}")
    return steps


def _with_below(step: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield step
    for below in step.get("Plans", ()):
        yield from _with_below(below)


def test_no_statement_looks_at_all_rows(looks_at_all: LooksAtAll) -> None:
    looks = {name: looks_at_all(statement) for name, statement in find_statements().items()}
    assert {name: steps for name, steps in looks.items() if steps} == {}


def test_all_statements_are_asked() -> None:
    sources = (Path(module.__file__ or "").read_text() for module in MODULES)
    written = sum(len(re.findall(r"\bStatement\(", source)) for source in sources)
    assert len(find_statements()) >= written > 50


def test_a_servers_people_are_put_in_order_from_an_index_alone(large_file: str) -> None:
    """Their rows lie all over the file: only those of a few are looked up."""
    with closing(sqlite3.connect(large_file.removeprefix("sqlite:///"))) as file:
        sql = standings_repository.StandingsRepository.SELECT_SCORES.compile_for(sqlite.DIALECT).sql
        asked = f"EXPLAIN QUERY PLAN {sql}", [1] * sql.count("?")
        plan = [row[3] for row in file.execute(*asked)]
    found = "SEARCH standings USING COVERING INDEX standings_best (guild=? AND game=?)"
    assert found in plan


def test_what_goes_with_a_table_is_found_without_looking_at_all_rows(
    looks_at_all: LooksAtAll,
) -> None:
    keys = [key for table in metadata.sorted_tables for key in table.foreign_keys]
    assert len(keys) == 12
    for key in keys:
        found = select(literal(1)).select_from(key.parent.table).where(key.parent == param("of"))
        assert looks_at_all(Statement(found)) == []


GOING = select(schema.tables.c.id).where(schema.tables.c.paused == "")


BAD: tuple[Any, ...] = (
    select(schema.tables.c.id),
    select(schema.tables.c.id).where(schema.tables.c.phase == "over"),
    GOING.order_by(schema.tables.c.channel),
    select(timers.c.at).where(timers.c.table.in_(GOING)),
    select(standings.c.user).where(standings.c.name == "Ada").group_by(standings.c.user),
    select(standings.c.guild).distinct(),
    timers.update().values(at=timers.c.at + 1),
    schema.tables.delete().where(schema.tables.c.host == 7),
)
BAD_FOR_SQLITE = select(timers.c.at).where(timers.c.kind == "idle")
"""PostgreSQL does it by an index that has to be gone through, but does not say so."""


def test_a_statement_that_does_would_be_noticed(
    looks_at_all: LooksAtAll, request: pytest.FixtureRequest
) -> None:
    is_sqlite = request.node.callspec.params["looks_at_all"].startswith("sqlite")
    for bad in (*BAD, *[BAD_FOR_SQLITE] * is_sqlite):
        assert looks_at_all(Statement(bad)), bad
