"""Makes a new database, or migrates one of version 0.3.0 or later to the newest schema.

A new one is made from the schema itself:
https://alembic.sqlalchemy.org/en/latest/cookbook.html#building-an-up-to-date-database-from-scratch
"""

import logging
from enum import Enum
from pathlib import Path

import sqlalchemy as sa
from msgspec import Struct

from bot.storage.schema import metadata

log = logging.getLogger(__name__)

OLDEST = "0014"
"""The revision of version 0.3.0, the oldest one that is migrated."""
NEWEST = "0016"
"""The revision of `schema.py`; a test holds it against the migrations."""
VERSION = sa.Table(
    "alembic_version",
    sa.MetaData(),
    sa.Column("version_num", sa.String(32), nullable=False),
    sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Where Alembic keeps the revision of the database."""
MIGRATIONS = Path(__file__).parent / "migrations"
COMPATIBLE = "compatible_with_older_workers"
"""A migration that sets this name to True may run while workers of the schema before it play."""


class Age(Enum):
    """How a database stands to this version of the bot."""

    NEW = "new"
    """It holds nothing."""
    FOREIGN = "foreign"
    """Another program's."""
    TOO_OLD = "too-old"
    """Of a version before 0.3.0."""
    OLDER = "older"
    CURRENT = "current"
    NEWER = "newer"


class Found(Struct, frozen=True):
    """A database that the bot can write to."""

    place: str
    """The path of a file, or "PostgreSQL"."""
    age: Age
    """`NEW`, `OLDER` or `CURRENT`."""
    used: bool
    """Whether a bot has it right now."""
    remains: str | None = None
    """The name of a file that says that there was a database where none is now."""


def age(db: sa.Connection) -> Age:
    """Return how old the database is, which is only read."""
    names = sa.inspect(db).get_table_names()
    if not names:
        return Age.NEW
    found = set(_revisions(db)) if VERSION.name in names else set()
    if not found:
        return Age.FOREIGN
    if found == {NEWEST}:
        return Age.CURRENT
    if min(found) < OLDEST:
        return Age.TOO_OLD
    from alembic.script import ScriptDirectory  # noqa: PLC0415 - 11 MB that few need

    scripts = ScriptDirectory(str(MIGRATIONS))
    known = {script.revision for script in scripts.walk_revisions()}
    return Age.NEWER if found - known else Age.OLDER


def breaks_older_workers(db: sa.Connection) -> bool:
    """Tell whether the database needs a migration that workers of its schema cannot live with."""
    if age(db) is not Age.OLDER:
        return False
    from alembic.script import ScriptDirectory  # noqa: PLC0415 - 11 MB that few need

    scripts = ScriptDirectory(str(MIGRATIONS))
    due = scripts.iterate_revisions("heads", _revisions(db))
    return not all(vars(script.module).get(COMPATIBLE, False) for script in due)


def _revisions(db: sa.Connection) -> tuple[str, ...]:
    return tuple(db.scalars(sa.select(VERSION.c.version_num)))


def migrate(db: sa.Connection, found: Age) -> None:
    """Make or migrate a database of that age, in the transaction that has begun."""
    if found is Age.NEW:
        metadata.create_all(db)
        VERSION.create(db)
        db.execute(sa.insert(VERSION).values(version_num=NEWEST))
    elif found is Age.OLDER:
        before = ", ".join(_revisions(db))
        _upgrade(db)
        log.info("migrated the database from schema %s to %s", before, NEWEST)


def _upgrade(db: sa.Connection) -> None:
    """Run the migrations; Alembic takes 11 MB of memory, so only who needs it loads it."""
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = Config(attributes={"connection": db})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    command.upgrade(config, "head")
