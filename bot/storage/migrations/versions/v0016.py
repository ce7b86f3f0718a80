"""Records note the channel where a game was played, as far as its table is still there."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column(
        "records", sa.Column("channel", sa.BigInteger, nullable=False, server_default="0")
    )
    op.create_index("records_channel", "records", ["channel", "ended_at", "id"])
    db = op.get_bind()
    found = db.execute(
        sa.text(
            "SELECT records.id, records.about, tables.channel FROM records"
            " JOIN tables ON tables.id = records.id"
        )
    )
    note = sa.text("UPDATE records SET channel = :channel, about = :about WHERE id = :id")
    rows = [
        {
            "id": id_,
            "channel": channel,
            "about": json.dumps(json.loads(about) | {"channel": channel}),
        }
        for id_, about, channel in found
    ]
    if rows:
        db.execute(note, rows)
