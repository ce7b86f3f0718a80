"""The PostgreSQL server goes away, or only reads, and comes back while people play."""

import asyncio
from pathlib import Path
from random import Random

from bot.i18n import text
from tests.patience import HANG_TIMEOUT_SECONDS, WITHOUT_PAUSES
from tests.postgres import Server
from tests.survival.books import books, check
from tests.survival.loopback import Click, Loopback
from tests.survival.people import People, find_asked_person, start_game, take
from tests.survival.processes import run_process

TROUBLE = text("en")("store-trouble"), text("en")("one-moment")
"""What is said while nothing can be saved; the second once the worker has noticed."""


def was_told_of_trouble(click: Click) -> bool:
    """Tell whether somebody was told that nothing was saved."""
    return any(what in click.said for what in TROUBLE)


WAYS = ("stop", "start"), ("kill", "start"), ("demote", "promote"), ("let_read_only", "let_write")
"""How a server goes away, or only reads, and how it comes back."""


async def test_who_presses_meanwhile_is_told_and_the_game_goes_on_without_a_restart(
    discord: Loopback, people: People, tmp_path: Path, server: Server
) -> None:
    luck = Random(8)

    async def play() -> None:
        for _ in range(3):
            person = await find_asked_person(people)
            await person.answered(await take(person, luck, guesses=0.0))

    with server.database() as url:
        async with run_process(discord, tmp_path, WITHOUT_PAUSES, url) as process:
            await start_game(people)
            await play()
            for begin, end in WAYS:
                person = await find_asked_person(people)
                getattr(server, begin)()
                own, buttons = person.private(), person.offered()
                while True:
                    click = await person.answered(await take(person, luck, guesses=0.0))
                    if was_told_of_trouble(click):
                        break
                getattr(server, end)()
                assert [id_ for id_ in own.ids() if id_ in buttons] == buttons, "still there"
                async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
                    while was_told_of_trouble(click):
                        await asyncio.sleep(0.1)
                        click = await person.press(click.data["custom_id"], on=own)
                await play()
            assert process.returncode is None
        held = books(url)
        check(held)
        assert held.tables[0].step > 10
    log = (tmp_path / "log").read_text()
    lost = log.count(" WARNING bot.storage.database: the database cannot be used: store-")
    assert 1 <= lost <= len(WAYS), "once for each outage, unless the leases alone have noticed it"
    assert log.count(" INFO bot.storage.database: the database can be used again") == lost
    assert " ERROR " not in log
    assert "postgres@" not in log
    assert str(server.folder) not in log
