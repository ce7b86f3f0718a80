"""Makes a new database, or migrates one of version 0.3.0 or later to the newest schema.

A new one is made from the schema itself:
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
"""The revision of version 0.3.0, the oldest one that is migrated."""
NEWEST_REVISION = "0016"
"""The revision of `schema.py`; a test holds it against the migrations."""
REVISION_TABLE = sa.Table(
    "alembic_version",
    sa.MetaData(),
    sa.Column("version_num", sa.String(32), nullable=False),
    sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Where Alembic keeps the revision of the database."""
MIGRATIONS_FOLDER = Path(__file__).parent / "migrations"
COMPATIBILITY_ATTRIBUTE = "compatible_with_older_workers"
"""A migration that sets this name to True may run while workers of the older schema play."""


class SchemaAge(Enum):
    """How a database relates to this version of the bot."""

    NEW = "new"
    """It holds nothing."""
    FOREIGN = "foreign"
    """It belongs to another program."""
    TOO_OLD = "too-old"
    """It was made by a version before 0.3.0."""
    OLDER = "older"
    CURRENT = "current"
    NEWER = "newer"


class ExaminedDatabase(Struct, frozen=True):
    """A database that the bot can write to."""

    location: str
    """The path of a file, or "PostgreSQL"."""
    age: SchemaAge
    """`NEW`, `OLDER` or `CURRENT`."""
    is_used: bool
    """Whether a bot uses it right now."""
    leftover_file: str | None = None
    """The name of a file that a lost database has left."""


def find_usable_age(
    db: sa.Connection, problem_keys: Mapping[SchemaAge, str], **values: str
) -> SchemaAge:
    """Return the age of the database. Raises the `StoreProblem` of an age that has one."""
    found = _find_age(db)
    if found in problem_keys:
        raise StoreProblem(problem_keys[found], **values)
    return found


def _find_age(db: sa.Connection) -> SchemaAge:
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
    """Tell whether a due migration would break workers that use the database's present schema."""
    if _find_age(db) is not SchemaAge.OLDER:
        return False
    from alembic.script import ScriptDirectory  # noqa: PLC0415 - 11 MB that few need

    scripts = ScriptDirectory(str(MIGRATIONS_FOLDER))
    due = scripts.iterate_revisions("heads", _find_revisions(db))
    return not all(vars(script.module).get(COMPATIBILITY_ATTRIBUTE, False) for script in due)


def _find_revisions(db: sa.Connection) -> tuple[str, ...]:
    return tuple(db.scalars(sa.select(REVISION_TABLE.c.version_num)))


def migrate(db: sa.Connection, age: SchemaAge) -> None:
    """Make or migrate a database of that age, in the transaction that has begun."""
    if age is SchemaAge.NEW:
        metadata.create_all(db)
        REVISION_TABLE.create(db)
        db.execute(sa.insert(REVISION_TABLE).values(version_num=NEWEST_REVISION))
    elif age is SchemaAge.OLDER:
        before = ", ".join(_find_revisions(db))
        _upgrade(db)
        log.info("migrated the database from schema %s to %s", before, NEWEST_REVISION)


def _upgrade(db: sa.Connection) -> None:
    """Run the migrations. Alembic takes 11 MB of memory, so it is loaded only here."""
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = Config(attributes={"connection": db})
    config.set_main_option("script_location", str(MIGRATIONS_FOLDER).replace("%", "%%"))
    command.upgrade(config, "head")
