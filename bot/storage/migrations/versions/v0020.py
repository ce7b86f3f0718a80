"""Players agree to end a running game, and a chosen language outlives the game."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

compatible_with_older_workers = True


def upgrade() -> None:
    op.add_column("seats", sa.Column("stop_step", sa.Integer))
    op.add_column(
        "tables",
        sa.Column("is_language_chosen", sa.Boolean, nullable=False, server_default=sa.false()),
    )
