"""Checking a deal: by the number of the rules by which it was dealt."""

import pytest
from msgspec.structs import replace

from bot.store.records import lesson_of
from bot.tables.chance import commitment
from tests.bench.sim import World
from tests.conftest import OpenWorld
from tests.play.evening import deal, finish, rewrite, stored, stored_in
from tests.toys import SHELF
from tests.toys.race.rules import Race


class NewRace(Race):
    """The race by its seventh rules."""

    rules = 7


async def test_a_table_is_stored_with_the_number_of_its_rules(open_world: OpenWorld) -> None:
    box = replace(SHELF["race"], game=NewRace())
    world = await open_world(shelf={**SHELF, "race": box})
    ada, *_ = world.people
    await deal(world, ada, game="race", computers=1)
    assert (await stored(world)).rules == 7
    await ada.slash("cats learn")
    lesson = await stored_in(world, lesson_of(ada.id))
    assert lesson.rules == SHELF["cloaked_cats"].game.rules


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("dealt by rules number 3", f"deal by number {SHELF['cloaked_cats'].game.rules},")),
        ("de", ("Regeln Nummer 3", f"nach Nummer {SHELF['cloaked_cats'].game.rules} aus")),
    ],
)
async def test_a_deal_by_other_rules_is_not_called_wrong(
    world: World, language: str, told: tuple[str, ...]
) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await finish(world)
    rewrite(world, "UPDATE tables SET rules = 3, dealt = x'00'")
    ben.set_locale(language)
    answer = await ben.press("c1:d:*:deal", on=world.board())
    assert "✅" not in answer.text and "❌" not in answer.text
    assert all(words in answer.text for words in told)
    assert commitment((await stored(world)).seed) in answer.text


async def test_a_deal_that_was_changed_is_called_so(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await finish(world)
    rewrite(world, "UPDATE tables SET seed = zeroblob(32)")
    assert "❌" in (await ben.press("c1:d:*:deal", on=world.board())).text
