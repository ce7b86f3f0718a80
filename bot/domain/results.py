"""Data that follows from records: results, ratings and standings of people."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from msgspec import Struct

from bot.domain.game_records import Record

ALL_SERVERS = 0
"""The server id that stands for all servers together."""
MU, SIGMA = 25.0, 25.0 / 3
"""The rating of a person who has not played: its mean and its standard deviation."""

ALL_SIGMA = 2 * SIGMA
"""The standard deviation of a new person's rating from all games.

That rating includes games against computers, whose levels are further apart than people are. With
this value, two wins in a row against the weakest level lead to the next level.
"""

MIN_OPPONENTS = 4
"""The number of different people who must have moved a rating before it counts as sure.

Opponents are not counted beyond this number.
"""
OUTDATED_RATINGS = "outdated-ratings"
"""The key of the setting that exists while stored ratings follow an older rule.

It is removed when all ratings are rebuilt.
"""


class Result(Struct, frozen=True, gc=False):
    """A person's result in a game that was played to its end."""

    record: int
    user: int
    guild: int
    game: str
    at: float
    """The time at which the game ended."""
    people: int
    """The number of people who played, including this person."""
    rank: int
    """1 is the winner's rank. People who left are behind all who stayed."""
    points: int
    rated: bool
    """True: the game moved this person's rating."""
    mu: float
    """The mean of the person's rating on this server after the game."""
    everywhere: float = MU
    """The mean of the person's rating on all servers after the game."""
    awards: tuple[str, ...] = ()
    """The awards that the person earned."""


class GuessResult(Struct, frozen=True, gc=False):
    """The result of an onlooker's guess who wins a game."""

    record: int
    user: int
    guild: int
    game: str
    foresaw: bool
    """True: the guessed player has won, alone or with others."""


class Standing(Struct, frozen=True, gc=False):
    """A person's rating and number of games in a game, on one server or `ALL_SERVERS`."""

    guild: int
    game: str
    user: int
    name: str = ""
    """The newest display name."""
    mu: float = MU
    """The mean of the rating from rated games."""
    sigma: float = SIGMA
    """The standard deviation of the rating from rated games."""
    rated: int = 0
    """The number of rated games."""
    all_mu: float = MU
    """The mean of the rating from all games that were played to their end.

    That includes games against computers alone.

    It is computed for `ALL_SERVERS` only.
    """
    all_sigma: float = ALL_SIGMA
    """The standard deviation of that rating."""
    games: int = 0
    wins: int = 0
    at: float = 0.0
    """The time at which the last of these games ended."""
    opponents: int = 0
    """The number of different people who have moved the rating, up to `MIN_OPPONENTS`."""


class Month(Struct, frozen=True, gc=False):
    """A person's games of one kind on one server in one month."""

    guild: int
    game: str
    user: int
    month: int
    """The month in UTC, such as 202611."""
    games: int = 0
    wins: int = 0


MAX_LINES_PER_PAGE = 10
"""The maximum number of lines on a page of a server's table."""


class Page(Struct, frozen=True, gc=False):
    """A page of a server's table for a game."""

    guild: int
    """The server's id. `ALL_SERVERS`: all servers together."""
    game: str
    first_month: int = 0
    """The first month that counts; 0: all games count."""
    number: int = 0


class Line(Struct, frozen=True, gc=False):
    """A person's line in a server's table."""

    user: int
    name: str
    """The newest display name."""
    mu: float
    rated: int
    """The number of games from which the rating is computed."""
    opponents: int
    """See `Standing.opponents`."""
    at: float
    """The time at which the person's last game ended."""
    games: int
    wins: int
    """The number of games won."""


Key = tuple[int, str, int]
"""A server or `ALL_SERVERS`, a game and a person."""


class RatingUpdate(Struct, frozen=True, gc=False):
    """All that one record adds to results and ratings."""

    results: tuple[Result, ...] = ()
    standings: tuple[Standing, ...] = ()
    """The new standings."""
    months: tuple[Month, ...] = ()
    """The numbers that are added to the stored months."""
    guess_results: tuple[GuessResult, ...] = ()
    """The results of onlookers' guesses."""


class Past(Struct, frozen=True, gc=False):
    """The earlier games, as far as the ratings of a game depend on them."""

    standings: Mapping[Key, Standing] = {}
    """The known standings of the game's people."""
    recent: tuple[Record, ...] = ()
    """The records of the same server that ended within a day before the game's end."""
    games_this_month: Mapping[tuple[int, int], int] = {}
    """For two user ids, the number of games in which the second moved the first one's rating.

    These are the games of the same kind on all servers in the month of the game.
    """
    last_games: Mapping[Key, Mapping[int, float]] = {}
    """For each standing, the end of the last game with each opponent who moved the person's rating.

    Only standings with fewer than `MIN_OPPONENTS` are included.
    """


RateRecord = Callable[[Record, Past], RatingUpdate]
"""A function that returns the rating update of a record."""


def start_of_month(at: float) -> float:
    """Return the time at which the month of another time began, in UTC."""
    date = datetime.fromtimestamp(at, UTC)
    return datetime(date.year, date.month, 1, tzinfo=UTC).timestamp()
