"""Shows whether ratings find the order of people, and how far somebody rises who cheats.

Run: python -m benchmarks.ratings

Ten people of known strength play each other, with and without computers at the table. Then one
person wins against a friend who always loses, or against accounts made for that. Whoever changes
how ratings are reckoned would miss it.
"""

from argparse import ArgumentParser
from collections.abc import Sequence
from math import exp, sqrt
from random import Random
from statistics import correlation, mean

from msgspec import Struct

from bot.common.snowflakes import time_snowflake
from bot.domain.game_records import Participant, Record
from bot.domain.ratings import SKILL_SPREAD_PER_GAME, format_rating, make_rating_update, rate_levels
from bot.domain.results import MU
from bot.games.registry import GAMES
from bot.storage.rebuild_ratings import RatingRebuild

GAME = "quickpick"
"""It seats eight."""
SEASONS = 20
PEOPLE, GAMES_EACH = 10, 50
PEOPLE_AT_A_TABLE = (2, 3, 4)
MEAN_STRENGTH, STRENGTH_SPREAD = MU + 20.0, 14.0
"""Of people, on the scale of `Rating.mu`: most of them play better than most computers."""
DAY = 86_400.0
START = 1_794_873_600.0  # 2026-11-17: a month ends meanwhile
FIRST_USER, CHEAT = 100, 99
"""Ids of accounts that are years old."""
GAMES_A_DAY = 3


class Computer(Struct, frozen=True):
    """A computer at the table."""

    level: str
    mu: float


class Season:
    """Plays games one after the other, and keeps how people stand after them."""

    def __init__(self, seed: str) -> None:
        """Begin with nobody rated."""
        self.rng = Random(seed)
        self.books = RatingRebuild()
        self.mu: dict[int, float] = {}
        self._games = 0

    def play(
        self, at: float, people: Sequence[int], computers: Sequence[Computer], order: Sequence[int]
    ) -> None:
        """Rate a game in which the seats, people first, finished in this order."""
        self._games += 1
        ranks = {seat: rank for rank, seat in enumerate(order, 1)}
        players = [
            *((user, "", 0.0) for user in people),
            *((None, c.level, c.mu) for c in computers),
        ]
        seats = [
            Participant("", user, level, False, ranks[seat], 0, None, mu)
            for seat, (user, level, mu) in enumerate(players)
        ]
        record = Record(
            id=self._games,
            guild=1,
            game=GAME,
            rules=1,
            language="en",
            text_only=False,
            began_at=at - 600,
            ended_at=at,
            ending="played",
            ended_by=None,
            seats=tuple(seats),
            leavers=(),
            moves=50,
            rated=True,
        )
        brought = self.books.add(record, make_rating_update)
        self.mu.update({result.user: result.mu for result in brought.results})


def finishing_order(strengths: Sequence[float], rng: Random) -> list[int]:
    """Return the seats by their place, drawn by the model of Plackett and Luce."""
    left, order = [*range(len(strengths))], list[int]()
    while left:
        weights = [exp(strengths[seat] / (sqrt(2) * SKILL_SPREAD_PER_GAME)) for seat in left]
        (seat,) = rng.choices(left, weights)
        left.remove(seat)
        order.append(seat)
    return order


def random_computers(number: int, seats: int, rng: Random) -> list[Computer]:
    """Return computers of random levels."""
    known = rate_levels(GAMES[GAME].computers, seats)
    return [Computer(level, known[level]) for level in rng.choices([*known], k=number)]


def compare_order(seed: int, computers: int) -> tuple[float, float]:
    """Return the rank correlation of ratings and strengths, and the mean rating as shown."""
    season = Season(f"{seed} {computers}")
    strength = {
        FIRST_USER + n: season.rng.gauss(MEAN_STRENGTH, STRENGTH_SPREAD) for n in range(PEOPLE)
    }
    played = dict.fromkeys(strength, 0)
    at = START
    while min(played.values()) < GAMES_EACH:
        fewest = sorted(played, key=lambda user: (played[user], season.rng.random()))
        people = fewest[: season.rng.choice(PEOPLE_AT_A_TABLE)]
        beside = random_computers(computers, len(people) + computers, season.rng)
        strengths = [*(strength[user] for user in people), *(each.mu for each in beside)]
        season.play(at, people, beside, finishing_order(strengths, season.rng))
        at += DAY / 4
        for user in people:
            played[user] += 1
    by_strength = sorted(strength, key=strength.__getitem__)
    by_rating = sorted(strength, key=season.mu.__getitem__)
    places = [by_rating.index(user) for user in by_strength]
    return correlation(places, range(PEOPLE)), mean(format_rating(mu) for mu in season.mu.values())


def win_beside_computers(games: int) -> int:
    """Return the rating of whoever of two wins so many games beside six of the strongest level."""
    season = Season("daredevils")
    strongest = [*rate_levels(GAMES[GAME].computers, 8).items()][-1]
    for number in range(games):
        at = START + number * DAY
        season.play(at, (CHEAT, FIRST_USER), [Computer(*strongest)] * 6, (0, 2, 3, 4, 5, 6, 7, 1))
    return format_rating(season.mu[CHEAT])


def new_account(number: int) -> int:
    """Return the id of an account that was made when the games begin."""
    return time_snowflake(START) + number


def beat_accounts(losers: Sequence[int], days: int) -> int:
    """Return the rating of whoever beats each of these accounts three times a day."""
    season = Season("feeding")
    for number in range(days * GAMES_A_DAY):
        for offset, loser in enumerate(losers):
            at = START + number * DAY / GAMES_A_DAY + offset
            season.play(at, (CHEAT, loser), (), (0, 1))
    return format_rating(season.mu[CHEAT])


def main() -> None:
    """Print the figures."""
    ArgumentParser(description=__doc__).parse_args()
    print("| ten people, 50 games each | rank correlation | mean rating |\n|---|---|---|")
    for computers in (0, 1, 4):
        found = [compare_order(seed, computers) for seed in range(SEASONS)]
        order, level = (mean(each) for each in zip(*found, strict=True))
        print(f"| with {computers} computers at the table | {order:.2f} | {level:.0f} |")
    print("\n| who wins | rating |\n|---|---|")
    for games in (1, 10):
        print(f"| {games} games of two beside six daredevils | {win_beside_computers(games)} |")
    new = [new_account(number) for number in range(10)]
    old = [*range(FIRST_USER, FIRST_USER + 10)]
    for days in (7, 30):
        print(f"| against a friend, {days} days | {beat_accounts(old[:1], days)} |")
        print(f"| against ten new accounts, {days} days | {beat_accounts(new, days)} |")
        print(f"| against ten older accounts, {days} days | {beat_accounts(old, days)} |")


if __name__ == "__main__":
    main()
