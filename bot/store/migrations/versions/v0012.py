"""Records of games that are over, and what each step tells until then."""

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
