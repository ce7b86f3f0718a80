"""Awards, onlookers' guesses, and what people and servers have chosen for themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.add_column("results", sa.Column("awards", sa.Text, nullable=False, server_default="[]"))
    op.add_column(
        "results", sa.Column("everywhere", sa.Float, nullable=False, server_default="25")
    )
    op.create_index("results_fared", "results", ["user", "guild", "at"])
    op.create_table(
        "guesses",
        sa.Column(
            "table", ID, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
    )
    op.create_index("guesses_user", "guesses", ["user"])
    op.create_table(
        "readings",
        sa.Column(
            "record",
            sa.BigInteger,
            sa.ForeignKey("records.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("foresaw", sa.Boolean, nullable=False),
    )
    op.create_index("readings_user", "readings", ["user", "guild"])
    op.create_table(
        "preferences",
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("seen_by", sa.Text, nullable=False),
        sa.Column("served", sa.Boolean, nullable=False),
        sa.Column("days", sa.Integer, nullable=False),
    )
    _some("preferences_unserved", "NOT(served)")
    _some("preferences_seen", "seen_by = 'everybody'")
    _some("preferences_hidden", "seen_by = 'me'")
    op.create_table(
        "retention",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("days", sa.Integer, nullable=False),
    )


def _some(name: str, ones: str) -> None:
    where = sa.text(ones)
    op.create_index(
        name, "preferences", ["user"], sqlite_where=where, postgresql_where=where
    )
