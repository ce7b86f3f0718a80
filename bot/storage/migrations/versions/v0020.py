"""Players agree to end a running game, others ask for a computer's seat, and a language is kept."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

compatible_with_older_workers = True


def upgrade() -> None:
    op.add_column("seats", sa.Column("agreed_step", sa.Integer))
    op.add_column(
        "seats", sa.Column("joined_step", sa.Integer, nullable=False, server_default="0")
    )
    op.add_column(
        "tables",
        sa.Column("is_language_chosen", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.add_column("tables", sa.Column("applicants", sa.Text, nullable=False, server_default="[]"))
    for unused in ("preferences_unserved", "preferences_in_words"):
        op.drop_index(unused, "preferences")
