"""What must be so between times that depend on each other."""

import re
from pathlib import Path

from bot.times import (
    CLOSING,
    CLOSING_PAGES,
    FINISHING,
    HANDING_OVER,
    HEARTBEAT,
    LAST,
    LOOK,
    LOOK_TAKES,
    MISSED,
    SERVER,
    SILENT,
    SOON,
    STATEMENT,
    SURE,
    WRITTEN,
)

ROOT = Path(__file__).parent.parent
KILLED = 10.0
"""Seconds after which hosts commonly kill a process that they have told to stop."""


WORDS = {2.0: "two", 5.0: "five"}


def test_a_worker_that_looks_as_it_should_is_always_sure_of_its_shards() -> None:
    """Even if the server takes for each look as long as it may."""
    assert SOON < LOOK < LOOK + LOOK_TAKES < SURE


def test_nobody_takes_a_shard_from_a_worker_that_is_still_sure_of_it() -> None:
    assert SURE < SILENT


def test_a_server_gives_up_a_statement_before_it_counts_as_lost() -> None:
    assert LOOK_TAKES < STATEMENT < SERVER


def test_a_gap_is_longer_than_one_missed_beat_and_shorter_than_from_one_written_to_the_next() -> (
    None
):
    beat = HEARTBEAT / WRITTEN
    assert beat < MISSED * beat < HEARTBEAT


def test_the_guides_tell_these_times() -> None:
    operating, hosting = (
        " ".join((ROOT / "docs" / page).read_text(encoding="utf-8").split())
        for page in ("operating.md", "hosting.md")
    )
    assert f"each {WORDS[HEARTBEAT]} seconds it writes that down" in operating
    gap = MISSED * HEARTBEAT / WRITTEN
    assert f"more than {WORDS[gap]} seconds without a beat" in operating
    assert f"a server that stands still after {SERVER:.0f}." in hosting


def test_a_process_that_is_told_to_stop_ends_before_it_is_killed() -> None:
    assert LAST < FINISHING < CLOSING < CLOSING + CLOSING_PAGES < KILLED


def test_a_worker_has_time_to_hand_its_shards_over_before_it_is_killed() -> None:
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    (grace,) = re.findall(r"stop_grace_period: (\d+)s # beside others", compose)
    assert int(grace) >= HANDING_OVER + KILLED
