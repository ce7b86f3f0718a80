"""The tables of the database.

Most columns are named after the fields of the structs that the rows store. Each change to a table
needs a migration in `migrations/versions`. A test checks that all migrations together lead to the
tables below.
"""

import msgspec
import sqlalchemy as sa

from bot.domain.game_records import Record
from bot.domain.table import Applicant, Leaver, Person, SeatDecision
from bot.engine.records import ActionRecord

ID_TYPE = sa.BigInteger().with_variant(sa.Integer, "sqlite")  # SQLite integers have up to 64 bits
"""The column type for ids that the database generates: a 64-bit integer in every database."""


class Json(sa.TypeDecorator[object]):
    """A column type that stores a value of one Python type as JSON text; None is stored as NULL."""

    impl = sa.Text
    cache_ok = True

    def __init__(self, kind: object) -> None:
        """Create a column type for values of the type `kind`.

        Stored JSON is converted to that type.
        """
        super().__init__()
        self.kind = kind

    def process_bind_param(self, value: object, dialect: sa.Dialect) -> str | None:  # noqa: ARG002
        """Convert a value to JSON text before it is written. SQLAlchemy calls this method."""
        return None if value is None else msgspec.json.encode(value).decode()

    def process_result_value(self, value: str | None, dialect: sa.Dialect) -> object:  # noqa: ARG002
        """Convert JSON text, as read from the database, to the value that it stands for.

        SQLAlchemy calls this method.
        """
        return None if value is None else msgspec.json.decode(value, type=self.kind)


metadata = sa.MetaData()

ENDED_PHASES = ("over", "closed")
"""The phases of a game table that has ended. They are "over" if the game was played to its end,
and "closed" if it was not.
"""

OPEN_TABLES = sa.text("phase IN ('lobby', 'playing')")
"""The SQL condition that a game table is in its lobby or its game is being played. There is an
index of only these rows. A query must repeat the condition exactly to use the index.
"""
IS_ASIDE = sa.text("phase = 'aside'")
"""The SQL condition that a game table was put aside: its game goes on later. Until then another
table may be open in its channel.
"""
PAUSED_TABLES = sa.text("paused != ''")
"""The SQL condition that a game table is paused. There is an index of only these rows."""
TABLES_WITH_REPLACED_BOARDS = sa.text("replaced != '[]'")
"""The SQL condition that older public messages of a game have yet to be deleted in Discord. The
game's present public message has replaced them. There is an index of only these rows.
"""
VISIBLE_PROFILES = sa.text("seen_by = 'everybody'")
"""The SQL condition that everybody may see a person's profile. An index has only these rows."""
HIDDEN_PROFILES = sa.text("seen_by = 'me'")
"""The SQL condition that only the person may see their own profile. An index has only these rows.
"""


def _partial_index(
    name: str, condition: sa.TextClause, *columns: str, unique: bool = False
) -> sa.Index:
    """Return a partial index: an index of only the rows that meet a condition.

    The index gets its condition here for SQLite only. `postgres_database.py` copies the condition
    for PostgreSQL, because naming PostgreSQL here would make SQLAlchemy import its code for that:
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
    # The people whom the host removed from the lobby; once the game runs, those who guess.
    sa.Column("removed", Json(tuple[Person, ...]), nullable=False),
    sa.Column("ended_at", sa.Float, nullable=False),
    sa.Column("ended_by", sa.BigInteger),
    sa.Column("is_language_chosen", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("applicants", Json(tuple[Applicant, ...]), nullable=False, server_default="[]"),
    sa.Index("tables_channel", "channel", "ended_at"),
    sa.Index("tables_guild", "guild", "game", "ended_at"),
    _partial_index(
        "tables_open", OPEN_TABLES, "channel", "guild", unique=True
    ),  # a person's lessons have the same channel number in all servers, so guild is needed, too
    _partial_index("tables_open_ids", OPEN_TABLES, "id", "guild", "phase", "paused"),
    _partial_index("tables_hosted", OPEN_TABLES, "host", "guild"),
    _partial_index("tables_paused", PAUSED_TABLES, "id"),
    sa.Index("tables_ended", "ended_at", "id"),
    sqlite_autoincrement=True,  # old buttons contain ids of deleted tables, so no id is used twice
)
"""The game tables: one row per game in a channel, from its lobby until the row is deleted."""


def _table_column(primary_key: bool = False) -> sa.Column[int]:
    """Return a foreign key column that holds the id of a game table.

    A row with this column is deleted together with its game table.
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
    # The game table's version at which the board was asked to move to the end of the channel.
    sa.Column("wanted", sa.Integer, nullable=False),
    sa.Column("calls", Json(tuple[SeatDecision, ...]), nullable=False),
    sa.Column("replaced", Json(tuple[int, ...]), nullable=False),
    _partial_index("boards_replaced", TABLES_WITH_REPLACED_BOARDS, "table"),
)
"""The boards of game tables: the state of each game's public message in its channel."""

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
    sa.Column("agreed_step", sa.Integer),
    sa.Column("joined_step", sa.Integer, nullable=False, server_default="0"),
)
"""The players of each game table, one row per seat."""

inputs = sa.Table(
    "inputs",
    metadata,
    _table_column(primary_key=True),
    sa.Column("step", sa.Integer, primary_key=True),
    sa.Column("given", Json(ActionRecord), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
"""All actions in each game, such as the players' moves, numbered by step."""

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
"""What happened in each game, step by step, such as a move or a player who left. The column `to`
has the seats that may know of the event. NULL means that everybody may.
"""

transcript_steps = sa.Table(
    "told",
    metadata,
    _table_column(primary_key=True),
    sa.Column("step", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("views", sa.LargeBinary, nullable=False),
)
"""What each step of a running game showed to its players and onlookers. The rows are deleted when
the record of the finished game is written from them.
"""

interactions = sa.Table(
    "interactions",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Index("interactions_at", "at"),
)
"""Discord's ids of clicks and commands that were handled, so that none is handled twice."""

timers = sa.Table(
    "due",
    metadata,
    _table_column(primary_key=True),
    # The timer's number, which is unique only within its game table.
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
"""The timers of game tables: what a table will do by itself, such as end a turn, and when."""

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
"""Each person's numbers of games and wins for which no record is kept any more. There is a row for
each server and game.
"""

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
"""The records of finished games, with all that is needed to list and replay them."""

participants = sa.Table(
    "participants",
    metadata,
    sa.Column("record", sa.ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Index("participants_user", "user", "record"),
)
"""The people who took part in each recorded game. They played it, ended it early, or guessed its
winner.
"""

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
"""Each person's result in each recorded game, with the person's ratings after the game."""

guesses = sa.Table(
    "guesses",
    metadata,
    _table_column(primary_key=True),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Index("guesses_user", "user"),
)
"""The onlookers' guesses about which player will win a running game. Nobody else sees a guess
until the game ends.
"""

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
"""The onlookers' guesses about the winner of each recorded game, and whether they were right."""

predictions = sa.Table(
    "predictions",
    metadata,
    sa.Column("record", sa.ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("correct", sa.Integer, nullable=False),
    sa.Index("predictions_user", "user"),
)
"""How many predictions of each onlooker came true in a recorded game, if any did."""

durations = sa.Table(
    "durations",
    metadata,
    sa.Column("record", sa.ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("seconds", sa.Float, nullable=False),
    sa.Index("durations_game", "game", "seats", "record"),
)
"""How long recorded games took that people alone played to the end, with the usual options."""

preferences = sa.Table(
    "preferences",
    metadata,
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("seen_by", sa.Text, nullable=False),
    sa.Column("served", sa.Boolean, nullable=False),
    # The days for which records of games are kept. 0 means that the default number applies.
    sa.Column("days", sa.Integer, nullable=False),
    sa.Column("in_words", sa.Boolean, nullable=False, server_default=sa.false()),
    _partial_index("preferences_seen", VISIBLE_PROFILES, "user"),
    _partial_index("preferences_hidden", HIDDEN_PROFILES, "user"),
)
"""Each person's own settings, such as who may see their profile."""

retention = sa.Table(
    "retention",
    metadata,
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("days", sa.Integer, nullable=False),
)
"""The servers that chose how many days records of games are kept. All others use the default."""

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
"""Each person's ratings and numbers of games and wins, by server and game."""

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
"""Each person's numbers of games and wins in each month, by server and game."""

removed_guilds = sa.Table(
    "removed_guilds",
    metadata,
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),  # when the bot was removed from the server
)
"""The servers from which the bot was removed, each with the time of the removal."""

settings = sa.Table(
    "settings",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
"""Internal settings of the bot: a text for each key."""

heartbeat = sa.Table(
    "heartbeat",
    metadata,
    sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
)
"""The last time at which people could reach the bot, for each of its shards."""

erasure = sa.Table(
    "forgetting",
    metadata,
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
)
"""The people who asked the bot to erase their data. A person's row is deleted when the data has
been erased.
"""

deadline_extensions = sa.Table(
    "forgiving",
    metadata,
    sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),  # when the outage ended
    sa.Column("seconds", sa.Float, nullable=False),  # by how much the timers are postponed
    # Whether people must also have at least `Deadline.least` seconds left after the outage.
    sa.Column("least", sa.Boolean, nullable=False),
    sa.Column("moved", ID_TYPE, nullable=False),  # the id of the last game table done
)
"""Extensions of a shard's deadlines after an outage of the bot, one row per shard. Its row is
deleted when the timers of all its open game tables have been postponed.
"""
