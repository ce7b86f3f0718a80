"""Onlookers' right predictions are counted in each recorded game."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

compatible_with_older_workers = True


def upgrade() -> None:
    op.create_table(
        "predictions",
        sa.Column(
            "record",
            sa.BigInteger,
            sa.ForeignKey("records.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("correct", sa.Integer, nullable=False),
    )
    op.create_index("predictions_user", "predictions", ["user"])
