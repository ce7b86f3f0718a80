"""A release kills no game: databases of earlier versions are opened, and their tables played on."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio

from bot.bench.plugin import OpenWorld
from bot.bench.world import World
from bot.domain.table import lesson_channel
from bot.games.liars_dice.rules import LOOK_PAUSE_SECONDS
from tests.play import city, evening, island
from tests.versions.keep import FOLDER, PHASES

SEATED = "SELECT DISTINCT user FROM seats WHERE name = ?"
Kept = Callable[[str], World]
"""Goes to the channel of the table in that phase."""
VERSIONS = sorted(FOLDER.glob("*.db"))
assert VERSIONS[0].stem == "0.3.0", "the oldest version that can be migrated is kept"


@pytest_asyncio.fixture(params=VERSIONS, ids=lambda path: path.stem)
async def find_kept_world(
    request: pytest.FixtureRequest, tmp_path: Path, open_world: OpenWorld
) -> Kept:
    """A world on a kept database; its channels and people are those of the stored tables."""
    world = await open_world()
    known = "SELECT DISTINCT channel FROM tables WHERE channel > 0 ORDER BY channel"
    kept = _rows(request.param, known)
    channels = {phase: world.new_channel(phase) for phase in PHASES[: len(kept)]}

    async def moved() -> str:
        path = tmp_path / "kept.db"
        shutil.copy(request.param, path)
        # Another Discord: it has not seen the commands, and its ids begin anew.
        _change(path, "DELETE FROM settings")
        _change(path, "DELETE FROM interactions")
        # And no time is lost while nobody looks.
        _change(path, "DELETE FROM heartbeat")
        move = "UPDATE tables SET channel = ? WHERE channel = ?"
        # First to small numbers, because a new id may be the old one of another channel or person.
        for number, (channel,) in enumerate(kept, 1):
            _change(path, move, number, channel)
        for number, new in enumerate(channels.values(), 1):
            _change(path, move, new.id, number)
        _change(path, "UPDATE tables SET guild = ?", world.guild.id)
        for number, person in enumerate(world.people, 1):
            for (user,) in _rows(path, SEATED, person.name):
                _move(path, number, user)
        for number, person in enumerate(world.people, 1):
            _move(path, person.id, number)
        return f"sqlite:///{path}"

    await world.restart(crash=True, meanwhile=moved)

    def in_channel(phase: str) -> World:
        world.channel = channels[phase]
        return world

    return in_channel


def _rows(path: Path, query: str, *values: object) -> list[tuple[int, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return list(db.execute(query, values))


def _move(path: Path, new: int, old: int) -> None:
    """Let another person sit on somebody's seats, and take their lesson."""
    _change(path, "UPDATE seats SET user = ? WHERE user = ?", new, old)
    _change(path, "UPDATE tables SET host = ? WHERE host = ?", new, old)
    channels = (lesson_channel(new), lesson_channel(old))
    _change(path, "UPDATE tables SET channel = ? WHERE channel = ?", *channels)


def _change(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(statement, values)


@pytest.mark.parametrize("phase", ["away", "cat", "guess"])
async def test_a_kept_game_is_played_to_its_end(find_kept_world: Kept, phase: str) -> None:
    world = find_kept_world(phase)
    ada, _ = world.people[:2]
    await ada.slash("cats board", channel=world.channel)
    assert "💤" not in evening.first_line(world)
    await evening.finish(world)
    assert "✅" in (await evening.show_deal(ada)).text


@pytest.mark.parametrize("phase", ["lobby", "rematch"])
async def test_a_kept_lobby_starts(find_kept_world: Kept, phase: str) -> None:
    world = find_kept_world(phase)
    ada, ben = world.people[:2]
    await ada.slash("cats board", channel=world.channel)
    await ben.press("c1:d:*:join", on=world.board())
    await ada.press("c1:d:*:start", on=world.board())
    assert (await evening.load_table(world)).phase == "playing"
    await evening.finish(world)


async def test_a_kept_result_counts_and_what_has_no_board_or_no_table_gets_one(
    find_kept_world: Kept,
) -> None:
    world = find_kept_world("over")
    _, _, cleo, dan = world.people
    answer = await world.people[0].slash("cats scores", channel=world.channel)
    assert "Ada" in answer.text and "Ben" in answer.text

    find_kept_world("closed")
    # Ada hosts the five tables that are open.
    await cleo.slash("cats play", channel=world.channel)
    assert world.board().matching("c1:d:*:start")

    find_kept_world("boardless")
    await world.advance(3)
    await dan.press("c1:d:*:join", on=world.board())
    assert "Dan" in world.board().text


async def test_a_kept_board_that_fell_behind_is_brought_up_to_date_and_its_game_can_be_finished(
    find_kept_world: Kept,
) -> None:
    for phase in ("outdated", "called", "unreachable"):
        world = find_kept_world(phase)
        await world.people[3].slash("cats board", channel=world.channel)
        await world.advance(3)
        await evening.check_memory(world)
        table = await evening.load_table(world)
        assert table.board.message == world.board().id
        assert table.board.shown == table.version, f"the board shows the newest version: {phase}"
    await evening.finish(world)
    ended = await evening.load_table(world)
    assert ended.version > table.version
    assert ended.phase == "over"


async def test_a_kept_city_is_played_on(find_kept_world: Kept) -> None:
    world = find_kept_world("city")
    luck = Random(3)
    await world.people[2].slash("cats board", channel=world.channel)
    before = await evening.load_table(world)
    for _ in range(20):
        table = await evening.load_table(world)
        owing = [table.players[seat].user for seat in await city.list_owing_seats(world)]
        person = next((each for each in world.people if each.id in owing), None)
        if person is None:
            await world.advance(evening.COMPUTER_MOVE_SECONDS)
        else:
            await evening.press_any(person, luck)
    assert (await evening.load_table(world)).step - before.step >= 5


async def test_a_kept_lesson_goes_on_and_a_race_is_run_to_its_end(find_kept_world: Kept) -> None:
    world = find_kept_world("race")
    cleo = world.people[2]
    before = await world.load_table(lesson_channel(cleo.id))
    screen = (await cleo.slash("cats learn", game="quickpick", channel=world.channel)).shown
    after = await world.load_table(lesson_channel(cleo.id))
    assert after.id == before.id
    pressed = next(control for control in screen.controls if not control.disabled)
    assert (await world.click(cleo, screen, pressed, {})).shown.controls
    await cleo.slash("cats board", channel=world.channel)
    await island.race_to_the_end(world, Random(3))


async def test_kept_dice_are_rolled_to_the_end(find_kept_world: Kept) -> None:
    world = find_kept_world("dice")
    luck = Random(3)
    await world.people[3].slash("cats board", channel=world.channel)
    while not evening.is_over(world):
        table = await evening.load_match(world)
        asked = {
            table.players[prompt.seat].user for prompt in table.prompts if prompt.seat is not None
        }
        person = next((each for each in world.people if each.id in asked), None)
        if person is None:
            await world.advance(LOOK_PAUSE_SECONDS + 1)
        else:
            await evening.press_any(person, luck)
