"""Scores move over to what is reckoned from records; games without one are counted apart."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
EARLIER = """
    FROM earlier WHERE earlier.game = standings.game AND earlier."user" = standings."user"
        AND (standings.guild = 0 OR earlier.guild = standings.guild)
"""


def upgrade() -> None:
    op.create_table(
        "earlier",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.execute(
        """
        INSERT INTO earlier (guild, game, "user", name, games, wins, at)
        SELECT scores.guild, scores.game, scores."user", scores.name,
            scores.games - coalesce(kept.games, 0), scores.wins - coalesce(kept.wins, 0), scores.at
        FROM scores LEFT JOIN (
            SELECT guild, game, "user", count(*) AS games,
                sum(CASE WHEN "rank" = 1 THEN 1 ELSE 0 END) AS wins
            FROM results GROUP BY guild, game, "user"
        ) AS kept
        ON kept.guild = scores.guild AND kept.game = scores.game AND kept."user" = scores."user"
        WHERE scores.games > coalesce(kept.games, 0)
        """
    )
    op.create_index("earlier_user", "earlier", ["user", "guild"])
    op.create_index("earlier_guild", "earlier", ["guild", "user"])
    _unknown("guild", "guild = known.guild", 'guild, game, "user"')
    _unknown("0", "guild = 0", 'game, "user"')
    op.execute(
        f"""
        UPDATE standings SET games = games + (SELECT sum(earlier.games) {EARLIER}),
            wins = wins + (SELECT sum(earlier.wins) {EARLIER})
        WHERE EXISTS (SELECT 1 {EARLIER})
        """
    )
    op.drop_index("standings_guild", "standings")
    op.create_index("standings_guild", "standings", ["guild", "user"])
    op.create_index(
        "standings_best", "standings", ["guild", "game", "rated", "mu", "wins", "games", "user"]
    )
    op.drop_table("scores")
    _participants()
    op.create_table(
        "forgetting",
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.drop_index("tables_played", "tables")


def _participants() -> None:
    op.create_table(
        "participants",
        sa.Column(
            "record",
            sa.BigInteger,
            sa.ForeignKey("records.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    )
    op.create_index("participants_user", "participants", ["user", "record"])
    found = sa.table("participants", sa.column("record"), sa.column("user"))
    for id_, about in op.get_bind().execute(sa.text("SELECT id, about FROM records")):
        record = json.loads(about)
        people = {each["user"] for each in (*record["seats"], *record["leavers"])}
        rows = [{"record": id_, "user": user} for user in people | {record["ended_by"]} if user]
        op.bulk_insert(found, rows)


def _unknown(guild: str, same: str, of: str) -> None:
    """Note who has no game with a record: on each server, or everywhere."""
    here = "AND earlier.guild = known.guild" if guild == "guild" else ""
    op.execute(
        f"""
        INSERT INTO standings (guild, game, "user", name, mu, sigma, rated, all_mu, all_sigma,
            games, wins, at)
        SELECT {guild}, game, "user", (
                SELECT name FROM earlier
                WHERE earlier.game = known.game AND earlier."user" = known."user" {here}
                ORDER BY earlier.at DESC LIMIT 1
            ), 25.0, {25 / 3}, 0, 25.0, {50 / 3}, 0, 0, max(at)
        FROM earlier AS known
        WHERE NOT EXISTS (
            SELECT 1 FROM standings WHERE standings.{same}
                AND standings.game = known.game AND standings."user" = known."user"
        )
        GROUP BY {of}
        """
    )
