"""One's own data: told in five sentences, and handed over as a file."""

import gzip
import re

import pytest
from msgspec.json import decode, encode
from msgspec.structs import replace

from bot.domain.table import Player
from bot.i18n import LANGUAGES, text
from tests.bench.sim import Person, World
from tests.bench.whole import whole_game
from tests.databases import asking
from tests.play.evening import deal, finish


async def test_what_is_kept_is_told_in_five_sentences_with_the_ways_on(world: World) -> None:
    ada, *_ = world.people
    shown = await ada.slash("cats privacy")
    assert {"Give me my data", "Forget me"} <= {*shown.shown.labels}
    assert "/cats export" in shown.text and "/cats forget" in shown.text
    for language in LANGUAGES:
        sentences = re.findall(r"[^.:;`]+[.](?: |$)", text(language)("privacy-text"))
        assert len(sentences) == 5


async def test_the_file_holds_what_is_mine_and_names_nobody_else(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    await finish(world)
    answer = await ada.slash("cats export")
    assert answer.shown.ephemeral
    (file,) = answer.shown.files.values()
    told = decode(file)
    assert told["form"] == 1
    assert told["user"] == str(ada.id)
    assert {each["guild"] for each in told["standings"]} == {0, world.guild.id}
    assert [each["game"] for each in told["results"]] == ["cloaked_cats"]
    (game,) = told["games"]
    assert [seat["name"] for seat in game["my_seats"]] == ["Ada"]
    assert any(step["mine"] for step in game["steps"])
    assert str(ben.id) not in file.decode() and "Ben" not in file.decode()


async def test_of_a_stranger_nothing_is_kept(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    await finish(world)
    (file,) = (await cleo.slash("cats export")).shown.files.values()
    told = decode(file)
    assert [told[name] for name in ("standings", "results", "months", "earlier", "games")] == [
        [] for _ in range(5)
    ]


async def test_whoever_does_not_say_yes_is_not_forgotten(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    await finish(world)
    await ada.slash("cats privacy")
    await ada.press("Forget me")
    assert await world.store.history.standings_of(ada.id)


async def play_often(world: World, person: Person, games: int) -> None:
    """Let a person have played so many games, all like the first one."""
    players = (Player(person.name, person.id), *[Player("Momo", None, "kitten")] * 5)
    table = await whole_game(world.store, "liars_dice", players, guild=world.guild.id)
    kept = await world.store.history.record(table.id)
    assert kept is not None
    with asking(world.database) as ask:
        for id_ in range(table.id + 1, table.id + games):
            about = encode(replace(kept[0], id=id_)).decode()
            ask(
                "INSERT INTO records SELECT ?, guild, game, ended_at, ?, course, channel"
                " FROM records WHERE id = ?",
                id_,
                about,
                table.id,
            )
            ask("INSERT INTO participants VALUES (?, ?)", id_, person.id)


async def test_thousands_of_games_fit_into_the_file_that_discord_takes(world: World) -> None:
    ada, *_ = world.people
    await play_often(world, ada, 1_500)
    world.limit_files(10 * 1024 * 1024)
    shown = (await ada.slash("cats export")).shown
    ((name, file),) = shown.files.items()
    assert name == "cloaked-cats.json.gz"
    assert len(gzip.decompress(file)) > 10 * 1024 * 1024, "as it is, Discord would refuse it"
    assert len(decode(gzip.decompress(file))["games"]) == 1_500


async def test_a_small_file_is_plain_and_has_no_line_breaks(world: World) -> None:
    ada, *_ = world.people
    await play_often(world, ada, 2)
    ((name, file),) = (await ada.slash("cats export")).shown.files.items()
    assert name == "cloaked-cats.json"
    assert b"\n" not in file


@pytest.mark.parametrize("way", ["cats export", "Give me my data"])
async def test_what_discord_does_not_take_is_left_to_the_host(world: World, way: str) -> None:
    ada, *_ = world.people
    await play_often(world, ada, 2)
    await ada.slash("cats privacy")
    world.limit_files(1_000)
    answer = await (ada.slash(way) if way == "cats export" else ada.press(way))
    assert f"--export {ada.id}" in answer.text
    assert not answer.shown.files
