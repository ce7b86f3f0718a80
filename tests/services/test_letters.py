"""The letters by which the pictures tell people apart, as they see them."""

from bot.bench.world import World
from tests.play.evening import deal, hand, load_table, rewrite


async def letters(world: World) -> dict[str, str]:
    return {p.name: "ABCDEF"[p.letter or 0] for p in (await load_table(world)).players}


async def test_ada_is_a_and_ben_is_b_whoever_plays_on_a_seat_and_under_which_name(world):
    await deal(world, *reversed(world.people))
    assert await letters(world) == {"Ada": "A", "Ben": "B", "Cleo": "C", "Dan": "D"}
    told = str(world.board().embeds).replace("\\u2060", "").replace(" · ", " ")
    for name in ("Ada", "Ben", "Cleo", "Dan"):
        assert f"{name[0]} {name}" in told
    before = [player.letter for player in (await load_table(world)).players]

    async def check_letters(ben_plays: bool) -> None:
        players = (await load_table(world)).players
        assert ("Ben" in {player.name for player in players}) == ben_plays
        assert [player.letter for player in players] == before

    ada, ben, *_ = world.people
    await ben.press("c1:d:*:table", on=world.board())
    await ben.press("Leave")
    await ben.press("c1:d:*:leave-yes")
    await check_letters(ben_plays=False)
    await ben.press("Come back", on=world.board())
    await check_letters(ben_plays=True)
    ada.rename("Ben")
    ben.rename("Ada")
    for _ in range(2):
        for person in (ada, ben):
            await hand(person)
        await check_letters(ben_plays=True)
        await world.restart()


async def test_a_game_of_the_former_version_keeps_the_letters_of_its_seats(world: World) -> None:
    await deal(world, *world.people[:3])
    rewrite(world, "UPDATE seats SET letter = NULL")
    await world.restart(crash=True)
    names = [player.name for player in (await load_table(world)).players]
    await world.people[0].slash("cats board")
    for letter, name in zip("ABC", names, strict=True):
        assert f"{letter} {name}:" in world.board().text
