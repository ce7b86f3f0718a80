"""Stores people's results, ratings and numbers of games, and makes score tables from them."""

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from msgspec.structs import asdict

from bot.domain import results as rated
from bot.domain.game_records import Record
from bot.storage.database import Batch, Repository, Transaction, reads
from bot.storage.removed_people_repository import PUT_BACK
from bot.storage.schema import (
    HIDDEN_PROFILES,
    VISIBLE_PROFILES,
    months,
    preferences,
    readings,
    records,
    removed_people,
    results,
    standings,
)
from bot.storage.statements import (
    ZERO_LITERAL,
    Statement,
    insert_missing,
    match_key,
    param,
    split_by_server,
)

SECONDS_PER_DAY = 86_400.0
MAX_RESULTS_PER_PERSON = 2_000
"""The maximum number of finished games, the newest, that a profile is computed from."""
MAX_TEAM_GAMES = 300
"""The maximum number of finished games from which a profile counts a person's wins in each team."""

_USER, _GAME, _GUILD = param("of_user"), param("of_game"), param("guild")
_NO_AWARDS: sa.ColumnElement[Any] = sa.literal_column("'[]'")


# What the rating of a new game depends on


_mine, _others = results.alias("mine"), results.alias("others")


def _select_opponents(*aggregates: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """Return a query for the people who shared rated games with a person up to the time `until`.

    There is one row per opponent, with the aggregates over the shared games.
    """
    return (
        sa.select(_others.c.user, *aggregates)
        .where(
            _mine.c.user == _USER,
            _mine.c.game == _GAME,
            _mine.c.rated,
            _mine.c.at <= param("until"),
            _others.c.record == _mine.c.record,
            _others.c.user != _mine.c.user,
        )
        .group_by(_others.c.user)
    )


SELECT_RECENT_RECORDS = Statement(
    sa.select(records.c.about)
    .where(
        records.c.guild == _GUILD,
        records.c.ended_at >= param("since"),
        records.c.ended_at <= param("until"),
    )
    .order_by(records.c.ended_at, records.c.id)
)
SELECT_STANDING = Statement(sa.select(*standings.c).where(*match_key(standings)).with_for_update())
"""Query for one standing. In PostgreSQL, it locks the row until the transaction ends."""
COUNT_GAMES_TOGETHER = Statement(
    _select_opponents(sa.func.count()).where(_mine.c.at >= param("since"))
)
SELECT_OPPONENTS = split_by_server(_select_opponents(sa.func.max(_mine.c.at)), _mine.c.guild)


async def find_past(db: Transaction, record: Record) -> rated.Past:
    """Return what the rating of a new record depends on: earlier ratings and recent games.

    In PostgreSQL, this locks the ratings of the record's people until the transaction ends. All
    processes lock them in the same order, so that no two of them wait for each other.
    """
    users = sorted(record.people)
    owners = [(guild, user) for guild in (rated.ALL_SERVERS, record.guild) for user in users]
    until = record.ended_at
    of = {"of_game": record.game, "until": until}
    recent = {"guild": record.guild, "since": until - SECONDS_PER_DAY, "until": until}
    earlier, *rows_by_owner = await db.select_several(
        (SELECT_RECENT_RECORDS, recent),
        *((SELECT_STANDING, {**of, "of_guild": guild, "of_user": user}) for guild, user in owners),
    )
    stored = [rated.Standing(*row) for rows in rows_by_owner for row in rows]
    known = {(each.guild, each.game, each.user): each for each in stored}
    before = tuple(each for (each,) in earlier if each.id != record.id)
    if not record.rated:
        return rated.Past(known, before)
    # Only standings with fewer than `MIN_OPPONENTS` need the list of their opponents.
    unsure = [
        (guild, user)
        for guild, user in owners
        if not (standing := known.get((guild, record.game, user)))
        or standing.opponents < rated.MIN_OPPONENTS
    ]
    since = rated.start_of_month(record.ended_at)
    met = await db.select_several(
        *((COUNT_GAMES_TOGETHER, {**of, "of_user": user, "since": since}) for user in users),
        *(
            (
                SELECT_OPPONENTS[guild != rated.ALL_SERVERS],
                {**of, "of_user": user, "of_guild": guild},
            )
            for guild, user in unsure
        ),
    )
    met_by_user = zip(users, met, strict=False)
    games = {(user, other): count for user, rows in met_by_user for other, count in rows}
    last_met = zip(unsure, met[len(users) :], strict=True)
    last_games = {(guild, record.game, user): dict(rows) for (guild, user), rows in last_met}
    return rated.Past(known, before, games, last_games)


# What a rated game changes


INSERT_RESULT = Statement(sa.insert(results))
INSERT_READING = Statement(sa.insert(readings))
INSERT_STANDING = Statement(sa.insert(standings))
UPDATE_STANDING = Statement(
    sa.update(standings)
    .where(*match_key(standings))
    .values({each.name: param(each.name) for each in standings.c if not each.primary_key})
)
INSERT_MONTH = Statement(insert_missing(months, games=ZERO_LITERAL, wins=ZERO_LITERAL))
UPDATE_MONTH = Statement(
    sa.update(months)
    .where(*match_key(months))
    .values(games=months.c.games + param("games"), wins=months.c.wins + param("wins"))
)
"""Adds to a person's count in a month. Run `INSERT_MONTH` first: it creates a missing count."""


def make_update_batch(
    update: rated.RatingUpdate, known_standings: Mapping[rated.Key, rated.Standing]
) -> Batch:
    """Return the statements that write new results and ratings to the database.

    Args:
        known_standings: The standings that are stored already, so that they are updated. Others are
            inserted.
    """
    changed, new = list[dict[str, Any]](), list[dict[str, Any]]()
    for each in update.standings:
        is_known = (each.guild, each.game, each.user) in known_standings
        (changed if is_known else new).append(_add_key_params(standings, asdict(each)))
    month_rows = [_add_key_params(months, asdict(each)) for each in update.months]
    return [
        (INSERT_RESULT, [asdict(each) for each in update.results]),
        (INSERT_READING, [asdict(each) for each in update.guess_results]),
        (INSERT_STANDING, new),
        (UPDATE_STANDING, changed),
        (INSERT_MONTH, month_rows),
        (UPDATE_MONTH, month_rows),
        (PUT_BACK, [{"of_guild": each.guild, "of_user": each.user} for each in update.results]),
    ]


def _add_key_params(table: sa.Table, values: dict[str, Any]) -> dict[str, Any]:
    """Return a row's values, and the parameters with which `match_key` finds the row."""
    return {**values, **{f"of_{key.name}": values[key.name] for key in table.primary_key}}


# Score tables. A subquery finds the people on a page by an index alone. `_select_lines` then reads
# the other columns for these people only.


_BEST_FIRST = (standings.c.mu.desc(), standings.c.wins.desc(), standings.c.games, standings.c.user)
"""Sort order of score tables. The user id comes last, so that each page has the same order."""
_PLAYED_SINCE = standings.c.at >= param("played_since")
_RATED_FIRST = (_PLAYED_SINCE.desc(), (standings.c.rated > 0).desc(), *_BEST_FIRST)
_OF_GAME = (standings.c.guild == _GUILD, standings.c.game == _GAME)


def _is_shown(user: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    is_hidden = sa.exists().where(HIDDEN_PROFILES, preferences.c.user == user)
    removed = sa.select(removed_people.c.user).where(removed_people.c.guild == _GUILD)
    return ~is_hidden & user.not_in(removed)


def _take_page(people: sa.Select[Any]) -> sa.Subquery:
    """Return the subquery for one page of people, and the first person of the next page.

    Its parameter `before` is the number of people on earlier pages.
    """
    return people.limit(rated.MAX_LINES_PER_PAGE + 1).offset(param("before")).subquery("page")


_PEOPLE = sa.select(standings.c.user, standings.c.games, standings.c.wins).where(*_OF_GAME)
_ever = _take_page(_PEOPLE.where(_is_shown(standings.c.user)).order_by(*_RATED_FIRST))
"""The people on a page of a server's score table, over all games ever played."""
_everywhere = _take_page(
    _PEOPLE.where(
        VISIBLE_PROFILES, standings.c.user == preferences.c.user, standings.c.rated > 0
    ).order_by(*_BEST_FIRST)
)
"""The people on a page of the score table of all servers: rated, with a profile for everybody."""
_GAMES, _WINS = sa.func.sum(months.c.games), sa.func.sum(months.c.wins)
_since = _take_page(
    sa.select(months.c.user, _GAMES.label("games"), _WINS.label("wins"))
    .where(
        months.c.guild == _GUILD,
        months.c.game == _GAME,
        months.c.month >= param("since"),
        _is_shown(months.c.user),
    )
    .group_by(months.c.user)
    .order_by(_WINS.desc(), _GAMES, months.c.user)
)
"""The people on a page of a server's score table from the month `since` on, such as 202611."""
_LINE = (standings.c.name, standings.c.mu, standings.c.rated, standings.c.opponents, standings.c.at)


def _newest_awards(*conditions: sa.ColumnElement[bool]) -> sa.ColumnElement[Any]:
    """Return the SQL value for the awards of a person's last game that brought any, or none."""
    newest = (
        sa.select(results.c.awards)
        .where(
            results.c.user == standings.c.user,
            results.c.game == standings.c.game,
            results.c.awards != _NO_AWARDS,
            *conditions,
        )
        .order_by(results.c.at.desc())
        .limit(1)
        .scalar_subquery()
    )
    return sa.func.coalesce(newest, _NO_AWARDS, type_=results.c.awards.type)


_AWARDS_HERE = _newest_awards(results.c.guild == standings.c.guild)
_MEAN_RANK_HERE = sa.func.coalesce(
    sa.select(sa.cast(sa.func.avg(results.c.rank), sa.Float))
    .where(
        results.c.user == standings.c.user,
        results.c.guild == standings.c.guild,
        results.c.game == standings.c.game,
        results.c.at >= param("since_at"),
    )
    .scalar_subquery(),
    sa.literal_column("0.0"),
)
"""SQL value for a person's average place on the server since the time `since_at`."""


def _select_lines(page: sa.Subquery, *more: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """Return a query for a page of a score table, one row per person, with the fields of a `Line`.

    Besides the parameters of `page` and `more`, it has `of_guild` and `of_standing`: the server's
    id and the name of the game again.
    """
    return sa.select(page.c.user, *_LINE, page.c.games, page.c.wins, *more).where(
        standings.c.guild == param("of_guild"),
        standings.c.game == param("of_standing"),
        standings.c.user == page.c.user,
    )


class StandingsRepository(Repository):
    """Finds people's results, ratings and numbers of games, and the score tables of servers."""

    SELECT_STANDINGS = Statement(
        sa.select(*standings.c)
        .where(standings.c.user == _USER)
        .order_by(standings.c.guild, standings.c.game)
    )

    @reads
    async def find_standings(self, db: Transaction, user: int) -> tuple[rated.Standing, ...]:
        """Return a person's ratings and numbers of games, one item per server and game.

        The items for all servers together have `ALL_SERVERS` in place of the server's id.
        """
        return tuple(
            rated.Standing(*row) for row in await db.rows(self.SELECT_STANDINGS, of_user=user)
        )

    SELECT_RESULTS = split_by_server(
        sa.select(*results.c)
        .where(results.c.user == _USER)
        .order_by(results.c.at.desc())
        .limit(MAX_RESULTS_PER_PERSON),
        results.c.guild,
    )

    @reads
    async def find_results(
        self, db: Transaction, user: int, guild: int
    ) -> tuple[rated.Result, ...]:
        """Return a person's results in their newest finished games, oldest first.

        Args:
            guild: The server's id, or `ALL_SERVERS`.
        """
        newest = await db.rows(
            self.SELECT_RESULTS[guild != rated.ALL_SERVERS], of_user=user, of_guild=guild
        )
        return tuple(rated.Result(*row) for row in reversed(newest))

    SELECT_TEAM_RECORDS = split_by_server(
        sa.select(records.c.about)
        .join(results, results.c.record == records.c.id)
        .where(results.c.user == _USER, results.c.game == _GAME)
        .order_by(results.c.at.desc())
        .limit(MAX_TEAM_GAMES),
        results.c.guild,
    )

    @reads
    async def count_team_games(
        self, db: Transaction, user: int, game: str, guild: int
    ) -> dict[str, tuple[int, int]]:
        """Count how often a person played in each team of a game, and how often that team won.

        Args:
            guild: The server's id, or `ALL_SERVERS`.

        Returns:
            The numbers of games and of wins by the name of the team.
        """
        statement = self.SELECT_TEAM_RECORDS[guild != rated.ALL_SERVERS]
        of = {"of_user": user, "of_game": game, "of_guild": guild}
        played: list[tuple[Record]] = await db.rows(statement, **of)
        own = [seat for (record,) in played for seat in record.seats if seat.user == user]
        games = Counter(seat.team for seat in own if seat.team)
        wins = Counter(seat.team for seat in own if seat.rank == 1)
        return {team: (games[team], wins[team]) for team in games}

    SELECT_EARNED_AWARDS = Statement(
        sa.select(results.c.awards).where(
            results.c.user == _USER,
            results.c.game == _GAME,
            results.c.record != param("record"),
            results.c.awards != _NO_AWARDS,
        )
    )

    @reads
    async def find_earned_awards(
        self, db: Transaction, record: Record
    ) -> dict[int, frozenset[str]]:
        """Return which awards the people who earned one in a game earned in earlier such games.

        Returns:
            The names of the awards by the ids of the people.
        """
        earned = dict[int, frozenset[str]]()
        for seat in {seat for _, seat in record.awards}:
            if user := record.seats[seat].user:
                rows = await db.rows(
                    self.SELECT_EARNED_AWARDS, of_user=user, of_game=record.game, record=record.id
                )
                earned[user] = frozenset(award for (awards,) in rows for award in awards)
        return earned

    SELECT_SCORES = Statement(
        _select_lines(_ever, _AWARDS_HERE, _MEAN_RANK_HERE).order_by(*_RATED_FIRST)
    )
    SELECT_SCORES_EVERYWHERE = Statement(
        _select_lines(_everywhere, _newest_awards()).order_by(*_BEST_FIRST)
    )
    COUNT_RECENT_PLAYERS = Statement(
        sa.select(sa.func.count()).where(*_OF_GAME, _PLAYED_SINCE, _is_shown(standings.c.user))
    )
    SELECT_SCORES_SINCE = Statement(
        _select_lines(_since, _AWARDS_HERE, _MEAN_RANK_HERE).order_by(
            _since.c.wins.desc(), _since.c.games, _since.c.user
        )
    )

    @reads
    async def find_scores(self, db: Transaction, page: rated.Page) -> tuple[rated.Line, ...]:
        """Return the lines on one page of a server's score table for a game, best first.

        If `page.first_month` is 0, all games count. The highest rating comes first, and people
        without a rating last. Who has not played since `page.played_since` follows on further
        pages. Otherwise only the games in or after that month count, and the most
        wins come first. People whom neither tells apart are in the order of `order_lines`. For
        `ALL_SERVERS`, `page.first_month` is ignored. Only people with a rating and a profile that
        everybody may see are included.

        Returns:
            Up to `MAX_LINES_PER_PAGE` lines. If there is a next page, its first line follows.
        """
        game, guild, since = page.game, page.guild, page.played_since
        of = {"guild": guild, "of_game": game, "of_guild": guild, "of_standing": game}
        of |= {"since": page.first_month, "since_at": 0.0, "played_since": since}
        before = page.number * rated.MAX_LINES_PER_PAGE
        if before and since:
            ((recent_players,),) = await db.rows(self.COUNT_RECENT_PLAYERS, **of)
            before = page.count_before(recent_players)
        of["before"] = before
        statement = self.SELECT_SCORES
        if page.guild == rated.ALL_SERVERS:
            statement = self.SELECT_SCORES_EVERYWHERE
        elif page.first_month:
            statement = self.SELECT_SCORES_SINCE
            year, month = divmod(page.first_month, 100)
            of["since_at"] = datetime(year, month, 1, tzinfo=UTC).timestamp()
        rows = await db.rows(statement, **of)
        lines, by_wins = [rated.Line(*row) for row in rows], bool(page.first_month)
        return rated.order_lines(lines, by_wins=by_wins, played_since=since)

    SELECT_FINISHED = Statement(sa.select(standings.c.games).where(*match_key(standings)))

    @reads
    async def has_finished(self, db: Transaction, user: int, game: str) -> bool:
        """Tell whether a person has ever finished this game on any server, lessons apart."""
        of = {"of_guild": rated.ALL_SERVERS, "of_game": game, "of_user": user}
        return bool(await db.rows(self.SELECT_FINISHED, **of))

    SELECT_GAMES = Statement(
        sa.select(standings.c.game)
        .where(standings.c.guild == _GUILD)
        .group_by(standings.c.game)
        .order_by(standings.c.game)
    )

    @reads
    async def find_finished_games(self, db: Transaction, guild: int) -> tuple[str, ...]:
        """Return the names of the games that were finished on a server, in alphabetical order."""
        return tuple(game for (game,) in await db.rows(self.SELECT_GAMES, guild=guild))
