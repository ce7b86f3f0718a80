"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _table(primary_key: bool = False) -> "sa.Column[int]":
    target = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table", ID, target, primary_key=primary_key, nullable=False)


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", ID, primary_key=True),
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
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("host", sa.BigInteger),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("dealt", sa.LargeBinary, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("ended_at", sa.Float, nullable=False),
        sa.Column("board", sa.BigInteger),
        sa.Column("board_version", sa.Integer, nullable=False),
        sa.Column("board_asked", sa.Text, nullable=False),
        sa.Column("board_anew", sa.Integer, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("tables_channel", "tables", ["channel"])
    unclosed = sa.text("phase IN ('lobby', 'playing')")
    op.create_index(
        "tables_open",
        "tables",
        ["channel"],
        unique=True,
        sqlite_where=unclosed,
        postgresql_where=unclosed,
    )
    op.create_table(
        "seats",
        _table(primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("user", sa.BigInteger),
        sa.Column("level", sa.Text, nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("misses", sa.Integer, nullable=False),
        sa.Column("away", sa.Boolean, nullable=False),
        sa.Column("overdue", sa.Text, nullable=False),
        sa.Column("clicked_at", sa.Float, nullable=False),
    )
    op.create_table(
        "inputs",
        _table(primary_key=True),
        sa.Column("step", sa.Integer, primary_key=True),
        sa.Column("given", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("id", ID, primary_key=True),
        _table(),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("to", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("values", sa.Text, nullable=False),
    )
    op.create_index("events_table", "events", ["table", "id"])
    op.create_table(
        "interactions",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("interactions_at", "interactions", ["at"])
    op.create_table(
        "due",
        _table(primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("due_at", "due", ["at"])
    op.create_table(
        "results",
        sa.Column("table", ID, primary_key=True, autoincrement=False),
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("results_guild", "results", ["guild", "user"])
    op.create_table(
        "settings",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
    )
