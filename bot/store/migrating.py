"""Makes a new database, or brings an older one to the newest schema: a release keeps its games.

A new one is made from the schema itself:
https://alembic.sqlalchemy.org/en/latest/cookbook.html#building-an-up-to-date-database-from-scratch
"""

import logging
from pathlib import Path

from sqlalchemy import (
    Column,
    Connection,
    MetaData,
    String,
    Table,
    create_engine,
    insert,
    inspect,
    select,
)
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from bot.store.problems import StoreProblem
from bot.store.schema import metadata
from bot.store.sqlite import WRITE, told

NEWEST = "0004"
"""The revision of `schema.py`; a test holds it against the migrations."""
VERSION = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
"""Where Alembic keeps the revision of the database."""
MIGRATIONS = Path(__file__).parent / "migrations"


def migrate(path: Path) -> None:
    """Make or migrate the database at `path`, in one transaction.

    Raises `StoreProblem` for a database of a newer version or of another program.
    """
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        isolation_level="AUTOCOMMIT",  # else Python's module begins transactions, too late
        hide_parameters=True,
    )
    try:
        with engine.begin() as db:
            db.exec_driver_sql(WRITE)
            _migrate(db, path)
    except DBAPIError as error:
        with told(path):
            raise error.orig or error from None
    finally:
        engine.dispose()


def _migrate(db: Connection, path: Path) -> None:
    names = inspect(db).get_table_names()
    if not names:
        metadata.create_all(db)
        VERSION.create(db)
        db.execute(insert(VERSION).values(version_num=NEWEST))
        return
    found = set(db.scalars(select(VERSION.c.version_num))) if VERSION.name in names else set()
    if not found:
        raise StoreProblem("store-foreign", path=str(path))
    if found != {NEWEST}:
        _upgrade(db, path, found)


def _upgrade(db: Connection, path: Path, found: set[str]) -> None:
    """Run the migrations; Alembic takes 11 MB of memory, so only who needs it loads it."""
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = Config(attributes={"connection": db})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)
    if found - {script.revision for script in scripts.walk_revisions()}:
        raise StoreProblem("store-newer", path=str(path))
    command.upgrade(config, "head")
