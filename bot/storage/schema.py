"""The tables of the database.

Most columns are named after the fields of the domain's structs. A change here needs a migration in
`migrations/versions`. A test checks that both are equal.
"""

import msgspec
import sqlalchemy as sa

from bot.domain.game_records import Record
from bot.domain.table import Leaver, Person, SeatDecision
from bot.engine.game import ActionRecord

ID_TYPE = sa.BigInteger().with_variant(sa.Integer, "sqlite")  # SQLite integers have up to 64 bits
"""The type of a column whose ids the database generates: 64 bits in each kind of database."""
MAX_ID = 2**63 - 1
"""The largest possible id. Scans use it as an upper bound that includes every row."""


class Json(sa.TypeDecorator[object]):
    """A column type that stores a value of one Python type as JSON text; None is stored as NULL."""

    impl = sa.Text
    cache_ok = True

    def __init__(self, kind: object) -> None:
        """Create the column type for values of the type `kind`, to which JSON is converted back."""
        super().__init__()
        self.kind = kind

    def process_bind_param(self, value: object, dialect: sa.Dialect) -> str | None:  # noqa: ARG002
        """Return a value as JSON text, to write it. SQLAlchemy calls this method."""
        return None if value is None else msgspec.json.encode(value).decode()

    def process_result_value(self, value: str | None, dialect: sa.Dialect) -> object:  # noqa: ARG002
        """Return the value that JSON text stands for, after reading it.

        SQLAlchemy calls this method.
        """
        return None if value is None else msgspec.json.decode(value, type=self.kind)


metadata = sa.MetaData()
"""All tables of the database, from which a new database is created."""

ENDED_PHASES = ("over", "closed")
"""The phases of a game table that has ended: its game is over, or it was closed before the end."""

OPEN_TABLES = sa.text("phase IN ('lobby', 'playing')")
"""The condition of a partial index: the table is in its lobby or its game is being played.

A query uses a partial index only if it has exactly the same condition.
"""
PAUSED_TABLES = sa.text("paused != ''")
"""The condition of a partial index: the table is paused."""
TABLES_WITH_REPLACED_BOARDS = sa.text("replaced != '[]'")
"""The condition of a partial index: the board has replaced messages that are not deleted yet."""
UNSERVED_PEOPLE = sa.text("NOT(served)")
"""The condition of a partial index: the person does not want the bot to react to them."""
VISIBLE_PROFILES = sa.text("seen_by = 'everybody'")
"""The condition of a partial index: everybody may see how the person plays."""
HIDDEN_PROFILES = sa.text("seen_by = 'me'")
"""The condition of a partial index: only the person may see how they play."""


def _partial_index(
    name: str, condition: sa.TextClause, *columns: str, unique: bool = False
) -> sa.Index:
    """Return a partial index, which contains only the rows that meet a condition.

    The condition is set for SQLite alone. `postgres_database.py` sets it for PostgreSQL, because
    naming PostgreSQL here would load its dialect:
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
    ),  # guild is part of the key: a person may take a lesson in each server
    _partial_index("tables_open_ids", OPEN_TABLES, "id", "guild", "phase", "paused"),
    _partial_index("tables_hosted", OPEN_TABLES, "host", "guild"),
    _partial_index("tables_paused", PAUSED_TABLES, "id"),
    sa.Index("tables_ended", "ended_at", "id"),
    sqlite_autoincrement=True,  # the id of a deleted table never comes back: old buttons name it
)
"""The game tables: one row for each game in a channel, from its lobby until it is deleted."""


def _table_column(primary_key: bool = False) -> sa.Column[int]:
    """Return a column with the id of a game table.

    Its rows are deleted together with that table.

    Args:
        primary_key: Whether the column belongs to the primary key.
    """
    target = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table", ID_TYPE, target, primary_key=primary_key, nullable=False)


boards = sa.Table(
    "boards",
    metadata,
    _table_column(primary_key=True),
    sa.Column("message", sa.BigInteger),
    sa.Column("shown", sa.Integer, nullable=False),
    sa.Column("mentions", Json(tuple[int, ...]), nullable=False),
    # The version of the table that asked for the board to move to the end of the channel.
    sa.Column("wanted", sa.Integer, nullable=False),
    sa.Column("calls", Json(tuple[SeatDecision, ...]), nullable=False),
    sa.Column("replaced", Json(tuple[int, ...]), nullable=False),
    _partial_index("boards_replaced", TABLES_WITH_REPLACED_BOARDS, "table"),
)
"""The boards: the public message of each game table in its channel."""

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
"""The players at each game table, by the number of the seat."""

inputs = sa.Table(
    "inputs",
    metadata,
    _table_column(primary_key=True),
    sa.Column("step", sa.Integer, primary_key=True),
    sa.Column("given", Json(ActionRecord), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
"""The actions that each game was given, by step."""

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
"""What happened in the steps of each game. A NULL in `to` means that everybody may know of it."""

transcript_steps = sa.Table(
    "told",
    metadata,
    _table_column(primary_key=True),
    sa.Column("step", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("views", sa.LargeBinary, nullable=False),
)
"""What everybody saw after each step of a game, until its record is written."""

interactions = sa.Table(
    "interactions",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("interactions_at", "at"),
)
"""Discord's ids of handled clicks and commands, so that none is handled twice."""

due = sa.Table(
    "due",
    metadata,
    _table_column(primary_key=True),
    # The number of the timer among those of the table.
    sa.Column("place", sa.Integer, primary_key=True),
    sa.Column("guild", sa.BigInteger, nullable=False),  # the table's server
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
"""The timers of game tables, such as deadlines: what a table does by itself, and when."""

earlier = sa.Table(
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
"""Counts of a person's games whose records were deleted, by server and game."""

records = sa.Table(
    "records",
    metadata,
    # The id of the game's table.
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
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
"""The records of finished games: all that is kept of them."""

participants = sa.Table(
    "participants",
    metadata,
    sa.Column("record", sa.ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Index("participants_user", "user", "record"),
)
"""The people who played a recorded game, ended it, or guessed its winner."""

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
"""How each person fared in a recorded game, with the person's rating after it."""

guesses = sa.Table(
    "guesses",
    metadata,
    _table_column(primary_key=True),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Index("guesses_user", "user"),
)
"""Onlookers' guesses of a game's winner, private until the game's record is written."""

readings = sa.Table(
    "readings",
    metadata,
    sa.Column("record", sa.ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("guild", sa.BigInteger, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("foresaw", sa.Boolean, nullable=False),
    sa.Index("readings_user", "user", "guild"),
)
"""Whether onlookers' guesses of the winner of a recorded game were right."""

preferences = sa.Table(
    "preferences",
    metadata,
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("seen_by", sa.Text, nullable=False),
    sa.Column("served", sa.Boolean, nullable=False),
    # For how many days games are kept; 0 is the default.
    sa.Column("days", sa.Integer, nullable=False),
    _partial_index("preferences_unserved", UNSERVED_PEOPLE, "user"),
    _partial_index("preferences_seen", VISIBLE_PROFILES, "user"),
    _partial_index("preferences_hidden", HIDDEN_PROFILES, "user"),
)
"""What people have chosen for themselves, such as who sees their profile."""

retention = sa.Table(
    "retention",
    metadata,
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("days", sa.Integer, nullable=False),
)
"""The servers that keep records of games for another number of days than the default."""

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
"""A person's rating and number of games, by server and game."""

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
"""A person's number of games and wins in a month, by server and game."""

removed_guilds = sa.Table(
    "removed_guilds",
    metadata,
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),  # when the bot was removed from the server
)
"""The servers that the bot was removed from, and the time of the removal."""

settings = sa.Table(
    "settings",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
"""Settings that the bot stores for itself, as texts by key."""

heartbeat = sa.Table(
    "heartbeat",
    metadata,
    sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
)
"""The last time at which each shard could be reached by people."""

erasure = sa.Table(
    "forgetting",
    metadata,
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
)
"""The people who asked for the erasure of their data, until it is done."""

deadline_extensions = sa.Table(
    "forgiving",
    metadata,
    sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),  # when the outage ended
    sa.Column("seconds", sa.Float, nullable=False),  # by how much the timers move
    # Whether each deadline leaves at least its `Deadline.least` from now on.
    sa.Column("least", sa.Boolean, nullable=False),
    sa.Column("moved", ID_TYPE, nullable=False),  # the last table whose timers have moved
)
"""Extensions of a shard's deadlines after an outage, until all its tables are done."""
