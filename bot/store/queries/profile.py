"""How a person fared, game by game. Each function runs in a transaction."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Integer, cast, func, select

from bot.store.database import Transaction
from bot.store.schema import readings, results
from bot.store.standings import EVERYWHERE, Result
from bot.store.statements import Statement, bound

MOST = 2_000
"""So many results are looked at, the newest."""
_USER, _GUILD = bound("of_user"), bound("of_guild")

HERE = Statement(
    select(*results.c)
    .where(results.c.user == _USER, results.c.guild == _GUILD)
    .order_by(results.c.at.desc())
    .limit(MOST)
)
ALL = Statement(
    select(*results.c).where(results.c.user == _USER).order_by(results.c.at.desc()).limit(MOST)
)
_COUNTED = select(
    readings.c.game, func.count(), func.sum(cast(readings.c.foresaw, Integer))
).group_by(readings.c.game)
READ_HERE = Statement(_COUNTED.where(readings.c.user == _USER, readings.c.guild == _GUILD))
READ_ALL = Statement(_COUNTED.where(readings.c.user == _USER))


async def results_of(db: Transaction, user: int, guild: int) -> tuple[Result, ...]:
    """Return a person's results on a server, or `EVERYWHERE`; the oldest first."""
    found: list[Any]
    if guild == EVERYWHERE:
        found = await db.rows(ALL, of_user=user)
    else:
        found = await db.rows(HERE, of_user=user, of_guild=guild)
    return tuple(Result(*row) for row in reversed(found))


async def foreseen(db: Transaction, user: int, guild: int) -> Mapping[str, tuple[int, int]]:
    """Return how often a person guessed who wins, by game, and how often that was right."""
    if guild == EVERYWHERE:
        found = await db.rows(READ_ALL, of_user=user)
    else:
        found = await db.rows(READ_HERE, of_user=user, of_guild=guild)
    return {game: (int(times), int(right)) for game, times, right in found}
