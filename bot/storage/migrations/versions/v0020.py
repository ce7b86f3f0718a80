"""Players agree to end a running game."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

compatible_with_older_workers = True


def upgrade() -> None:
    op.add_column("seats", sa.Column("stop_step", sa.Integer))
