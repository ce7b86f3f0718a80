"""The notebook and how it went, as people open them."""

from msgspec.structs import replace

from bot.bench.world import World
from bot.games.cloaked_cats.model.state import Dancer, State
from tests.play.evening import (
    deal,
    finish,
    hand,
    load_game,
    press_id,
    shows_hand,
    write_state,
)


async def dance(world: World, cats: int) -> None:
    state = (await load_game(world)).state
    assert isinstance(state, State)
    write_state(world, replace(state, floor=tuple(Dancer(cat, cat % 2, ()) for cat in range(cats))))


async def test_a_player_opens_the_notebook_and_goes_back_to_the_hand(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben)
    assert "Notebook" not in (await hand(ada)).labels, "there is nothing to note"
    await dance(world, 2)
    screen = await hand(ada)
    notebook = await ada.press("Notebook", on=screen)
    assert notebook.shown.title == "Notebook"
    assert "still fit." in notebook.text
    assert notebook.shown.ephemeral
    back = await ada.press("My cards", on=notebook.shown)
    assert shows_hand(back.shown)

    (button,) = screen.matching("c1:d:*:page:notebook")
    answer = await press_id(cleo, world.board(), button.custom_id)
    assert "You're watching this one" in answer.text
    page = button.custom_id.removesuffix("notebook")
    for part in ("floor-x", "floor-2-2", "floor-9999", "notebook-x", "story", ""):
        answer = await press_id(ada, screen, page + part)
        assert shows_hand(answer.shown), f"there is no page {part!r}"


async def test_all_cats_of_a_crowded_floor_can_be_paged_through(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await dance(world, 22)
    first = await ada.press("All cats", on=await hand(ada))
    assert [label for label in first.shown.labels if "–" in label] == ["Cats 1–15", "Cats 16–22"]
    second = await ada.press("Cats 16–22", on=first.shown)
    assert second.shown.id == first.shown.id
    assert "`22`" in second.text
    assert "`15`" not in second.text
    assert shows_hand((await ada.press("My cards", on=second.shown)).shown)


async def test_everybody_may_see_how_it_went(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben)
    await finish(world)
    for person in (ada, cleo):
        story = await person.press("How it went", on=world.board())
        assert "✨" in story.text
        assert story.shown.ephemeral
        assert "My cards" not in story.shown.labels
    assert "You " in (await ada.slash("cats hand")).text
