"""Copies all rows of a database into an empty database, of the same kind or another."""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

import sqlalchemy as sa

from bot.storage.database import Transaction
from bot.storage.opening import check_address, open_database, open_unchecked
from bot.storage.problems import StoreProblem
from bot.storage.schema import metadata
from bot.storage.statements import Row, Statement, param
from bot.storage.unfinished import COPY_OPTION, clear_mark, mark_unfinished, run_marked

ROWS_PER_STEP = 500
"""The maximum number of rows that a copy holds in memory at a time."""


async def copy(
    source: str, target: str, setting: str = COPY_OPTION, *, exclusive: bool = True
) -> int:
    """Copy all rows of a database into an empty one, such as from SQLite to PostgreSQL.

    Both databases are migrated to the newest schema first. All rows are read as they were at one
    moment, and the numbers of rows are compared at the end. Until the copy is complete, no bot can
    start with the target.

    Args:
        target: The address of the empty database. No other process may use it during the copy.
        setting: The setting or command-line option with the target's address, named in error
            messages about the target.
        exclusive: Whether no other process may use the source during the copy.

    Returns:
        The number of copied rows.

    Raises:
        StoreProblem: One of the databases cannot be used, or the target is not empty.
    """
    with _name_setting(setting):
        check_address(target)
    old = await open_database(source, exclusive=exclusive)
    try:
        with _name_setting(setting):
            new = await open_unchecked(target, exclusive=True)
        try:
            async with new.writing() as here:
                await clear_mark(here)
                await _check_empty(here)
                await mark_unfinished(here, COPY_OPTION)
            async with old.snapshot() as there:
                return await run_marked(new, partial(_copy, there))
        finally:
            await new.close()
    finally:
        await old.close()


@contextmanager
def _name_setting(setting: str) -> Iterator[None]:
    """Store in each `StoreProblem` that the `with` block raises which setting to correct."""
    try:
        yield
    except StoreProblem as problem:
        problem.setting = setting
        raise


async def _check_empty(db: Transaction) -> None:
    for each in metadata.sorted_tables:
        if await _count_rows(db, each):
            raise StoreProblem("store-copy-not-empty")


async def _copy(source: Transaction, target: Transaction) -> int:
    """Copy all rows from one transaction to another, and return the number of rows.

    It raises `StoreProblem` if a table of the copy has too few or too many rows.
    """
    copied = 0
    for each in metadata.sorted_tables:
        insert = Statement(sa.insert(_make_raw_table(each)), [column.name for column in each.c])
        newest = 0
        async for rows in _iterate_rows(source, each):
            await target.run(insert, rows)
            copied += len(rows)
            if _has_generated_ids(each):
                newest = max(newest, *(int(row["id"]) for row in rows))
        if _has_generated_ids(each):
            # The id of a deleted table never comes back: old buttons name it.
            await target.set_last_id(each.name, max(newest, await source.read_last_id(each.name)))
        if await _count_rows(target, each) != await _count_rows(source, each):
            raise StoreProblem("store-copy-differs")
    return copied


async def _count_rows(db: Transaction, table: sa.Table) -> int:
    ((count,),) = await db.rows(
        Statement(sa.select(sa.func.count(sa.literal_column("*"))).select_from(table))
    )
    return int(count)


async def _iterate_rows(db: Transaction, table: sa.Table) -> AsyncIterator[list[Mapping[str, Any]]]:
    """Yield all rows of a table, sorted by primary key, in lists of at most `ROWS_PER_STEP`."""
    names = [column.name for column in table.c]
    stored = _make_raw_table(table)
    keys: list[sa.ColumnElement[Any]] = [stored.c[key.name] for key in table.primary_key]
    query = sa.select(stored).order_by(*keys).limit(ROWS_PER_STEP)
    after = sa.tuple_(*(param(f"after_{key.name}", key.type) for key in table.primary_key))
    first, later = Statement(query), Statement(query.where(sa.tuple_(*keys) > after))
    values = await db.rows(first)
    while values:
        stored_rows: list[Row] = [dict(zip(names, row, strict=True)) for row in values]
        yield stored_rows
        last = {f"after_{key.name}": stored_rows[-1][key.name] for key in table.primary_key}
        values = await db.rows(later, **last)


def _has_generated_ids(table: sa.Table) -> bool:
    return table.autoincrement_column is not None


def _make_raw_table(table: sa.Table) -> sa.TableClause:
    """Return a table whose values are not converted when read or written, such as from JSON.

    Used to copy values exactly as they are stored.
    """
    return sa.table(
        table.name,
        *(
            sa.column(c.name, c.type.impl if isinstance(c.type, sa.TypeDecorator) else c.type)
            for c in table.c
        ),
    )
