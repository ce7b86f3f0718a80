"""A press meant for what stood there a moment ago: refused where it would cost something."""

import pytest

from bot.i18n import text
from tests.bench.sim import Answer, Person, World
from tests.play.evening import deal, play_cat, press_id, stored, the_asked

SETTLES = 0.4
TOO_SOON = text("en")("too-soon")


@pytest.fixture
def hasty(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """A world in which what has just changed takes no press that costs something."""
    monkeypatch.setattr("bot.services.misclicks.MISCLICK_GUARD_SECONDS", SETTLES)
    return world


async def guess(person: Person, *, after: float) -> Answer:
    """Choose the first opponent, and so many seconds later press the first guess about them."""
    hand = person.private()
    picked = (await person.world.click(person, hand, hand.matching("c1:l:*:guess/")[0], {})).shown
    await person.world.advance(after)
    return await person.world.click(person, picked, picked.matching("c1:m:*:guess/")[0], {})


async def steps(world: World) -> int:
    return (await stored(world)).step


async def test_the_second_press_of_a_double_click_is_no_guess(hasty: World) -> None:
    ada, ben, cleo, _ = hasty.people
    await deal(hasty, ada, ben, cleo)
    who = the_asked(hasty)
    await play_cat(who)
    before = await steps(hasty)
    answer = await guess(who, after=0.1)
    assert await steps(hasty) == before
    assert answer.shown.note == TOO_SOON
    guesses = answer.shown.matching("c1:m:*:guess/")
    assert guesses, "what was chosen so far stays"
    await hasty.advance(SETTLES)
    await hasty.click(who, answer.shown, guesses[0], {})
    assert await steps(hasty) == before + 1


async def test_who_has_had_the_time_to_read_guesses(hasty: World) -> None:
    ada, ben, cleo, _ = hasty.people
    await deal(hasty, ada, ben, cleo)
    who = the_asked(hasty)
    await play_cat(who)
    before = await steps(hasty)
    await guess(who, after=SETTLES)
    assert await steps(hasty) == before + 1


async def test_what_costs_nothing_is_taken_at_once(hasty: World) -> None:
    ada, ben, *_ = hasty.people
    await deal(hasty, ada, ben)
    before = await steps(hasty)
    await play_cat(the_asked(hasty))
    assert await steps(hasty) == before + 1


async def test_a_hand_that_was_aimed_at_the_board_before_the_race_lands_on_no_tile(
    hasty: World,
) -> None:
    """And a tile that somebody else has just taken changes nothing for the others."""
    ada, ben, cleo, dan = hasty.people
    await deal(hasty, ada, ben, cleo, dan, game="quickpick")
    table = await stored(hasty)
    mime = next(p for p in hasty.people if p.id == table.players[table.prompts[0].seat or 0].user)
    first, then, _ = (person for person in hasty.people if person is not mime)
    await hasty.advance(1)
    await open_race(hasty, mime)
    board, before = hasty.board(), await steps(hasty)
    tile, other = board.matching("c1:m:*:tile/")[:2]
    await hasty.advance(0.1)
    refused = await press_id(first, board, tile.custom_id)
    assert refused.text == TOO_SOON
    assert await steps(hasty) == before
    await hasty.advance(SETTLES)
    await press_id(first, board, tile.custom_id)
    await press_id(then, board, other.custom_id)
    assert await steps(hasty) == before + 2


async def open_race(world: World, mime: Person) -> None:
    """Let the mime show the first thing, so that the others may choose a tile."""
    while not world.board().matching("c1:m:*:tile/"):
        await world.advance(3)
        table = await stored(world)
        seat = [player.user for player in table.players].index(mime.id)
        box = world.bot.services.tables.box(table)
        mine = [prompt for prompt in table.prompts if prompt.seat == seat]
        if mine:
            move = box.game.legal_paths(table.state, seat)[0]
            custom_id = f"c1:m:{table.id}:{mine[0].decision}:{move}"
            await press_id(mime, world.board(), custom_id)
