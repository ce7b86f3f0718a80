"""Teams are rated as sides: who wins never loses points, and games without teams are unchanged."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.common.snowflakes import time_snowflake
from bot.domain import ratings
from bot.domain.game_records import Participant, Record
from bot.domain.ratings import (
    COMPUTER_SIGMA,
    MAX_GAMES_PER_OPPONENT_AND_MONTH,
    RATING_MODEL,
    Rating,
    is_trusted,
    make_rating_update,
    rate_sides,
)
from bot.domain.results import ALL_SERVERS, Past, RatingUpdate, Standing
from bot.domain.table import Leaver
from bot.storage.rebuild_ratings import RatingRebuild
from tests.domain.test_ratings import game, rate_game

DAY = 86_400.0
NEW_YEAR = 1_767_225_600.0  # 2026-01-01
GAMES_PER_YEAR = 600
YOUNG = time_snowflake(NEW_YEAR + 200 * DAY)
PEOPLE = (*range(1, 10), YOUNG)
PAIR = 1, 2
"""They play so often together that they use up what counts between them."""


def seat(user: int | None, rank: int, team: str = "", **more: object) -> Participant:
    level = "" if user else "fox"
    made = Participant(f"name {user}", user, level, False, rank, 0, None, team=team)
    return replace(made, **more)


def make_record(*seats: Participant, id_: int = 1, at: float = NEW_YEAR, **more: object) -> Record:
    return replace(game(*seats, id_=id_, at=at, game="tug_of_war"), **more)


def make_year(luck: Random) -> Iterator[Record]:
    """Yield the records of a year: people, computers, ties, stand-ins, leavers, two servers."""
    for number in range(GAMES_PER_YEAR):
        others = luck.sample(PEOPLE[2:], luck.randint(0, 4))
        users = [*PAIR, *others] if luck.random() < 0.7 or not others else others
        levels = [None] * luck.randint(0, 2)
        seats = [
            seat(
                user,
                luck.randint(1, 4),
                mu=0.0 if user else luck.choice((25.0, 31.5, 60.0)),
                by_computer=bool(user) and luck.random() < 0.05,
            )
            for user in (*users, *levels)
        ]
        leaver = seats.pop(0) if len(seats) > 2 and luck.random() < 0.15 else None
        yield make_record(
            *seats,
            id_=number + 1,
            at=NEW_YEAR + number * 365 * DAY / GAMES_PER_YEAR,
            guild=luck.choice((1, 1, 2)),
            ending=luck.choice(("played",) * 9 + ("ended",)),
            rated=len(users) > 1 and luck.random() < 0.9,
            leavers=(Leaver(leaver.user or 0, leaver.name),) if leaver else (),
        )


def rate_alone(
    players: Sequence[ratings._Player], before: Mapping[int, Rating]
) -> dict[int, Rating]:
    """Rate a game as it was done before there were teams."""
    old = [
        Rating(each.mu, COMPUTER_SIGMA) if each.user is None else before[each.user]
        for each in players
    ]
    new = old
    if len(old) > 1:
        sides = [[RATING_MODEL.create_rating([each.mu, each.sigma])] for each in old]
        rated = RATING_MODEL.rate(sides, ranks=[float(each.rank) for each in players])
        new = [Rating(each.mu, each.sigma) for (each,) in rated]
    return {
        each.user: was if each.by_computer and now.mu > was.mu else now
        for each, was, now in zip(players, old, new, strict=True)
        if each.user is not None
    }


def find_all_opponents(
    record: Record, people: Collection[int], past: Past
) -> dict[int, tuple[int, ...]]:
    """Find whose places count as it was done before there were teams."""
    if not record.rated or ratings.count_same_games(record, past.recent) >= 3:
        return dict.fromkeys(people, ())
    trusted = [user for user in people if is_trusted(user, record.ended_at)]
    met = past.games_this_month
    return {
        user: tuple(
            other
            for other in trusted
            if other != user and met.get((user, other), 0) < MAX_GAMES_PER_OPPONENT_AND_MONTH
        )
        for user in people
    }


def rate_year(records: Sequence[Record]) -> list[RatingUpdate]:
    rebuild = RatingRebuild()
    return [rebuild.add(record, make_rating_update) for record in records]


def test_a_year_of_games_without_teams_is_rated_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    records = [*make_year(Random(2))]
    now = rate_year(records)
    monkeypatch.setattr(ratings, "_rate_people", rate_alone)
    monkeypatch.setattr(ratings, "_find_opponents", find_all_opponents)
    assert rate_year(records) == now
    rated = [result.rated for update in now for result in update.results]
    assert len(rated) > GAMES_PER_YEAR
    assert 0 < rated.count(False) < len(rated) / 2


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
