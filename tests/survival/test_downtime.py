"""Time in which the bot was not there is nobody's fault."""

import re
from pathlib import Path

import pytest

from tests.patience import HANGS, until
from tests.survival.facts import change, facts
from tests.survival.loopback import Loopback
from tests.survival.people import Person, start_game
from tests.survival.processes import running, started

HOUR = 3600.0


def deadlines(database: str) -> list[float]:
    """Return the stored times at which clocks run out."""
    return [row[3] for row in facts(database)["due"] if row[1] == "deadline"]


def shown(discord: Loopback) -> int:
    """Return the deadline on the board, 0 while it shows none."""
    found = re.search(r"<t:(\d+):R>", discord.board().text)
    return int(found[1]) if found else 0


@pytest.mark.parametrize("hours", [0, 1])
async def test_a_killed_process_that_comes_back_moves_deadlines_only_after_a_while(
    discord: Loopback, people: tuple[Person, Person], tmp_path: Path, database: str, hours: int
) -> None:
    async with started(discord, tmp_path, database=database):
        await start_game(people)
    (before,) = deadlines(database)
    change(database, "UPDATE heartbeat SET at = at - ?", hours * HOUR)
    change(database, "UPDATE due SET at = at - ?", hours * HOUR)

    async with started(discord, tmp_path, database=database):
        for person in people:
            await person.slash("hand")
        await until(lambda: shown(discord) == int(*deadlines(database)))
    (after,) = deadlines(database)
    assert after == before if hours == 0 else before <= after <= before + HANGS


async def test_a_gateway_that_was_lost_for_long_moves_deadlines(
    discord: Loopback,
    people: tuple[Person, Person],
    monkeypatch: pytest.MonkeyPatch,
    database: str,
) -> None:
    now = [1_800_000_000.0]
    async with running(discord, monkeypatch, database, lambda: now[0]) as client:
        await start_game(people)
        (before,) = deadlines(database)
        await until(lambda: client.manager.heartbeat._reachable)
        discord.resumes.clear()
        await discord.drop_gateway()
        await until(lambda: not client.manager.heartbeat._reachable)
        now[0] += 100
        discord.resumes.set()
        await until(lambda: shown(discord) == int(before) + 100)
    assert deadlines(database) == [before + 100]
