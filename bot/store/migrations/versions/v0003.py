"""Sums in place of single results; no query looks at all tables."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def _some(name: str, ones: str) -> None:
    where = sa.text(ones)
    op.create_index(name, "tables", ["id"], sqlite_where=where, postgresql_where=where)


def upgrade() -> None:
    op.create_table(
        "scores",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.execute(
        """
        INSERT INTO scores (guild, "user", game, name, games, wins, points, at)
        SELECT guild, "user", game,
            (SELECT name FROM results AS newest
             WHERE newest.guild = results.guild AND newest."user" = results."user"
             ORDER BY at DESC, "table" DESC LIMIT 1),
            count(*), sum(CASE WHEN rank = 1 THEN 1 ELSE 0 END), sum(points), max(at)
        FROM results GROUP BY guild, "user", game
        """
    )
    op.drop_table("results")
    op.create_index("scores_user", "scores", ["user", "at"])
    op.create_index("scores_at", "scores", ["at"])
    op.drop_index("tables_channel", "tables")
    op.create_index("tables_channel", "tables", ["channel", "ended_at"])
    op.create_index("tables_guild", "tables", ["guild"])
    _some("tables_paused", "paused != ''")
    _some("tables_unshown", "board_version < version AND channel >= 0")
