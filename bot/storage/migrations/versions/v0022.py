"""Daily puzzles, people's attempts, the days on which a server solved one, and daily posts."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"

compatible_with_older_workers = True


def upgrade() -> None:
    op.create_table(
        "puzzles",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("game", "puzzle", "seed", "hash")),
    )
    op.create_table(
        "puzzle_attempts",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("name", "entries")),
        sa.Column("prints", sa.Integer, nullable=False),
        sa.Column("started_at", sa.Float, nullable=False),
        sa.Column("solved_at", sa.Float),
    )
    op.create_index("puzzle_attempts_user", "puzzle_attempts", ["user", "number"])
    by_prints = ["number", "solved_at", "prints"]
    op.create_index("puzzle_attempts_prints", "puzzle_attempts", by_prints)
    in_order = ["guild", "number", "prints", "solved_at", "user"]
    op.create_index("puzzle_attempts_guild", "puzzle_attempts", in_order)
    with_entries = sa.text("entries != '[]'")
    op.create_index(
        "puzzle_attempts_entries",
        "puzzle_attempts",
        ["started_at"],
        sqlite_where=with_entries,
        postgresql_where=with_entries,
    )
    op.create_table(
        "puzzle_days",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    )
    for name, type_, default in (
        ("puzzle_channel", sa.BigInteger, "0"),
        ("puzzle_hour", sa.Integer, "9"),
        ("puzzle_zone", sa.Text, ""),
        ("puzzle_begun", sa.Float, "0"),
        ("puzzle_problem", sa.Text, ""),
    ):
        column = sa.Column(name, type_, nullable=False, server_default=default)
        op.add_column("guild_settings", column)
    op.add_column("guild_settings", sa.Column("puzzle_due", sa.Float))
    is_on = sa.text("puzzle_due > 0")
    op.create_index(
        "guild_settings_puzzle",
        "guild_settings",
        ["puzzle_due", "guild"],
        sqlite_where=is_on,
        postgresql_where=is_on,
    )
    marks = sa.Column("puzzle_marks", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("preferences", marks)
