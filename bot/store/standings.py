"""What is reckoned from records: results, and how people stand in a game."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from bot.store.record import Record

EVERYWHERE = 0
"""What stands for the server where all servers count."""
MU, SIGMA = 25.0, 25.0 / 3
"""The rating of somebody who has not played: its mean and its standard deviation."""


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
    mu: float
    """The mean of their rating on this server after it."""


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
    all_sigma: float = SIGMA
    """The rating from all games that were played to their end, those beside computers alone, too;
    reckoned `EVERYWHERE` only."""
    games: int = 0
    wins: int = 0
    at: float = 0.0
    """When the last of these games ended."""


class Month(Struct, frozen=True, gc=False):
    """A person's games of one kind on a server in a month."""

    guild: int
    game: str
    user: int
    month: int
    """Of UTC, such as 202611."""
    games: int = 0
    wins: int = 0


Key = tuple[int, str, int]
"""A server or `EVERYWHERE`, a game, a person."""


class Reckoned(Struct, frozen=True, gc=False):
    """What a record brought."""

    results: tuple[Result, ...] = ()
    standings: tuple[Standing, ...] = ()
    """As they are now."""
    months: tuple[Month, ...] = ()
    """What is to be added."""


Reckon = Callable[[Record, Mapping[Key, Standing], tuple[Record, ...]], Reckoned]
"""Returns what a record brings, from its people's standings before, as far as there are, and the
records of the same server from the day before its end on."""
