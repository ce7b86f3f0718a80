"""Opens and examines the database at an address. Only the kind that is used is loaded."""

from importlib.util import find_spec

from bot.storage.database import Database
from bot.storage.migrating import ExaminedDatabase
from bot.storage.problems import StoreProblem
from bot.storage.unfinished import report_unfinished


async def open_database(url: str, *, exclusive: bool = False) -> Database:
    """Make or migrate, and open the database at an address.

    A file always belongs to one process, a server's database only with `exclusive`. Raises
    `StoreProblem`, also if another process has it, or if it is an unfinished copy. The problem
    never repeats the address, which could hold a password.
    """
    database = await open_unchecked(url, exclusive=exclusive)
    try:
        await report_unfinished(database)
    except BaseException:
        await database.close()
        raise
    return database


async def open_unchecked(url: str, *, exclusive: bool = False) -> Database:
    """Open the database at an address as `open_database` does, even if it is an unfinished copy."""
    if not names_server(url):
        from bot.storage.sqlite_database import SqliteDatabase  # noqa: PLC0415 - only what is used

        return await SqliteDatabase.open(url)
    from bot.storage.postgres_database import PostgresDatabase  # noqa: PLC0415 - takes memory

    return await PostgresDatabase.open(url, exclusive=exclusive)


async def may_migrate(url: str) -> bool:
    """Tell whether the database can be opened without harm to other processes.

    It cannot while a due migration would break workers that use it. Raises `StoreProblem`.
    """
    if not names_server(url):
        return True
    from bot.storage import postgres_database  # noqa: PLC0415 - takes memory

    return await postgres_database.may_migrate(url)


def names_server(url: str) -> bool:
    """Tell whether an address names a server, and not a file.

    Raises `StoreProblem` if the driver for servers is not installed.
    """
    kind = url.partition(":")[0].partition("+")[0]
    if kind not in ("postgresql", "postgres"):
        return False
    if find_spec("psycopg") is None:
        raise StoreProblem("store-no-driver")
    return True


def check_address(url: str) -> None:
    """Raise the `StoreProblem` of an address that no database can have."""
    if names_server(url):
        from bot.storage.postgres_connections import read_address  # noqa: PLC0415 - takes memory

        read_address(url)
    else:
        from bot.storage.sqlite_database import find_database_file  # noqa: PLC0415 - only what is used

        find_database_file(url)


async def examine(url: str) -> ExaminedDatabase:
    """Return what is at an address. Raises the `StoreProblem` that a start would end with.

    A running bot goes on meanwhile.
    """
    if not names_server(url):
        from bot.storage import sqlite_database  # noqa: PLC0415 - only what is used

        return sqlite_database.examine(url)
    from bot.storage import postgres_database  # noqa: PLC0415 - only what is used

    return await postgres_database.examine(url)
