"""The real bot makes puzzles in its process for slow computers, and is killed meanwhile."""

from functools import partial
from pathlib import Path

from tests.databases import address, run_sql
from tests.patience import WITHOUT_PAUSES, until
from tests.survival.loopback import loopback
from tests.survival.processes import run_process

CONSTANTS = WITHOUT_PAUSES | {"bot.services.puzzle_maker.START_DELAY_SECONDS": 0.001}

SELECT = "SELECT number, game, seed, hash, puzzle FROM puzzles ORDER BY number"


def has_more(database: str, puzzles: int) -> bool:
    return len(run_sql(database, SELECT)) > puzzles


async def test_days_that_were_made_stay_as_they_were_announced(tmp_path: Path) -> None:
    database = address(tmp_path / "data" / "cats.db")
    made = dict[int, list[object]]()
    async with loopback() as discord:
        for _ in range(2):
            async with run_process(discord, tmp_path, CONSTANTS):
                await until(partial(has_more, database, len(made)))
            stored = {number: rest for number, *rest in run_sql(database, SELECT)}
            assert made.items() <= stored.items()
            made = stored
    assert {game for game, *_ in made.values()} == {"cloaked_cats"}
    assert len({hash_ for _, _, hash_, _ in made.values()}) == len(made) > 1
