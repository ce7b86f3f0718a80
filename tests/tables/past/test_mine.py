"""One's own data: told in five sentences, and handed over as a file."""

import re

from msgspec.json import decode

from bot.text import LANGUAGES, text
from tests.bench.sim import World
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
    assert await world.store.standings(ada.id)
