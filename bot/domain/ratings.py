"""Ratings of how well people play, computed from places in games of two or more players.

A rating is a normal distribution with the mean `mu` and the standard deviation `sigma`. The model
is that of Bradley and Terry, extended to more than two players. Weng and Lin update it after each
game (A Bayesian Approximation Method for Online Ranking, JMLR 12, 2011). The library openskill
implements it. Its Plackett-Luce model is not used, because it ranks ties wrongly:
https://github.com/vivekjoshy/openskill.py/issues/155.

In a game with teams, a side plays as well as its members do on average, so that five against three
count as even.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import accumulate, chain
from math import log, sqrt
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from openskill.models import BradleyTerryFull

from bot.common.snowflakes import snowflake_time
from bot.domain import results
from bot.domain.game_records import Participant, Record
from bot.engine.computers import Computers

SKILL_SPREAD_PER_GAME = 12.5
"""The standard deviation of how well a person plays from game to game, in units of `mu`. A higher
value means that luck matters more. With the library's own value, a third of it, predictions are
too certain (`tests/domain/test_ratings.py`).
"""
RATING_MODEL = BradleyTerryFull(mu=results.MU, sigma=results.SIGMA, beta=SKILL_SPREAD_PER_GAME)
COMPUTER_SIGMA = 1.0
"""The standard deviation of a computer player's rating, which never changes."""
DEFAULT_LEVEL_WIN_RATE = 0.69
"""The share of two-player games that a level wins against the next weaker one, if not measured."""
SHOWN_MEAN, SHOWN_POINTS_PER_UNIT = 1500, 24
"""The rating that people see for a new person, and the shown points per unit of `mu`."""


class Rating(Struct, frozen=True, gc=False):
    """An estimate of how well a person plays, as a normal distribution."""

    mu: float = results.MU
    sigma: float = results.SIGMA


def format_rating(mu: float) -> int:
    """Convert the mean of a rating to the number that people see.

    >>> format_rating(25.0), format_rating(30.0)
    (1500, 1620)
    """
    return round(SHOWN_MEAN + SHOWN_POINTS_PER_UNIT * (mu - results.MU))


def rate_sides(sides: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> list[list[Rating]]:
    """Return the ratings of all players after a game between sides of one or more players.

    openskill adds up the ratings of a side, so each one is divided by the number of its members.
    All are multiplied by the square root of the average number of members, because the luck of
    several people evens out in part. For sides of one player, both factors are 1.
    """
    if len(sides) < 2:
        return [[*side] for side in sides]
    average = sum(map(len, sides)) / len(sides)
    shares = [sqrt(average) / len(side) for side in sides]
    teams = [
        [RATING_MODEL.create_rating([each.mu * share, each.sigma * share]) for each in side]
        for side, share in zip(sides, shares, strict=True)
    ]
    rated = RATING_MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [
        [Rating(player.mu / share, player.sigma / share) for player in side]
        for side, share in zip(rated, shares, strict=True)
    ]


def rate_levels(computers: Computers[Any], seats: int, teams: int = 0) -> Mapping[str, float]:
    """Return the rating of each computer level of a game, from the weakest to the strongest.

    The weakest level has the rating of a new person. The difference to the next level follows from
    how often one player of it wins against players of the weaker level. In a game with teams, that
    player is one member of a side, so the same share of wins means a greater difference.
    """
    played = _measured_seats(computers, seats)
    levels = computers.levels
    shares = computers.win_rates.get(played, (DEFAULT_LEVEL_WIN_RATE,) * (len(levels) - 1))
    sides = teams or played
    members = played / sides
    steps = (sqrt(members) * advantage_of_win_rate(share * members, sides) for share in shares)
    return dict(zip(levels, accumulate(steps, initial=results.MU), strict=True))


def advantage_of_win_rate(share: float, sides: int) -> float:
    """Return how much higher a side is rated than its opponents, by its share of wins.

    The chance to win is exp(d / s) / (exp(d / s) + sides - 1), as in the model of Plackett and Luce
    for the first place. d is the difference of two ratings, and s is its spread.

    >>> advantage_of_win_rate(0.25, 4)
    0.0
    """
    spread = sqrt(2 * COMPUTER_SIGMA**2 + 2 * SKILL_SPREAD_PER_GAME**2)
    return spread * log(share * (sides - 1) / (1 - share))


def _measured_seats(computers: Computers[Any], seats: int) -> int:
    """Return the largest measured number of players up to `seats`, or else the smallest, or 2."""
    smaller = (number for number in computers.win_rates if number <= seats)
    return max(smaller, default=min(computers.win_rates, default=2))


MAX_RATED_GAMES_PER_DAY = 3
"""The maximum number of games of one kind per day in UTC, all with the same people, that count."""
MAX_GAMES_PER_OPPONENT_AND_MONTH = 10
"""The maximum number of games per month in which one person changes another one's rating."""
MIN_ACCOUNT_AGE_SECONDS = 7 * 86_400.0
"""The minimum age of a Discord account whose games change other people's ratings."""


def make_rating_update(record: Record, past: results.Past) -> results.RatingUpdate:
    """Return everything that a finished game changes in the results and ratings of its people.

    A game that was not played to its end changes nothing. Nor does a game that all its people left.
    """
    if record.ending != "played" or not any(seat.user for seat in record.seats):
        return results.RatingUpdate()
    of, players = (record.guild, record.game), [*_list_players(record)]
    people = {player.user: player for player in players if player.user is not None}
    opponents = _find_opponents(record, people, past)

    def go_on(guild: int, user: int, player: Participant) -> results.Standing:
        key = guild, record.game, user
        old = past.standings.get(key) or results.Standing(*key)
        return replace(
            old,
            name=player.name if record.ended_at >= old.at else old.name,
            rated=old.rated + bool(opponents[user]),
            games=old.games + 1,
            wins=old.wins + (player.rank == 1),
            at=max(old.at, record.ended_at),
            opponents=_count_opponents(old, opponents[user], past),
        )

    here = {user: go_on(record.guild, user, player) for user, player in people.items()}
    everywhere = {user: go_on(results.ALL_SERVERS, user, player) for user, player in people.items()}
    of_all = {user: Rating(each.all_mu, each.all_sigma) for user, each in everywhere.items()}
    for user, rating in _rate_people(players, of_all).items():
        everywhere[user] = replace(everywhere[user], all_mu=rating.mu, all_sigma=rating.sigma)
    for standings in (here, everywhere):
        before = {user: Rating(each.mu, each.sigma) for user, each in standings.items()}
        for user, player in people.items():
            compared = [player, *(people[other] for other in opponents[user])]
            rating = _rate_people(compared, before)[user]
            standings[user] = replace(standings[user], mu=rating.mu, sigma=rating.sigma)
    return results.RatingUpdate(
        tuple(
            results.Result(
                record=record.id,
                user=user,
                guild=record.guild,
                game=record.game,
                at=record.ended_at,
                people=len(people),
                rank=player.rank,
                points=player.points,
                rated=bool(opponents[user]),
                mu=here[user].mu,
                everywhere=everywhere[user].mu,
                awards=_list_awards(record, user),
            )
            for user, player in people.items()
        ),
        (*here.values(), *everywhere.values()),
        tuple(
            results.Month(*of, user, month_of(record.ended_at), 1, player.rank == 1)
            for user, player in people.items()
        ),
        tuple(_judge_guesses(record)),
    )


def _find_opponents(
    record: Record, people: Mapping[int, Participant], past: results.Past
) -> dict[int, tuple[int, ...]]:
    """Map each person to the other people who change that person's rating in this game.

    Members of the same team are among them, because a side's rating is that of its members. Without
    anybody on another side, there are none.
    """
    if not record.rated or count_same_games(record, past.recent) >= MAX_RATED_GAMES_PER_DAY:
        return dict.fromkeys(people, ())
    trusted = [user for user in people if is_trusted(user, record.ended_at)]
    met, most = past.games_this_month, MAX_GAMES_PER_OPPONENT_AND_MONTH
    found = {
        user: tuple(each for each in trusted if each != user and met.get((user, each), 0) < most)
        for user in people
    }
    return {
        user: others if any(_is_against(people[user], people[other]) for other in others) else ()
        for user, others in found.items()
    }


def _is_against(player: Participant, other: Participant) -> bool:
    """Tell whether another player's place counts for a player's rating.

    Nobody gains from a member of the same team, nor does a member of a team from who has left.
    """
    return not player.team or other.team not in ("", player.team)


def is_trusted(user: int, at: float) -> bool:
    """Tell whether a person's Discord account is old enough to change other people's ratings."""
    return at - snowflake_time(user) >= MIN_ACCOUNT_AGE_SECONDS


def _count_opponents(standing: results.Standing, new: Collection[int], past: results.Past) -> int:
    """Return how many different people have changed a rating, at most `MIN_OPPONENTS`."""
    key = standing.guild, standing.game, standing.user
    last_games = past.last_games.get(key, {})
    before = {other for other, at in last_games.items() if is_trusted(other, at)}
    return min(results.MIN_OPPONENTS, max(standing.opponents, len(before.union(new))))


def _judge_guesses(record: Record) -> Iterator[results.GuessResult]:
    for reader in record.readers:
        if reader.user and reader.seat < len(record.teams or record.seats):
            foresaw = record.proves_right(reader)
            yield results.GuessResult(record.id, reader.user, record.guild, record.game, foresaw)


def _list_awards(record: Record, user: int) -> tuple[str, ...]:
    seats = {number for number, seat in enumerate(record.seats) if seat.user == user}
    return tuple(award for award, seat in record.awards if seat in seats)


def _rate_people(players: Sequence[Participant], before: Mapping[int, Rating]) -> dict[int, Rating]:
    """Map each person's user id to their rating after a game.

    Computer players count as opponents. No rating rises by what the computer achieved on a person's
    seat. In a game with teams, people who left are behind all sides, but no side gains by that.
    """
    members = [player for player in players if player.team]
    return _rate_all(players, before) | _rate_all(members, before)


def _rate_all(players: Sequence[Participant], ratings: Mapping[int, Rating]) -> dict[int, Rating]:
    sides: dict[str | int, list[Participant]] = {}
    for number, player in enumerate(players):
        sides.setdefault(player.team or number, []).append(player)

    def rate(player: Participant) -> Rating:
        return Rating(player.mu, COMPUTER_SIGMA) if player.user is None else ratings[player.user]

    before = [[*map(rate, side)] for side in sides.values()]
    after = rate_sides(before, [side[0].rank for side in sides.values()])
    return {
        player.user: old if player.by_computer and rating.mu > old.mu else rating
        for player, old, rating in zip(
            chain(*sides.values()), chain(*before), chain(*after), strict=True
        )
        if player.user is not None
    }


def _list_players(record: Record) -> Iterator[Participant]:
    """Yield the players who get a place: all who stayed, then those who left, the last one first.

    A computer that played on for a person who left has no place of its own. Nor has a person who
    took over a computer's seat: neither of them played all of the game.
    """
    left = {leaver.seat for leaver in record.leavers}
    stayed = {seat.user for seat in record.seats if seat.user}
    last = max((seat.rank for seat in record.seats), default=0)
    for number, seat in enumerate(record.seats):
        is_computer = seat.level and number not in left
        if seat.user in record.starters or is_computer:
            yield seat
    gone = {
        each.user: each
        for each in record.leavers
        if each.user in record.starters and each.user not in stayed
    }
    for behind, leaver in enumerate(reversed(gone.values()), 1):
        rank = last + behind
        yield Participant(
            leaver.name, leaver.user, "", away=False, rank=rank, points=0, letter=None
        )


def month_of(at: float) -> int:
    """Return the month of a time in UTC as a number of year and month, such as 202611."""
    date = datetime.fromtimestamp(at, UTC)
    return date.year * 100 + date.month


def count_same_games(record: Record, earlier_records: Iterable[Record]) -> int:
    """Return how many earlier games of this kind the same people finished on the same day."""
    people, day = record.starters, record.ended_at - record.ended_at % 86_400
    return sum(
        each.game == record.game
        and each.ending == "played"
        and day <= each.ended_at
        and each.starters == people
        for each in earlier_records
    )
