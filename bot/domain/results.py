"""What follows from records: results, and how people stand in a game."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from msgspec import Struct

from bot.domain.game_records import Record

EVERYWHERE = 0
"""What stands for the server where all servers count."""
MU, SIGMA = 25.0, 25.0 / 3
"""The rating of somebody who has not played: its mean and its standard deviation."""

ALL_SIGMA = 2 * SIGMA
"""The same beside computers, whose levels are further apart than people are: two wins in a row
against the weakest one lead to the next."""

MIN_OPPONENTS = 4
"""A rating is not sure before so many different people have moved it. No more are counted."""
OUTDATED_RATINGS = "outdated-ratings"
"""The setting that is there while ratings follow an older rule, until all are made anew."""


class Result(Struct, frozen=True, gc=False):
    """How a person fared in a game that was played to its end."""

    record: int
    user: int
    guild: int
    game: str
    at: float
    """When it ended."""
    people: int
    """Themselves included."""
    rank: int
    """1 is a winner's; whoever left is behind all who stayed."""
    points: int
    rated: bool
    """It moved their rating."""
    mu: float
    """The mean of their rating on this server after it."""
    everywhere: float = MU
    """The mean of their rating over all servers after it."""
    awards: tuple[str, ...] = ()
    """What they are honoured for."""


class GuessResult(Struct, frozen=True, gc=False):
    """What came of an onlooker's guess who wins a game."""

    record: int
    user: int
    guild: int
    game: str
    foresaw: bool
    """Whoever they named has won, alone or with others."""


class Standing(Struct, frozen=True, gc=False):
    """How a person stands in a game: on a server, or `EVERYWHERE`."""

    guild: int
    game: str
    user: int
    name: str = ""
    """The newest display name."""
    mu: float = MU
    sigma: float = SIGMA
    """The rating from rated games."""
    rated: int = 0
    """So many they were."""
    all_mu: float = MU
    all_sigma: float = ALL_SIGMA
    """The rating from all games that were played to their end, those beside computers alone, too;
    counted `EVERYWHERE` only."""
    games: int = 0
    wins: int = 0
    at: float = 0.0
    """When the last of these games ended."""
    opponents: int = 0
    """How many different people have moved the rating, up to `MIN_OPPONENTS`."""


class Month(Struct, frozen=True, gc=False):
    """A person's games of one kind on a server in a month."""

    guild: int
    game: str
    user: int
    month: int
    """Of UTC, such as 202611."""
    games: int = 0
    wins: int = 0


MAX_LINES_PER_PAGE = 10
"""Lines on a page of a server's table."""


class Page(Struct, frozen=True, gc=False):
    """A page of a server's table of a game."""

    guild: int
    """`EVERYWHERE`: all servers together."""
    game: str
    since: int = 0
    """The first month that counts; 0: all games do."""
    number: int = 0


class Line(Struct, frozen=True, gc=False):
    """How a person stands in a server's table."""

    user: int
    name: str
    """The newest name."""
    mu: float
    rated: int
    """So many games the rating is of."""
    opponents: int
    """See `Standing.opponents`."""
    at: float
    """When they played last."""
    games: int
    wins: int


Key = tuple[int, str, int]
"""A server or `EVERYWHERE`, a game, a person."""


class RatingUpdate(Struct, frozen=True, gc=False):
    """What a record brought."""

    results: tuple[Result, ...] = ()
    standings: tuple[Standing, ...] = ()
    """As they are now."""
    months: tuple[Month, ...] = ()
    """What is to be added."""
    readings: tuple[GuessResult, ...] = ()


class Past(Struct, frozen=True, gc=False):
    """What happened before a game, as far as its ratings depend on it."""

    standings: Mapping[Key, Standing] = {}
    """The standings of its people, as far as there are."""
    lately: tuple[Record, ...] = ()
    """The records of the same server from the day before its end on."""
    games_this_month: Mapping[tuple[int, int], int] = {}
    """For two user ids, in how many games of the kind both were that moved the first one's rating.

    Those of all servers in the month of the game count.
    """
    last_games: Mapping[Key, Mapping[int, float]] = {}
    """For each standing with fewer than `MIN_OPPONENTS`, when the person's last game ended with
    each other one that moved their rating."""


RateRecord = Callable[[Record, Past], RatingUpdate]
"""Returns what a record brings."""


def start_of_month(at: float) -> float:
    """Return when the month of a time began, in UTC."""
    date = datetime.fromtimestamp(at, UTC)
    return datetime(date.year, date.month, 1, tzinfo=UTC).timestamp()
