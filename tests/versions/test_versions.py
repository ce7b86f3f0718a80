"""A release kills no game: databases of all versions are opened, and their tables played on."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio

from tests.bench.sim import World
from tests.conftest import OpenWorld
from tests.play import evening
from tests.versions.keep import FOLDER, PHASES

Kept = Callable[[str], World]
"""Goes to the channel of the table in that phase."""
VERSIONS = sorted(FOLDER.glob("*.db"))


@pytest_asyncio.fixture(params=VERSIONS, ids=lambda path: path.stem)
async def kept(request: pytest.FixtureRequest, tmp_path: Path, open_world: OpenWorld) -> Kept:
    """A world on a kept database; its channels and people are those of the stored tables."""
    path = tmp_path / "cats.db"
    shutil.copy(request.param, path)
    # Another Discord: it has not seen the commands, and its ids begin anew.
    _change(path, "DELETE FROM settings")
    _change(path, "DELETE FROM interactions")
    # And no time is lost before its channels are there: their boards are shown after that.
    _change(path, "DELETE FROM heartbeat")
    world = await open_world(heartbeat=3600.0)
    channels = {phase: world.new_channel(phase) for phase in PHASES}
    for phase, channel in zip(PHASES, _ids(path, "SELECT channel FROM tables"), strict=True):
        new = (channels[phase].id, world.guild.id)
        _change(path, "UPDATE tables SET channel = ?, guild = ? WHERE channel = ?", *new, channel)
    users = _ids(path, "SELECT user FROM seats WHERE name IN ('Ada', 'Ben')")
    for person, user in zip(world.people[:2], users, strict=True):
        _change(path, "UPDATE seats SET user = ? WHERE user = ?", person.id, user)
        _change(path, "UPDATE tables SET host = ? WHERE host = ?", person.id, user)
    await world.restart(crash=True)

    def in_channel(phase: str) -> World:
        world.channel = channels[phase]
        return world

    return in_channel


def _ids(path: Path, query: str) -> list[int]:
    with closing(sqlite3.connect(path)) as db:
        return sorted({row[0] for row in db.execute(query)})


def _change(path: Path, statement: str, *values: int) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(statement, values)


def test_there_is_a_database_of_the_first_version():
    assert VERSIONS[0].stem == "0.1.0"


@pytest.mark.parametrize("phase", ["away", "cat", "guess"])
async def test_a_kept_game_is_played_to_its_end(kept: Kept, phase: str) -> None:
    world = kept(phase)
    ada, _ = world.people[:2]
    await ada.slash("cats board", channel=world.channel)
    assert "💤" not in evening.first_line(world)
    await evening.finish(world)
    assert "✅" in (await ada.press("c1:d:*:deal", on=world.board())).text


@pytest.mark.parametrize("phase", ["lobby", "rematch"])
async def test_a_kept_lobby_starts(kept: Kept, phase: str) -> None:
    world = kept(phase)
    ada, ben = world.people[:2]
    await ada.slash("cats board", channel=world.channel)
    await ben.press("c1:d:*:join", on=world.board())
    await ada.press("c1:d:*:start", on=world.board())
    await evening.finish(world)


async def test_a_kept_result_counts(kept: Kept) -> None:
    world = kept("over")
    answer = await world.people[0].slash("cats scores", channel=world.channel)
    assert "Ada" in answer.text and "Ben" in answer.text


async def test_where_a_table_was_closed_another_can_be_opened(kept: Kept) -> None:
    world = kept("closed")
    # Ada hosts the five tables that are open.
    await world.people[2].slash("cats play", channel=world.channel)
    assert world.board().matching("c1:d:*:start")
