"""The file with everything that is stored about a person: its size, and how often one gets it."""

import gzip
from collections.abc import AsyncIterator

import pytest
from msgspec.json import decode, encode
from msgspec.structs import replace

from bot.bench.world import Person, World
from bot.domain.table import Player
from bot.services.exporting import SECONDS_BETWEEN_EXPORTS
from bot.storage.personal_data import FinishedGame, PersonalData
from tests.bench.whole import whole_game
from tests.databases import open_transaction


async def play_often(world: World, person: Person, games: int) -> None:
    """Let a person have played so many games, all like the first one."""
    players = (Player(person.name, person.id), Player("Momo", None, "kitten"))
    table = await whole_game(world.store, "liars_dice", players, guild=world.guild.id)
    kept = await world.store.records.find_record(table.id)
    assert kept is not None
    with open_transaction(world.database) as ask:
        for id_ in range(10_000 * table.id + 1, 10_000 * table.id + games):
            about = encode(replace(kept[0], id=id_)).decode()
            ask(
                "INSERT INTO records SELECT ?, guild, game, ended_at, ?, course, channel, parent"
                " FROM records WHERE id = ?",
                id_,
                about,
                table.id,
            )
            ask("INSERT INTO participants VALUES (?, ?)", id_, person.id)


async def test_games_that_discord_would_refuse_fit_once_they_are_compressed(
    world: World, thorough: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    games, limit = (3_000, 10 * 1024**2) if thorough else (40, 1024**2 // 8)
    monkeypatch.setattr("bot.services.exporting.MAX_PLAIN_FILE_BYTES", limit // 10)
    ada, *_ = world.people
    await play_often(world, ada, games)
    world.limit_files(limit)
    shown = (await ada.slash("cats export")).shown
    ((name, file),) = shown.files.items()
    assert name == "cloaked-cats.json.gz"
    assert len(gzip.decompress(file)) > limit, "as it is, Discord would refuse it"
    assert len(decode(gzip.decompress(file))["games"]) == games


async def test_a_small_file_is_plain_and_what_discord_does_not_take_is_left_to_the_host(world):
    ada, *_ = world.people
    await play_often(world, ada, 2)
    ((name, file),) = (await ada.slash("cats export")).shown.files.items()
    assert name == "cloaked-cats.json"
    assert b"\n" not in file
    await world.advance(SECONDS_BETWEEN_EXPORTS)
    world.limit_files(1_000)
    panel = (await ada.slash("cats privacy")).shown
    for answer in (
        await ada.slash("cats export"),
        await ada.press("Get my data", on=panel),
        await ada.slash("cats export"),
    ):
        assert f"--export {ada.id}" in answer.text, "one may ask again at once"
        assert not answer.shown.files


async def test_a_person_gets_one_file_at_a_time_and_the_next_some_minutes_later(world):
    ada, ben, *_ = world.people
    answers = await world.race(ada.slash("cats export"), ada.slash("cats export"))
    assert sorted(len(answer.shown.files) for answer in answers) == [0, 1]
    assert any("already packing" in answer.text for answer in answers)
    again = await ada.slash("cats export")
    assert not again.shown.files
    assert f"<t:{world.now() + SECONDS_BETWEEN_EXPORTS:.0f}:T>" in again.text
    assert (await ben.slash("cats export")).shown.files
    await world.advance(SECONDS_BETWEEN_EXPORTS)
    assert (await ada.slash("cats export")).shown.files


async def test_the_process_reads_one_person_at_a_time_and_few_games_at_once(world, monkeypatch):
    ada, ben, *_ = world.people
    monkeypatch.setattr("bot.services.exporting.GAMES_PER_PART", 3)
    games = 2 * 3 + 1
    for person in (ada, ben):
        await play_often(world, person, games)
    read: list[int] = []
    iterate = PersonalData.iterate_games

    async def iterate_and_note(self: PersonalData, user: int) -> AsyncIterator[FinishedGame]:
        async for game in iterate(self, user):
            read.append(user)
            yield game

    monkeypatch.setattr(PersonalData, "iterate_games", iterate_and_note)
    answers = await world.race(ada.slash("cats export"), ben.slash("cats export"))
    assert all(answer.shown.files for answer in answers)
    assert read in ([ada.id] * games + [ben.id] * games, [ben.id] * games + [ada.id] * games)
