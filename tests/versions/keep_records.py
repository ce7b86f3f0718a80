"""`python -m tests.versions.keep_records VERSION`: keep a record of each game as it is written now.

It is done once for each release, before its number is given; `tests/domain/test_kept_records.py`
watches all that are kept by today's screens.
"""

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import json

from bot.domain.table import Player
from bot.engine.package import extract_games
from bot.games.registry import GAMES
from bot.storage.store import Store
from tests.bench.whole import whole_game

HERE = Path(__file__).parent / "records"
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")
PEOPLE = tuple(Player(name, user) for user, name in enumerate(NAMES, 1))
USUAL_PEOPLE = 3


async def keep(version: str) -> None:
    """Write a file for each game."""
    folder = HERE / version
    folder.mkdir(parents=True)
    with TemporaryDirectory() as data:
        store = await Store.open(f"sqlite:///{data}/cats.db", extract_games(GAMES))
        for name in GAMES:
            people = PEOPLE[: max(USUAL_PEOPLE, GAMES[name].game.seats[0])]
            table = await whole_game(store, name, people)
            kept = await store.records.find_record(table.id)
            if kept is not None:
                (folder / f"{name}.json").write_bytes(
                    json.format(json.encode(kept), indent=0) + b"\n"
                )
        await store.close()


if __name__ == "__main__":
    asyncio.run(keep(sys.argv[1]))
