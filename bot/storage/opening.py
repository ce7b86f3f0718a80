"""Opens and examines a database by its address, which names a SQLite file or a PostgreSQL server.

Only the code for one of the two is imported, to save memory.
"""

from importlib.util import find_spec

from bot.storage.database import Database
from bot.storage.migrating import ExaminedDatabase
from bot.storage.problems import StoreProblem
from bot.storage.unfinished import report_unfinished


async def open_database(url: str, *, exclusive: bool = False) -> Database:
    """Open the database at an address.

    Create or migrate it first if necessary.

    Args:
        exclusive: Whether no other process may use a PostgreSQL database while it is open here. A
            SQLite file always belongs to one process.

    Raises:
        StoreProblem: The database cannot be used. For example, another process uses it, or it is an
            unfinished copy. The error does not contain the address, which could include a password.
    """
    database = await open_unchecked(url, exclusive=exclusive)
    try:
        await report_unfinished(database)
    except BaseException:
        await database.close()
        raise
    return database


async def open_unchecked(url: str, *, exclusive: bool = False) -> Database:
    """Open the database at an address as `open_database` does, but allow an unfinished copy.

    Used to copy a database, because its target is an unfinished copy until the end.
    """
    if not names_server(url):
        from bot.storage.sqlite_database import SqliteDatabase  # noqa: PLC0415 - only what is used

        return await SqliteDatabase.open(url)
    from bot.storage.postgres_database import PostgresDatabase  # noqa: PLC0415 - takes memory

    return await PostgresDatabase.open(url, exclusive=exclusive)


async def may_migrate(url: str) -> bool:
    """Tell whether this process can open the database without breaking other running processes.

    False means that the database needs a migration which older processes of the bot could not work
    with.

    Raises:
        StoreProblem: The database cannot be reached or used.
    """
    if not names_server(url):
        return True
    from bot.storage import postgres_database  # noqa: PLC0415 - takes memory

    return await postgres_database.may_migrate(url)


def names_server(url: str) -> bool:
    """Tell whether an address belongs to a PostgreSQL server.

    If not, it should be a SQLite file.

    Raises:
        StoreProblem: The address belongs to a server, but the Python package for it is not
            installed.
    """
    kind = url.partition(":")[0].partition("+")[0]
    if kind not in ("postgresql", "postgres"):
        return False
    if find_spec("psycopg") is None:
        raise StoreProblem("store-no-driver")
    return True


def check_address(url: str) -> None:
    """Check that an address has a valid form, without opening the database.

    Raises:
        StoreProblem: The address is invalid.
    """
    if names_server(url):
        from bot.storage.postgres_connections import read_address  # noqa: PLC0415 - takes memory

        read_address(url)
    else:
        from bot.storage.sqlite_database import find_database_file  # noqa: PLC0415 - only what is used

        find_database_file(url)


async def examine(url: str) -> ExaminedDatabase:
    """Find out about the database at an address without changing it, even while a bot uses it.

    Returns:
        Where the database is, how old its schema is, and whether a bot is using it.

    Raises:
        StoreProblem: A bot could not start with this database.
    """
    if not names_server(url):
        from bot.storage import sqlite_database  # noqa: PLC0415 - only what is used

        return sqlite_database.examine(url)
    from bot.storage import postgres_database  # noqa: PLC0415 - only what is used

    return await postgres_database.examine(url)
