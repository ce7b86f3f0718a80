"""How far forgiving time is; open tables by their ids, played ones; what is read in steps."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

OPEN = sa.text("phase IN ('lobby', 'playing')")
PLAYED = sa.text("phase = 'over' AND leavers = '[]' AND channel >= 0")


def upgrade() -> None:
    op.create_table(
        "forgiving",
        sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("least", sa.Boolean, nullable=False),
        sa.Column("moved", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
    )
    op.create_index(
        "tables_open_ids",
        "tables",
        ["id", "guild", "phase", "paused"],
        sqlite_where=OPEN,
        postgresql_where=OPEN,
    )
    op.create_index(
        "tables_played",
        "tables",
        ["guild", "game", "ended_at", "channel", "phase", "leavers"],
        sqlite_where=PLAYED,
        postgresql_where=PLAYED,
    )
    op.drop_index("tables_ended", "tables")
    op.create_index("tables_ended", "tables", ["ended_at", "id"])
    op.drop_index("due_at", "due")
    op.create_index("due_at", "due", ["at", "table"])
