"""The bot notes how long games of people take."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

compatible_with_older_workers = True


def upgrade() -> None:
    op.create_table(
        "durations",
        sa.Column(
            "record",
            sa.BigInteger,
            sa.ForeignKey("records.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
    )
    op.create_index("durations_game", "durations", ["game", "seats", "record"])
