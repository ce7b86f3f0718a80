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
    PrimaryKeyConstraint,
    String,
    Table,
    insert,
    inspect,
    select,
)

from bot.store.problems import StoreProblem
from bot.store.schema import metadata

NEWEST = "0005"
"""The revision of `schema.py`; a test holds it against the migrations."""
VERSION = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Where Alembic keeps the revision of the database."""
MIGRATIONS = Path(__file__).parent / "migrations"


def migrate(db: Connection, foreign: StoreProblem, newer: StoreProblem) -> None:
    """Make or migrate the database, in the transaction that has begun.

    Raises `foreign` for a database of another program, `newer` for one of a newer version.
    """
    names = inspect(db).get_table_names()
    if not names:
        metadata.create_all(db)
        VERSION.create(db)
        db.execute(insert(VERSION).values(version_num=NEWEST))
        return
    found = set(db.scalars(select(VERSION.c.version_num))) if VERSION.name in names else set()
    if not found:
        raise foreign
    if found != {NEWEST}:
        _upgrade(db, found, newer)


def _upgrade(db: Connection, found: set[str], newer: StoreProblem) -> None:
    """Run the migrations; Alembic takes 11 MB of memory, so only who needs it loads it."""
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = Config(attributes={"connection": db})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)
    if found - {script.revision for script in scripts.walk_revisions()}:
        raise newer
    command.upgrade(config, "head")
