"""Computes all results and ratings again from the records of finished games, in one transaction.

The person who operates the bot starts this after the code that rates games has changed.
"""

from collections import Counter, deque
from collections.abc import Iterator
from itertools import permutations

import sqlalchemy as sa
from msgspec.structs import asdict, replace

from bot.domain import results as rated
from bot.domain.game_records import Record
from bot.storage.database import Transaction
from bot.storage.schema import earlier, months, readings, records, results, settings, standings
from bot.storage.standings_repository import INSERT_READING, INSERT_RESULT, SECONDS_PER_DAY
from bot.storage.statements import Statement, param

ROWS_PER_STEP = 500
"""The maximum number of records that one query reads, or of ratings that one call writes. A call
can write more rows than this, because a record has several results, and monthly counts are written
together with the ratings.
"""


SELECT_NEXT_RECORDS = Statement(
    sa.select(records.c.about)
    .where(
        sa.or_(
            records.c.ended_at > param("at"),
            sa.and_(records.c.ended_at == param("at"), records.c.id > param("after")),
        ),
        records.c.ended_at >= param("at"),
    )
    .order_by(records.c.ended_at, records.c.id)
    .limit(ROWS_PER_STEP)
)
DELETE_RESULTS = (
    *(Statement(sa.delete(of)) for of in (results, readings, standings, months)),
    Statement(sa.delete(settings).where(settings.c.key == rated.OUTDATED_RATINGS)),
)
INSERT_STANDING = Statement(sa.insert(standings))
"""INSERT for a standing: a person's rating and number of games, for one game and one server. The
server can also be `ALL_SERVERS`.
"""
INSERT_MONTH = Statement(sa.insert(months))
SELECT_EARLIER = Statement(sa.select(*earlier.c))


class RatingRebuild:
    """Computes all ratings again from the records of games, in the order in which the games ended.

    The ratings are only in memory. The caller gets them from `split` to store them.
    """

    def __init__(self) -> None:
        self._standings: dict[rated.Key, rated.Standing] = {}
        self._months: dict[tuple[int, str, int, int], rated.Month] = {}
        self._recent_records: dict[int, deque[Record]] = {}
        self._month = 0.0
        self._games_this_month = Counter[tuple[str, int, int]]()
        """How often one person changed another's rating, as in `Past.games_this_month`. Only the
        month of the latest added record counts (`_month`). Each key is the name of a kind of game,
        the id of the person whose rating changed, and the id of the other person.
        """
        self._last_games: dict[rated.Key, dict[int, float]] = {}

    def add(self, record: Record, rate_record: rated.RateRecord) -> rated.RatingUpdate:
        """Rate the next finished game, and remember the new ratings.

        Args:
            record: The record of the game. Records must be added in the order in which the games
                ended.

        Returns:
            The new results and ratings of the people who played, and what else the game changes.
        """
        recent = self._recent_records.setdefault(record.guild, deque())
        while recent and recent[0].ended_at < record.ended_at - SECONDS_PER_DAY:
            recent.popleft()
        brought = rate_record(record, self._find_past(record, tuple(recent)))
        recent.append(record)
        for standing in brought.standings:
            self._standings[standing.guild, standing.game, standing.user] = standing
        self._note_opponents(brought)
        for month in brought.months:
            key = month.guild, month.game, month.user, month.month
            known = self._months.get(key) or replace(month, games=0, wins=0)
            games, wins = known.games + month.games, known.wins + month.wins
            self._months[key] = replace(month, games=games, wins=wins)
        return brought

    def _find_past(self, record: Record, recent: tuple[Record, ...]) -> rated.Past:
        """Return what the rating of a new record depends on: earlier ratings and recent games."""
        month = rated.start_of_month(record.ended_at)
        if month != self._month:
            self._month = month
            self._games_this_month.clear()
        met = {
            pair: self._games_this_month[record.game, *pair]
            for pair in permutations(record.people, 2)
        }
        return rated.Past(self._standings, recent, met, self._last_games)

    def _note_opponents(self, update: rated.RatingUpdate) -> None:
        """Remember which people changed each other's ratings, as the next `Past` needs to know."""
        for result in update.results:
            others = [each.user for each in update.results if each.user != result.user]
            if not result.rated:
                continue
            self._games_this_month.update((result.game, result.user, other) for other in others)
            for guild in (result.guild, rated.ALL_SERVERS):
                key = guild, result.game, result.user
                if self._standings[key].opponents < rated.MIN_OPPONENTS:
                    self._last_games.setdefault(key, {}).update(dict.fromkeys(others, result.at))
                else:
                    self._last_games.pop(key, None)

    def add_earlier(self, standing: rated.Standing) -> None:
        """Add those of a person's games on a server for which no record is kept any more.

        They are added to the person's numbers of games and wins, on the server and on all servers
        together. They change no rating.
        """
        for where in (standing.guild, rated.ALL_SERVERS):
            key = where, standing.game, standing.user
            known = self._standings.get(key) or rated.Standing(*key)
            new = known if known.name and known.at >= standing.at else standing
            games, wins = known.games + standing.games, known.wins + standing.wins
            self._standings[key] = replace(known, name=new.name, games=games, wins=wins, at=new.at)

    def split(self) -> Iterator[tuple[list[rated.Standing], list[rated.Month]]]:
        """Yield all ratings and monthly counts, some at a time.

        Each item is a pair: a list of ratings and a list of monthly counts, each with at most
        `ROWS_PER_STEP` entries. One of the two lists may be empty.
        """
        people, by_month = [*self._standings.values()], [*self._months.values()]
        for start in range(0, max(len(people), len(by_month)), ROWS_PER_STEP):
            yield people[start : start + ROWS_PER_STEP], by_month[start : start + ROWS_PER_STEP]


async def rebuild_ratings(db: Transaction, rate_record: rated.RateRecord) -> int:
    """Replace all stored results and ratings by new ones, computed from the records of all games.

    Returns:
        The number of records that were rated.
    """
    for statement in DELETE_RESULTS:
        await db.run(statement, [{}])
    rebuild, counted, at, after = RatingRebuild(), 0, -1.0, 0
    while some := [record for (record,) in await db.rows(SELECT_NEXT_RECORDS, at=at, after=after)]:
        updates = [rebuild.add(record, rate_record) for record in some]
        rows = [asdict(result) for update in updates for result in update.results]
        read = [asdict(reading) for update in updates for reading in update.guess_results]
        await db.run_all([(INSERT_RESULT, rows), (INSERT_READING, read)])
        counted += len(some)
        at, after = some[-1].ended_at, some[-1].id
    for guild, game, user, name, games, wins, ended_at in await db.rows(SELECT_EARLIER):
        rebuild.add_earlier(
            rated.Standing(guild, game, user, name, games=games, wins=wins, at=ended_at)
        )
    for people, by_month in rebuild.split():
        people_rows, month_rows = ([asdict(each) for each in some] for some in (people, by_month))
        await db.run_all([(INSERT_STANDING, people_rows), (INSERT_MONTH, month_rows)])
    return counted
