"""What is asked of results: a server's table, who is new to a game, how well people play.

Each function runs in a transaction.
"""

from sqlalchemy import func, select

from bot.store.database import Transaction
from bot.store.records import Score, Seated
from bot.store.schema import PLAYED_ONES, scores, seats, tables
from bot.store.statements import Statement, bound

SCORES = 20
"""Lines of a server's table of games and wins."""
GAMES = 500
"""So many of a server's newest games of one kind tell how well its people play."""

_GAMES, _WINS, _AT = func.sum(scores.c.games), func.sum(scores.c.wins), func.max(scores.c.at)
# Many thousands of people's sums are read from an index alone; names are looked up for a few.
_best = (
    select(
        scores.c.guild,
        scores.c.user,
        _GAMES.label("games"),
        _WINS.label("wins"),
        func.sum(scores.c.points).label("points"),
    )
    .where(scores.c.guild == bound("guild"))
    .group_by(scores.c.guild, scores.c.user)
    .order_by(_WINS.desc(), _GAMES, _AT.desc())
    .limit(SCORES)
    .subquery("best")
)
_NAME = (
    select(scores.c.name)
    .where(scores.c.guild == _best.c.guild, scores.c.user == _best.c.user)
    .order_by(scores.c.at.desc())
    .limit(1)
    .scalar_subquery()
    .label("name")
)
SERVER_SCORES = Statement(
    select(_best.c.user, _NAME, _best.c.games, _best.c.wins, _best.c.points).order_by(
        _best.c.wins.desc(), _best.c.games, _NAME
    )
)


async def server_scores(db: Transaction, guild: int) -> tuple[Score, ...]:
    """Return the people with the most wins; among equals those who needed fewer games.

    Among those, who played last have the places that are left.
    """
    return tuple(Score(*row) for row in await db.rows(SERVER_SCORES, guild=guild))


_BY_PERSON = scores.c.user == bound("person"), scores.c.game == bound("of_game")
FINISHED = Statement(select(scores.c.games).where(*_BY_PERSON).limit(1))


async def finished(db: Transaction, user: int, game: str) -> bool:
    """Tell whether a person finished a game of this kind, on any server."""
    return bool(await db.rows(FINISHED, person=user, of_game=game))


_NEWEST_GAMES = (
    select(tables.c.id)
    .where(tables.c.guild == bound("guild"), tables.c.game == bound("of_game"), PLAYED_ONES)
    .order_by(tables.c.ended_at.desc())
    .limit(GAMES)
)
PLAYED = Statement(
    select(seats.c.table, seats.c.user, seats.c.level, seats.c.away, seats.c.rank)
    .where(seats.c.table.in_(_NEWEST_GAMES))
    .order_by(seats.c.table, seats.c.seat)
)


async def played(db: Transaction, guild: int, game: str) -> tuple[Seated, ...]:
    """Return the seats of a server's newest finished games of a kind that nobody left."""
    found = await db.rows(PLAYED, guild=guild, of_game=game)
    return tuple(Seated(*row) for row in found)
