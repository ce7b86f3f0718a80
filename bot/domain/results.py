"""What the bot computes from finished games: results, ratings and standings of people."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from msgspec import Struct

from bot.domain.game_records import Record

ALL_SERVERS = 0
"""The number that stands for all servers together, where otherwise a server's id stands."""
MU, SIGMA = 25.0, 25.0 / 3
"""The rating of a person who has not played yet: its mean and its standard deviation."""

ALL_SIGMA = 2 * SIGMA
"""The standard deviation of a new person's rating from all their games.

That rating includes games against computers, whose levels are further apart than people are. With
this value, two wins in a row against the weakest level lead to the next level.
"""

MIN_OPPONENTS = 4
"""The number of different people who must have moved a person's rating before it counts as sure.

Opponents are not counted beyond this number.
"""
OUTDATED_RATINGS = "outdated-ratings"
"""The key of a setting in the database that says that all ratings have to be computed again.

The setting exists while stored ratings follow an older rule. It is removed once they are rebuilt.
"""


class Result(Struct, frozen=True, gc=False):
    """A person's place in one game that was played to its end, and their rating after it."""

    record: int
    user: int
    guild: int
    game: str
    at: float
    """The time at which the game ended, in seconds since 1970."""
    people: int
    """The number of people who played, including this person."""
    rank: int
    """The person's place, where 1 is the winner's. People who left are behind all who stayed."""
    points: int
    rated: bool
    """Whether the game changed this person's rating."""
    mu: float
    """The mean of the person's rating on this server after the game."""
    everywhere: float = MU
    """The mean of the person's rating on all servers after the game."""
    awards: tuple[str, ...] = ()
    """The names of the awards that the person earned in the game."""


class GuessResult(Struct, frozen=True, gc=False):
    """Whether an onlooker guessed the winner of a game."""

    record: int
    user: int
    guild: int
    game: str
    foresaw: bool
    """Whether the guessed player won, alone or with others."""


class Standing(Struct, frozen=True, gc=False):
    """A person's rating and number of games in one kind of game.

    It is for one server, or for all of them (`ALL_SERVERS`).
    """

    guild: int
    game: str
    user: int
    name: str = ""
    """The person's newest display name."""
    mu: float = MU
    """The mean of the rating from rated games. A higher value means a better player."""
    sigma: float = SIGMA
    """The standard deviation of the rating from rated games. A lower value means a surer rating."""
    rated: int = 0
    """The number of games that counted for the rating."""
    all_mu: float = MU
    """The mean of the rating from all games that were played to their end.

    That includes games against computers alone. It is computed only for `ALL_SERVERS`.
    """
    all_sigma: float = ALL_SIGMA
    """The standard deviation of the rating `all_mu`."""
    games: int = 0
    wins: int = 0
    at: float = 0.0
    """The time at which the person's last game of this kind ended, in seconds since 1970."""
    opponents: int = 0
    """The number of different people who have moved the rating, up to `MIN_OPPONENTS`."""


class Month(Struct, frozen=True, gc=False):
    """How many games of one kind a person played and won on one server in one month."""

    guild: int
    game: str
    user: int
    month: int
    """The month in UTC as year and month, such as 202611."""
    games: int = 0
    wins: int = 0


MAX_LINES_PER_PAGE = 10
"""The maximum number of people on a page of a server's scoreboard."""


class Page(Struct, frozen=True, gc=False):
    """Names a page of a server's scoreboard for one kind of game."""

    guild: int
    """The server's id, or `ALL_SERVERS` for all servers together."""
    game: str
    first_month: int = 0
    """The first month whose games count, such as 202611. 0 means that all games count."""
    number: int = 0
    """The number of the page, from 0."""


class Line(Struct, frozen=True, gc=False):
    """A person's line in a server's scoreboard."""

    user: int
    name: str
    """The person's newest display name."""
    mu: float
    rated: int
    """The number of games from which the rating is computed."""
    opponents: int
    """The number of different people who have moved the rating, as in `Standing.opponents`."""
    at: float
    """The time at which the person's last game ended, in seconds since 1970."""
    games: int
    wins: int
    """The number of games that the person won."""


Key = tuple[int, str, int]
"""Names a standing: the server's id or `ALL_SERVERS`, the game's name, and the user id."""


class RatingUpdate(Struct, frozen=True, gc=False):
    """All that one finished game adds to results, ratings and numbers of games."""

    results: tuple[Result, ...] = ()
    standings: tuple[Standing, ...] = ()
    """The new standings, which replace the stored ones."""
    months: tuple[Month, ...] = ()
    """The numbers of games and wins that are added to the stored months."""
    guess_results: tuple[GuessResult, ...] = ()
    """Which onlookers guessed the winner, and which did not."""


class Past(Struct, frozen=True, gc=False):
    """What has to be known of earlier games to compute the ratings after a game."""

    standings: Mapping[Key, Standing] = {}
    """The standings of the game's people before the game, as far as they have any."""
    recent: tuple[Record, ...] = ()
    """The records of games on the same server that ended within a day before this game's end.

    They show how often the same people have played on that day.
    """
    games_this_month: Mapping[tuple[int, int], int] = {}
    """For two user ids, the number of games in which the second moved the first one's rating.

    These are the games of the same kind on all servers in the month of the game.
    """
    last_games: Mapping[Key, Mapping[int, float]] = {}
    """For each standing, when the person last played against each opponent who moved their rating.

    The keys of the inner mapping are the opponents' user ids, its values the ends of these games in
    seconds since 1970. Only standings with fewer than `MIN_OPPONENTS` are included.
    """


RateRecord = Callable[[Record, Past], RatingUpdate]
"""A function that computes what a finished game adds to ratings, from its record and the past."""


def start_of_month(at: float) -> float:
    """Return the time at which the month of another time began in UTC, in seconds since 1970."""
    date = datetime.fromtimestamp(at, UTC)
    return datetime(date.year, date.month, 1, tzinfo=UTC).timestamp()
