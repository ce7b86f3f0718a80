"""Records of games that are over, what is reckoned from them, and what each step tells until then."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "told",
        sa.Column(
            "table", ID, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("step", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("views", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "records",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("ended_at", sa.Float, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("course", sa.LargeBinary, nullable=False),
    )
    op.create_index("records_guild", "records", ["guild", "ended_at", "id"])
    op.create_index("records_ended", "records", ["ended_at", "id"])
    op.add_column("seats", sa.Column("points", sa.Integer, nullable=False, server_default="0"))
    _reckoned()


def _reckoned() -> None:
    op.create_table(
        "results",
        sa.Column(
            "record",
            sa.BigInteger,
            sa.ForeignKey("records.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("people", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
    )
    op.create_index("results_user", "results", ["user", "at"])
    op.create_table(
        "standings",
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
    )
    op.create_index("standings_user", "standings", ["user", "at"])
    op.create_index("standings_guild", "standings", ["guild", "user", "games", "wins", "at"])
    op.create_table(
        "months",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("month", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
    )
    op.create_index("months_user", "months", ["user"])
    op.create_index("months_guild", "months", ["guild", "user"])
