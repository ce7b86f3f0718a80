"""At the end of a race, whoever watches sees the picture that the board shows."""

from bot.bench.world import World
from tests.play import island
from tests.play.evening import hand


async def test_an_onlooker_sees_who_found_the_monster(world: World) -> None:
    ada, ben, cleo, dan = world.people
    dan.set_locale("de")
    await island.begin(world, ada, ben, cleo, text_only=False, language="de")
    await island.draw(world)
    assert not (await hand(dan)).files, "no race is over"
    before = dan.private().id
    mask = (await island.game_of(world)).mask
    assert mask is not None
    first, *others = await island.guessers(world)
    await island.slap(first, mask)
    for other in others:
        await island.use(other, "pass")
    await world.advance(island.RACE_CLOSING_SECONDS)
    shown, board = dan.private(), world.board()
    assert shown.id == before and [*shown.alts] == [*board.alts] == ["revealed.jpg"]
    assert shown.alts == board.alts and shown.files == board.files
    told = "Das richtige Gesicht"
    assert told in shown.alts["revealed.jpg"] and f"{first.name}: " in shown.alts["revealed.jpg"]


async def test_in_words_the_result_has_no_picture(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await island.begin(world, ada, ben, cleo)
    await hand(dan)
    await island.race(world)
    assert not dan.private().files and "got it" in dan.private().text
