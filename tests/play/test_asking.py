"""A table that asks before a guess, as the host chooses it and a guesser meets it."""

from bot.bench.world import World
from bot.games.cloaked_cats.model.state import State
from tests.play.evening import find_asked_player, load_game, play_cat, sit_down


async def guesses(world: World) -> int:
    state = (await load_game(world)).state
    assert isinstance(state, State)
    return len(state.guesses)


async def test_where_the_table_asks_the_second_press_guesses_and_not_the_first(
    world: World,
) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    panel = (await ada.press("c1:d:*:options", on=world.board())).shown
    await ada.press("c1:d:*:game-options", on=panel)
    await ada.choose("c1:d:*:set:ask", "yes")
    await ada.press("c1:d:*:start", on=world.board())
    guesser = find_asked_player(world)
    await play_cat(guesser)
    features = guesser.private()
    assert features.matching("c1:m:*:guess/") == ()
    asked = await guesser.press(features.matching("c1:l:*:guess/")[0].custom_id, on=features)
    assert await guesses(world) == 0
    assert "Is that your guess?" in asked.text
    await guesser.press("Back")
    assert await guesses(world) == 0
    await guesser.press(features.matching("c1:l:*:guess/")[0].custom_id, on=guesser.private())
    await guesser.press("Yes, that's my guess!")
    assert await guesses(world) == 1
