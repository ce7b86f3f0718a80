"""Standings count opponents; ratings so far follow an older rule, which the bot tells its host."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column(
        "standings", sa.Column("opponents", sa.Integer, nullable=False, server_default="0")
    )
    op.execute(
        """
        INSERT INTO settings (key, value)
        SELECT 'outdated-ratings', '' WHERE EXISTS (SELECT 1 FROM standings WHERE rated > 0)
        """
    )
