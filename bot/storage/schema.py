"""The tables of the database.

Most columns are named after the fields of the structs that the rows store. Each change to a table
needs a migration in `migrations/versions`. A test checks that all migrations together lead to the
tables below.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeEngine

from bot.domain.calls import LobbyCall
from bot.domain.evenings import Evening
from bot.domain.game_records import Record
from bot.domain.puzzles import Entry
from bot.domain.table import Applicant, Leaver, Person, SeatDecision
from bot.engine.puzzle_data import Puzzle
from bot.engine.records import ActionRecord

_Type = TypeEngine[Any] | type[TypeEngine[Any]]
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
PUZZLE_SERVERS = sa.text("puzzle_due > 0")
"""The SQL condition that the daily puzzle is posted in a server. An index has only these rows."""
TABLES_WITH_REPLACED_BOARDS = sa.text("replaced != '[]'")
"""The SQL condition that older public messages of a game have yet to be deleted in Discord. The
game's present public message has replaced them. There is an index of only these rows.
"""
VISIBLE_PROFILES = sa.text("seen_by = 'everybody'")
"""The SQL condition that everybody may see a person's profile. An index has only these rows."""
HIDDEN_PROFILES = sa.text("seen_by = 'me'")
"""The SQL condition that only the person may see their own profile. An index has only these rows.
"""
ATTEMPTS_WITH_ENTRIES = sa.text("entries != '[]'")
"""The SQL condition that a puzzle's attempt still has its entries. An index has only these rows."""
IN_THREAD = sa.text("parent IS NOT NULL")
"""The SQL condition that a game or an evening was in a thread. Indexes have only these rows."""


def _partial_index(
    name: str, condition: sa.TextClause, *columns: str, unique: bool = False
) -> sa.Index:
    """Return a partial index: an index of only the rows that meet a condition.

    The index gets its condition here for SQLite only. `postgres_database.py` copies the condition
    for PostgreSQL, because naming PostgreSQL here would make SQLAlchemy import its code for that:
    https://docs.sqlalchemy.org/en/20/dialects/postgresql.html#partial-indexes
    """
    return sa.Index(name, *columns, unique=unique, sqlite_where=condition)


def _table(name: str, *parts: SchemaItem, **options: Any) -> sa.Table:
    return sa.Table(name, metadata, *parts, **options)


def _columns(**types: _Type) -> Iterator[sa.Column[Any]]:
    for name, type_ in types.items():
        yield sa.Column(name, type_, nullable=False)


def _key_columns(**types: _Type) -> Iterator[sa.Column[Any]]:
    for name, type_ in types.items():
        yield sa.Column(name, type_, primary_key=True, autoincrement=False)


tables = _table(
    "tables",
    sa.Column("id", ID_TYPE, primary_key=True),
    *_columns(version=sa.Integer, game=sa.Text, guild=sa.BigInteger, channel=sa.BigInteger),
    *_columns(language=sa.Text, clock=sa.Text, opened_at=sa.Float, clicked_at=sa.Float),
    *_columns(phase=sa.Text, paused=sa.Text, paused_at=sa.Float, text_only=sa.Boolean),
    *_columns(pace=sa.Text, options=Json(tuple[tuple[str, str], ...])),
    sa.Column("host", sa.BigInteger),
    *_columns(seed=sa.LargeBinary, dealt=sa.LargeBinary, state=sa.LargeBinary, step=sa.Integer),
    *_columns(rules=sa.Integer, leavers=Json(tuple[Leaver, ...])),
    # The people whom the host removed from the lobby; once the game runs, those who guess.
    *_columns(removed=Json(tuple[Person, ...]), ended_at=sa.Float),
    sa.Column("ended_by", sa.BigInteger),
    sa.Column("is_language_chosen", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("applicants", Json(tuple[Applicant, ...]), nullable=False, server_default="[]"),
    sa.Column("call", Json(LobbyCall)),
    sa.Column("evening", Json(Evening)),
    sa.Column("parent", sa.BigInteger),
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


boards = _table(
    "boards",
    _table_column(primary_key=True),
    sa.Column("message", sa.BigInteger),
    *_columns(shown=sa.Integer, mentions=Json(tuple[int, ...])),
    # The game table's version at which the board was asked to move to the end of the channel.
    *_columns(wanted=sa.Integer, calls=Json(tuple[SeatDecision, ...])),
    *_columns(replaced=Json(tuple[int, ...])),
    _partial_index("boards_replaced", TABLES_WITH_REPLACED_BOARDS, "table"),
)
"""The boards of game tables: the state of each game's public message in its channel."""

seats = _table(
    "seats",
    _table_column(primary_key=True),
    *_key_columns(seat=sa.Integer),
    *_columns(name=sa.Text),
    sa.Column("user", sa.BigInteger),
    *_columns(level=sa.Text, confirmed=sa.Boolean, misses=sa.Integer, away=sa.Boolean),
    *_columns(overdue=sa.Text, clicked_at=sa.Float),
    sa.Column("asked", sa.Integer),
    *_columns(asked_at=sa.Float, acted=sa.Integer, renewed=sa.Text, rank=sa.Integer),
    *_columns(points=sa.Integer),
    sa.Column("letter", sa.Integer),
    sa.Column("agreed_step", sa.Integer),
    sa.Column("joined_step", sa.Integer, nullable=False, server_default="0"),
)
"""The players of each game table, one row per seat."""

inputs = _table(
    "inputs",
    _table_column(primary_key=True),
    *_key_columns(step=sa.Integer),
    *_columns(given=Json(ActionRecord), at=sa.Float),
)
"""All actions in each game, such as the players' moves, numbered by step."""

events = _table(
    "events",
    sa.Column("id", ID_TYPE, primary_key=True),
    _table_column(),
    *_columns(step=sa.Integer),
    sa.Column("to", Json(tuple[int, ...])),
    *_columns(name=sa.Text, values=Json(tuple[int | str, ...])),
    sa.Index("events_table", "table", "id"),
)
"""What happened in each game, step by step, such as a move or a player who left. The column `to`
has the seats that may know of the event. NULL means that everybody may.
"""

transcript_steps = _table(
    "told",
    _table_column(primary_key=True),
    *_key_columns(step=sa.Integer),
    *_columns(at=sa.Float, views=sa.LargeBinary),
)
"""What each step of a running game showed to its players and onlookers. The rows are deleted when
the record of the finished game is written from them.
"""

interactions = _table(
    "interactions",
    *_key_columns(id=sa.BigInteger),
    *_columns(at=sa.Float),
    sa.Index("interactions_at", "at"),
)
"""Discord's ids of clicks and commands that were handled, so that none is handled twice."""

timers = _table(
    "due",
    _table_column(primary_key=True),
    # The timer's number, which is unique only within its game table.
    *_key_columns(place=sa.Integer),
    sa.Column("guild", sa.BigInteger, nullable=False),  # the table's server
    *_columns(kind=sa.Text, at=sa.Float),
    sa.Column("clock", sa.Text),
    sa.Column("least", sa.Float),
    sa.Column("decision", sa.Integer),
    sa.Column("seat", sa.Integer),
    sa.Column("pause", sa.Integer),
    sa.Column("what", sa.Text),
    sa.Index("due_at", "at", "table"),
)
"""The timers of game tables: what a table will do by itself, such as end a turn, and when."""

earlier = _table(
    "earlier",
    *_key_columns(guild=sa.BigInteger, game=sa.Text, user=sa.BigInteger),
    *_columns(name=sa.Text, games=sa.Integer, wins=sa.Integer),
    sa.Column("at", sa.Float, nullable=False),  # when the last of these games ended
    sa.Index("earlier_user", "user", "guild"),
    sa.Index("earlier_guild", "guild", "user"),
)
"""Each person's numbers of games and wins for which no record is kept any more. There is a row for
each server and game.
"""

records = _table(
    "records",
    # The id of the game's table.
    *_key_columns(id=sa.BigInteger),
    *_columns(guild=sa.BigInteger, game=sa.Text, ended_at=sa.Float, about=Json(Record)),
    *_columns(course=sa.LargeBinary),
    sa.Column("channel", sa.BigInteger, nullable=False),  # 0: an older version did not note it
    sa.Column("parent", sa.BigInteger),
    sa.Index("records_guild", "guild", "ended_at", "id"),
    sa.Index("records_channel", "channel", "ended_at", "id"),
    _partial_index("records_parent", IN_THREAD, "parent", "ended_at", "id"),
    sa.Index("records_ended", "ended_at", "id"),
)
"""The records of finished games, with all that is needed to list and replay them."""

participants = _table(
    "participants",
    sa.Column("record", sa.ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    *_key_columns(user=sa.BigInteger),
    sa.Index("participants_user", "user", "record"),
)
"""The people who took part in each recorded game. They played it, ended it early, or guessed its
winner.
"""

results = _table(
    "results",
    sa.Column("record", sa.ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    *_key_columns(user=sa.BigInteger),
    *_columns(guild=sa.BigInteger, game=sa.Text, at=sa.Float, people=sa.Integer, rank=sa.Integer),
    *_columns(points=sa.Integer, rated=sa.Boolean, mu=sa.Float, everywhere=sa.Float),
    *_columns(awards=Json(tuple[str, ...])),
    sa.Index("results_user", "user", "at"),
    sa.Index("results_fared", "user", "guild", "at"),
)
"""Each person's result in each recorded game, with the person's ratings after the game."""

guesses = _table(
    "guesses",
    _table_column(primary_key=True),
    *_key_columns(user=sa.BigInteger),
    *_columns(name=sa.Text, seat=sa.Integer),
    sa.Index("guesses_user", "user"),
)
"""The onlookers' guesses about which player will win a running game. Nobody else sees a guess
until the game ends.
"""

readings = _table(
    "readings",
    sa.Column("record", sa.ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    *_key_columns(user=sa.BigInteger),
    *_columns(guild=sa.BigInteger, game=sa.Text, foresaw=sa.Boolean),
    sa.Index("readings_user", "user", "guild"),
)
"""The onlookers' guesses about the winner of each recorded game, and whether they were right."""

predictions = _table(
    "predictions",
    sa.Column("record", sa.ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    *_key_columns(user=sa.BigInteger),
    *_columns(correct=sa.Integer),
    sa.Index("predictions_user", "user"),
)
"""How many predictions of each onlooker came true in a recorded game, if any did."""

durations = _table(
    "durations",
    sa.Column("record", sa.ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    *_columns(game=sa.Text, seats=sa.Integer, seconds=sa.Float),
    sa.Index("durations_game", "game", "seats", "record"),
)
"""How long recorded games took that people alone played to the end, with the usual options."""

preferences = _table(
    "preferences",
    *_key_columns(user=sa.BigInteger),
    *_columns(seen_by=sa.Text, served=sa.Boolean),
    # The days for which records of games are kept. 0 means that the default number applies.
    *_columns(days=sa.Integer),
    sa.Column("in_words", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("puzzle_marks", sa.Boolean, nullable=False, server_default=sa.false()),
    _partial_index("preferences_seen", VISIBLE_PROFILES, "user"),
    _partial_index("preferences_hidden", HIDDEN_PROFILES, "user"),
)
"""Each person's own settings, such as who may see their profile."""

retention = _table("retention", *_key_columns(guild=sa.BigInteger), *_columns(days=sa.Integer))
"""The servers that chose how many days records of games are kept. All others use the default."""

guild_settings = _table(
    "guild_settings",
    *_key_columns(guild=sa.BigInteger),
    *_columns(channels=Json(tuple[int, ...]), roles=Json(tuple[int, ...])),
    *_columns(games=Json(tuple[str, ...]), language=sa.Text, clock=sa.Text, text_only=sa.Boolean),
    *_columns(level=sa.Text, threads=sa.Boolean, calls=sa.Text, call_role=sa.BigInteger),
    sa.Column("changed_by", sa.BigInteger),
    *_columns(changed_setting=sa.Text, changed_at=sa.Float, called_at=sa.Float),
    sa.Column("puzzle_channel", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("puzzle_hour", sa.Integer, nullable=False, server_default="9"),
    sa.Column("puzzle_zone", sa.Text, nullable=False, server_default=""),
    sa.Column("puzzle_due", sa.Float),
    sa.Column("puzzle_begun", sa.Float, nullable=False, server_default="0"),
    sa.Column("puzzle_problem", sa.Text, nullable=False, server_default=""),
    sa.Index("guild_settings_author", "changed_by"),
    _partial_index("guild_settings_puzzle", PUZZLE_SERVERS, "puzzle_due", "guild"),
)
"""The settings of servers. A server without a row has the default values."""

call_subscriptions = _table(
    "call_subscriptions",
    *_key_columns(guild=sa.BigInteger, user=sa.BigInteger),
    *_columns(games=Json(tuple[str, ...]), zone=sa.Text, from_hour=sa.Integer),
    *_columns(until_hour=sa.Integer),
    sa.Index("call_subscriptions_user", "user"),
)
"""The people who want to be called for games, by server."""

evenings = _table(
    "evenings",
    # The id of the table that closed with the evening, and the number of a member.
    *_key_columns(id=sa.BigInteger, line=sa.Integer),
    *_columns(guild=sa.BigInteger, channel=sa.BigInteger, began_at=sa.Float, ended_at=sa.Float),
    *_columns(played=Json(tuple[str, ...])),
    sa.Column("user", sa.BigInteger),
    *_columns(name=sa.Text, points=sa.Integer, games=sa.Integer, wins=sa.Integer),
    *_columns(honours=Json(tuple[tuple[str, str], ...]), foreseen=sa.Integer),
    sa.Column("parent", sa.BigInteger),
    sa.Index("evenings_channel", "channel", "ended_at", "id", "line"),
    _partial_index("evenings_parent", IN_THREAD, "parent", "ended_at", "id", "line"),
    sa.Index("evenings_guild", "guild", "ended_at", "id", "line"),
    sa.Index("evenings_ended", "ended_at", "id", "line"),
    sa.Index("evenings_user", "user", "id"),
)
"""The evenings that have ended, with a row for each member. A member without `user` is a computer,
or a person whose data was erased, who has no name either.
"""

standings = _table(
    "standings",
    *_key_columns(guild=sa.BigInteger, game=sa.Text, user=sa.BigInteger),
    *_columns(name=sa.Text, mu=sa.Float, sigma=sa.Float, rated=sa.Integer, all_mu=sa.Float),
    *_columns(all_sigma=sa.Float, games=sa.Integer, wins=sa.Integer, at=sa.Float),
    sa.Column("opponents", sa.Integer, nullable=False, server_default="0"),
    sa.Index("standings_user", "user", "at"),
    sa.Index("standings_guild", "guild", "user"),
    sa.Index("standings_best", "guild", "game", "rated", "mu", "wins", "games", "user", "at"),
)
"""Each person's ratings and numbers of games and wins, by server and game."""

removed_people = _table(
    "removed_people",
    *_key_columns(guild=sa.BigInteger, user=sa.BigInteger),
    *_columns(name=sa.Text, at=sa.Float),
    sa.Index("removed_people_user", "user"),
)
"""The people whom a manager has removed from the scores of a server, because they left it."""

months = _table(
    "months",
    *_key_columns(guild=sa.BigInteger, game=sa.Text, month=sa.Integer, user=sa.BigInteger),
    *_columns(games=sa.Integer, wins=sa.Integer),
    sa.Index("months_user", "user"),
    sa.Index("months_guild", "guild", "user"),
)
"""Each person's numbers of games and wins in each month, by server and game."""

removed_guilds = _table(
    "removed_guilds",
    *_key_columns(guild=sa.BigInteger),
    sa.Column("at", sa.Float, nullable=False),  # when the bot was removed from the server
)
"""The servers from which the bot was removed, each with the time of the removal."""

settings = _table("settings", *_key_columns(key=sa.Text), *_columns(value=sa.Text))
"""Internal settings of the bot: a text for each key."""

heartbeat = _table("heartbeat", *_key_columns(shard=sa.Integer), *_columns(at=sa.Float))
"""The last time at which people could reach the bot, for each of its shards."""

erasure = _table("forgetting", *_key_columns(user=sa.BigInteger), *_columns(at=sa.Float))
"""The people who asked the bot to erase their data. A person's row is deleted when the data has
been erased.
"""

deadline_extensions = _table(
    "forgiving",
    *_key_columns(shard=sa.Integer),
    sa.Column("at", sa.Float, nullable=False),  # when the outage ended
    sa.Column("seconds", sa.Float, nullable=False),  # by how much the timers are postponed
    # Whether people must also have at least `Deadline.least` seconds left after the outage.
    *_columns(least=sa.Boolean),
    sa.Column("moved", ID_TYPE, nullable=False),  # the id of the last game table done
)
"""Extensions of a shard's deadlines after an outage of the bot, one row per shard. Its row is
deleted when the timers of all its open game tables have been postponed.
"""
puzzles = _table(
    "puzzles",
    *_key_columns(number=sa.Integer),
    # The seed is secret until the day after. The hash is that of the seed and the puzzle.
    *_columns(game=sa.Text, puzzle=Json(Puzzle), seed=sa.Text, hash=sa.Text),
)
puzzle_attempts = _table(
    "puzzle_attempts",
    *_key_columns(number=sa.Integer, user=sa.BigInteger),
    *_columns(guild=sa.BigInteger, name=sa.Text, entries=Json(tuple[Entry, ...])),
    *_columns(prints=sa.Integer, started_at=sa.Float),
    sa.Column("solved_at", sa.Float),
    sa.Index("puzzle_attempts_user", "user", "number"),
    sa.Index("puzzle_attempts_prints", "number", "solved_at", "prints"),
    sa.Index("puzzle_attempts_guild", "guild", "number", "prints", "solved_at", "user"),
    _partial_index("puzzle_attempts_entries", ATTEMPTS_WITH_ENTRIES, "started_at"),
)
puzzle_days = _table(
    "puzzle_days",
    # The days on which anybody of a server solved the puzzle.
    *_key_columns(guild=sa.BigInteger, number=sa.Integer),
)
