"""Heartbeats and due rows of a shard; a lesson belongs to the server that it was asked in."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

OPEN = "phase IN ('lobby', 'playing')"


def upgrade() -> None:
    op.execute("ALTER TABLE heartbeat RENAME COLUMN id TO shard")
    op.execute("UPDATE heartbeat SET shard = 0")
    op.add_column("due", sa.Column("guild", sa.BigInteger, nullable=False, server_default="0"))
    op.execute('UPDATE due SET guild = (SELECT guild FROM tables WHERE tables.id = due."table")')
    op.drop_index("tables_open", "tables")
    op.execute(f"CREATE UNIQUE INDEX tables_open ON tables (channel, guild) WHERE {OPEN}")
