"""Teams are rated as sides: who wins never loses points."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.domain.game_records import Participant, Record
from bot.domain.ratings import (
    Rating,
    make_rating_update,
    rate_sides,
)
from bot.domain.results import ALL_SERVERS, Past, Standing
from bot.domain.table import Leaver
from tests.domain.test_ratings import game, rate_game

NEW_YEAR = 1_767_225_600.0  # 2026-01-01


def seat(user: int | None, rank: int, team: str = "", **more: object) -> Participant:
    level = "" if user else "fox"
    made = Participant(f"name {user}", user, level, False, rank, 0, None, team=team)
    return replace(made, **more)


def make_record(*seats: Participant, id_: int = 1, at: float = NEW_YEAR, **more: object) -> Record:
    return replace(game(*seats, id_=id_, at=at, game="tug_of_war"), **more)


def find_change(record: Record, user: int, past: Past, guild: int = ALL_SERVERS) -> list[float]:
    """Return by how much a person's ratings rise: from rated games, and from all games."""
    before = past.standings.get((guild, record.game, user)) or Standing(guild, record.game, user)
    update = make_rating_update(record, past)
    (after,) = [each for each in update.standings if (each.user, each.guild) == (user, guild)]
    return [after.mu - before.mu, after.all_mu - before.all_mu]


STRENGTH = st.tuples(st.floats(-50, 100), st.floats(0.5, 25 / 3))
SIDE = st.lists(st.tuples(STRENGTH, st.booleans()), min_size=1, max_size=6)
"""Ratings of a side's members, each with whether a computer plays."""


@settings(max_examples=40)
@given(st.lists(SIDE, min_size=2, max_size=3), st.booleans(), st.booleans())
def test_nobody_loses_points_in_a_winning_team_nor_gains_in_a_losing_one(
    sides: list[list[tuple[tuple[float, float], bool]]], somebody_left: bool, stood_in: bool
) -> None:
    standings, seats, user = {}, [], 0
    for number, side in enumerate(sides):
        rank = 1 + sum(map(len, sides[:number]))
        for (mu, sigma), is_computer in side:
            user += 1
            team, who = f"team {number}", None if is_computer else user
            seats.append(seat(who, rank, team, mu=mu, by_computer=stood_in))
            for guild in (1, ALL_SERVERS):
                key = guild, "tug_of_war", user
                standings[key] = Standing(*key, mu=mu, sigma=sigma, all_mu=mu, all_sigma=sigma)
    leavers = (Leaver(50, "Fay"),) if somebody_left else ()
    record = make_record(*seats, leavers=leavers)
    for each in record.seats:
        if each.user:
            for guild in (1, ALL_SERVERS):
                changes = find_change(record, each.user, Past(standings), guild)
                if each.rank == 1:
                    assert min(changes) >= 0
                if each.team == f"team {len(sides) - 1}":
                    assert max(changes) <= 0


def test_the_best_of_five_winners_gains_where_whoever_played_alone_would_lose() -> None:
    cats = [seat(user, 1, "cats") for user in range(1, 6)]
    dogs = [seat(user, 6, "dogs") for user in range(6, 9)]
    key = ALL_SERVERS, "tug_of_war"
    rated = {1: 41.0} | dict.fromkeys((6, 7, 8), 10.0)
    past = Past({(*key, user): Standing(*key, user, mu=mu) for user, mu in rated.items()})
    record = make_record(*cats, *dogs)
    alone = make_record(*(replace(each, team="") for each in record.seats))
    assert find_change(alone, 1, past)[0] < 0 < find_change(record, 1, past)[0]


def test_of_equally_good_people_five_against_three_are_even() -> None:
    (cat, *_), (dog, *_) = rate_sides([[Rating()] * 5, [Rating()] * 3], [1, 6])
    (other_dog, *_), (other_cat, *_) = rate_sides([[Rating()] * 3, [Rating()] * 5], [1, 4])
    assert cat.mu - 25 == pytest.approx(25 - other_cat.mu)
    assert dog.mu - 25 == pytest.approx(25 - other_dog.mu)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_game_of_equal_teams_tells_less_of_each_member_than_one_of_two_people(size: int) -> None:
    (alone, _) = rate_game([Rating()] * 2, [1, 2])
    ((member, *_), _) = rate_sides([[Rating()] * size, [Rating()] * size], [1, 1 + size])
    assert (alone.mu - 25) / (member.mu - 25) == pytest.approx(size**0.5, rel=1e-3)
    assert alone.sigma < member.sigma < Rating().sigma


def test_whom_nobody_of_another_team_moves_is_not_rated() -> None:
    cats = [seat(1, 1, "cats"), seat(2, 1, "cats")]
    update = make_rating_update(make_record(*cats, seat(None, 3, "dogs", mu=25.0)), Past())
    assert [(each.user, each.rated, each.mu) for each in update.results] == [
        (1, False, 25),
        (2, False, 25),
    ]
    assert min(each.all_mu for each in update.standings if not each.guild) > 25


def test_who_left_is_behind_all_sides_and_no_side_gains_by_that() -> None:
    seats = seat(1, 1, "cats"), seat(2, 2, "dogs")
    left = make_record(*seats, leavers=(Leaver(3, "Cleo"),))
    assert max(find_change(left, 3, Past())) < 0
    for user in (1, 2):
        assert find_change(left, user, Past()) == find_change(make_record(*seats), user, Past())
