"""A process is killed while games end, at any moment from the last move to the record."""

from pathlib import Path

from tests.survival.endings import kill_at_endings

KILLS, THOROUGH_KILLS = 6, 30
"""On each database; the second with `--thorough`."""


def test_no_record_is_lost_and_none_is_there_twice(
    tmp_path: Path, database: str, thorough: bool
) -> None:
    kills = THOROUGH_KILLS if thorough else KILLS
    kill_at_endings(database, f"sqlite:///{tmp_path / 'scratch' / 'cats.db'}", kills)
