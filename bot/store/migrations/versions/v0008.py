"""What each deadline leaves at least after time in which nobody could reach the bot."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("due", sa.Column("least", sa.Float, nullable=False, server_default="0"))
    op.execute("UPDATE due SET least = 20 WHERE kind = 'deadline'")
