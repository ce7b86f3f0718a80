"""People can choose that the bot shows them everything in words, without pictures."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

compatible_with_older_workers = True


def upgrade() -> None:
    op.add_column(
        "preferences", sa.Column("in_words", sa.Boolean, nullable=False, server_default=sa.false())
    )
    condition = sa.text("in_words")
    op.create_index(
        "preferences_in_words",
        "preferences",
        ["user"],
        sqlite_where=condition,
        postgresql_where=condition,
    )
