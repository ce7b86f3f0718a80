"""What records bring: results, ratings, games and wins."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.common.snowflakes import snowflake
from bot.domain.game_records import Participant, Record
from bot.domain.rating_updates import DAILY, reckoned
from bot.domain.ratings import SCALE, Rating
from bot.domain.results import EVERYWHERE, MU, SIGMA, Key, Month, Past, RatingUpdate, Standing
from bot.domain.table import Leaver
from bot.storage.rebuild_ratings import RatingRebuild

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


def known(brought: RatingUpdate) -> dict[Key, Standing]:
    return {(each.guild, each.game, each.user): each for each in brought.standings}


def of(brought: RatingUpdate, user: int, guild: int = 1) -> Standing:
    return known(brought)[guild, "secret_numbers", user]


def test_a_game_of_two_moves_both_here_and_everywhere() -> None:
    brought = reckoned(game(seat(ADA, 1), seat(BEN, 2)), Past())
    for guild in (1, EVERYWHERE):
        assert of(brought, ADA, guild).mu > 25 > of(brought, BEN, guild).mu
        assert (of(brought, ADA, guild).games, of(brought, ADA, guild).wins) == (1, 1)
        assert (of(brought, BEN, guild).games, of(brought, BEN, guild).wins) == (1, 0)
    assert [(each.user, each.rank, each.rated) for each in brought.results] == [
        (ADA, 1, True),
        (BEN, 2, True),
    ]
    assert brought.months == (
        Month(1, "secret_numbers", ADA, 202611, 1, 1),
        Month(1, "secret_numbers", BEN, 202611, 1, 0),
    )


def test_beside_computers_alone_only_what_like_us_goes_by_changes() -> None:
    record = game(seat(ADA, 1), seat(None, 2, 40.0, "fox"), rated=False)
    brought = reckoned(record, Past())
    everywhere = of(brought, ADA, EVERYWHERE)
    assert everywhere.mu == of(brought, ADA).mu == 25
    assert everywhere.all_mu > 25
    assert (everywhere.games, everywhere.wins, everywhere.rated) == (1, 1, 0)


def test_for_like_us_a_stronger_computer_brings_more_and_stays_what_it_is() -> None:
    against = {
        mu: reckoned(game(seat(ADA, 1), seat(BEN, 3), seat(None, 2, mu, "fox")), Past())
        for mu in (25.0, 60.0)
    }
    weaker, stronger = (of(against[mu], ADA, EVERYWHERE) for mu in (25.0, 60.0))
    assert stronger.all_mu > weaker.all_mu
    assert stronger.mu == weaker.mu
    assert {each.user for each in against[60.0].standings} == {ADA, BEN}


@st.composite
def standings_before(draw: st.DrawFn, users: Sequence[int]) -> dict[Key, Standing]:
    """Draw how people stand before a game."""
    ratings = st.builds(Rating, st.floats(-50, 100), st.floats(1, 25 / 3))
    found = {}
    for guild in (1, EVERYWHERE):
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
            for each in reckoned(game(*some), Past(before)).standings
        }
        for some in (people, seats)
    )
    assert together.keys() == alone.keys()
    for who, rating in together.items():
        assert rating == pytest.approx(alone[who], abs=1e-9)


@given(st.floats(-50, 100), st.floats(-50, 100), st.floats(1, 25 / 3), RANK, RANK, COMPUTERS)
def test_what_one_of_two_people_who_are_as_sure_gains_the_other_loses(
    ada: float,
    ben: float,
    sigma: float,
    first: int,
    second: int,
    computers: list[tuple[int, float]],
) -> None:
    before = {
        (guild, "secret_numbers", user): Standing(guild, "secret_numbers", user, mu=mu, sigma=sigma)
        for guild in (1, EVERYWHERE)
        for user, mu in ((ADA, ada), (BEN, ben))
    }
    beside = [seat(None, rank, mu, "fox") for rank, mu in computers]
    brought = reckoned(game(seat(ADA, first), seat(BEN, second), *beside), Past(before))
    for guild in (1, EVERYWHERE):
        gained = [
            SCALE * (of(brought, user, guild).mu - mu) for user, mu in ((ADA, ada), (BEN, ben))
        ]
        assert abs(sum(gained)) < 1
        assert first == second or (gained[0] > gained[1]) == (first < second)


def test_people_who_tie_among_themselves_tie_beside_computers() -> None:
    record = game(
        seat(ADA, 2), seat(None, 1, 60.0, "fox"), seat(BEN, 2), seat(None, 4, 30.0, "fox")
    )
    brought = reckoned(record, Past())
    assert of(brought, ADA).mu == of(brought, BEN).mu == pytest.approx(25)


def test_whoever_leaves_is_behind_all_who_stay_in_the_order_of_leaving() -> None:
    left = (Leaver(BEN, "Ben"), Leaver(CLEO, "Cleo", 1))
    record = game(seat(ADA, 2), seat(None, 1, 40.0, "fox"), leavers=left)
    brought = reckoned(record, Past())
    assert {each.user: each.rank for each in brought.results} == {ADA: 2, CLEO: 3, BEN: 4}
    assert of(brought, ADA).mu > of(brought, CLEO).mu > of(brought, BEN).mu


def test_whoever_came_back_has_the_place_that_they_reached() -> None:
    record = game(seat(ADA, 2), seat(BEN, 1), leavers=(Leaver(BEN, "Ben"),))
    assert {each.user: each.rank for each in reckoned(record, Past()).results} == {ADA: 2, BEN: 1}


def test_what_was_not_played_to_its_end_brings_nothing() -> None:
    for ending in ("ended", "left"):
        assert reckoned(game(seat(ADA, 1), seat(BEN, 2), ending=ending), Past()) == RatingUpdate()


def test_three_games_a_day_of_the_same_people_are_rated() -> None:
    pair = seat(ADA, 1), seat(BEN, 2)
    before = tuple(game(*pair, id_=number) for number in range(2, 2 + DAILY))
    record = game(*pair)
    assert reckoned(record, Past(lately=before[1:])).results[0].rated
    brought = reckoned(record, Past(lately=before))
    assert not brought.results[0].rated
    assert (of(brought, ADA).mu, of(brought, ADA).games) == (25, 1)
    others = (
        [replace(each, seats=(*pair, seat(CLEO, 3))) for each in before],
        [replace(each, game="race") for each in before],
        [replace(each, ended_at=NOVEMBER - 5) for each in before],
        [replace(each, ending="left") for each in before],
    )
    for earlier in others:
        assert reckoned(record, Past(lately=tuple(earlier))).results[0].rated


def test_the_same_person_moves_a_rating_ten_times_a_month() -> None:
    def of_three(met: int) -> RatingUpdate:
        games = dict.fromkeys(((ADA, BEN), (BEN, ADA)), met)
        seats = seat(ADA, 1), seat(BEN, 2), seat(CLEO, 3)
        return reckoned(game(*seats), Past(games_this_month=games))

    fresh, used_up = of_three(9), of_three(10)
    without_ben = reckoned(game(seat(ADA, 1), seat(CLEO, 3)), Past())
    assert of(used_up, ADA).mu == of(without_ben, ADA).mu < of(fresh, ADA).mu
    assert of(used_up, CLEO).mu == of(fresh, CLEO).mu
    assert all(each.rated for each in used_up.results)


def test_where_nobody_else_counts_a_game_is_played_and_not_rated() -> None:
    games = dict.fromkeys(((ADA, BEN), (BEN, ADA)), 10)
    brought = reckoned(game(seat(ADA, 1), seat(BEN, 2)), Past(games_this_month=games))
    assert not any(each.rated for each in brought.results)
    for user in (ADA, BEN):
        standing = of(brought, user)
        assert (standing.mu, standing.sigma, standing.rated) == (MU, SIGMA, 0)
        assert (standing.games, standing.opponents) == (1, 0)


@pytest.mark.parametrize(("days", "moves"), [(6.99, False), (7, True)])
def test_an_account_younger_than_a_week_moves_nobody_elses_rating(days: float, moves: bool) -> None:
    at = NOVEMBER + DAY
    young = snowflake(at - days * DAY)
    brought = reckoned(game(seat(ADA, 1), seat(young, 2), at=at), Past())
    assert (of(brought, ADA).mu > MU) == moves
    assert (of(brought, ADA).rated, of(brought, ADA).opponents) == (moves, moves)
    assert of(brought, young).mu < MU, "its own rating moves"


def test_opponents_are_counted_once_up_to_four() -> None:
    people = [ADA + number for number in range(5)]
    books, counted = RatingRebuild(), list[tuple[int, int]]()
    for number, others in enumerate((people[1:2], people[1:2], people[1:4], people[1:5])):
        seats = [seat(user, rank) for rank, user in enumerate((ADA, *others), 1)]
        brought = books.add(game(*seats, id_=number, at=NOVEMBER + number * DAY), reckoned)
        counted.append((of(brought, ADA).opponents, of(brought, ADA, EVERYWHERE).opponents))
    assert counted == [(1, 1), (1, 1), (3, 3), (4, 4)]
    elsewhere = replace(game(seat(ADA, 1), seat(BEN, 2), at=NOVEMBER + 9 * DAY), guild=2)
    brought = books.add(elsewhere, reckoned)
    assert of(brought, ADA, 2).opponents == 1
    assert of(brought, ADA, EVERYWHERE).opponents == 4


def test_an_account_is_an_opponent_from_the_first_game_that_it_moves() -> None:
    young = snowflake(NOVEMBER)
    seats = seat(ADA, 1), seat(BEN, 2), seat(young, 3)
    books = RatingRebuild()
    counted = [
        of(books.add(game(*seats, id_=day, at=NOVEMBER + day * DAY), reckoned), ADA).opponents
        for day in (1, 6, 8)
    ]
    assert counted == [1, 1, 2]
    brought = books.add(game(seat(ADA, 1), seat(BEN, 2), at=NOVEMBER + 9 * DAY), reckoned)
    assert of(brought, ADA).opponents == 2


def test_games_beside_a_young_account_alone_make_nobody_an_opponent() -> None:
    young = snowflake(NOVEMBER)
    books = RatingRebuild()
    books.add(game(seat(ADA, 1), seat(BEN, 2), seat(young, 3)), reckoned)
    later = game(seat(ADA, 1), seat(CLEO, 2), id_=2, at=NOVEMBER + 20 * DAY)
    assert of(books.add(later, reckoned), ADA).opponents == 2, "Ben and Cleo"


def test_the_newest_name_stands_there() -> None:
    first = reckoned(game(seat(ADA, 1), seat(BEN, 2)), Past())
    renamed = replace(seat(ADA, 2), name="Ada L.")
    later = game(renamed, seat(BEN, 1), id_=2, at=NOVEMBER + DAY)
    assert of(reckoned(later, Past(known(first))), ADA).name == "Ada L."
    sooner = game(renamed, seat(BEN, 1), id_=2, at=NOVEMBER - DAY)
    brought = reckoned(sooner, Past(known(first)))
    assert (of(brought, ADA).name, of(brought, ADA).at) == (f"name {ADA}", NOVEMBER + 5)
    assert of(brought, ADA).games == 2
    assert brought.months[0].month == 202610


def test_a_game_that_all_its_people_left_brings_nothing() -> None:
    left = game(
        seat(None, 1, level="sly"), leavers=(Leaver(ADA, "Ada", 0), Leaver(BEN, "Ben")), rated=False
    )
    assert reckoned(left, Past()) == RatingUpdate()
