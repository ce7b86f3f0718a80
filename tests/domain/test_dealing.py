"""A finished game is dealt and played once more, and compared."""

from random import Random

import pytest
from msgspec.structs import replace

from bot.bench.plugin import OpenWorld
from bot.bench.world import World
from bot.domain.table import lesson_channel
from bot.engine.chance import compute_commitment
from bot.games.catham_city.model.state import FACTIONS, FIRST_GAME_FACTIONS
from bot.games.registry import GAMES
from tests.engine.test_fair_deal import check_deal
from tests.play.evening import (
    deal,
    finish,
    is_over,
    load_game,
    load_match,
    load_table,
    move_as_computer,
    press_id,
    rewrite,
    show_deal,
)
from tests.tables import expect_match
from tests.toys import REGISTRY
from tests.toys.race.rules import Race


class NewRace(Race):
    rules = 7


async def test_a_table_is_stored_with_the_number_of_its_rules(open_world: OpenWorld) -> None:
    package = replace(REGISTRY["race"], game=NewRace())
    world = await open_world(registry={**REGISTRY, "race": package})
    ada, *_ = world.people
    await deal(world, ada, game="race", computers=1)
    assert (await load_game(world)).rules == 7
    await ada.slash("cats learn")
    lesson = expect_match(await world.load_table(lesson_channel(ada.id)))
    assert lesson.rules == REGISTRY["cloaked_cats"].game.rules


async def test_a_changed_deal_is_called_so_but_not_one_by_other_rules(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await finish(world)
    rewrite(world, "UPDATE tables SET seed = zeroblob(32)")
    assert "❌" in (await show_deal(ben)).text
    rewrite(world, "UPDATE tables SET rules = 3, dealt = x'00'")
    number = REGISTRY["cloaked_cats"].game.rules
    for language, told in (
        ("en", ("this game by rules number 3", f"deal by number {number},")),
        ("de", ("Regeln Nummer 3", f"nach Nummer {number} aus")),
    ):
        ben.set_locale(language)
        answer = await show_deal(ben)
        assert "✅" not in answer.text and "❌" not in answer.text
        assert all(words in answer.text for words in told)
        assert compute_commitment((await load_game(world)).seed) in answer.text


@pytest.mark.parametrize("game", GAMES)
async def test_the_line_to_copy_deals_the_same_once_more(world: World, game: str) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, game=game, computers=2)
    rewrite(world, "UPDATE tables SET phase = 'over'")
    told = await press_id(ben, world.board(), f"c1:d:{(await load_table(world)).id}:deal:")
    about, line, *_ = told.text.split("```")
    assert "docs" in about
    assert line.strip().startswith("python check_deal.py ")
    table = await load_game(world)
    lines = check_deal(*line.split()[2:])
    assert lines[0] == f"hash {compute_commitment(table.seed)} matches"
    if game == "catham_city":
        chosen = [FACTIONS[faction] for faction in FIRST_GAME_FACTIONS]
        assert lines[2] == " ".join(("factions", *chosen))


@pytest.mark.parametrize("game", GAMES)
async def test_all_luck_of_a_game_is_drawn_again(world: World, game: str) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, game=game, computers=2)
    table = await load_table(world)
    luck = Random(5)
    while not is_over(world):
        await play_on(world, luck)
    answer = await show_deal(ben)
    assert "✅" in answer.text
    rewrite(world, f'DELETE FROM inputs WHERE "table" = {table.id} AND step = 2')
    answer = await show_deal(ben)
    assert "❔" in answer.text and "✅" not in answer.text


async def play_on(world: World, luck: Random) -> None:
    people = await world.list_players()
    for prompt in (await load_match(world)).prompts:
        if prompt.seat is not None and people[prompt.seat]:
            await move_as_computer(world, prompt, luck)
            break
    await world.advance(3)
