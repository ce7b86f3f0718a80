"""Boards have rows of their own, with the messages to be deleted; due rows are typed."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

REPLACED = sa.text("replaced != '[]'")
MOVED = ("board", "board_version", "board_asked", "board_anew", "board_calls")


ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
OLD_DUES = sa.text(
    'SELECT "table", kind, key, at, guild, least FROM due ORDER BY "table", at, kind, key'
)
NEW_DUES = sa.table(
    "due",
    *map(sa.column, ("table", "place", "guild", "kind", "at", "clock", "least")),
    *map(sa.column, ("decision", "seat", "pause", "what")),
)


def upgrade() -> None:
    _boards()
    _dues()


def _boards() -> None:
    op.create_table(
        "boards",
        sa.Column(
            "table", ID, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("message", sa.BigInteger),
        sa.Column("shown", sa.Integer, nullable=False),
        sa.Column("mentions", sa.Text, nullable=False),
        sa.Column("wanted", sa.Integer, nullable=False),
        sa.Column("calls", sa.Text, nullable=False),
        sa.Column("replaced", sa.Text, nullable=False),
    )
    op.create_index(
        "boards_replaced", "boards", ["table"], sqlite_where=REPLACED, postgresql_where=REPLACED
    )
    # A call was the text "decision:seat": ["0:1","2:0"] becomes [[0,1],[2,0]].
    calls = MOVED[-1]
    for old, new in (('["', "[["), ('"]', "]]"), ('","', "],["), (":", ",")):
        calls = f"REPLACE({calls}, '{old}', '{new}')"
    moved = ", ".join((*MOVED[:-1], calls))
    insert = f"INSERT INTO boards SELECT id, {moved}, '[]' FROM tables"
    op.execute(insert.replace(":", r"\:"))  # else a colon would name a parameter
    op.drop_index("tables_unshown", "tables")
    for column in MOVED:
        op.execute(f"ALTER TABLE tables DROP COLUMN {column}")
    op.create_index("tables_ended", "tables", ["ended_at"])


def _dues() -> None:
    old = op.get_bind().execute(OLD_DUES).mappings().all()
    op.drop_table("due")
    op.create_table(
        "due",
        sa.Column("table", ID, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("clock", sa.Text),
        sa.Column("least", sa.Float),
        sa.Column("decision", sa.Integer),
        sa.Column("seat", sa.Integer),
        sa.Column("pause", sa.Integer),
        sa.Column("what", sa.Text),
    )
    op.create_index("due_at", "due", ["at"])
    for _, rows in groupby(old, key=itemgetter("table")):
        op.bulk_insert(NEW_DUES, list(_typed(rows)))


def _typed(rows: Any) -> Iterator[dict[str, object]]:
    """Yield a table's rows with what was written in their keys."""
    for place, row in enumerate(rows):
        typed: dict[str, Any] = dict.fromkeys(
            ("clock", "least", "decision", "seat", "pause", "what")
        )
        match row["kind"]:
            case "deadline":
                typed |= {"clock": row["key"], "least": row["least"]}
            case "reminder":
                typed |= {"clock": row["key"]}
            case "idle":
                typed |= {"what": row["key"]}
            case "call" | "computer" | "elapse":
                numbers = map(int, row["key"].split(":"))
                typed |= zip(("decision", "seat", "pause"), numbers, strict=False)
        if row["kind"] == "computer":
            typed["pause"] = typed["pause"] or 0
        of = {name: row[name] for name in ("table", "guild", "kind", "at")}
        yield {**of, "place": place, **typed}
