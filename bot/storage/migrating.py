"""Creates a new database, or migrates one of version 0.3.0 or later to the newest schema.

A new one is created from the schema itself:
https://alembic.sqlalchemy.org/en/latest/cookbook.html#building-an-up-to-date-database-from-scratch
"""

import logging
from collections.abc import Mapping
from enum import Enum
from pathlib import Path

import sqlalchemy as sa
from msgspec import Struct

from bot.storage.problems import StoreProblem
from bot.storage.schema import metadata

log = logging.getLogger(__name__)

OLDEST_REVISION = "0014"
"""The oldest revision of the schema that can be migrated, from version 0.3.0 of the bot. A
revision is the migration tool Alembic's name for one version of the schema.
"""
NEWEST_REVISION = "0022"
"""The revision of the schema in `schema.py`, the newest one. A test checks that it is the revision
of the newest migration.
"""
REVISION_TABLE = sa.Table(
    "alembic_version",
    sa.MetaData(),
    sa.Column("version_num", sa.String(32), nullable=False),
    sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""The database table in which the migration tool Alembic stores the revision of the schema."""
MIGRATIONS_FOLDER = Path(__file__).parent / "migrations"
"""The folder with the migrations, scripts that each bring the schema to the next revision."""
COMPATIBILITY_ATTRIBUTE = "compatible_with_older_workers"
"""The name of a module attribute that a migration can set to True. It says that processes of the
bot with the older schema may keep running during the migration.
"""


class SchemaAge(Enum):
    """How the schema of a database compares with the schema that this version of the bot uses."""

    NEW = "new"
    """The database is empty."""
    FOREIGN = "foreign"
    """The database was made by another program."""
    TOO_OLD = "too-old"
    """The database was made by a version of the bot before 0.3.0, and can no longer be migrated."""
    OLDER = "older"
    """The database needs a migration that this version of the bot can run."""
    CURRENT = "current"
    """The database has the schema of this version of the bot."""
    NEWER = "newer"
    """The database was migrated by a newer version of the bot, so this version cannot use it."""


class ExaminedDatabase(Struct, frozen=True):
    """What the bot's check found out about a database that it can use."""

    location: str
    """The path of the database file, or "PostgreSQL"."""
    age: SchemaAge
    """The age of the database's schema: `NEW`, `OLDER` or `CURRENT`. Others cannot be used."""
    is_used: bool
    """Whether a bot uses the database right now."""
    leftover_file: str | None = None
    """The name of a file in the same folder that belonged to a lost database, such as its lock.
    None means that no such file was found.
    """


def find_usable_age(db: sa.Connection, keys: Mapping[SchemaAge, str], **values: str) -> SchemaAge:
    """Return how old a database's schema is, or raise an error if the bot cannot use the database.

    Args:
        values: The values of the messages' placeholders, such as the file's path.

    Raises:
        StoreProblem: The bot cannot use a database of this age.
    """
    age = _find_age(db)
    if age in keys:
        raise StoreProblem(keys[age], **values)
    return age


def _find_age(db: sa.Connection) -> SchemaAge:
    """Return how old a database's schema is, from the revision that the tool Alembic has stored."""
    names = sa.inspect(db).get_table_names()
    if not names:
        return SchemaAge.NEW
    revisions = set(_find_revisions(db)) if REVISION_TABLE.name in names else set()
    if not revisions:
        return SchemaAge.FOREIGN
    if revisions == {NEWEST_REVISION}:
        return SchemaAge.CURRENT
    if min(revisions) < OLDEST_REVISION:
        return SchemaAge.TOO_OLD
    from alembic.script import ScriptDirectory  # noqa: PLC0415 - 11 MB that few need

    scripts = ScriptDirectory(str(MIGRATIONS_FOLDER))
    known = {script.revision for script in scripts.walk_revisions()}
    return SchemaAge.NEWER if revisions - known else SchemaAge.OLDER


def breaks_older_workers(db: sa.Connection) -> bool:
    """Tell whether the database needs a migration that would break older workers that still run.

    Each migration breaks older ones unless its script says otherwise (`COMPATIBILITY_ATTRIBUTE`).
    """
    if _find_age(db) is not SchemaAge.OLDER:
        return False
    from alembic.script import ScriptDirectory  # noqa: PLC0415 - 11 MB that few need

    scripts = ScriptDirectory(str(MIGRATIONS_FOLDER))
    missing = scripts.iterate_revisions("heads", _find_revisions(db))
    return not all(vars(script.module).get(COMPATIBILITY_ATTRIBUTE, False) for script in missing)


def _find_revisions(db: sa.Connection) -> tuple[str, ...]:
    """Return the schema revisions stored in the database by the tool Alembic.

    Normally there is one.
    """
    return tuple(db.scalars(sa.select(REVISION_TABLE.c.version_num)))


def migrate(db: sa.Connection, age: SchemaAge) -> None:
    """Create the tables of a new database, or migrate an older one to the newest schema.

    The changes are part of a transaction that has already begun. Databases of any other age stay as
    they are.
    """
    if age is SchemaAge.NEW:
        metadata.create_all(db)
        REVISION_TABLE.create(db)
        db.execute(sa.insert(REVISION_TABLE).values(version_num=NEWEST_REVISION))
    elif age is SchemaAge.OLDER:
        before = ", ".join(_find_revisions(db))
        _upgrade(db)
        log.info("migrated the database from schema %s to %s", before, NEWEST_REVISION)


def _upgrade(db: sa.Connection) -> None:
    """Run all migrations that the database needs.

    Alembic takes 11 MB of memory, so it is loaded only here.
    """
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = Config(attributes={"connection": db})
    config.set_main_option("script_location", str(MIGRATIONS_FOLDER).replace("%", "%%"))
    command.upgrade(config, "head")
