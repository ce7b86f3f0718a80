"""What must be so between times that depend on each other."""

import re
from pathlib import Path

from bot.common.timings import (
    BEATS_PER_WRITE,
    CLOSE_TIMEOUT_SECONDS,
    DATABASE_TIMEOUT_SECONDS,
    FINAL_HEARTBEAT_TIMEOUT_SECONDS,
    FINISH_TIMEOUT_SECONDS,
    HANDOVER_TIMEOUT_SECONDS,
    HEARTBEAT_INTERVAL_SECONDS,
    HTTP_SHUTDOWN_TIMEOUT_SECONDS,
    LEASE_CHECK_INTERVAL_SECONDS,
    LEASE_CHECK_TIMEOUT_SECONDS,
    LEASE_TIMEOUT_SECONDS,
    LEASE_VALID_SECONDS,
    MAX_MISSED_HEARTBEATS,
    MOVING_LEASE_CHECK_INTERVAL_SECONDS,
    STATEMENT_TIMEOUT_SECONDS,
)

ROOT = Path(__file__).parent.parent.parent
HOST_KILL_SECONDS = 10.0
"""Seconds after which hosts commonly kill a process that they have told to stop."""


WORDS = {2.0: "two", 5.0: "five"}


def test_a_worker_that_looks_as_it_should_is_always_sure_of_its_shards() -> None:
    """Even if the server takes for each look as long as it may."""
    assert (
        MOVING_LEASE_CHECK_INTERVAL_SECONDS
        < LEASE_CHECK_INTERVAL_SECONDS
        < LEASE_CHECK_INTERVAL_SECONDS + LEASE_CHECK_TIMEOUT_SECONDS
        < LEASE_VALID_SECONDS
    )


def test_nobody_takes_a_shard_from_a_worker_that_is_still_sure_of_it() -> None:
    assert LEASE_VALID_SECONDS < LEASE_TIMEOUT_SECONDS


def test_a_server_gives_up_a_statement_before_it_counts_as_lost() -> None:
    assert LEASE_CHECK_TIMEOUT_SECONDS < STATEMENT_TIMEOUT_SECONDS < DATABASE_TIMEOUT_SECONDS


def test_a_gap_is_longer_than_one_missed_beat_and_shorter_than_from_one_written_to_the_next() -> (
    None
):
    beat = HEARTBEAT_INTERVAL_SECONDS / BEATS_PER_WRITE
    assert beat < MAX_MISSED_HEARTBEATS * beat < HEARTBEAT_INTERVAL_SECONDS


def test_the_guides_tell_heartbeats_outages_and_lost_databases_as_they_are() -> None:
    operating, hosting = (
        " ".join((ROOT / "docs" / page).read_text(encoding="utf-8").split())
        for page in ("operating.md", "hosting.md")
    )
    assert f"Every {WORDS[HEARTBEAT_INTERVAL_SECONDS]} seconds it writes one" in operating
    gap = MAX_MISSED_HEARTBEATS * HEARTBEAT_INTERVAL_SECONDS / BEATS_PER_WRITE
    assert f"A gap of more than {WORDS[gap]} seconds is an outage" in operating
    assert f"not answer counts as lost after {DATABASE_TIMEOUT_SECONDS:.0f} seconds." in hosting


def test_a_process_that_is_told_to_stop_ends_before_it_is_killed() -> None:
    assert (
        FINAL_HEARTBEAT_TIMEOUT_SECONDS
        < FINISH_TIMEOUT_SECONDS
        < CLOSE_TIMEOUT_SECONDS
        < CLOSE_TIMEOUT_SECONDS + HTTP_SHUTDOWN_TIMEOUT_SECONDS
        < HOST_KILL_SECONDS
    )


def test_a_worker_has_time_to_hand_its_shards_over_before_it_is_killed() -> None:
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    (grace,) = re.findall(r"stop_grace_period: (\d+)s # beside others", compose)
    assert int(grace) >= HANDOVER_TIMEOUT_SECONDS + HOST_KILL_SECONDS
