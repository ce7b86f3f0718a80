"""What is known of boards while the process lives."""

from tests.bench.sim import World

MINUTE = 60.0


async def test_boards_that_are_not_new_any_more_are_forgotten(world: World) -> None:
    """However long the process lives, and whether or not anybody asks for a board."""
    ada, *_ = world.people
    for name in ("kitchen", "cellar", "attic", "garden"):
        await ada.slash("cats play", channel=world.new_channel(name))
        await world.advance(MINUTE)
    assert len(world.bot.manager.boards._posted) <= 1
