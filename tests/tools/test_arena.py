"""The arena measures what it says it does, in each game."""

import re
import subprocess
import sys
from itertools import product

import pytest

from bot.games.registry import GAMES
from tools.arena.__main__ import COLUMN_HEADINGS, TEAMS_HEADING, WAYS_HEADING, format_cells
from tools.arena.arena import Record, compute_win_share, find_arena, play_games


def record(deal: int, share: float) -> Record:
    return Record(deal, share, {"points": (16.0, 8.0), "turns": (30.0, 30.0)}, (0.001, 0.02, 0.0))


def test_an_interval_takes_each_deal_as_one_observation() -> None:
    even = [(1, 0.0), (1, 1.0), (2, 1.0), (2, 0.0)]
    assert compute_win_share(even) == pytest.approx((0.5, 0.095, 0.905), abs=0.001)
    share, low, high = compute_win_share([(deal, deal % 2) for deal in range(100)])
    assert (share, round(low, 3), round(high, 3)) == (0.5, 0.403, 0.597)


def test_an_interval_stays_between_nothing_and_all() -> None:
    for won in range(11):
        share, low, high = compute_win_share([(deal, deal < won) for deal in range(10)])
        assert share == won / 10
        assert 0 <= low <= share <= high <= 1
        assert low < high


def test_where_all_deals_went_alike_the_interval_is_wilsons() -> None:
    found = compute_win_share([(deal, 1) for deal in range(100)])
    assert found == pytest.approx((1, 0.963, 1), abs=0.0005)


def test_what_was_measured_is_summed_up_in_cells() -> None:
    assert format_cells([record(1, 1), record(1, 0), record(2, 1), record(2, 1)]) == (
        "4",
        "0.750 (0.256 to 0.963)",
        "points 16.0 (8.0), turns 30.0 (30.0)",
        "1.00, 20.0 ms",
    )


@pytest.mark.parametrize("game", GAMES)
def test_among_equals_every_deal_gives_everybody_the_same(game: str) -> None:
    arena = find_arena(game)
    weakest = arena.make_player(arena.package.computers.levels[0])
    for seats, deal in product((arena.game.seats[0], arena.game.seats[-1]), range(2)):
        records = arena.play_from_every_seat(deal, seats, weakest, weakest, {})
        assert len(records) == seats
        assert len({record.measures.get("turns") for record in records}) == 1
        assert sum(record.share for record in records) == pytest.approx(1)
        own = sum(record.measures["points"][0] for record in records)
        assert own == pytest.approx(sum(record.measures["points"][1] for record in records))
        assert all(record.cpu_seconds for record in records)


@pytest.mark.parametrize("game", GAMES)
def test_games_are_played_on_all_cores_and_a_seed_names_them(game: str) -> None:
    arena = find_arena(game)
    kind, seats = arena.package.computers.levels[0], arena.game.seats[0]
    records = play_games(game, seats, 4 * seats, kind, kind, seed=7)
    deals = [7_000_000 + deal for deal in range(4)]
    assert [each.deal for each in records] == [deal for deal in deals for _ in range(seats)]
    player = arena.make_player(kind)
    again = arena.play_from_every_seat(deals[-1], seats, player, player, {})
    assert [each.share for each in records[-seats:]] == [each.share for each in again]
    other = play_games(game, seats, 4 * seats, kind, kind, seed=8)
    assert [each.measures for each in other] != [each.measures for each in records]


def test_in_a_game_of_teams_each_team_is_measured() -> None:
    words = ("tests.toys.race.teams.PACKAGE", "slow", "slow", "--players", "3", "4")
    done = command(*words, "--games", "12")
    assert done.returncode == 0, done.stderr
    head, _, *rows = (line.strip("| ").split(" | ") for line in done.stdout.splitlines())
    assert tuple(head) == (*COLUMN_HEADINGS, TEAMS_HEADING)
    for row in rows:
        told = re.fullmatch(r"cats (\S+) \(\S+ to \S+\), dogs (\S+) \(\S+ to \S+\)", row[-1])
        assert told
        assert float(told[1]) + float(told[2]) == pytest.approx(1, abs=0.001)


def command(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tools.arena", *words],
        capture_output=True, check=False, text=True,
    )  # fmt: skip


def test_the_command_prints_a_row_for_each_number_of_players_and_each_kind_of_others() -> None:
    words = ("catham_city", "kitten", "random", "tomcat", "--players", "2", "3", "--games", "4")
    done = command(*words, "--option", "actions", "two")
    assert done.returncode == 0, done.stderr
    head, _, *rows = (line.strip("| ").split(" | ") for line in done.stdout.splitlines())
    assert tuple(head) == COLUMN_HEADINGS
    assert [row[:4] for row in rows] == [
        ["kitten", "random", "2", "0.50"],
        ["kitten", "tomcat", "2", "0.50"],
        ["kitten", "random", "3", "0.33"],
        ["kitten", "tomcat", "3", "0.33"],
    ]
    assert all(re.fullmatch(r"[01]\.\d{3} \(-?\d\.\d{3} to \d\.\d{3}\)", row[5]) for row in rows)


def test_the_command_tells_of_each_way_to_play_that_is_measured_together() -> None:
    done = command("quickpick", "usual", "guest", "--players", "3", "--games", "6")
    assert done.returncode == 0, done.stderr
    head, _, row = (line.strip("| ").split(" | ") for line in done.stdout.splitlines())
    assert tuple(head) == (*COLUMN_HEADINGS, WAYS_HEADING)
    assert row[:5] == ["usual", "guest", "3", "0.33", "18"]
    told = r"-?\d\.\d\d \(-?\d\.\d\d to \d\.\d\d\)"
    assert re.fullmatch(rf"usual-2 {told}, usual-3 {told}, usual-4 {told}", row[-1])
    alone = command("quickpick", "usual-4", "guest", "--players", "3", "--games", "6")
    (*_, last) = (line.strip("| ").split(" | ") for line in alone.stdout.splitlines())
    assert 3 * float(last[5].split()[0]) == pytest.approx(float(row[-1].split()[-4]), abs=0.01)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("catham_city", "lion", "random"), "'lion' is none of random, greedy, child, kitten"),
        (("quickpick", "usual-4", "usual"), "'usual' is none of quick-2"),
        (("catham_city", "kitten", "random", "--players", "9"), "catham_city has no game of 9"),
        (("catham_city", "kitten", "random", "--option", "goal", "-3"), "has no option goal -3"),
    ],
)
def test_the_command_says_what_it_does_not_know(words: tuple[str, ...], said: str) -> None:
    done = command(*words)
    assert done.returncode == 2
    assert said in done.stderr
