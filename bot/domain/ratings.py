"""How well people play: a rating, from places in games of two or more, and what records bring.

A record brings results, ratings, games and wins when it is written.

The model is Bradley and Terry's for several players at once, as Weng and Lin update it after each
game (A Bayesian Approximation Method for Online Ranking, JMLR 12, 2011), by the library openskill.
Its model of Plackett and Luce would rank ties wrongly:
https://github.com/vivekjoshy/openskill.py/issues/155.
`SKILL_SPREAD_PER_GAME` suits games of luck. With the library's own value, a third of it,
predictions are too sure. `tests/domain/test_ratings.py` measures this.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import accumulate
from math import log, sqrt
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from openskill.models import BradleyTerryFull

from bot.common.snowflakes import snowflake_time
from bot.domain.game_records import Record
from bot.domain.results import (
    EVERYWHERE,
    MIN_OPPONENTS,
    MU,
    SIGMA,
    GuessResult,
    Month,
    Past,
    RatingUpdate,
    Result,
    Standing,
)
from bot.engine.game import Game

SKILL_SPREAD_PER_GAME = 12.5
"""How much luck there is: the standard deviation of how well somebody plays from game to game."""
MODEL = BradleyTerryFull(mu=MU, sigma=SIGMA, beta=SKILL_SPREAD_PER_GAME)
COMPUTER_SIGMA = 1.0
"""The standard deviation of a computer's rating, which never changes."""
DEFAULT_LEVEL_WIN_RATE = 0.69
"""The share of games of two that a level wins against the next weaker one, where nobody measured
it."""
SHOWN_MEAN, SHOWN_POINTS_PER_UNIT = 1500, 24
"""What a new person's rating is shown as, and what one point of it is."""


class Rating(Struct, frozen=True, gc=False):
    """What is known of how well somebody plays."""

    mu: float = MU
    """The mean."""
    sigma: float = SIGMA
    """The standard deviation."""


def format_rating(mu: float) -> int:
    """Return a rating as people see it: never a function of how sure it is.

    >>> format_rating(25.0), format_rating(30.0)
    (1500, 1620)
    """
    return round(SHOWN_MEAN + SHOWN_POINTS_PER_UNIT * (mu - MU))


def rate_game(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """Return the ratings of all players after a game in which they had these places, 1 the best.

    A rating moves by the sum of what each opponent alone would move it: without one of them, the
    others move it as before.
    """
    if len(ratings) < 2:
        return [*ratings]
    teams = [[MODEL.create_rating([rating.mu, rating.sigma])] for rating in ratings]
    rated = MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Rating(player.mu, player.sigma) for (player,) in rated]


def rate_levels(game: Game[Any, Any], seats: int) -> Mapping[str, float]:
    """Return the ratings of a game's levels where so many play, in the order of the levels.

    The weakest is as strong as somebody new is thought to be. Each other one is as far above the
    next weaker as the share of the games tells that it wins as the only one of its kind
    (`Game.level_win_rates`); below it, if that is less than a fair share.
    """
    played = _measured_seats(game, seats)
    shares = game.level_win_rates.get(played, (DEFAULT_LEVEL_WIN_RATE,) * (len(game.levels) - 1))
    steps = (advantage_of_win_rate(share, played) for share in shares)
    return dict(zip(game.levels, accumulate(steps, initial=MU), strict=True))


def advantage_of_win_rate(share: float, seats: int) -> float:
    """Return how far above its equal opponents a computer is that wins this share of the games.

    `seats` is how many play. By the logit model, which is Plackett and Luce's for the first place,
    the chance to win is exp(d / s) / (exp(d / s) + seats - 1), s being the spread of the difference
    d of two ratings. Between two that is what the model of Bradley and Terry foretells.

    >>> advantage_of_win_rate(0.25, 4)
    0.0
    """
    spread = sqrt(2 * COMPUTER_SIGMA**2 + 2 * SKILL_SPREAD_PER_GAME**2)
    return spread * log(share * (seats - 1) / (1 - share))


def _measured_seats(game: Game[Any, Any], seats: int) -> int:
    """Return the number of seats whose measured shares count; 2 where none were measured."""
    smaller = (number for number in game.level_win_rates if number <= seats)
    return max(smaller, default=min(game.level_win_rates, default=2))


MAX_RATED_GAMES_PER_DAY = 3
"""So many games of the same people are rated in a day: on a server, of one kind, in UTC."""
MAX_GAMES_PER_OPPONENT_AND_MONTH = 10
"""In more games of one kind nobody moves the same person's rating in a month, in UTC."""
MIN_ACCOUNT_AGE_SECONDS = 7 * 86_400.0
"""A younger account moves nobody else's rating."""


class _Player(Struct, frozen=True, gc=False):
    """Who had a place in a game."""

    user: int | None
    """None: a computer, whose rating is fixed."""
    name: str
    rank: int
    points: int
    mu: float


def make_rating_update(record: Record, past: Past) -> RatingUpdate:
    """Return what a record brings to its people.

    A game that was not played to its end brings nothing, nor does one that all its people left.
    """
    if record.ending != "played" or not any(seat.user for seat in record.seats):
        return RatingUpdate()
    players = [*_list_players(record)]
    people = {player.user: player for player in players if player.user is not None}
    opponents = _find_opponents(record, people, past)

    def gone_on(guild: int, user: int, player: _Player) -> Standing:
        key = guild, record.game, user
        old = past.standings.get(key) or Standing(*key)
        return replace(
            old,
            name=player.name if record.ended_at >= old.at else old.name,
            rated=old.rated + bool(opponents[user]),
            games=old.games + 1,
            wins=old.wins + (player.rank == 1),
            at=max(old.at, record.ended_at),
            opponents=_count_opponents(old, opponents[user], past),
        )

    here = {user: gone_on(record.guild, user, player) for user, player in people.items()}
    everywhere = {user: gone_on(EVERYWHERE, user, player) for user, player in people.items()}
    of_all = {user: Rating(each.all_mu, each.all_sigma) for user, each in everywhere.items()}
    for user, rating in _rate_people(players, of_all).items():
        everywhere[user] = replace(everywhere[user], all_mu=rating.mu, all_sigma=rating.sigma)
    for standings in (here, everywhere):
        before = {user: Rating(each.mu, each.sigma) for user, each in standings.items()}
        for user, player in people.items():
            compared = [player, *(people[other] for other in opponents[user])]
            rating = _rate_people(compared, before)[user]
            standings[user] = replace(standings[user], mu=rating.mu, sigma=rating.sigma)
    return RatingUpdate(
        tuple(
            _make_result(record, player, here[user], everywhere[user], len(people), opponents[user])
            for user, player in people.items()
        ),
        (*here.values(), *everywhere.values()),
        tuple(
            Month(record.guild, record.game, user, month_of(record.ended_at), 1, player.rank == 1)
            for user, player in people.items()
        ),
        tuple(_judge_guesses(record)),
    )


def _find_opponents(
    record: Record, people: Collection[int], past: Past
) -> dict[int, tuple[int, ...]]:
    """Return for each person those others who move their rating by this game."""
    if not record.rated or count_same_games(record, past.lately) >= MAX_RATED_GAMES_PER_DAY:
        return dict.fromkeys(people, ())
    trusted = [user for user in people if is_trusted(user, record.ended_at)]
    return {
        user: tuple(
            other
            for other in trusted
            if other != user
            and past.games_this_month.get((user, other), 0) < MAX_GAMES_PER_OPPONENT_AND_MONTH
        )
        for user in people
    }


def is_trusted(user: int, at: float) -> bool:
    """Tell whether somebody's account was old enough at a time to move others' ratings."""
    return at - snowflake_time(user) >= MIN_ACCOUNT_AGE_SECONDS


def _count_opponents(standing: Standing, now: Collection[int], past: Past) -> int:
    """Return how many different people have moved a rating, those of a game `now` included."""
    key = standing.guild, standing.game, standing.user
    last_games = past.last_games.get(key, {})
    before = {other for other, at in last_games.items() if is_trusted(other, at)}
    return min(MIN_OPPONENTS, max(standing.opponents, len(before.union(now))))


def _judge_guesses(record: Record) -> Iterator[GuessResult]:
    """Yield what came of onlookers' guesses."""
    for reader in record.readers:
        if reader.user and reader.seat < len(record.seats):
            foresaw = record.seats[reader.seat].rank == 1
            yield GuessResult(record.id, reader.user, record.guild, record.game, foresaw)


def _list_awards(record: Record, user: int) -> tuple[str, ...]:
    """Return what somebody is honoured for."""
    seats = {number for number, seat in enumerate(record.seats) if seat.user == user}
    return tuple(award for award, seat in record.awards if seat in seats)


def _rate_people(players: Sequence[_Player], ratings: Mapping[int, Rating]) -> dict[int, Rating]:
    """Return the people's ratings after a game; those of computers stay what they are."""
    before = [
        Rating(player.mu, COMPUTER_SIGMA) if player.user is None else ratings[player.user]
        for player in players
    ]
    new = rate_game(before, [player.rank for player in players])
    pairs = zip(players, new, strict=True)
    return {player.user: rating for player, rating in pairs if player.user is not None}


def _make_result(
    record: Record,
    player: _Player,
    standing: Standing,
    everywhere: Standing,
    people: int,
    opponents: Collection[int],
) -> Result:
    return Result(
        record=record.id,
        user=standing.user,
        guild=record.guild,
        game=record.game,
        at=record.ended_at,
        people=people,
        rank=player.rank,
        points=player.points,
        rated=bool(opponents),
        mu=standing.mu,
        everywhere=everywhere.mu,
        awards=_list_awards(record, standing.user),
    )


def _list_players(record: Record) -> Iterator[_Player]:
    """Yield who had a place: all who stayed, and behind them who left, the last one first.

    Where a computer played on for somebody who left, the place is not the computer's.
    """
    left = {leaver.seat for leaver in record.leavers}
    stayed = {seat.user for seat in record.seats if seat.user}
    last = max((seat.rank for seat in record.seats), default=0)
    for number, seat in enumerate(record.seats):
        if seat.user or (seat.level and number not in left):
            yield _Player(seat.user, seat.name, seat.rank, seat.points, seat.mu)
    gone = {each.user: each for each in record.leavers if each.user and each.user not in stayed}
    for behind, leaver in enumerate(reversed(gone.values()), 1):
        yield _Player(leaver.user, leaver.name, last + behind, 0, 0.0)


def start_of_day(at: float) -> float:
    """Return when the day of a time began, in UTC."""
    return at - at % 86_400


def month_of(at: float) -> int:
    """Return the month of a time in UTC, such as 202611."""
    date = datetime.fromtimestamp(at, UTC)
    return date.year * 100 + date.month


def count_same_games(record: Record, earlier: Iterable[Record]) -> int:
    """Return how many of earlier games of a server were of the same people, kind and day."""
    people, day = record.people, start_of_day(record.ended_at)
    return sum(
        each.game == record.game
        and each.ending == "played"
        and day <= each.ended_at
        and each.people == people
        for each in earlier
    )
