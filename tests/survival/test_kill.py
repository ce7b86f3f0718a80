"""The real process is killed with SIGKILL while people play."""

import asyncio
import json
from fnmatch import fnmatchcase
from pathlib import Path
from random import Random

from tests.databases import open_left_database
from tests.forked import Forked
from tests.patience import until
from tests.survival.loopback import Click, Loopback, loopback
from tests.survival.people import (
    Person,
    ada_and_ben,
    find_asked_or_over,
    find_asked_person,
    is_over,
    start_game,
    take,
)
from tests.survival.processes import run_process
from tests.survival.town import is_counted_move

KILLS = 4
"""Those of a bot that is at work at many tables are in `test_kills_under_load.py`."""
BOARDS = "/channels/*/messages"


async def play_until_killed(
    discord: Loopback, people: tuple[Person, ...], process: Forked, luck: Random
) -> list[Click]:
    """Play some moves, kill the process during another one, return the acknowledged clicks."""
    acknowledged = []
    for left in reversed(range(luck.randint(2, 5))):
        person = await find_asked_person(people)
        click = await take(person, luck, guesses=0.0)
        if left == 0:
            await asyncio.sleep(luck.uniform(0.0, 0.08))
            process.kill()
            await process.wait()
            await discord.offline.wait()
        else:
            await person.answered(click)
        if click.acknowledged.is_set():
            acknowledged.append(click)
    return acknowledged


def check_database(database: str, acknowledged: list[Click]) -> None:
    """Check the database as the dead process left it."""
    with open_left_database(database) as ask:
        stored = {
            entered["at"]: entered["move"]
            for (given,) in ask("SELECT given FROM inputs")
            for entered in [json.loads(given)]
        }
        steps = ask("SELECT step FROM inputs ORDER BY step")
        assert ask("SELECT step FROM tables") == [(len(steps),)]
    assert steps == [(step,) for step in range(1, len(steps) + 1)]
    for click in acknowledged:
        if is_counted_move(click):
            assert stored[click.id] == click.data["custom_id"].split(":", 4)[4]


async def test_no_acknowledged_move_is_lost_and_the_game_plays_on_to_its_end(
    tmp_path: Path, database: str
) -> None:
    luck = Random(11)
    acknowledged: list[Click] = []
    async with loopback() as discord:
        people = ada_and_ben(discord)
        for kill in range(KILLS):
            async with run_process(discord, tmp_path, database=database) as process:
                if kill == 0:
                    await start_game(people)
                for person in people:
                    await person.slash("hand")
                acknowledged += await play_until_killed(discord, people, process, luck)
            check_database(database, acknowledged)
        assert sum(is_counted_move(click) for click in acknowledged) > KILLS

        async with run_process(discord, tmp_path, database=database):
            for person in people:
                await person.slash("hand")
            while who := await find_asked_or_over(people):
                await who.answered(await take(who, luck))
            assert is_over(discord)
        assert all(click.kind in (4, 7) for click in acknowledged)
        nonces = [nonce for nonce, _ in discord.posted]
        assert len(set(nonces)) == len(nonces), "a board was posted twice for one version"
        assert all(nonce.startswith("1-") for nonce in nonces)
    assert " ERROR " not in (tmp_path / "log").read_text()


async def test_a_board_that_was_posted_when_the_process_died_is_not_posted_again(
    tmp_path: Path,
) -> None:
    async with loopback() as discord:
        ada, _ = ada_and_ben(discord)
        fault = discord.fail("POST", "/channels/*/messages", done=True)
        async with run_process(discord, tmp_path):
            await ada.send_command("play")
            await fault.hit.wait()
            assert len(discord.boards()) == 1
        async with run_process(discord, tmp_path):
            await ada.press(":computer-add:")
            await discord.wait_for_board_text("Minka")
            await until(lambda: any(r.method == "PATCH" for r in discord.requests))
        assert len(discord.boards()) == 1
        assert len(discord.posted) == 1


async def test_who_was_called_when_the_process_died_is_not_called_again(tmp_path: Path) -> None:
    async with loopback() as discord:
        people = ada, ben = ada_and_ben(discord)
        async with run_process(discord, tmp_path):
            await ada.slash("play")
            await ben.press(":join:")
            await discord.wait_for_board_text("Ben")
            fault = discord.fail("POST", BOARDS, done=True)
            await ada.press(":start:")
            await fault.hit.wait()
            assert len(discord.boards()) == 2, "the lobby and the game"
        async with run_process(discord, tmp_path):
            await until(lambda: len(discord.boards()) == 1 and "<@" not in discord.board().text)
            assert ": play a cat" in discord.board().text
            for person in people:
                await person.slash("hand")
            assert (await find_asked_person(people)).id in list_notified_users(discord)
        assert len(discord.posted) == 2
        assert len(list_notified_users(discord)) == 1


async def test_a_board_that_was_being_edited_when_the_process_died_is_edited_again(
    tmp_path: Path,
) -> None:
    async with loopback() as discord:
        people = ada_and_ben(discord)
        async with run_process(discord, tmp_path):
            await start_game(people)
            await until(lambda: len(discord.posted) == 2 and len(discord.boards()) == 1)
            travelling = discord.fail("PATCH", f"{BOARDS}/*", held=asyncio.Event())
            await take(await find_asked_person(people), Random(1), guesses=0.0)
            await travelling.hit.wait()
            assert "guess or skip" not in discord.board().text
        async with run_process(discord, tmp_path):
            await discord.wait_for_board_text("guess or skip")
        assert len(discord.posted) == 2
        assert len(discord.boards()) == 1
        assert len(list_notified_users(discord)) == 1


def list_notified_users(discord: Loopback) -> list[int]:
    """Return whom the boards notified: a post whose nonce is known already notifies nobody."""
    posts = {
        request.body["nonce"]: request.body["allowed_mentions"].get("users", [])
        for request in discord.requests
        if request.method == "POST" and fnmatchcase(request.path, BOARDS)
    }
    return [int(user) for users in posts.values() for user in users]
