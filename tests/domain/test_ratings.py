"""Ratings rank ties rightly, find out how well people play, and are not too sure of it."""

from collections.abc import Mapping
from itertools import pairwise
from math import exp, log
from random import Random
from statistics import mean

import pytest
from msgspec.structs import replace

from benchmarks import ratings as benchmark
from bot.domain.playing import weight
from bot.domain.ratings import BETA, COMPUTER, STEP, Rating, above, after, levels, shown
from bot.domain.results import MU
from bot.domain.table import Player, Table
from bot.games.registry import GAMES
from tests.toys import SHELF
from tests.toys.secret_numbers.rules import SecretNumbers

SEEDS = range(6)
PEOPLE, SPREAD = 60, 0.8
GAMES_EACH = 50
TABLES = (2, 3, 4)
MEASURED = [(name, seats) for name, box in GAMES.items() for seats in box.game.beats]


def test_a_new_person_is_shown_with_a_round_number() -> None:
    assert shown(Rating().mu) == 1500
    assert shown(30.0) == 1620


def test_whoever_is_placed_better_gains_more_and_ties_gain_alike() -> None:
    first, second, third = after([Rating()] * 3, [1, 1, 3])
    assert first == second
    assert third.mu < 25 < first.mu
    assert first.sigma < Rating().sigma


def test_one_player_alone_is_not_rated() -> None:
    assert after([Rating(30.0, 5.0)], [1]) == [Rating(30.0, 5.0)]


def test_no_tie_puts_anybody_behind_whoever_was_placed_worse() -> None:
    luck = Random("ties")
    tied = 0
    for _ in range(10_000):
        ranks = sorted(luck.choices(range(1, 5), k=luck.randint(3, 6)))
        tied += len(set(ranks)) < len(ranks)
        gained = after([Rating()] * len(ranks), ranks)
        for better, worse, high, low in zip(ranks, ranks[1:], gained, gained[1:], strict=False):
            assert high.mu > low.mu - 1e-9 if better < worse else high.mu == pytest.approx(low.mu)
    assert tied > 5_000


def chance(apart: float, seats: int) -> float:
    """Return how likely one wins who is so far above all others, by Plackett and Luce's model."""
    odds = exp(apart / (2 * COMPUTER**2 + 2 * BETA**2) ** 0.5)
    return odds / (odds + seats - 1)


@pytest.mark.parametrize(("game", "seats"), MEASURED)
def test_each_level_of_computers_is_as_far_above_the_next_as_it_wins(game: str, seats: int) -> None:
    rules = GAMES[game].game
    found = [*levels(rules, seats).values()]
    assert found[0] == MU
    chances = [chance(stronger - weaker, seats) for weaker, stronger in pairwise(found)]
    assert chances == pytest.approx(rules.beats[seats])


def test_between_two_it_is_what_the_ratings_foretell() -> None:
    weak, strong = levels(SecretNumbers(), 2)["careless"], levels(SecretNumbers(), 2)["sound"]
    won = after([Rating(strong, COMPUTER), Rating(weak, COMPUTER)], [1, 2])
    lost = after([Rating(strong, COMPUTER), Rating(weak, COMPUTER)], [2, 1])
    gained, given = won[0].mu - strong, strong - lost[0].mu
    stays = given / (given + gained)
    assert stays == pytest.approx(STEP, rel=1e-4), "who wins so often gains nothing on average"


class Measured(SecretNumbers):
    """Its levels were measured with three and five players."""

    seats = range(2, 7)
    beats: Mapping[int, tuple[float, ...]] = {3: (0.5, 0.4), 5: (0.4, 0.2)}


@pytest.mark.parametrize(("seats", "counts"), [(2, 3), (3, 3), (4, 3), (5, 5), (6, 5)])
def test_of_numbers_that_were_not_measured_the_next_smaller_counts_else_the_next_larger(
    seats: int, counts: int
) -> None:
    first, second, third = levels(Measured(), seats).values()
    shares = chance(second - first, counts), chance(third - second, counts)
    assert shares == pytest.approx(Measured.beats[counts])


@pytest.mark.parametrize("seats", [3, 5])
def test_beside_people_a_computer_is_rated_as_its_level_is_with_so_many(seats: int) -> None:
    box = replace(SHELF["secret_numbers"], game=Measured())
    players = (*[Player("Ada", 7)] * (seats - 1), Player("Minka", None, "sly"))
    table = Table("secret_numbers", 5, 7, "en", "none", 0.0, 0.0, players=players)
    *people, computer = weight(table, box).computers
    assert (computer, any(people)) == (levels(box.game, seats)["sly"], False)


def test_where_nothing_was_measured_the_levels_are_as_in_games_of_two_with_any_seats() -> None:
    first, second, third = levels(SecretNumbers(), 4).values()
    assert chance(second - first, 2) == chance(third - second, 2) == pytest.approx(STEP)
    assert levels(SecretNumbers(), 2) == levels(SecretNumbers(), 4)


def test_a_level_that_wins_less_than_a_fair_share_is_rated_below_the_one_before_it() -> None:
    assert above(0.2, 5) == pytest.approx(0.0)
    assert above(0.19, 5) < 0 < above(0.21, 5)


def placed(strengths: list[float], luck: Random) -> list[int]:
    """Return places by the model of Plackett and Luce; the last two may tie."""
    left, order = [*range(len(strengths))], list[int]()
    while left:
        weights = [exp(strengths[player]) for player in left]
        (next_one,) = luck.choices(left, weights)
        left.remove(next_one)
        order.append(next_one)
    ranks = [0] * len(strengths)
    for rank, player in enumerate(order, 1):
        ranks[player] = rank
    if len(ranks) > 2 and luck.random() < 0.3:
        ranks[order[-1]] = len(ranks) - 1
    return ranks


def season(seed: int) -> tuple[float, float, float]:
    """Return how a season went: the rank correlation, the log loss, and that of who knows all."""
    luck = Random(f"season {seed}")
    strengths = [luck.gauss(0.0, SPREAD) for _ in range(PEOPLE)]
    ratings, played = [Rating()] * PEOPLE, [0] * PEOPLE
    losses, oracle = list[float](), list[float]()
    while min(played) < GAMES_EACH:
        fewest = sorted(range(PEOPLE), key=lambda person: (played[person], luck.random()))
        table = fewest[: luck.choice(TABLES)]
        ranks = placed([strengths[person] for person in table], luck)
        winner = ranks.index(1)
        if min(played) >= 0.6 * GAMES_EACH:
            spread = (2 * 12.5**2) ** 0.5
            losses.append(loss([ratings[person].mu / spread for person in table], winner))
            oracle.append(loss([strengths[person] for person in table], winner))
        for person, rating in zip(
            table, after([ratings[person] for person in table], ranks), strict=True
        ):
            ratings[person] = rating
            played[person] += 1
    return correlation([each.mu for each in ratings], strengths), mean(losses), mean(oracle)


def loss(strengths: list[float], winner: int) -> float:
    """Return what it costs to have foretold a winner's chance."""
    return log(sum(exp(each) for each in strengths)) - strengths[winner]


def correlation(one: list[float], other: list[float]) -> float:
    """Return Spearman's rank correlation of values without ties."""
    places = [
        {value: place for place, value in enumerate(sorted(values))} for values in (one, other)
    ]
    apart = sum(
        (places[0][mine] - places[1][its]) ** 2 for mine, its in zip(one, other, strict=True)
    )
    return 1 - 6 * apart / (len(one) * (len(one) ** 2 - 1))


def test_after_fifty_games_the_ratings_tell_who_plays_well_and_are_not_too_sure() -> None:
    seasons = [season(seed) for seed in SEEDS]
    assert mean(found for found, _, _ in seasons) >= 0.90
    assert mean(own - known for _, own, known in seasons) <= 0.04


@pytest.mark.parametrize("computers", [0, 1, 4])
def test_with_computers_at_the_table_the_order_is_found_and_the_mean_stays(computers: int) -> None:
    found = [benchmark.compare_order(seed, computers) for seed in range(5)]
    assert mean(order for order, _ in found) > 0.8
    assert mean(level for _, level in found) == pytest.approx(1500, abs=5)


def test_neither_computers_nor_new_accounts_nor_a_friend_make_somebody_a_master() -> None:
    friend, new = benchmark.FIRST_USER, [benchmark.new_account(number) for number in range(10)]
    assert benchmark.win_beside_computers(10) == benchmark.beat_accounts([friend], days=7) < 1800
    assert benchmark.beat_accounts(new, days=6) == 1500
