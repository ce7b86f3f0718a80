"""How fast computers move at a table, and when its people acted last."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("pace", sa.Text, nullable=False, server_default="normal"))
    op.add_column("seats", sa.Column("acted", sa.Integer, nullable=False, server_default="0"))
    # Nobody is told again what happened before this version.
    op.execute(
        'UPDATE seats SET acted = 1 + (SELECT step FROM tables WHERE tables.id = seats."table")'
    )
