"""The schema of version 0.3.0: the oldest one that is migrated."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _key(name: str, type_: Any = sa.BigInteger) -> "sa.Column[Any]":
    return sa.Column(name, type_, primary_key=True, autoincrement=False)


def _table(primary_key: bool = True) -> "sa.Column[Any]":
    target = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table", ID, target, primary_key=primary_key, nullable=False)


def _record() -> "sa.Column[Any]":
    target = sa.ForeignKey("records.id", ondelete="CASCADE")
    return sa.Column("record", sa.BigInteger, target, primary_key=True)


def _all(type_: Any, *names: str) -> "list[sa.Column[Any]]":
    return [sa.Column(name, type_, nullable=False) for name in names]


def _index(
    name: str, table: str, *columns: str, where: str | None = None, unique: bool = False
) -> None:
    some = None if where is None else sa.text(where)
    op.create_index(
        name, table, list(columns), unique=unique, sqlite_where=some, postgresql_where=some
    )


def upgrade() -> None:
    op.create_table(
        "earlier", _key("guild"), sa.Column("game", sa.Text, primary_key=True), _key("user"),
        *_all(sa.Text, "name"), *_all(sa.Integer, "games", "wins"), *_all(sa.Float, "at")
    )
    _index("earlier_guild", "earlier", "guild", "user")
    _index("earlier_user", "earlier", "user", "guild")
    op.create_table("forgetting", _key("user"), *_all(sa.Float, "at"))
    op.create_table(
        "forgiving", _key("shard", sa.Integer), *_all(sa.Float, "at", "seconds"),
        *_all(sa.Boolean, "least"), *_all(ID, "moved")
    )
    op.create_table("heartbeat", _key("shard", sa.Integer), *_all(sa.Float, "at"))
    op.create_table("interactions", _key("id"), *_all(sa.Float, "at"))
    _index("interactions_at", "interactions", "at")
    op.create_table(
        "months", _key("guild"), sa.Column("game", sa.Text, primary_key=True),
        _key("month", sa.Integer), _key("user"), *_all(sa.Integer, "games", "wins")
    )
    _index("months_guild", "months", "guild", "user")
    _index("months_user", "months", "user")
    op.create_table(
        "preferences", _key("user"), *_all(sa.Text, "seen_by"), *_all(sa.Boolean, "served"),
        *_all(sa.Integer, "days")
    )
    _index("preferences_hidden", "preferences", "user", where="seen_by = 'me'")
    _index("preferences_seen", "preferences", "user", where="seen_by = 'everybody'")
    _index("preferences_unserved", "preferences", "user", where="NOT(served)")
    op.create_table(
        "records", _key("id"), *_all(sa.BigInteger, "guild"), *_all(sa.Text, "game"),
        *_all(sa.Float, "ended_at"), *_all(sa.Text, "about"), *_all(sa.LargeBinary, "course")
    )
    _index("records_ended", "records", "ended_at", "id")
    _index("records_guild", "records", "guild", "ended_at", "id")
    op.create_table("removed_guilds", _key("guild"), *_all(sa.Float, "at"))
    op.create_table("retention", _key("guild"), *_all(sa.Integer, "days"))
    op.create_table(
        "settings", sa.Column("key", sa.Text, primary_key=True), *_all(sa.Text, "value")
    )
    op.create_table(
        "standings", _key("guild"), sa.Column("game", sa.Text, primary_key=True), _key("user"),
        *_all(sa.Text, "name"), *_all(sa.Float, "mu", "sigma"), *_all(sa.Integer, "rated"),
        *_all(sa.Float, "all_mu", "all_sigma"), *_all(sa.Integer, "games", "wins"),
        *_all(sa.Float, "at")
    )
    _index("standings_best", "standings", "guild", "game", "rated", "mu", "wins", "games", "user")
    _index("standings_guild", "standings", "guild", "user")
    _index("standings_user", "standings", "user", "at")
    op.create_table(
        "tables", sa.Column("id", ID, primary_key=True), *_all(sa.Integer, "version"),
        *_all(sa.Text, "game"), *_all(sa.BigInteger, "guild", "channel"),
        *_all(sa.Text, "language", "clock"), *_all(sa.Float, "opened_at", "clicked_at"),
        *_all(sa.Text, "phase", "paused"), *_all(sa.Float, "paused_at"),
        *_all(sa.Boolean, "text_only"), *_all(sa.Text, "pace", "options"),
        sa.Column("host", sa.BigInteger), *_all(sa.LargeBinary, "seed", "dealt", "state"),
        *_all(sa.Integer, "step", "rules"), *_all(sa.Text, "leavers", "removed"),
        *_all(sa.Float, "ended_at"), sa.Column("ended_by", sa.BigInteger), sqlite_autoincrement=True
    )
    _index("tables_channel", "tables", "channel", "ended_at")
    _index("tables_ended", "tables", "ended_at", "id")
    _index("tables_guild", "tables", "guild", "game", "ended_at")
    _index("tables_hosted", "tables", "host", "guild", where="phase IN ('lobby', 'playing')")
    _index(
        "tables_open", "tables", "channel", "guild", where="phase IN ('lobby', 'playing')",
        unique=True
    )
    _index(
        "tables_open_ids", "tables", "id", "guild", "phase", "paused",
        where="phase IN ('lobby', 'playing')"
    )
    _index("tables_paused", "tables", "id", where="paused != ''")
    op.create_table(
        "boards", _table(), sa.Column("message", sa.BigInteger), *_all(sa.Integer, "shown"),
        *_all(sa.Text, "mentions"), *_all(sa.Integer, "wanted"), *_all(sa.Text, "calls", "replaced")
    )
    _index("boards_replaced", "boards", "table", where="replaced != '[]'")
    op.create_table(
        "due", _table(), sa.Column("place", sa.Integer, primary_key=True),
        *_all(sa.BigInteger, "guild"), *_all(sa.Text, "kind"), *_all(sa.Float, "at"),
        sa.Column("clock", sa.Text), sa.Column("least", sa.Float),
        sa.Column("decision", sa.Integer), sa.Column("seat", sa.Integer),
        sa.Column("pause", sa.Integer), sa.Column("what", sa.Text)
    )
    _index("due_at", "due", "at", "table")
    op.create_table(
        "events", sa.Column("id", ID, primary_key=True), _table(primary_key=False),
        *_all(sa.Integer, "step"), sa.Column("to", sa.Text), *_all(sa.Text, "name", "values")
    )
    _index("events_table", "events", "table", "id")
    op.create_table(
        "guesses", _table(), _key("user"), *_all(sa.Text, "name"), *_all(sa.Integer, "seat")
    )
    _index("guesses_user", "guesses", "user")
    op.create_table(
        "inputs", _table(), sa.Column("step", sa.Integer, primary_key=True),
        *_all(sa.Text, "given"), *_all(sa.Float, "at")
    )
    op.create_table("participants", _record(), _key("user"))
    _index("participants_user", "participants", "user", "record")
    op.create_table(
        "readings", _record(), _key("user"), *_all(sa.BigInteger, "guild"), *_all(sa.Text, "game"),
        *_all(sa.Boolean, "foresaw")
    )
    _index("readings_user", "readings", "user", "guild")
    op.create_table(
        "results", _record(), _key("user"), *_all(sa.BigInteger, "guild"), *_all(sa.Text, "game"),
        *_all(sa.Float, "at"), *_all(sa.Integer, "people", "rank", "points"),
        *_all(sa.Boolean, "rated"), *_all(sa.Float, "mu", "everywhere"), *_all(sa.Text, "awards")
    )
    _index("results_fared", "results", "user", "guild", "at")
    _index("results_user", "results", "user", "at")
    op.create_table(
        "seats", _table(), sa.Column("seat", sa.Integer, primary_key=True), *_all(sa.Text, "name"),
        sa.Column("user", sa.BigInteger), *_all(sa.Text, "level"), *_all(sa.Boolean, "confirmed"),
        *_all(sa.Integer, "misses"), *_all(sa.Boolean, "away"), *_all(sa.Text, "overdue"),
        *_all(sa.Float, "clicked_at"), sa.Column("asked", sa.Integer), *_all(sa.Float, "asked_at"),
        *_all(sa.Integer, "acted"), *_all(sa.Text, "renewed"), *_all(sa.Integer, "rank", "points"),
        sa.Column("letter", sa.Integer)
    )
    op.create_table(
        "told", _table(), sa.Column("step", sa.Integer, primary_key=True), *_all(sa.Float, "at"),
        *_all(sa.LargeBinary, "views")
    )
