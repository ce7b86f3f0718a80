"""What one reads of a race in words follows it, as other own screens do."""

from bot.bench.world import Person, World
from bot.demo.shown import Shown
from tests.play import island


async def open_words(world: World, person: Person, language: str = "en") -> Shown:
    person.set_locale(language)
    return (await person.press("c1:d:*:words", on=world.board())).shown


def count_private_requests(world: World, since: int) -> int:
    return sum("/webhooks/" in each.path for each in world.requests[since:])


async def test_the_words_of_a_race_follow_it(world: World) -> None:
    language, shown = "de", "bisher:"
    ada, ben, cleo, dan = world.people
    await island.begin(world, ada, ben, cleo, text_only=False)
    mime, mask = await island.draw(world)
    first, second = await island.guessers(world)
    for person in (first, dan):
        assert shown not in (await open_words(world, person, language)).text
    before = first.private().id
    for part in ("eyes", "mouth"):
        since = len(world.requests)
        await island.use(mime, f"show/{part}")
        await world.advance(island.BREATH_SECONDS)
        assert count_private_requests(world, since) == 2, "one for each who follows it"
    for person in (first, dan):
        line = next(line for line in person.private().text.splitlines() if shown in line)
        assert line.count("·") == 1 and not person.private().files
    assert first.private().id == before
    await island.slap(first, mask)
    await island.use(second, "pass")
    await world.advance(island.RACE_CLOSING_SECONDS)
    name = island.NAMES[mask]
    for person in (first, dan):
        assert name in person.private().text and first.name in person.private().text
    assert len(first.privates()) == len(dan.privates()) == 1
    await first.press("c1:l:", on=first.private())
    assert not first.private().matching("c1:d:*:always-words"), "the own screen is back"
