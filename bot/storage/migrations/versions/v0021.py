"""Servers have settings, people are called for games, and several games make an evening."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"

compatible_with_older_workers = True


def upgrade() -> None:
    for name in ("call", "evening"):
        op.add_column("tables", sa.Column(name, sa.Text))
    for table in ("tables", "records"):
        op.add_column(table, sa.Column("parent", sa.BigInteger))
    _index_threads("records")
    op.create_table(
        "guild_settings",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("channels", "roles", "games")),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("language", "clock")),
        sa.Column("text_only", sa.Boolean, nullable=False),
        sa.Column("level", sa.Text, nullable=False),
        sa.Column("threads", sa.Boolean, nullable=False),
        sa.Column("calls", sa.Text, nullable=False),
        sa.Column("call_role", sa.BigInteger, nullable=False),
        sa.Column("changed_by", sa.BigInteger),
        sa.Column("changed_setting", sa.Text, nullable=False),
        *(sa.Column(name, sa.Float, nullable=False) for name in ("changed_at", "called_at")),
    )
    op.create_index("guild_settings_author", "guild_settings", ["changed_by"])
    op.create_table(
        "call_subscriptions",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("games", "zone")),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("from_hour", "until_hour")),
    )
    op.create_index("call_subscriptions_user", "call_subscriptions", ["user"])
    _create_evenings()
    op.create_table(
        "removed_people",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("removed_people_user", "removed_people", ["user"])
    op.drop_index("standings_best", "standings")
    by_rating = ("guild", "game", "rated", "mu", "wins", "games", "user", "at")
    op.create_index("standings_best", "standings", by_rating)


def _index_threads(table: str, *more: str) -> None:
    is_in_thread = sa.text("parent IS NOT NULL")
    op.create_index(
        f"{table}_parent",
        table,
        ["parent", "ended_at", "id", *more],
        sqlite_where=is_in_thread,
        postgresql_where=is_in_thread,
    )


def _create_evenings() -> None:
    op.create_table(
        "evenings",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in ("guild", "channel")),
        *(sa.Column(name, sa.Float, nullable=False) for name in ("began_at", "ended_at")),
        sa.Column("played", sa.Text, nullable=False),
        sa.Column("user", sa.BigInteger),
        sa.Column("name", sa.Text, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("points", "games", "wins")),
        sa.Column("honours", sa.Text, nullable=False),
        sa.Column("foreseen", sa.Integer, nullable=False),
        sa.Column("parent", sa.BigInteger),
    )
    for place in ("channel", "guild"):
        op.create_index(f"evenings_{place}", "evenings", [place, "ended_at", "id", "line"])
    op.create_index("evenings_ended", "evenings", ["ended_at", "id", "line"])
    op.create_index("evenings_user", "evenings", ["user", "id"])
    _index_threads("evenings", "line")
