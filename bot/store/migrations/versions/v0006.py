"""Each seat's place in a game that is over; a server's games are found by their kind and end."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("seats", sa.Column("rank", sa.Integer, nullable=False, server_default="0"))
    op.drop_index("tables_guild", "tables")
    op.create_index("tables_guild", "tables", ["guild", "game", "ended_at"])
