"""A process is killed with SIGKILL while a board is on its way; at any other moment, it is in
`test_kills_under_load.py`.
"""

import asyncio
from fnmatch import fnmatchcase
from pathlib import Path
from random import Random

from tests.patience import until
from tests.survival.loopback import Loopback, loopback
from tests.survival.people import ada_and_ben, find_asked_person, start_game, take
from tests.survival.processes import run_process

BOARDS = "/channels/*/messages"


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
