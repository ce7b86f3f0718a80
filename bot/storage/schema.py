"""The tables of the database. Columns are named after the records' fields.

A change here needs a migration in `migrations/versions`; a test holds the two equal.
"""

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    TextClause,
    TypeDecorator,
    text,
)

from bot.domain.game_records import Record
from bot.domain.table import Leaver, Owed, Person
from bot.engine.game import ActionRecord

ID = BigInteger().with_variant(Integer, "sqlite")  # there each integer has up to 64 bits
"""The type of ids that the database gives."""
LAST_ID = 2**63 - 1
"""No id is above this one."""


class Json(TypeDecorator[object]):
    """A value of one type as JSON text; None is NULL."""

    impl = Text
    cache_ok = True

    def __init__(self, kind: object) -> None:
        """Keep the type to read back."""
        super().__init__()
        self.kind = kind

    def process_bind_param(self, value: object, dialect: Dialect) -> str | None:  # noqa: ARG002
        """Write the value as JSON."""
        return None if value is None else msgspec.json.encode(value).decode()

    def process_result_value(self, value: str | None, dialect: Dialect) -> object:  # noqa: ARG002
        """Read the value back."""
        return None if value is None else msgspec.json.decode(value, type=self.kind)


metadata = MetaData()

ENDED_PHASES = ("over", "closed")

# Conditions of partial indexes: a query that has the very same words finds its rows by them.
OPEN_ONES = text("phase IN ('lobby', 'playing')")
PAUSED_ONES = text("paused != ''")
REPLACED_ONES = text("replaced != '[]'")
UNSERVED_ONES = text("NOT(served)")
SEEN_ONES = text("seen_by = 'everybody'")
HIDDEN_ONES = text("seen_by = 'me'")


def _some(name: str, ones: TextClause, *columns: str, unique: bool = False) -> Index:
    """Return an index of some rows only; for PostgreSQL, `postgres_database.py` says so, too.

    Whoever names that here, loads what speaks to it:
    https://docs.sqlalchemy.org/en/20/dialects/postgresql.html#partial-indexes
    """
    return Index(name, *columns, unique=unique, sqlite_where=ones)


tables = Table(
    "tables",
    metadata,
    Column("id", ID, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("language", Text, nullable=False),
    Column("clock", Text, nullable=False),
    Column("opened_at", Float, nullable=False),
    Column("clicked_at", Float, nullable=False),
    Column("phase", Text, nullable=False),
    Column("paused", Text, nullable=False),
    Column("paused_at", Float, nullable=False),
    Column("text_only", Boolean, nullable=False),
    Column("pace", Text, nullable=False),
    Column("options", Json(tuple[tuple[str, str], ...]), nullable=False),
    Column("host", BigInteger),
    Column("seed", LargeBinary, nullable=False),
    Column("dealt", LargeBinary, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("step", Integer, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("leavers", Json(tuple[Leaver, ...]), nullable=False),
    Column("removed", Json(tuple[Person, ...]), nullable=False),
    Column("ended_at", Float, nullable=False),
    Column("ended_by", BigInteger),
    Index("tables_channel", "channel", "ended_at"),
    Index("tables_guild", "guild", "game", "ended_at"),
    _some("tables_open", OPEN_ONES, "channel", "guild", unique=True),  # a lesson for each server
    _some("tables_open_ids", OPEN_ONES, "id", "guild", "phase", "paused"),
    _some("tables_hosted", OPEN_ONES, "host", "guild"),
    _some("tables_paused", PAUSED_ONES, "id"),
    Index("tables_ended", "ended_at", "id"),
    sqlite_autoincrement=True,  # the id of a forgotten table never comes back: old buttons name it
)


def _table(primary_key: bool = False) -> Column[int]:
    """Return a column that names a table and goes with it."""
    target = ForeignKey("tables.id", ondelete="CASCADE")
    return Column("table", ID, target, primary_key=primary_key, nullable=False)


boards = Table(
    "boards",
    metadata,
    _table(primary_key=True),
    Column("message", BigInteger),
    Column("shown", Integer, nullable=False),
    Column("mentions", Json(tuple[int, ...]), nullable=False),
    Column("wanted", Integer, nullable=False),  # the version that asked for it
    Column("calls", Json(tuple[Owed, ...]), nullable=False),
    Column("replaced", Json(tuple[int, ...]), nullable=False),
    _some("boards_replaced", REPLACED_ONES, "table"),
)

seats = Table(
    "seats",
    metadata,
    _table(primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("user", BigInteger),
    Column("level", Text, nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("misses", Integer, nullable=False),
    Column("away", Boolean, nullable=False),
    Column("overdue", Text, nullable=False),
    Column("clicked_at", Float, nullable=False),
    Column("asked", Integer),
    Column("asked_at", Float, nullable=False),
    Column("acted", Integer, nullable=False),
    Column("renewed", Text, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("letter", Integer),
)

inputs = Table(
    "inputs",
    metadata,
    _table(primary_key=True),
    Column("step", Integer, primary_key=True),
    Column("given", Json(ActionRecord), nullable=False),
    Column("at", Float, nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("id", ID, primary_key=True),
    _table(),
    Column("step", Integer, nullable=False),
    Column("to", Json(tuple[int, ...])),
    Column("name", Text, nullable=False),
    Column("values", Json(tuple[int | str, ...]), nullable=False),
    Index("events_table", "table", "id"),
)

told = Table(  # what each step told everybody, until the game's record is written
    "told",
    metadata,
    _table(primary_key=True),
    Column("step", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("views", LargeBinary, nullable=False),
)

interactions = Table(
    "interactions",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Index("interactions_at", "at"),
)

due = Table(
    "due",
    metadata,
    _table(primary_key=True),
    Column("place", Integer, primary_key=True),  # among the table's
    Column("guild", BigInteger, nullable=False),  # of the table
    Column("kind", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("clock", Text),
    Column("least", Float),
    Column("decision", Integer),
    Column("seat", Integer),
    Column("pause", Integer),
    Column("what", Text),
    Index("due_at", "at", "table"),
)

earlier = Table(  # games of people of which there is no record, or none any more
    "earlier",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("at", Float, nullable=False),  # when the last of these games ended
    Index("earlier_user", "user", "guild"),
    Index("earlier_guild", "guild", "user"),
)

records = Table(
    "records",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),  # the table's
    Column("guild", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("ended_at", Float, nullable=False),
    Column("about", Json(Record), nullable=False),
    Column("course", LargeBinary, nullable=False),
    Column("channel", BigInteger, nullable=False),  # 0: an older version did not note it
    Index("records_guild", "guild", "ended_at", "id"),
    Index("records_channel", "channel", "ended_at", "id"),
    Index("records_ended", "ended_at", "id"),
)

participants = Table(  # by whom records are found: who sat there, left or ended the game
    "participants",
    metadata,
    Column("record", ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Index("participants_user", "user", "record"),
)

results = Table(
    "results",
    metadata,
    Column("record", ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("people", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("mu", Float, nullable=False),
    Column("everywhere", Float, nullable=False),
    Column("awards", Json(tuple[str, ...]), nullable=False),
    Index("results_user", "user", "at"),
    Index("results_fared", "user", "guild", "at"),
)

guesses = Table(  # who wins, as onlookers think; private until the game's record is written
    "guesses",
    metadata,
    _table(primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Index("guesses_user", "user"),
)

readings = Table(  # what came of onlookers' guesses
    "readings",
    metadata,
    Column("record", ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("foresaw", Boolean, nullable=False),
    Index("readings_user", "user", "guild"),
)

preferences = Table(  # what people have chosen for themselves
    "preferences",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("seen_by", Text, nullable=False),
    Column("served", Boolean, nullable=False),
    Column("days", Integer, nullable=False),  # for which their games are kept, 0: as for all
    _some("preferences_unserved", UNSERVED_ONES, "user"),
    _some("preferences_seen", SEEN_ONES, "user"),
    _some("preferences_hidden", HIDDEN_ONES, "user"),
)

retention = Table(  # for how many days a server's games are kept, if not as for all
    "retention",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("days", Integer, nullable=False),
)

standings = Table(
    "standings",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("rated", Integer, nullable=False),
    Column("all_mu", Float, nullable=False),
    Column("all_sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Column("opponents", Integer, nullable=False, server_default="0"),
    Index("standings_user", "user", "at"),
    Index("standings_guild", "guild", "user"),
    Index("standings_best", "guild", "game", "rated", "mu", "wins", "games", "user"),
)

months = Table(
    "months",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("month", Integer, primary_key=True, autoincrement=False),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Index("months_user", "user"),
    Index("months_guild", "guild", "user"),
)

removed_guilds = Table(
    "removed_guilds",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),  # when the bot was removed from the server
)

settings = Table(
    "settings",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
)

erasure = Table(  # people who wish to be forgotten, until they are
    "forgetting",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
)

forgiving = Table(  # shards whose due times move; at the end the row goes
    "forgiving",
    metadata,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),  # until when time is forgiven
    Column("seconds", Float, nullable=False),  # by so many they move
    Column("least", Boolean, nullable=False),  # deadlines leave at least their `least`
    Column("moved", ID, nullable=False),  # the last table whose times have moved
)
