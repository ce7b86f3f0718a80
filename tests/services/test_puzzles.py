"""People solve the daily puzzle, alone in messages that only they see."""

import re
from collections.abc import Sequence

import pytest
import pytest_asyncio
from msgspec.structs import replace

from bot.bench.plugin import OpenWorld
from bot.bench.world import Answer, Person, World
from bot.demo.shown import Shown
from bot.domain.puzzles import Attempt, find_counting_end, find_opening
from bot.engine.package import GameRegistry
from bot.engine.puzzle_data import Mark, Puzzle
from bot.games.registry import GAMES
from bot.i18n import text
from tests.toys.puzzles import NUMBERS, TOY_PUZZLES, list_marks

SAY = text("en")
(FIRST, *_) = GAMES
TOYS: GameRegistry = {**GAMES, FIRST: replace(GAMES[FIRST], puzzles=TOY_PUZZLES)}
HOUR = 3600.0
TODAY = 40
"""The number of the first day's puzzle in each world, which is opened at 15:00 UTC."""


@pytest_asyncio.fixture
async def world(open_world: OpenWorld) -> World:
    world = await open_world(registry=TOYS)
    await world.jump(find_opening(TODAY) + 15 * HOUR - world.now())
    return world


async def load(world: World, number: int) -> Puzzle:
    with world.bot_scope():
        return (await world.bot.services.puzzle_library.load(number)).puzzle


async def stored(world: World, person: Person, number: int) -> Attempt | None:
    return await world.store.puzzles.find_attempt(number, person.id)


async def begin(person: Person) -> Answer:
    """Open today's puzzle, and pass over the offer of a lesson."""
    answer = await person.slash("cats puzzle")
    if "Straight to the puzzle" in answer.shown.labels:
        answer = await person.press("Straight to the puzzle", on=answer.shown)
    return answer


async def mark(person: Person, mark: Mark, on: Shown | None = None) -> Answer:
    shown = on or person.private()
    menu = next(
        each
        for each in shown.matching("c1:d:0:puzzle-mark:*")
        if each.custom_id.endswith(f"/{mark.owner}")
    )
    return await person.choose(menu.custom_id, str(mark.feature), on=shown)


def wrong_mark(puzzle: Puzzle) -> Mark:
    """Return a mark that is wrong, and that nothing visible rules out."""
    taken = {feature for own in puzzle.answer for feature in own}
    return Mark(0, next(each for each in range(NUMBERS) if each not in taken))


async def solve(world: World, person: Person, number: int, marks: Sequence[Mark] = ()) -> Answer:
    for each in marks or list_marks(await load(world, number)):
        answer = await mark(person, each)
    return answer


async def test_a_puzzle_is_solved_with_two_presses_for_a_mark(world: World) -> None:
    ada = world.people[0]
    answer = await begin(ada)
    puzzle = await load(world, TODAY)
    assert answer.shown.ephemeral
    assert f"Puzzle #{TODAY}" in answer.text and "No paw print lost" in answer.text
    marks = list_marks(puzzle)
    answer = await mark(ada, marks[0])
    assert "joins the floor" in answer.text
    answer = await mark(ada, wrong_mark(puzzle))
    assert "You can't know that yet. That costs a paw print." in answer.text
    assert "One paw print lost" in answer.text
    for each in marks[1:]:
        answer = await mark(ada, each)
    assert "Solved! You lost one paw print." in answer.text
    assert "🟩🟩\n🟨🟩" in answer.text
