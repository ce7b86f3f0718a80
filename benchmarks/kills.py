"""A process is killed again and again while games end: no record is lost, and none there twice.

Run: python -m benchmarks.kills [--kills 1000] [--database postgresql]

After each kill is looked at what is stored, as `tests/survival/endings.py` does.
"""

import os
import time
from argparse import ArgumentParser
from pathlib import Path

from benchmarks.growth import empty
from tests.databases import is_sqlite
from tests.survival.endings import killed


def main() -> None:
    """Print what is there in the end."""
    arguments = ArgumentParser(description=__doc__)
    arguments.add_argument("--kills", type=int, default=1000)
    arguments.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    options = arguments.parse_args()
    start = time.perf_counter()
    with empty(options.database) as url, empty("sqlite") as scratch:
        found = killed(url, scratch, options.kills)
        size = Path(url.removeprefix("sqlite:///")).stat().st_size / 2**20 if is_sqlite(url) else 0
    print(
        f"{options.kills} kills: {len(found.over)} games over, {len(found.records)} records, "
        f"{len(found.due)} still due, none lost, none twice; "
        f"{time.perf_counter() - start:.0f} s, {size:.0f} MB, load {os.getloadavg()[0]:.1f}"
    )


if __name__ == "__main__":
    main()
