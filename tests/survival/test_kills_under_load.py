"""Tables play at full speed while the process is killed with SIGKILL again and again."""

from pathlib import Path
from random import Random

import pytest

from tests.patience import WITHOUT_PAUSES, until
from tests.survival.books import books, check
from tests.survival.loopback import loopback
from tests.survival.processes import run_process
from tests.survival.town import Town, check_clicks, list_counted_moves

DATABASES = ("sqlite", pytest.param("postgresql", marks=pytest.mark.thorough))
"""In `test_workers.py` processes on PostgreSQL are killed while all play."""
KILLS, THOROUGH_KILLS = 4, 10
"""At least, on each database; the second with `--thorough`."""
ANSWERS, MAX_ANSWERS = 150, 1200
"""How many presses are answered at most between two kills. After the last of the kills above, twice
as many each time up to the second, until a process lives for long enough that timers fire, which
they do when Discord has told all."""


async def test_no_move_is_lost_or_made_twice_at_any_table_and_all_play_on(
    tmp_path: Path, database: str, thorough: bool
) -> None:
    least = THOROUGH_KILLS if thorough else KILLS
    luck, kills, scored = Random(11), 0, False
    async with loopback() as discord:
        town = Town(discord, thorough)
        while kills < least or not scored:
            async with run_process(discord, tmp_path, WITHOUT_PAUSES, database) as process:
                if kills == 0:
                    await town.all_play()
                most = min(ANSWERS * 2 ** max(0, kills - least + 1), MAX_ANSWERS)
                await town.play(luck.randint(1, most), process)
            kills += 1
            held = books(database)
            check(held)
            check_clicks(held, list_counted_moves(discord))
            scored = bool(held.results)

        async with run_process(discord, tmp_path, WITHOUT_PAUSES, database):
            since, moved = discord.id(), set[int]()
            while moved != town.channels:
                await town.play(ANSWERS)
                fresh = [click for click in list_counted_moves(discord) if click.id > since]
                moved = {int(click.wire["channel_id"]) for click in fresh}
            await until(lambda: all(click.acknowledged.is_set() for click in town.moves()))
            await town.wait_for_boards()
        held = books(database)
        check(held)
        check_clicks(held, list_counted_moves(discord))
        nonces = [nonce for nonce, _ in discord.posted]
        assert len(set(nonces)) == len(nonces), "a board was posted twice for one version"
    assert " ERROR " not in (tmp_path / "log").read_text()
