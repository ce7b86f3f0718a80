"""What is asked of how people stand: a server's table, who is new to a game.

Each function runs in a transaction.
"""

from typing import Any

from sqlalchemy import ColumnElement, Select, exists, func, select

from bot.store.database import Transaction
from bot.store.schema import HIDDEN_ONES, SEEN_ONES, months, preferences, standings
from bot.store.standings import EVERYWHERE, LINES, Line, Page
from bot.store.statements import Statement, bound

# Many thousands of people are put in order from an index alone; the rest is looked up for a few.
_ON_PAGE = {"guild": bound("guild"), "game": bound("of_game")}


def _shown(user: ColumnElement[int]) -> ColumnElement[bool]:
    """Return the condition that a person lets others see how they play."""
    return ~exists().where(HIDDEN_ONES, preferences.c.user == user)


_ever = (
    select(standings.c.user, standings.c.games, standings.c.wins)
    .where(
        standings.c.guild == _ON_PAGE["guild"],
        standings.c.game == _ON_PAGE["game"],
        _shown(standings.c.user),
    )
    .order_by(
        (standings.c.rated > 0).desc(),
        standings.c.mu.desc(),
        standings.c.wins.desc(),
        standings.c.games,
        standings.c.user,
    )
    .limit(LINES + 1)
    .offset(bound("before"))
    .subquery("page")
)
_GAMES, _WINS = func.sum(months.c.games), func.sum(months.c.wins)
_since = (
    select(months.c.user, _GAMES.label("games"), _WINS.label("wins"))
    .where(
        months.c.guild == _ON_PAGE["guild"],
        months.c.game == _ON_PAGE["game"],
        months.c.month >= bound("since"),
        _shown(months.c.user),
    )
    .group_by(months.c.user)
    .order_by(_WINS.desc(), _GAMES, months.c.user)
    .limit(LINES + 1)
    .offset(bound("before"))
    .subquery("page")
)


def _lines(page: Any) -> Select[Any]:
    """Return the query for all that is told of the people on a page."""
    return select(
        page.c.user,
        standings.c.name,
        standings.c.mu,
        standings.c.rated,
        standings.c.opponents,
        standings.c.at,
        page.c.games,
        page.c.wins,
    ).where(
        standings.c.guild == bound("of_guild"),
        standings.c.game == bound("of_standing"),
        standings.c.user == page.c.user,
    )


EVER = Statement(
    _lines(_ever).order_by(
        (standings.c.rated > 0).desc(),
        standings.c.mu.desc(),
        _ever.c.wins.desc(),
        _ever.c.games,
        _ever.c.user,
    )
)
_BEST = (standings.c.mu.desc(), standings.c.wins.desc(), standings.c.games, standings.c.user)
EVERYWHERE_BEST = Statement(
    select(
        standings.c.user,
        standings.c.name,
        standings.c.mu,
        standings.c.rated,
        standings.c.opponents,
        standings.c.at,
        standings.c.games,
        standings.c.wins,
    )
    .where(
        SEEN_ONES,
        standings.c.guild == bound("guild"),
        standings.c.game == bound("of_game"),
        standings.c.user == preferences.c.user,
        standings.c.rated > 0,
    )
    .order_by(*_BEST)
    .limit(LINES + 1)
    .offset(bound("before"))
)
SINCE = Statement(_lines(_since).order_by(_since.c.wins.desc(), _since.c.games, _since.c.user))


async def scores(db: Transaction, page: Page) -> tuple[Line, ...]:
    """Return the people on a page of a server's table, and whoever follows them.

    Of all games whoever has the highest rating is the first, and people without one are behind the
    others; of some months whoever has most wins, and among equals whoever needed fewer games. Of
    all servers together only those are told who want everybody to see it, and who have a rating.
    """
    if page.guild == EVERYWHERE:
        best = {"guild": EVERYWHERE, "of_game": page.game, "before": page.number * LINES}
        return tuple(Line(*row) for row in await db.rows(EVERYWHERE_BEST, **best))
    of = {
        "guild": page.guild,
        "of_game": page.game,
        "of_guild": page.guild,
        "of_standing": page.game,
        "before": page.number * LINES,
    }
    if page.since:
        found = await db.rows(SINCE, since=page.since, **of)
    else:
        found = await db.rows(EVER, **of)
    return tuple(Line(*row) for row in found)


FINISHED = Statement(
    select(standings.c.games).where(
        standings.c.guild == bound("everywhere"),
        standings.c.game == bound("of_game"),
        standings.c.user == bound("person"),
    )
)


async def finished(db: Transaction, user: int, game: str) -> bool:
    """Tell whether a person finished a game of this kind, on any server."""
    return bool(await db.rows(FINISHED, everywhere=EVERYWHERE, of_game=game, person=user))


GAMES = Statement(
    select(standings.c.game)
    .where(standings.c.guild == bound("guild"))
    .group_by(standings.c.game)
    .order_by(standings.c.game)
)


async def games(db: Transaction, guild: int) -> tuple[str, ...]:
    """Return the games that were played to their end on a server."""
    return tuple(game for (game,) in await db.rows(GAMES, guild=guild))
