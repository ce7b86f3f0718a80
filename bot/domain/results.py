"""What the bot computes from finished games: results, ratings and standings of people."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime

from msgspec import Struct

from bot.domain.game_records import Record

ALL_SERVERS = 0
"""The number that is stored in place of a server's id when all servers together are meant."""
MU, SIGMA = 25.0, 25.0 / 3
"""The mean and the standard deviation of the rating of a person who has not played yet."""

ALL_SIGMA = 2 * SIGMA
"""The standard deviation of a new person's rating from all games. It is wide, because levels of
computers are further apart than people are: a new person who beats the weakest level twice reaches
the rating of the next level.
"""

MIN_OPPONENTS = 4
"""The number of different opponents that a person needs before their rating counts as certain.
Only people whose games changed the rating count. Further opponents are not counted.
"""
OUTDATED_RATINGS = "outdated-ratings"
"""The key of a setting in the database while ratings follow an older formula."""


class Result(Struct, frozen=True, gc=False):
    """One person's place in a game that was played to its end, and their rating after that game."""

    record: int
    user: int
    guild: int
    game: str
    at: float
    people: int
    """The number of people who played, including this person."""
    rank: int
    """The person's place. People who left are behind all who stayed."""
    points: int
    rated: bool
    mu: float
    """The mean of the person's rating on this server after the game."""
    everywhere: float = MU
    """The mean of the person's rating on all servers together after the game."""
    awards: tuple[str, ...] = ()


class GuessResult(Struct, frozen=True, gc=False):
    """Says whether a person who watched a game guessed its winner correctly."""

    record: int
    user: int
    guild: int
    game: str
    foresaw: bool


class Standing(Struct, frozen=True, gc=False):
    """A person's current rating and number of games in one kind of game.

    It is for one server, or for all servers together if `guild` is `ALL_SERVERS`.
    """

    guild: int
    game: str
    user: int
    name: str = ""
    mu: float = MU
    """The mean of the rating from rated games. A higher value means a better player."""
    sigma: float = SIGMA
    """The standard deviation of that rating. A lower value means a more certain rating."""
    rated: int = 0
    """The number of games that changed the rating."""
    all_mu: float = MU
    """The mean of the rating from all games, with those against computers, for `ALL_SERVERS` only.
    """
    all_sigma: float = ALL_SIGMA
    games: int = 0
    wins: int = 0
    at: float = 0.0
    """The time at which the person's last game of this kind ended."""
    opponents: int = 0
    """The number of different people who changed the rating, at most `MIN_OPPONENTS`."""


class Month(Struct, frozen=True, gc=False):
    """The numbers of games of one kind that a person played and won on one server in one month."""

    guild: int
    game: str
    user: int
    month: int
    """The month in UTC as year and month, such as 202611."""
    games: int = 0
    wins: int = 0


MAX_LINES_PER_PAGE = 10


class Page(Struct, frozen=True, gc=False):
    """Identifies a page of a server's scoreboard for one kind of game, numbered from 0."""

    guild: int
    game: str
    first_month: int = 0
    """The month from which on games count, such as 202611. 0 means that all games count."""
    number: int = 0
    played_since: float = 0.0
    """The time since when people must have played to be on the first pages. The others are on
    pages of their own after these. The first page is never one of those.
    """

    def count_before(self, recent_players: int) -> int:
        """Return how many people are on earlier pages, if so many have played since then."""
        before = self.number * MAX_LINES_PER_PAGE
        pages = max(1, -(-recent_players // MAX_LINES_PER_PAGE))
        if self.number < pages:
            return before
        return recent_players + before - pages * MAX_LINES_PER_PAGE


class Line(Struct, frozen=True, gc=False):
    """One person's line in a server's scoreboard. The fields are those of `Standing`."""

    user: int
    name: str
    mu: float
    rated: int
    opponents: int
    at: float
    games: int
    wins: int
    awards: tuple[str, ...] = ()
    """The names of the awards of the person's last game that brought any."""
    mean_rank: float = 0.0
    """The person's average place in the games that count. 0 means that it is not known."""

    def sort_key(self, *, by_wins: bool) -> tuple[float, ...]:
        """Return the numbers that put lines into an order. Whoever has higher ones is ahead.

        Either wins decide, then places and the fewest games, or the rating alone.
        """
        if by_wins:
            return self.wins, -self.mean_rank, -self.games
        return self.rated > 0, self.mu


def order_lines(
    lines: Sequence[Line], *, by_wins: bool, played_since: float = 0.0
) -> tuple[Line, ...]:
    """Return the lines of a page in their order. The first line of the next page may follow.

    Whoever has played since then is ahead. Those with equal ratings are in the order of wins and
    places, then of their last games.
    """

    def key(line: Line) -> tuple[float, ...]:
        ranks = *line.sort_key(by_wins=by_wins), *line.sort_key(by_wins=True)
        return line.at >= played_since, *ranks, line.at

    page, following = lines[:MAX_LINES_PER_PAGE], lines[MAX_LINES_PER_PAGE:]
    return (*sorted(page, key=key, reverse=True), *following)


Key = tuple[int, str, int]
"""Identifies a rating: the server's id or `ALL_SERVERS`, the game's name, and the user id."""


class RatingUpdate(Struct, frozen=True, gc=False):
    """Everything that one finished game changes in stored results, ratings and numbers of games."""

    results: tuple[Result, ...] = ()
    standings: tuple[Standing, ...] = ()
    """The players' new ratings and numbers of games, which replace the stored ones."""
    months: tuple[Month, ...] = ()
    """The numbers of games and wins to add to the stored ones of the game's month."""
    guess_results: tuple[GuessResult, ...] = ()


class Past(Struct, frozen=True, gc=False):
    """Facts about earlier games that are needed to compute the ratings after a game."""

    standings: Mapping[Key, Standing] = {}
    """The ratings of the game's people before the game. People who have none are left out."""
    recent: tuple[Record, ...] = ()
    """The records of games on the same server that ended within a day before this game."""
    games_this_month: Mapping[tuple[int, int], int] = {}
    """How often the second person changed the first one's rating in this month, on all servers."""
    last_games: Mapping[Key, Mapping[int, float]] = {}
    """For ratings of few opponents: the last game with each opponent, by the opponent's user id."""


RateRecord = Callable[[Record, Past], RatingUpdate]


class RecentGames(Struct, frozen=True, gc=False):
    """The games that were finished in a channel in the last hours."""

    records: tuple[Record, ...] = ()
    """The records of the games, the newest first."""
    hidden_users: frozenset[int] = frozenset()
    """The user ids of people in these games who keep their games to themselves."""


def start_of_month(at: float) -> float:
    """Return the time at which the month of `at` began in UTC."""
    date = datetime.fromtimestamp(at, UTC)
    return datetime(date.year, date.month, 1, tzinfo=UTC).timestamp()
