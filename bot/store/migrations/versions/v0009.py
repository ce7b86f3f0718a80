"""Whom a host took off a lobby; open tables by their host; the sums of a server's scores."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

OPEN = sa.text("phase IN ('lobby', 'playing')")


def upgrade() -> None:
    op.add_column("tables", sa.Column("removed", sa.Text, nullable=False, server_default="[]"))
    op.create_index(
        "tables_hosted", "tables", ["host", "guild"], sqlite_where=OPEN, postgresql_where=OPEN
    )
    op.drop_index("scores_at", "scores")
    op.create_index("scores_guild", "scores", ["guild", "user", "games", "wins", "points", "at"])
