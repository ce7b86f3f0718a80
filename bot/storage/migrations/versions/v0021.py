"""People who watch a running game ask for a computer's seat."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"

compatible_with_older_workers = True


def upgrade() -> None:
    op.execute("ALTER TABLE seats RENAME COLUMN stop_step TO agreed_step")
    op.add_column(
        "seats", sa.Column("joined_step", sa.Integer, nullable=False, server_default="0")
    )
    op.add_column("tables", sa.Column("applicants", sa.Text, nullable=False, server_default="[]"))
