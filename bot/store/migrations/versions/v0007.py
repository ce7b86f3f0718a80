"""Which letter tells a seat apart, where it is not that of the seat's number."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("seats", sa.Column("letter", sa.Integer))
