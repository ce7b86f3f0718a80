"""One table that always fails: the others go on, and the log tells which and where, not what."""

from pathlib import Path
from unittest.mock import ANY

import pytest
import pytest_asyncio

from bot.bench.plugin import OpenWorld
from bot.bench.world import World
from bot.demo.shown import Shown
from bot.i18n import text
from tests.play.evening import deal, find_asked_or_none, find_asked_player, rewrite, take_turn
from tests.survival.facts import change, facts

BROKEN = b'{"the secret of Dan":'
BREAK = "UPDATE tables SET state = ? WHERE id = 2"
MINUTES = 2
RETRY = 30
"""Seconds until a table that fails is tried again, at first."""

pytestmark = pytest.mark.logs_errors


@pytest_asyncio.fixture
async def world(open_world: OpenWorld) -> World:
    """A server with Ada's game against a computer cat."""
    world = await open_world()
    await deal(world, world.people[0], computers=1, clock="1")
    return world


@pytest_asyncio.fixture
async def dans_board(world: World) -> Shown:
    """The board of Dan's game in another channel: the one that will fail, table 2."""
    *_, dan = world.people
    other = world.new_channel("other")
    await dan.slash("cats play", channel=other, computers=1, clock="1", text_only=True)
    await dan.press("c1:d:2:start", on=world.board(other))
    return world.board(other)


async def go_on_in_time(world: World, seconds: int) -> None:
    """Let Ada play against her computer cat, which must move when its pause is over."""
    ada, until = world.people[0], world.now() + seconds
    while world.now() < until:
        if find_asked_or_none(world) is ada:
            await take_turn(ada)
        for _ in range(2):
            assert find_asked_or_none(world) is None, (
                "Ada's turn came before the computer had its time"
            )
            await world.advance(2.6)
        assert find_asked_or_none(world) is ada
        await world.advance(20)


def failures(caplog: pytest.LogCaptureFixture) -> list[tuple[str, dict[str, int | str]]]:
    """Return message and work of each error."""
    errors = (record for record in caplog.records if record.levelname == "ERROR")
    return [(record.getMessage(), vars(record)["work"]) for record in errors]


@pytest.mark.usefixtures("dans_board")
async def test_a_state_that_cannot_be_read_delays_no_other_table(
    world: World, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    state = facts(tmp_path / "cats.db")["tables"][1][3]
    rewrite(world, BREAK, BROKEN)
    caplog.clear()
    await go_on_in_time(world, MINUTES * 60)

    found = failures(caplog)
    assert 2 <= len(found) <= MINUTES * 60 / RETRY + 1, "it is tried again, with a pause"
    for line, work in found:
        assert work == {"shard": 0, "table": 2}
        first, *places = line.split(", ")
        assert "\n" not in line
        assert first.startswith("a due ")
        assert first.endswith(" failed: DecodeError")
        assert "game.py" in places[-1]
        assert "secret" not in line

    rewrite(world, BREAK, state)
    before = facts(tmp_path / "cats.db")["tables"][1]
    await world.advance(4 * RETRY)
    assert facts(tmp_path / "cats.db")["tables"][1] != before, "it goes on once it can be read"


async def test_a_click_at_a_table_that_fails_is_answered_and_the_log_names_the_table(
    world: World, dans_board: Shown, caplog: pytest.LogCaptureFixture
) -> None:
    *_, dan = world.people
    rewrite(world, BREAK, BROKEN)
    caplog.clear()
    answer = await dan.press("My cards", on=dans_board)
    ((line, work),) = failures(caplog)
    assert text("en")("went-wrong", code=work["code"]) in answer.text
    assert work == {"shard": 0, "table": 2, "interaction": ANY, "code": ANY}
    assert line.startswith("a click failed: DecodeError")
    assert "secret" not in line


async def test_clicks_at_the_same_time_have_codes_of_their_own(
    world: World, dans_board: Shown, caplog: pytest.LogCaptureFixture
) -> None:
    rewrite(world, BREAK, BROKEN)
    rewrite(world, BREAK.replace("id = 2", "id = 1"), BROKEN)
    caplog.clear()
    ada, *_, dan = world.people
    answers = await world.race(
        ada.press("My cards", on=world.board()), dan.press("My cards", on=dans_board)
    )
    works = [work for _, work in failures(caplog)]
    assert {work["table"] for work in works} == {1, 2}
    assert len({work["interaction"] for work in works}) == 2
    said = [text("en")("went-wrong", code=work["code"]) for work in works]
    assert sorted(said) == sorted(answer.text for answer in answers)


@pytest.mark.usefixtures("dans_board")
async def test_a_state_that_cannot_be_read_does_not_keep_the_bot_from_starting(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    rewrite(world, BREAK, BROKEN)
    rewrite(world, "UPDATE boards SET shown = 0")  # so that the start edits each of them
    caplog.clear()
    await world.restart(crash=True)
    await world.settle()
    await go_on_in_time(world, 60)
    assert any(work["table"] == 2 for _, work in failures(caplog)), "table 2 was not tried"


@pytest.mark.parametrize("remembered", [True, False])
async def test_due_rows_that_cannot_be_read_or_written_for_a_while_fire_later(
    world: World, tmp_path: Path, caplog: pytest.LogCaptureFixture, remembered: bool
) -> None:
    ada = world.people[0]
    if find_asked_or_none(world) is ada:
        await take_turn(ada)
    change(tmp_path / "cats.db", "ALTER TABLE due RENAME TO away")
    if not remembered:
        world.bot.services.clear_caches()
    caplog.clear()
    await world.advance(MINUTES * 60)
    assert 2 <= len(failures(caplog)) <= MINUTES * 60 / RETRY + 1
    change(tmp_path / "cats.db", "ALTER TABLE away RENAME TO due")
    for _ in range(4 * RETRY // 5):
        if find_asked_or_none(world) is not ada:
            await world.advance(5)
    assert find_asked_player(world) is ada
