"""The tables of the database. Columns are named after the records' fields.

A change here needs a migration in `migrations/versions`; a test holds the two equal.
"""

import msgspec
import sqlalchemy as sa

from bot.domain.game_records import Record
from bot.domain.table import Leaver, Person, SeatDecision
from bot.engine.game import ActionRecord

ID_TYPE = sa.BigInteger().with_variant(sa.Integer, "sqlite")  # there each integer has up to 64 bits
"""The type of ids that the database gives."""
MAX_ID = 2**63 - 1
"""The largest possible id."""


class Json(sa.TypeDecorator[object]):
    """A value of one type as JSON text; None is NULL."""

    impl = sa.Text
    cache_ok = True

    def __init__(self, kind: object) -> None:
        """Keep the type to read back."""
        super().__init__()
        self.kind = kind

    def process_bind_param(self, value: object, dialect: sa.Dialect) -> str | None:  # noqa: ARG002
        """Write the value as JSON."""
        return None if value is None else msgspec.json.encode(value).decode()

    def process_result_value(self, value: str | None, dialect: sa.Dialect) -> object:  # noqa: ARG002
        """Read the value back."""
        return None if value is None else msgspec.json.decode(value, type=self.kind)


metadata = sa.MetaData()

ENDED_PHASES = ("over", "closed")

# Conditions of partial indexes. A query uses such an index if it has exactly the same condition.
OPEN_TABLES = sa.text("phase IN ('lobby', 'playing')")
PAUSED_TABLES = sa.text("paused != ''")
TABLES_WITH_REPLACED_BOARDS = sa.text("replaced != '[]'")
UNSERVED_PEOPLE = sa.text("NOT(served)")
VISIBLE_PROFILES = sa.text("seen_by = 'everybody'")
HIDDEN_PROFILES = sa.text("seen_by = 'me'")


def _partial_index(
    name: str, condition: sa.TextClause, *columns: str, unique: bool = False
) -> sa.Index:
    """Return a partial index. `postgres_database.py` sets its condition for PostgreSQL.

    Naming PostgreSQL here would load its dialect:
    https://docs.sqlalchemy.org/en/20/dialects/postgresql.html#partial-indexes
    """
    return sa.Index(name, *columns, unique=unique, sqlite_where=condition)


tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", ID_TYPE, primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("guild", sa.BigInteger, nullable=False),
    sa.Column("channel", sa.BigInteger, nullable=False),
    sa.Column("language", sa.Text, nullable=False),
    sa.Column("clock", sa.Text, nullable=False),
    sa.Column("opened_at", sa.Float, nullable=False),
    sa.Column("clicked_at", sa.Float, nullable=False),
    sa.Column("phase", sa.Text, nullable=False),
    sa.Column("paused", sa.Text, nullable=False),
    sa.Column("paused_at", sa.Float, nullable=False),
    sa.Column("text_only", sa.Boolean, nullable=False),
    sa.Column("pace", sa.Text, nullable=False),
    sa.Column("options", Json(tuple[tuple[str, str], ...]), nullable=False),
    sa.Column("host", sa.BigInteger),
    sa.Column("seed", sa.LargeBinary, nullable=False),
    sa.Column("dealt", sa.LargeBinary, nullable=False),
    sa.Column("state", sa.LargeBinary, nullable=False),
    sa.Column("step", sa.Integer, nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("leavers", Json(tuple[Leaver, ...]), nullable=False),
    sa.Column("removed", Json(tuple[Person, ...]), nullable=False),
    sa.Column("ended_at", sa.Float, nullable=False),
    sa.Column("ended_by", sa.BigInteger),
    sa.Index("tables_channel", "channel", "ended_at"),
    sa.Index("tables_guild", "guild", "game", "ended_at"),
    _partial_index(
        "tables_open", OPEN_TABLES, "channel", "guild", unique=True
    ),  # a lesson for each server
    _partial_index("tables_open_ids", OPEN_TABLES, "id", "guild", "phase", "paused"),
    _partial_index("tables_hosted", OPEN_TABLES, "host", "guild"),
    _partial_index("tables_paused", PAUSED_TABLES, "id"),
    sa.Index("tables_ended", "ended_at", "id"),
    sqlite_autoincrement=True,  # the id of a deleted table never comes back: old buttons name it
)


def _table_column(primary_key: bool = False) -> sa.Column[int]:
    """Return a column that refers to a table. Its rows are deleted with the table."""
    target = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table", ID_TYPE, target, primary_key=primary_key, nullable=False)


boards = sa.Table(
    "boards",
    metadata,
    _table_column(primary_key=True),
    sa.Column("message", sa.BigInteger),
    sa.Column("shown", sa.Integer, nullable=False),
    sa.Column("mentions", Json(tuple[int, ...]), nullable=False),
    sa.Column("wanted", sa.Integer, nullable=False),  # the version that asked for it
    sa.Column("calls", Json(tuple[SeatDecision, ...]), nullable=False),
    sa.Column("replaced", Json(tuple[int, ...]), nullable=False),
    _partial_index("boards_replaced", TABLES_WITH_REPLACED_BOARDS, "table"),
)

seats = sa.Table(
    "seats",
    metadata,
    _table_column(primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("user", sa.BigInteger),
    sa.Column("level", sa.Text, nullable=False),
    sa.Column("confirmed", sa.Boolean, nullable=False),
    sa.Column("misses", sa.Integer, nullable=False),
    sa.Column("away", sa.Boolean, nullable=False),
    sa.Column("overdue", sa.Text, nullable=False),
    sa.Column("clicked_at", sa.Float, nullable=False),
    sa.Column("asked", sa.Integer),
    sa.Column("asked_at", sa.Float, nullable=False),
    sa.Column("acted", sa.Integer, nullable=False),
    sa.Column("renewed", sa.Text, nullable=False),
    sa.Column("rank", sa.Integer, nullable=False),
    sa.Column("points", sa.Integer, nullable=False),
    sa.Column("letter", sa.Integer),
)

inputs = sa.Table(
    "inputs",
    metadata,
    _table_column(primary_key=True),
    sa.Column("step", sa.Integer, primary_key=True),
    sa.Column("given", Json(ActionRecord), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

events = sa.Table(
    "events",
    metadata,
    sa.Column("id", ID_TYPE, primary_key=True),
    _table_column(),
    sa.Column("step", sa.Integer, nullable=False),
    sa.Column("to", Json(tuple[int, ...])),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("values", Json(tuple[int | str, ...]), nullable=False),
    sa.Index("events_table", "table", "id"),
)

transcript_steps = sa.Table(  # what each seat saw after each step, until the record is written
    "told",
    metadata,
    _table_column(primary_key=True),
    sa.Column("step", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("views", sa.LargeBinary, nullable=False),
)

interactions = sa.Table(
    "interactions",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("interactions_at", "at"),
)

due = sa.Table(
    "due",
    metadata,
    _table_column(primary_key=True),
    sa.Column("place", sa.Integer, primary_key=True),  # among the table's
    sa.Column("guild", sa.BigInteger, nullable=False),  # of the table
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("clock", sa.Text),
    sa.Column("least", sa.Float),
    sa.Column("decision", sa.Integer),
    sa.Column("seat", sa.Integer),
    sa.Column("pause", sa.Integer),
    sa.Column("what", sa.Text),
    sa.Index("due_at", "at", "table"),
)

earlier = sa.Table(  # counts of games that have no record any more
    "earlier",
    metadata,
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("wins", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),  # when the last of these games ended
    sa.Index("earlier_user", "user", "guild"),
    sa.Index("earlier_guild", "guild", "user"),
)

records = sa.Table(
    "records",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),  # the table's
    sa.Column("guild", sa.BigInteger, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("ended_at", sa.Float, nullable=False),
    sa.Column("about", Json(Record), nullable=False),
    sa.Column("course", sa.LargeBinary, nullable=False),
    sa.Column("channel", sa.BigInteger, nullable=False),  # 0: an older version did not note it
    sa.Index("records_guild", "guild", "ended_at", "id"),
    sa.Index("records_channel", "channel", "ended_at", "id"),
    sa.Index("records_ended", "ended_at", "id"),
)

participants = sa.Table(  # people who sat at a table, left it or ended its game
    "participants",
    metadata,
    sa.Column("record", sa.ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Index("participants_user", "user", "record"),
)

results = sa.Table(
    "results",
    metadata,
    sa.Column("record", sa.ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("guild", sa.BigInteger, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("people", sa.Integer, nullable=False),
    sa.Column("rank", sa.Integer, nullable=False),
    sa.Column("points", sa.Integer, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("everywhere", sa.Float, nullable=False),
    sa.Column("awards", Json(tuple[str, ...]), nullable=False),
    sa.Index("results_user", "user", "at"),
    sa.Index("results_fared", "user", "guild", "at"),
)

guesses = sa.Table(  # onlookers' guesses of the winner, private until the record is written
    "guesses",
    metadata,
    _table_column(primary_key=True),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Index("guesses_user", "user"),
)

readings = sa.Table(  # results of onlookers' guesses
    "readings",
    metadata,
    sa.Column("record", sa.ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("guild", sa.BigInteger, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("foresaw", sa.Boolean, nullable=False),
    sa.Index("readings_user", "user", "guild"),
)

preferences = sa.Table(  # what people have chosen for themselves
    "preferences",
    metadata,
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("seen_by", sa.Text, nullable=False),
    sa.Column("served", sa.Boolean, nullable=False),
    sa.Column("days", sa.Integer, nullable=False),  # for which games are kept; 0 is the default
    _partial_index("preferences_unserved", UNSERVED_PEOPLE, "user"),
    _partial_index("preferences_seen", VISIBLE_PROFILES, "user"),
    _partial_index("preferences_hidden", HIDDEN_PROFILES, "user"),
)

retention = sa.Table(  # servers that keep games for another time than the default
    "retention",
    metadata,
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("days", sa.Integer, nullable=False),
)

standings = sa.Table(
    "standings",
    metadata,
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("rated", sa.Integer, nullable=False),
    sa.Column("all_mu", sa.Float, nullable=False),
    sa.Column("all_sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("wins", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("opponents", sa.Integer, nullable=False, server_default="0"),
    sa.Index("standings_user", "user", "at"),
    sa.Index("standings_guild", "guild", "user"),
    sa.Index("standings_best", "guild", "game", "rated", "mu", "wins", "games", "user"),
)

months = sa.Table(
    "months",
    metadata,
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("month", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("wins", sa.Integer, nullable=False),
    sa.Index("months_user", "user"),
    sa.Index("months_guild", "guild", "user"),
)

removed_guilds = sa.Table(
    "removed_guilds",
    metadata,
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),  # when the bot was removed from the server
)

settings = sa.Table(
    "settings",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

heartbeat = sa.Table(
    "heartbeat",
    metadata,
    sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
)

erasure = sa.Table(  # people who asked for their erasure, until it is done
    "forgetting",
    metadata,
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
)

deadline_extensions = sa.Table(  # shards whose due times move, until all have moved
    "forgiving",
    metadata,
    sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),  # the end of the outage
    sa.Column("seconds", sa.Float, nullable=False),  # how far due times move
    sa.Column(
        "least", sa.Boolean, nullable=False
    ),  # whether deadlines leave at least their `least`
    sa.Column("moved", ID_TYPE, nullable=False),  # the last table whose due times have moved
)
