"""Ratings rank ties rightly, find out how well people play, and are not too sure of it."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import exp, log
from random import Random
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from benchmarks import ratings as benchmark
from bot.common.snowflakes import time_snowflake
from bot.domain.game_records import Participant, Record
from bot.domain.outcomes import rating_weight
from bot.domain.ratings import (
    COMPUTER_SIGMA,
    DEFAULT_LEVEL_WIN_RATE,
    MAX_RATED_GAMES_PER_DAY,
    SHOWN_POINTS_PER_UNIT,
    SKILL_SPREAD_PER_GAME,
    Rating,
    advantage_of_win_rate,
    format_rating,
    make_rating_update,
    rate_levels,
    rate_sides,
)
from bot.domain.results import ALL_SERVERS, MU, SIGMA, Key, Month, Past, RatingUpdate, Standing
from bot.domain.table import Leaver, Lobby, Player
from bot.games.registry import GAMES
from bot.storage.rebuild_ratings import RatingRebuild
from tests.toys import REGISTRY
from tests.toys.secret_numbers.computer import SecretNumbersComputers

SEEDS = range(6)
PEOPLE, SPREAD = 60, 0.8
GAMES_EACH = 50
TABLES = (2, 3, 4)
MEASURED = [
    (name, seats) for name, package in GAMES.items() for seats in package.computers.win_rates
]


def rate_game(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    return [rating for (rating,) in rate_sides([[rating] for rating in ratings], ranks)]


def test_a_new_person_is_shown_with_a_round_number() -> None:
    assert format_rating(Rating().mu) == 1500
    assert format_rating(30.0) == 1620


def test_whoever_is_placed_better_gains_more_and_ties_gain_alike() -> None:
    first, second, third = rate_game([Rating()] * 3, [1, 1, 3])
    assert first == second
    assert third.mu < 25 < first.mu
    assert first.sigma < Rating().sigma


def test_one_player_alone_is_not_rated() -> None:
    assert rate_game([Rating(30.0, 5.0)], [1]) == [Rating(30.0, 5.0)]


def test_no_tie_puts_anybody_behind_whoever_was_placed_worse() -> None:
    luck = Random("ties")
    tied = 0
    for _ in range(2_000):
        ranks = sorted(luck.choices(range(1, 5), k=luck.randint(3, 6)))
        tied += len(set(ranks)) < len(ranks)
        gained = rate_game([Rating()] * len(ranks), ranks)
        for better, worse, high, low in zip(ranks, ranks[1:], gained, gained[1:], strict=False):
            assert high.mu > low.mu - 1e-9 if better < worse else high.mu == pytest.approx(low.mu)
    assert tied > 1_000


def chance(apart: float, seats: int) -> float:
    """Return how likely one wins who is so far above all others, by Plackett and Luce's model."""
    odds = exp(apart / (2 * COMPUTER_SIGMA**2 + 2 * SKILL_SPREAD_PER_GAME**2) ** 0.5)
    return odds / (odds + seats - 1)


@pytest.mark.parametrize(("game", "seats"), MEASURED)
def test_each_level_of_computers_is_as_far_above_the_next_as_it_wins(game: str, seats: int) -> None:
    computers = GAMES[game].computers
    found = [*rate_levels(computers, seats).values()]
    assert found[0] == MU
    chances = [chance(stronger - weaker, seats) for weaker, stronger in pairwise(found)]
    assert chances == pytest.approx(computers.win_rates[seats])


def test_between_two_it_is_what_the_ratings_foretell() -> None:
    weak, strong = (
        rate_levels(SecretNumbersComputers(), 2)["careless"],
        rate_levels(SecretNumbersComputers(), 2)["sound"],
    )
    won = rate_game([Rating(strong, COMPUTER_SIGMA), Rating(weak, COMPUTER_SIGMA)], [1, 2])
    lost = rate_game([Rating(strong, COMPUTER_SIGMA), Rating(weak, COMPUTER_SIGMA)], [2, 1])
    gained, given = won[0].mu - strong, strong - lost[0].mu
    stays = given / (given + gained)
    assert stays == pytest.approx(DEFAULT_LEVEL_WIN_RATE, rel=1e-4), (
        "who wins so often gains nothing on average"
    )


class Measured(SecretNumbersComputers):
    """Its levels were measured with three and five players."""

    win_rates: Mapping[int, tuple[float, ...]] = {3: (0.5, 0.4), 5: (0.4, 0.2)}


class MeasuredInTeams(SecretNumbersComputers):
    """Two sides of three: whoever plays the middle level there wins more than a sixth."""

    win_rates: Mapping[int, tuple[float, ...]] = {6: (0.2, 1 / 6)}


def test_in_teams_a_level_is_as_far_above_the_next_as_its_side_wins() -> None:
    weak, strong, equal = rate_levels(MeasuredInTeams(), 6, teams=2).values()
    assert strong == equal, "a sixth of the wins of six is a fair share"
    side, other = (
        [Rating(strong, COMPUTER_SIGMA), *[Rating(weak, COMPUTER_SIGMA)] * 2],
        [Rating(weak, COMPUTER_SIGMA)] * 3,
    )
    gained = rate_sides([side, other], [1, 2])[0][0].mu - strong
    given = strong - rate_sides([side, other], [2, 1])[0][0].mu
    assert given / (given + gained) == pytest.approx(0.6, rel=1e-4), (
        "a side that wins 0.6 of its games, 0.2 for each member, gains nothing on average"
    )


@pytest.mark.parametrize(("seats", "counts"), [(2, 3), (3, 3), (4, 3), (5, 5), (6, 5)])
def test_win_rates_of_the_next_smaller_measured_seat_count_apply(seats: int, counts: int) -> None:
    first, second, third = rate_levels(Measured(), seats).values()
    shares = chance(second - first, counts), chance(third - second, counts)
    assert shares == pytest.approx(Measured.win_rates[counts])


@pytest.mark.parametrize("seats", [3, 5])
def test_beside_people_a_computer_is_rated_as_its_level_is_with_so_many(seats: int) -> None:
    package = replace(REGISTRY["secret_numbers"], computers=Measured())
    players = (*[Player("Ada", 7)] * (seats - 1), Player("Minka", None, "sly"))
    table = Lobby("secret_numbers", 5, 7, "en", "none", 0.0, 0.0, players=players)
    *people, computer = rating_weight(table, package).computer_ratings
    assert (computer, any(people)) == (rate_levels(package.computers, seats)["sly"], False)


def test_where_nothing_was_measured_the_levels_are_as_in_games_of_two_with_any_seats() -> None:
    first, second, third = rate_levels(SecretNumbersComputers(), 4).values()
    assert (
        chance(second - first, 2)
        == chance(third - second, 2)
        == pytest.approx(DEFAULT_LEVEL_WIN_RATE)
    )
    assert rate_levels(SecretNumbersComputers(), 2) == rate_levels(SecretNumbersComputers(), 4)


def test_a_level_that_wins_less_than_a_fair_share_is_rated_below_the_one_before_it() -> None:
    assert advantage_of_win_rate(0.2, 5) == pytest.approx(0.0)
    assert advantage_of_win_rate(0.19, 5) < 0 < advantage_of_win_rate(0.21, 5)


def draw_places(strengths: list[float], luck: Random) -> list[int]:
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
        ranks = draw_places([strengths[person] for person in table], luck)
        winner = ranks.index(1)
        if min(played) >= 0.6 * GAMES_EACH:
            spread = (2 * 12.5**2) ** 0.5
            losses.append(loss([ratings[person].mu / spread for person in table], winner))
            oracle.append(loss([strengths[person] for person in table], winner))
        for person, rating in zip(
            table, rate_game([ratings[person] for person in table], ranks), strict=True
        ):
            ratings[person] = rating
            played[person] += 1
    return correlation([each.mu for each in ratings], strengths), mean(losses), mean(oracle)


def loss(strengths: list[float], winner: int) -> float:
    """Return what it costs to have foretold a winner's chance."""
    return log(sum(exp(each) for each in strengths)) - strengths[winner]


def correlation(one: list[float], other: list[float]) -> float:
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
    found = [benchmark.compare_order(seed, computers) for seed in range(3)]
    assert mean(order for order, _ in found) > 0.8
    assert mean(level for _, level in found) == pytest.approx(1500, abs=5)


def test_neither_computers_nor_new_accounts_nor_a_friend_make_somebody_a_master() -> None:
    friend, new = benchmark.FIRST_USER, [benchmark.new_account(number) for number in range(10)]
    assert benchmark.win_beside_computers(10) == benchmark.beat_accounts([friend], days=7) < 1800
    assert benchmark.beat_accounts(new, days=6) == 1500


DAY = 86_400.0
NOVEMBER = 1_793_491_200.0  # 2026-11-01
ADA, BEN, CLEO = 7, 8, 9


def seat(user: int | None, rank: int, mu: float = 0.0, level: str = "") -> Participant:
    return Participant(f"name {user}", user, level, False, rank, 10 - rank, None, mu)


def game(*seats: Participant, id_: int = 1, at: float = NOVEMBER + 5, **more: object) -> Record:
    record = Record(
        id=id_,
        guild=1,
        game="secret_numbers",
        rules=1,
        language="en",
        text_only=False,
        began_at=at - 600,
        ended_at=at,
        ending="played",
        ended_by=None,
        seats=seats,
        leavers=(),
        moves=20,
        rated=True,
    )
    return replace(record, **more)


def index_standings(brought: RatingUpdate) -> dict[Key, Standing]:
    return {(each.guild, each.game, each.user): each for each in brought.standings}


def find_standing(brought: RatingUpdate, user: int, guild: int = 1) -> Standing:
    return index_standings(brought)[guild, "secret_numbers", user]


def test_a_game_of_two_moves_both_here_and_everywhere() -> None:
    brought = make_rating_update(game(seat(ADA, 1), seat(BEN, 2)), Past())
    for guild in (1, ALL_SERVERS):
        assert find_standing(brought, ADA, guild).mu > 25 > find_standing(brought, BEN, guild).mu
        assert (
            find_standing(brought, ADA, guild).games,
            find_standing(brought, ADA, guild).wins,
        ) == (1, 1)
        assert (
            find_standing(brought, BEN, guild).games,
            find_standing(brought, BEN, guild).wins,
        ) == (1, 0)
    assert [(each.user, each.rank, each.rated) for each in brought.results] == [
        (ADA, 1, True),
        (BEN, 2, True),
    ]
    assert brought.months == (
        Month(1, "secret_numbers", ADA, 202611, 1, 1),
        Month(1, "secret_numbers", BEN, 202611, 1, 0),
    )


def test_who_took_a_computers_seat_moves_nobody_and_is_not_moved() -> None:
    dan = replace(seat(10, 1), joined_step=4)
    gone = Leaver(11, "Eve", 2, joined_step=4)
    heir = seat(None, 4, level="sly")
    joined = game(seat(ADA, 2), seat(BEN, 3), heir, dan, leavers=(replace(gone, seat=2),))
    brought = make_rating_update(joined, Past())
    alone = make_rating_update(game(seat(ADA, 2), seat(BEN, 3)), Past())
    assert brought == alone


def test_who_joins_in_the_middle_makes_no_other_group_of_the_same_people() -> None:
    dan = replace(seat(10, 1), joined_step=4)
    earlier = tuple(game(seat(ADA, 2), seat(BEN, 3), dan, id_=id_) for id_ in range(1, 4))
    brought = make_rating_update(game(seat(ADA, 1), seat(BEN, 2), id_=4), Past(recent=earlier))
    assert not any(result.rated for result in brought.results)


@pytest.mark.parametrize("place", [1, 2, 3])
def test_what_the_computer_achieved_on_somebodys_seat_raises_no_rating(place: int) -> None:
    ranks = {BEN: place, ADA: 1 + (place == 1), CLEO: 3 - (place == 3)}
    seats = [seat(user, rank) for user, rank in ranks.items()]
    usual = make_rating_update(game(*seats), Past())
    absent = make_rating_update(game(replace(seats[0], by_computer=True), *seats[1:]), Past())
    for guild in (1, ALL_SERVERS):
        before, after = (find_standing(each, BEN, guild) for each in (usual, absent))
        new = Standing(guild, "secret_numbers", BEN)
        for attribute in ("mu", "all_mu"):
            gained, kept = getattr(before, attribute), getattr(after, attribute)
            assert kept == min(gained, getattr(new, attribute))
        for other in (ADA, CLEO):
            assert find_standing(usual, other, guild) == find_standing(absent, other, guild)


def test_beside_computers_alone_only_what_like_us_goes_by_changes() -> None:
    record = game(seat(ADA, 1), seat(None, 2, 40.0, "fox"), rated=False)
    brought = make_rating_update(record, Past())
    everywhere = find_standing(brought, ADA, ALL_SERVERS)
    assert everywhere.mu == find_standing(brought, ADA).mu == 25
    assert everywhere.all_mu > 25
    assert (everywhere.games, everywhere.wins, everywhere.rated) == (1, 1, 0)


def test_for_like_us_a_stronger_computer_brings_more_and_stays_what_it_is() -> None:
    against = {
        mu: make_rating_update(game(seat(ADA, 1), seat(BEN, 3), seat(None, 2, mu, "fox")), Past())
        for mu in (25.0, 60.0)
    }
    weaker, stronger = (find_standing(against[mu], ADA, ALL_SERVERS) for mu in (25.0, 60.0))
    assert stronger.all_mu > weaker.all_mu
    assert stronger.mu == weaker.mu
    assert {each.user for each in against[60.0].standings} == {ADA, BEN}


@st.composite
def standings_before(draw: st.DrawFn, users: Sequence[int]) -> dict[Key, Standing]:
    """Draw how people stand before a game."""
    ratings = st.builds(Rating, st.floats(-50, 100), st.floats(1, 25 / 3))
    found = {}
    for guild in (1, ALL_SERVERS):
        for user in users:
            rating = draw(ratings)
            key = guild, "secret_numbers", user
            found[key] = Standing(*key, mu=rating.mu, sigma=rating.sigma)
    return found


RANK = st.integers(1, 9)
COMPUTERS = st.lists(st.tuples(RANK, st.floats(-50, 150)), max_size=6)


@given(st.data(), st.lists(RANK, min_size=2, max_size=4), COMPUTERS)
def test_computers_at_a_table_do_not_change_what_people_gain_from_each_other(
    data: st.DataObject, ranks: list[int], computers: list[tuple[int, float]]
) -> None:
    people = [seat(ADA + number, rank) for number, rank in enumerate(ranks)]
    before = data.draw(standings_before([ADA + number for number in range(len(ranks))]))
    beside = [seat(None, rank, mu, "fox") for rank, mu in computers]
    seats = data.draw(st.permutations([*people, *beside]))
    alone, together = (
        {
            (each.guild, each.user): (each.mu, each.sigma)
            for each in make_rating_update(game(*some), Past(before)).standings
        }
        for some in (people, seats)
    )
    assert together.keys() == alone.keys()
    for who, rating in together.items():
        assert rating == pytest.approx(alone[who], abs=1e-9)


@given(st.floats(-50, 100), st.floats(-50, 100), st.floats(1, 25 / 3), RANK, RANK, COMPUTERS)
def test_equally_sure_players_exchange_points(
    ada: float,
    ben: float,
    sigma: float,
    first: int,
    second: int,
    computers: list[tuple[int, float]],
) -> None:
    before = {
        (guild, "secret_numbers", user): Standing(guild, "secret_numbers", user, mu=mu, sigma=sigma)
        for guild in (1, ALL_SERVERS)
        for user, mu in ((ADA, ada), (BEN, ben))
    }
    beside = [seat(None, rank, mu, "fox") for rank, mu in computers]
    brought = make_rating_update(game(seat(ADA, first), seat(BEN, second), *beside), Past(before))
    for guild in (1, ALL_SERVERS):
        gained = [
            SHOWN_POINTS_PER_UNIT * (find_standing(brought, user, guild).mu - mu)
            for user, mu in ((ADA, ada), (BEN, ben))
        ]
        assert abs(sum(gained)) < 1
        assert first == second or (gained[0] > gained[1]) == (first < second)


def test_people_who_tie_among_themselves_tie_beside_computers() -> None:
    record = game(
        seat(ADA, 2), seat(None, 1, 60.0, "fox"), seat(BEN, 2), seat(None, 4, 30.0, "fox")
    )
    brought = make_rating_update(record, Past())
    assert find_standing(brought, ADA).mu == find_standing(brought, BEN).mu == pytest.approx(25)


def test_whoever_leaves_is_behind_all_who_stay_in_the_order_of_leaving() -> None:
    left = (Leaver(BEN, "Ben"), Leaver(CLEO, "Cleo", 1))
    record = game(seat(ADA, 2), seat(None, 1, 40.0, "fox"), leavers=left)
    brought = make_rating_update(record, Past())
    assert {each.user: each.rank for each in brought.results} == {ADA: 2, CLEO: 3, BEN: 4}
    assert (
        find_standing(brought, ADA).mu
        > find_standing(brought, CLEO).mu
        > find_standing(brought, BEN).mu
    )


def test_a_computer_that_played_on_for_somebody_who_left_moves_no_rating() -> None:
    left = (Leaver(BEN, "Ben", 1),)
    weak, strong = (
        make_rating_update(game(seat(ADA, 2), seat(None, 1, mu, "fox"), leavers=left), Past())
        for mu in (10.0, 40.0)
    )
    assert weak == strong
    assert find_standing(weak, ADA).mu > 25, "Ben, who left, is behind"


def test_whoever_came_back_has_the_place_that_they_reached() -> None:
    record = game(seat(ADA, 2), seat(BEN, 1), leavers=(Leaver(BEN, "Ben"),))
    assert {each.user: each.rank for each in make_rating_update(record, Past()).results} == {
        ADA: 2,
        BEN: 1,
    }


def test_what_was_not_played_to_its_end_brings_nothing() -> None:
    for ending in ("ended", "left"):
        assert (
            make_rating_update(game(seat(ADA, 1), seat(BEN, 2), ending=ending), Past())
            == RatingUpdate()
        )


def test_three_games_a_day_of_the_same_people_are_rated() -> None:
    pair = seat(ADA, 1), seat(BEN, 2)
    before = tuple(game(*pair, id_=number) for number in range(2, 2 + MAX_RATED_GAMES_PER_DAY))
    record = game(*pair)
    assert make_rating_update(record, Past(recent=before[1:])).results[0].rated
    brought = make_rating_update(record, Past(recent=before))
    assert not brought.results[0].rated
    assert (find_standing(brought, ADA).mu, find_standing(brought, ADA).games) == (25, 1)
    others = (
        [replace(each, seats=(*pair, seat(CLEO, 3))) for each in before],
        [replace(each, game="race") for each in before],
        [replace(each, ended_at=NOVEMBER - 5) for each in before],
        [replace(each, ending="left") for each in before],
    )
    for earlier in others:
        assert make_rating_update(record, Past(recent=tuple(earlier))).results[0].rated


def test_the_same_person_moves_a_rating_ten_times_a_month() -> None:
    def of_three(met: int) -> RatingUpdate:
        games = dict.fromkeys(((ADA, BEN), (BEN, ADA)), met)
        seats = seat(ADA, 1), seat(BEN, 2), seat(CLEO, 3)
        return make_rating_update(game(*seats), Past(games_this_month=games))

    fresh, used_up = of_three(9), of_three(10)
    without_ben = make_rating_update(game(seat(ADA, 1), seat(CLEO, 3)), Past())
    assert (
        find_standing(used_up, ADA).mu
        == find_standing(without_ben, ADA).mu
        < find_standing(fresh, ADA).mu
    )
    assert find_standing(used_up, CLEO).mu == find_standing(fresh, CLEO).mu
    assert all(each.rated for each in used_up.results)


def test_where_nobody_else_counts_a_game_is_played_and_not_rated() -> None:
    games = dict.fromkeys(((ADA, BEN), (BEN, ADA)), 10)
    brought = make_rating_update(game(seat(ADA, 1), seat(BEN, 2)), Past(games_this_month=games))
    assert not any(each.rated for each in brought.results)
    for user in (ADA, BEN):
        standing = find_standing(brought, user)
        assert (standing.mu, standing.sigma, standing.rated) == (MU, SIGMA, 0)
        assert (standing.games, standing.opponents) == (1, 0)


@pytest.mark.parametrize(("days", "moves"), [(6.99, False), (7, True)])
def test_an_account_younger_than_a_week_moves_nobody_elses_rating(days: float, moves: bool) -> None:
    at = NOVEMBER + DAY
    young = time_snowflake(at - days * DAY)
    brought = make_rating_update(game(seat(ADA, 1), seat(young, 2), at=at), Past())
    assert (find_standing(brought, ADA).mu > MU) == moves
    assert (find_standing(brought, ADA).rated, find_standing(brought, ADA).opponents) == (
        moves,
        moves,
    )
    assert find_standing(brought, young).mu < MU, "its own rating moves"


def test_opponents_are_counted_once_up_to_four() -> None:
    people = [ADA + number for number in range(5)]
    books, counted = RatingRebuild(), list[tuple[int, int]]()
    for number, others in enumerate((people[1:2], people[1:2], people[1:4], people[1:5])):
        seats = [seat(user, rank) for rank, user in enumerate((ADA, *others), 1)]
        brought = books.add(
            game(*seats, id_=number, at=NOVEMBER + number * DAY), make_rating_update
        )
        counted.append(
            (
                find_standing(brought, ADA).opponents,
                find_standing(brought, ADA, ALL_SERVERS).opponents,
            )
        )
    assert counted == [(1, 1), (1, 1), (3, 3), (4, 4)]
    elsewhere = replace(game(seat(ADA, 1), seat(BEN, 2), at=NOVEMBER + 9 * DAY), guild=2)
    brought = books.add(elsewhere, make_rating_update)
    assert find_standing(brought, ADA, 2).opponents == 1
    assert find_standing(brought, ADA, ALL_SERVERS).opponents == 4


def test_an_account_is_an_opponent_from_the_first_game_that_it_moves() -> None:
    young = time_snowflake(NOVEMBER)
    seats = seat(ADA, 1), seat(BEN, 2), seat(young, 3)
    books = RatingRebuild()
    counted = [
        find_standing(
            books.add(game(*seats, id_=day, at=NOVEMBER + day * DAY), make_rating_update), ADA
        ).opponents
        for day in (1, 6, 8)
    ]
    assert counted == [1, 1, 2]
    brought = books.add(game(seat(ADA, 1), seat(BEN, 2), at=NOVEMBER + 9 * DAY), make_rating_update)
    assert find_standing(brought, ADA).opponents == 2


def test_games_beside_a_young_account_alone_make_nobody_an_opponent() -> None:
    young = time_snowflake(NOVEMBER)
    books = RatingRebuild()
    books.add(game(seat(ADA, 1), seat(BEN, 2), seat(young, 3)), make_rating_update)
    later = game(seat(ADA, 1), seat(CLEO, 2), id_=2, at=NOVEMBER + 20 * DAY)
    assert find_standing(books.add(later, make_rating_update), ADA).opponents == 2, "Ben and Cleo"


def test_the_newest_name_stands_there() -> None:
    first = make_rating_update(game(seat(ADA, 1), seat(BEN, 2)), Past())
    renamed = replace(seat(ADA, 2), name="Ada L.")
    later = game(renamed, seat(BEN, 1), id_=2, at=NOVEMBER + DAY)
    assert (
        find_standing(make_rating_update(later, Past(index_standings(first))), ADA).name == "Ada L."
    )
    sooner = game(renamed, seat(BEN, 1), id_=2, at=NOVEMBER - DAY)
    brought = make_rating_update(sooner, Past(index_standings(first)))
    assert (find_standing(brought, ADA).name, find_standing(brought, ADA).at) == (
        f"name {ADA}",
        NOVEMBER + 5,
    )
    assert find_standing(brought, ADA).games == 2
    assert brought.months[0].month == 202610


def test_a_game_that_all_its_people_left_brings_nothing() -> None:
    left = game(
        seat(None, 1, level="sly"), leavers=(Leaver(ADA, "Ada", 0), Leaver(BEN, "Ben")), rated=False
    )
    assert make_rating_update(left, Past()) == RatingUpdate()
