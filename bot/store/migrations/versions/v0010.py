"""A board has a row of its own, and knows the messages that are still to be deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

REPLACED = sa.text("replaced != '[]'")
MOVED = ("board", "board_version", "board_asked", "board_anew", "board_calls")


def upgrade() -> None:
    id_ = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "boards",
        sa.Column(
            "table", id_, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("message", sa.BigInteger),
        sa.Column("shown", sa.Integer, nullable=False),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("wanted", sa.Integer, nullable=False),
        sa.Column("calls", sa.Text, nullable=False),
        sa.Column("replaced", sa.Text, nullable=False),
    )
    op.create_index(
        "boards_replaced", "boards", ["table"], sqlite_where=REPLACED, postgresql_where=REPLACED
    )
    op.execute(f"INSERT INTO boards SELECT id, {', '.join(MOVED)}, '[]' FROM tables")
    op.drop_index("tables_unshown", "tables")
    for column in MOVED:
        op.execute(f"ALTER TABLE tables DROP COLUMN {column}")
    op.create_index("tables_ended", "tables", ["ended_at"])
