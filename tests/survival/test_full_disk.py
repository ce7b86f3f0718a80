"""A disk that is full, and commits that are cancelled: all or nothing stands, and play goes on."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from bot.discord_adapter.client import CatsClient
from bot.discord_adapter.messages import parse_custom_id
from bot.domain.changes import Click as Told
from bot.i18n import text
from bot.storage.sqlite_database import SqliteDatabase
from tests.patience import until
from tests.survival.facts import facts
from tests.survival.loopback import CHANNEL, GUILD, Loopback
from tests.survival.people import People, find_asked_person, start_game, take


async def let_grow(client: CatsClient, pages: int) -> None:
    """Let SQLite find that the file may not have more pages, as on a disk that is full."""
    database = client.services.tables.store._transactions.database
    assert isinstance(database, SqliteDatabase)
    await database._writer.execute(f"PRAGMA max_page_count={pages}")


async def test_on_a_full_disk_nothing_changes_the_person_is_told_and_play_goes_on_later(
    discord: Loopback,
    client: CatsClient,
    people: People,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    luck, path = Random(3), tmp_path / "cats.db"
    client.services.lobby.make_seed = lambda: bytes(range(32))
    await start_game(people)
    await let_grow(client, 1)
    while True:
        person = await find_asked_person(people)
        own, buttons = person.private(), person.offered()
        before = facts(path)
        click = await person.answered(await take(person, luck, guesses=0.0))
        if click.message is not own:
            break
    trouble = text("en")("store-trouble")
    assert trouble in click.text
    assert click.message is not None
    assert click.message.reader == person.id
    assert facts(path) == before
    assert "the database cannot be used: store-full" in caplog.text

    assert [id_ for id_ in own.ids() if id_ in buttons] == buttons
    await let_grow(client, 2**30)
    again = await person.press(click.data["custom_id"], on=own)
    assert again.message is own
    assert facts(path)["tables"] != before["tables"]
    await until(lambda: client.services.background.is_idle)
    assert len(discord.boards()) == 1


async def test_a_cancelled_move_stands_whole_or_not_at_all_and_play_goes_on(
    discord: Loopback, client: CatsClient, people: People, tmp_path: Path
) -> None:
    luck, path, cancelled = Random(5), tmp_path / "cats.db", 0
    client.services.lobby.make_seed = lambda: bytes(range(32))
    await start_game(people)
    for moment in range(12):
        for person in people:
            await person.slash("hand")
        person = await find_asked_person(people)
        moves = [id_ for id_ in person.offered() if id_.startswith("c1:m:") and "guess/" not in id_]
        table, press = parse_custom_id(luck.choice(moves)) or (0, None)
        assert press is not None
        await until(lambda: client.services.background.is_idle)
        before = facts(path)
        told = Told(discord.id(), person.id, person.name, "en", CHANNEL, guild=GUILD)
        move = asyncio.create_task(client.services.presses.handle_press(told, table, press, ()))
        await asyncio.sleep(moment * 0.003)
        move.cancel()
        await asyncio.wait((move,))
        cancelled += move.cancelled()

        after = facts(path)
        new = {name: len(after[name]) - len(before[name]) for name in ("inputs", "interactions")}
        if after["tables"] == before["tables"]:
            assert after == before
        else:
            assert new == {"inputs": 1, "interactions": 1}
    assert cancelled

    step = facts(path)["tables"][0][2]
    for person in people:
        await person.slash("hand")
    person = await find_asked_person(people)
    click = await person.answered(await take(person, luck, guesses=0.0))
    assert click.message is person.private()
    assert facts(path)["tables"][0][2] == step + 1
    await until(lambda: client.services.background.is_idle)
