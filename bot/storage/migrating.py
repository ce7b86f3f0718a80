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
"""The revision of the schema in version 0.3.0 of the bot, the oldest that can be migrated.

A revision is Alembic's number of a version of the schema.
"""
NEWEST_REVISION = "0016"
"""The revision of the schema in `schema.py`, Alembic's number of a version of the schema.

A test checks that it is the revision of the newest migration.
"""
REVISION_TABLE = sa.Table(
    "alembic_version",
    sa.MetaData(),
    sa.Column("version_num", sa.String(32), nullable=False),
    sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""The table in which Alembic keeps the revision of the database, its version of the schema."""
MIGRATIONS_FOLDER = Path(__file__).parent / "migrations"
"""The folder with the migrations, which change an older database step by step."""
COMPATIBILITY_ATTRIBUTE = "compatible_with_older_workers"
"""The name that a migration sets to True if workers of the older schema may go on during it."""


class SchemaAge(Enum):
    """How the schema of a database relates to the schema of this version of the bot."""

    NEW = "new"
    """The database holds nothing yet."""
    FOREIGN = "foreign"
    """The database belongs to another program."""
    TOO_OLD = "too-old"
    """A version of the bot before 0.3.0 made the database. It cannot be migrated any more."""
    OLDER = "older"
    """The database needs a migration, which this version of the bot has."""
    CURRENT = "current"
    """The database has the schema of this version of the bot."""
    NEWER = "newer"
    """A newer version of the bot has migrated the database, so this one cannot use it."""


class ExaminedDatabase(Struct, frozen=True):
    """What an examination has found out about a database that the bot can use."""

    location: str
    """The path of the database file, or "PostgreSQL"."""
    age: SchemaAge
    """How old its schema is: `NEW`, `OLDER` or `CURRENT`, because the bot cannot use others."""
    is_used: bool
    """Whether a bot uses the database right now."""
    leftover_file: str | None = None
    """The name of a file that a lost database has left in the same folder, such as its lock.

    None means that no such file was found.
    """


def find_usable_age(
    db: sa.Connection, problem_keys: Mapping[SchemaAge, str], **values: str
) -> SchemaAge:
    """Return how old a database's schema is, if the bot can use the database.

    Args:
        db: A connection to the database.
        problem_keys: Maps the ages that the bot cannot use to the keys of explaining sentences.
        values: The values of the sentences' placeholders, such as the file's path.

    Raises:
        StoreProblem: The bot cannot use a database of this age.
    """
    found = _find_age(db)
    if found in problem_keys:
        raise StoreProblem(problem_keys[found], **values)
    return found


def _find_age(db: sa.Connection) -> SchemaAge:
    """Return how old a database's schema is, from the revision that Alembic has stored."""
    names = sa.inspect(db).get_table_names()
    if not names:
        return SchemaAge.NEW
    found = set(_find_revisions(db)) if REVISION_TABLE.name in names else set()
    if not found:
        return SchemaAge.FOREIGN
    if found == {NEWEST_REVISION}:
        return SchemaAge.CURRENT
    if min(found) < OLDEST_REVISION:
        return SchemaAge.TOO_OLD
    from alembic.script import ScriptDirectory  # noqa: PLC0415 - 11 MB that few need

    scripts = ScriptDirectory(str(MIGRATIONS_FOLDER))
    known = {script.revision for script in scripts.walk_revisions()}
    return SchemaAge.NEWER if found - known else SchemaAge.OLDER


def breaks_older_workers(db: sa.Connection) -> bool:
    """Tell whether the database needs a migration that would break workers of an older version.

    A worker is a process of the bot. A migration breaks older workers unless it says otherwise
    (`COMPATIBILITY_ATTRIBUTE`).
    """
    if _find_age(db) is not SchemaAge.OLDER:
        return False
    from alembic.script import ScriptDirectory  # noqa: PLC0415 - 11 MB that few need

    scripts = ScriptDirectory(str(MIGRATIONS_FOLDER))
    due = scripts.iterate_revisions("heads", _find_revisions(db))
    return not all(vars(script.module).get(COMPATIBILITY_ATTRIBUTE, False) for script in due)


def _find_revisions(db: sa.Connection) -> tuple[str, ...]:
    """Return the revisions that Alembic has stored in the database: normally one."""
    return tuple(db.scalars(sa.select(REVISION_TABLE.c.version_num)))


def migrate(db: sa.Connection, age: SchemaAge) -> None:
    """Create the tables of a new database, or migrate an older one to the newest schema.

    It runs in the transaction that has already begun. Other databases stay as they are.

    Args:
        db: The connection with the transaction.
        age: How old the database's schema is.
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
