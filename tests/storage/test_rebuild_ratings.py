"""Ratings that are made one game at a time are those that are made anew from all records."""

from random import Random

from bot.common.snowflakes import time_snowflake
from bot.domain.game_records import RatingWeight
from bot.domain.ratings import MAX_RATED_GAMES_PER_DAY, make_rating_update
from bot.domain.results import ALL_SERVERS, MU, Standing
from bot.domain.table import Leaver, Player, Table
from bot.storage.rebuild_ratings import SELECT_NEXT_RECORDS, RatingRebuild, rebuild_ratings
from bot.storage.store import Store
from tests.bench.ends import store_finished_table
from tests.databases import run_sql
from tests.tables import in_phase

DAY = 86_400.0
BEGIN = 1_792_800_000.0  # 2026-10-24: a month ends meanwhile
GAMES, HOURS_BETWEEN = 100, 5
YOUNG = [time_snowflake(BEGIN - DAY), time_snowflake(BEGIN + DAY)]
PEOPLE = [1, 2, 3, 4, 5, 6, *YOUNG]
PAIR = 1, 2
"""They play in most games, so that they use up what counts between them."""
MADE = ("results", "standings", "months")


async def play_at_random(store: Store, lobby: Table, luck: Random) -> None:
    """Store games of some of these people on two servers, one after the other."""
    for number in range(GAMES):
        is_race = number % 20 == 0
        others = luck.sample(PEOPLE[2:], 1 if is_race else luck.randint(0, 2))
        people = (1, *others) if is_race else (*PAIR, *others)
        players = [Player(f"Person {user}", user, rank=luck.randint(1, 4)) for user in people]
        computers = [Player("Momo", None, "sly", rank=2)] * luck.randint(0, 2)
        left = players.pop() if len(players) > 2 and luck.random() < 0.2 else None
        leavers = (Leaver(left.user or 0, left.name),) if left else ()
        table = in_phase(
            lobby,
            "over",
            guild=luck.choice((lobby.guild, lobby.guild, 5)),
            game="race" if is_race else "secret_numbers",
            leavers=leavers,
        )
        at = BEGIN + number * HOURS_BETWEEN * 3600.0
        await store_finished_table(store, table, *players, *computers, at=at)


def read_derived_rows(url: str) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows that are made from records."""
    return {name: sorted(run_sql(url, f"SELECT * FROM {name}"), key=repr) for name in MADE}


async def test_one_game_at_a_time_brings_the_same_as_all_records_together(
    store: Store, url: str, lobby: Table
) -> None:
    await play_at_random(store, lobby, Random(0))
    before = read_derived_rows(url)
    async with store._transactions.database.writing() as db:
        await rebuild_ratings(db, make_rating_update)
    assert read_derived_rows(url) == before
    assert {row[0] for row in run_sql(url, "SELECT DISTINCT rated FROM results")} == {0, 1}
    few = "SELECT DISTINCT opponents FROM standings WHERE game = 'race'"
    assert len(run_sql(url, few)) > 1, "some people met few others"


async def test_games_that_end_at_the_same_moment_count_among_those_of_the_day(
    store: Store, url: str, lobby: Table
) -> None:
    players = [Player("Ada", 1, rank=1), Player("Ben", 2, rank=2)]
    for _ in range(MAX_RATED_GAMES_PER_DAY + 1):
        await store_finished_table(store, in_phase(lobby, "over"), *players, at=BEGIN)
    rated = run_sql(url, 'SELECT rated FROM results WHERE "user" = 1 ORDER BY record')
    assert [bool(each) for (each,) in rated] == [*[True] * MAX_RATED_GAMES_PER_DAY, False]


async def test_of_games_that_ended_at_the_same_moment_the_later_one_is_read_next(
    store: Store, lobby: Table
) -> None:
    players = [Player("Ada", 1, rank=1), Player("Ben", 2, rank=2)]
    first, later = [
        await store_finished_table(store, in_phase(lobby, "over"), *players, at=BEGIN)
        for _ in range(2)
    ]
    async with store._transactions.database.reading() as db:
        found = await db.rows(SELECT_NEXT_RECORDS, at=BEGIN, after=first.id)
    assert [record.id for (record,) in found] == [later.id]


def test_numbers_of_games_without_a_record_are_written_where_no_month_is() -> None:
    rebuild = RatingRebuild()
    rebuild.add_earlier(Standing(5, "race", 7, "Ada", games=2, wins=1, at=1.0))
    ((people, months),) = rebuild.split()
    assert [(each.guild, each.games, each.wins) for each in people] == [
        (5, 2, 1),
        (ALL_SERVERS, 2, 1),
    ]
    assert months == []


async def test_games_with_teams_are_rated_the_same_one_at_a_time_and_all_together(
    store: Store, url: str, lobby: Table
) -> None:
    luck = Random("teams")
    for number in range(30):
        users = luck.sample(PEOPLE, luck.randint(3, 6))
        cats = luck.randint(1, len(users) - 1)
        teams = [("cats", "dogs")[place >= cats] for place in range(len(users))]
        won = luck.choice(("cats", "dogs"))
        ahead = teams.count(won)
        players = [
            Player(f"Person {user}", user, rank=1 if team == won else 1 + ahead)
            for user, team in zip(users, teams, strict=True)
        ]
        at = BEGIN + number * HOURS_BETWEEN * 3600.0
        weight = RatingWeight(teams=("cats", "dogs"), teams_by_seat=tuple(teams))
        await store_finished_table(store, lobby, *players, at=at, weight=weight)
    before = read_derived_rows(url)
    async with store._transactions.database.writing() as db:
        await rebuild_ratings(db, make_rating_update)
    assert read_derived_rows(url) == before
    last = dict[int, float]()
    for user, rank, mu in run_sql(url, 'SELECT "user", rank, mu FROM results ORDER BY at'):
        assert (mu >= last.get(user, MU)) if rank == 1 else (mu <= last.get(user, MU))
        last[user] = mu
