"""Who was asked when, who left, who ended a game early, whom a board calls, rules, servers left."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("rules", sa.Integer, nullable=False, server_default="1"))
    op.add_column("tables", sa.Column("leavers", sa.Text, nullable=False, server_default="[]"))
    op.add_column("tables", sa.Column("ended_by", sa.BigInteger))
    op.add_column("tables", sa.Column("board_calls", sa.Text, nullable=False, server_default="[]"))
    op.add_column("seats", sa.Column("asked", sa.Integer))
    op.add_column("seats", sa.Column("asked_at", sa.Float, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("renewed", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "removed_guilds",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    # What was cancelled or learned before goes after a day, too; no lobby has a seed.
    op.execute(
        "UPDATE due SET at = at - 89 * 86400.0 WHERE kind = 'forget' AND \"table\" IN "
        "(SELECT id FROM tables WHERE channel < 0 OR (phase = 'closed' AND length(seed) = 0))"
    )
