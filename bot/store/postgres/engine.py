"""SQLAlchemy's own way to a PostgreSQL database, by which it is made, migrated and looked at."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from sqlalchemy import Engine, create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from bot.store.migrating import Age
from bot.store.postgres.line import meant
from bot.store.problems import StoreProblem
from bot.store.schema import metadata

for _table in metadata.tables.values():
    for _index in _table.indexes:
        # The schema says it of SQLite alone.
        _index.dialect_options["postgresql"]["where"] = _index.dialect_options["sqlite"]["where"]


@contextmanager
def engine(address: str) -> Iterator[Engine]:
    """Yield what connects to an address of libpq, once for each use; nothing stays open.

    Raises what the server's errors mean.
    """
    try:
        yield create_engine(
            "postgresql+psycopg://",
            creator=lambda: psycopg.connect(address),
            poolclass=NullPool,
            hide_parameters=True,
        )
    except DBAPIError as error:
        if not isinstance(error.orig, psycopg.Error):
            raise
        raise meant(error.orig) from None


def refuse(found: Age) -> None:
    """Raise the `StoreProblem` of a database that this version cannot use."""
    match found:
        case Age.FOREIGN:
            raise StoreProblem("store-server-foreign")
        case Age.TOO_OLD:
            raise StoreProblem("store-server-too-old")
        case Age.NEWER:
            raise StoreProblem("store-server-newer")
