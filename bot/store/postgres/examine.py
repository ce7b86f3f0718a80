"""Looks at a PostgreSQL database without making, migrating, owning or changing it."""

import asyncio

import psycopg
from sqlalchemy import Connection

from bot.store.migrating import Age, Found, age
from bot.store.postgres.engine import engine, refuse
from bot.store.postgres.line import Key, Line, address, check_sessions, meant, watched
from bot.store.problems import StoreProblem
from bot.store.unfinished import check_copied
from bot.times import STATEMENT

_USED = """
SELECT EXISTS (
    SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE locktype = 'advisory' AND granted AND classid = $1::bigint
    AND datname = current_database()
)
"""
"""Whether somebody holds this lock of ours:
https://www.postgresql.org/docs/current/view-pg-locks.html"""
_PATIENCE = f"SET lock_timeout = '5s'; SET statement_timeout = '{STATEMENT}s'"
_MAY_CREATE = "SELECT has_schema_privilege(current_schema(), 'CREATE')"


async def server(url: str) -> Found:
    """Return what is known of the database at an address. Raises `StoreProblem`."""
    where = address(url)
    await check_sessions(where)
    line = Line(where)
    async with line.lock:
        try:
            connection = await line.connected()
            with watched(connection):
                cursor = await connection.execute(_USED, [Key.HOUSE])
                used = await cursor.fetchone()
        except psycopg.Error as error:
            raise meant(error) from None
        finally:
            await line.close()
    found = await asyncio.to_thread(_age, where)
    return Found("PostgreSQL", found, bool(used and used[0]))


def _age(where: str) -> Age:
    """Return how old a database is that can be written to. Raises `StoreProblem`."""
    with engine(where) as there, there.connect() as db:  # a transaction that is undone at its end
        return _looked(db)


def _looked(db: Connection) -> Age:
    db.exec_driver_sql(_PATIENCE)
    if db.exec_driver_sql("SHOW transaction_read_only").scalar() == "on":
        raise StoreProblem("store-server-read-only")
    found = age(db)
    refuse(found)
    if found is Age.CURRENT:
        check_copied(db)
        # Takes the rights and the lock that writing a row takes.
        db.exec_driver_sql("LOCK TABLE tables IN ROW EXCLUSIVE MODE")
    elif not db.exec_driver_sql(_MAY_CREATE).scalar():
        raise StoreProblem("store-server-read-only")
    return found
