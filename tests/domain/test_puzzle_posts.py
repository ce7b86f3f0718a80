"""A post is due at its hour of each local date, once, also when clocks change."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.puzzle_posts import find_closed_number, find_next_post, plan_posts
from bot.domain.puzzles import find_counting_end, find_opening
from bot.domain.server_settings import ServerSettings
from bot.presenters.time_zones import ZONES

CASES = {
    "Europe/Berlin, hour skipped": (
        ("Europe/Berlin", 2, "2026-03-28"),
        ("2026-03-28 02:00 +0100", "2026-03-29 03:00 +0200", "2026-03-30 02:00 +0200"),
    ),
    "Europe/Berlin, hour twice": (
        ("Europe/Berlin", 2, "2026-10-24"),
        ("2026-10-24 02:00 +0200", "2026-10-25 02:00 +0200", "2026-10-26 02:00 +0100"),
    ),
    "America/New_York, hour skipped": (
        ("America/New_York", 2, "2026-03-07"),
        ("2026-03-07 02:00 -0500", "2026-03-08 03:00 -0400", "2026-03-09 02:00 -0400"),
    ),
    "America/New_York, hour twice": (
        ("America/New_York", 1, "2026-10-31"),
        ("2026-10-31 01:00 -0400", "2026-11-01 01:00 -0400", "2026-11-02 01:00 -0500"),
    ),
    "Australia/Lord_Howe, half an hour skipped": (
        ("Australia/Lord_Howe", 2, "2026-10-03"),
        ("2026-10-03 02:00 +1030", "2026-10-04 02:30 +1100", "2026-10-05 02:00 +1100"),
    ),
    "Australia/Lord_Howe, half an hour twice": (
        ("Australia/Lord_Howe", 2, "2026-04-04"),
        ("2026-04-04 02:00 +1100", "2026-04-05 02:00 +1030", "2026-04-06 02:00 +1030"),
    ),
    "America/Sao_Paulo, midnight skipped": (
        ("America/Sao_Paulo", 0, "2018-11-03"),
        ("2018-11-03 00:00 -0300", "2018-11-04 01:00 -0200", "2018-11-05 00:00 -0200"),
    ),
    "America/St_Johns, clocks change at 00:01": (
        ("America/St_Johns", 1, "2010-03-13"),
        ("2010-03-13 01:00 -0330", "2010-03-14 01:01 -0230", "2010-03-15 01:00 -0230"),
    ),
    "Asia/Kathmandu, a quarter": (
        ("Asia/Kathmandu", 0, "2026-12-31"),
        ("2026-12-31 00:00 +0545", "2027-01-01 00:00 +0545", "2027-01-02 00:00 +0545"),
    ),
    "Pacific/Apia, a date skipped": (
        ("Pacific/Apia", 9, "2011-12-29"),
        ("2011-12-29 09:00 -1000", "2011-12-31 09:00 +1400", "2012-01-01 09:00 +1400"),
    ),
    "Pacific/Apia, at midnight": (
        ("Pacific/Apia", 0, "2011-12-29"),
        ("2011-12-29 00:00 -1000", "2011-12-31 00:00 +1400", "2012-01-01 00:00 +1400"),
    ),
    "Pacific/Kwajalein, a date skipped": (
        ("Pacific/Kwajalein", 23, "1993-08-20"),
        ("1993-08-20 23:00 -1200", "1993-08-22 23:00 +1200", "1993-08-23 23:00 +1200"),
    ),
    "Africa/Casablanca, back in Ramadan": (
        ("Africa/Casablanca", 2, "2026-02-14"),
        ("2026-02-14 02:00 +0100", "2026-02-15 02:00 +0100", "2026-02-16 02:00 +0000"),
    ),
    "UTC": (
        ("UTC", 23, "2028-02-28"),
        ("2028-02-28 23:00 +0000", "2028-02-29 23:00 +0000", "2028-03-01 23:00 +0000"),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_post_comes_once_on_each_local_date(case: str) -> None:
    (zone, hour, first), expected = CASES[case]
    now = datetime.fromisoformat(first).replace(tzinfo=ZoneInfo(zone)).timestamp() - 1
    for each in expected:
        now = find_next_post(now, hour, zone)
        assert now == datetime.strptime(each, "%Y-%m-%d %H:%M %z").timestamp()
        assert find_next_post(now - 1, hour, zone) == now
        assert find_next_post(now, hour, zone) > now


@given(
    st.sampled_from(["Europe/Berlin", "Australia/Lord_Howe", "America/Nuuk", *ZONES]),
    st.integers(0, 23),
    st.integers(1, 5000),
)
def test_there_are_as_many_posts_as_local_dates(zone: str, hour: int, number: int) -> None:
    place, now = ZoneInfo(zone), find_next_post(find_opening(number), hour, zone)
    day = datetime.fromtimestamp(now, place).date()
    for _ in range(200):
        before, now = now, find_next_post(now, hour, zone)
        day += timedelta(days=1)
        assert datetime.fromtimestamp(now, place).date() == day
        assert 22 * 3600 <= now - before <= 26 * 3600


def test_a_date_with_a_post_gets_no_second_one() -> None:
    nine = datetime(2026, 6, 9, 9, tzinfo=ZoneInfo("Europe/Berlin")).timestamp()
    noon, day = nine + 3 * 3600, 86_400
    assert find_next_post(noon, 20, "Europe/Berlin", posted_at=nine) == nine + day + 11 * 3600
    assert find_next_post(noon, 20, "Europe/Berlin", posted_at=nine - day) == nine + 11 * 3600
    clock_was_ahead = find_next_post(noon, 20, "Europe/Berlin", posted_at=nine + 400 * day)
    assert clock_was_ahead == nine + day + 11 * 3600


def test_a_change_plans_the_next_post() -> None:
    now = find_opening(40) + 3600.0
    off = ServerSettings(1, puzzle_zone="UTC", changed_setting="puzzle_hour")
    assert plan_posts(off, now).puzzle_due is None
    chosen = ServerSettings(
        1, puzzle_channel=5, puzzle_zone="UTC", changed_setting="puzzle_channel"
    )
    due = now + 8 * 3600
    planned = plan_posts(chosen, now)
    assert planned.puzzle_due == due
    assert plan_posts(planned, due + 60).puzzle_due == due, "it still waits for its turn"


def test_par_is_known_once_a_puzzle_stopped_counting() -> None:
    end = find_counting_end(40)
    assert find_closed_number(end - 1) == 39
    assert find_closed_number(end) == find_closed_number(end + 86_399) == 40
