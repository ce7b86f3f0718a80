"""The daily puzzle: its lesson, marks, a hint, the end, the reasoning and what is shared."""

from bot.bench.world import Person, World
from bot.demo.shown import Shown
from bot.domain.puzzles import find_opening
from bot.engine.puzzle_data import Mark, Puzzle
from tests.bench.scenes import Shoot

PEOPLE = 2
MONDAY, SUNDAY = 214, 213
HOUR = 3600.0


async def enter(person: Person, mark: Mark, on: Shown) -> Shown:
    menu = next(
        each
        for each in on.custom_ids
        if each.startswith(("c1:d:0:puzzle-mark:", "c1:d:0:puzzle-lesson:"))
        and each.endswith(f"{mark.owner}")
    )
    return (await person.choose(menu, str(mark.feature), on=on)).shown


def find_next(puzzle: Puzzle, found: list[Mark]) -> Mark:
    return next(mark for mark in puzzle.following[len(found)] if mark not in found)


async def scenes(world: World, shoot: Shoot) -> None:
    ada, ben = world.people
    await begin(world)
    offer = (await ada.slash("cats puzzle")).shown
    await shoot("1-offer", ada, offer)
    shown = (await ada.press("c1:d:0:puzzle-lesson:", on=offer)).shown
    lesson, found = (await load(world, 0)), list[Mark]()
    while len(found) < lesson.length:
        await shoot(f"2-lesson-{len(found)}", ada, shown)
        found.append(find_next(lesson, found))
        shown = await enter(ada, found[-1], shown)
    await shoot("2-lesson-end", ada, shown)
    for number, name in ((MONDAY, "3-monday"), (SUNDAY, "4-sunday")):
        shown = (await ada.slash("cats puzzle")).shown
        if number == MONDAY:
            shown = (await ada.press("c1:d:0:puzzle:*skip", on=shown)).shown
        else:
            shown = (await ada.press(f"c1:d:0:puzzle:{SUNDAY}", on=shown)).shown
        await solve(world, shoot, ada, number, name, shown)
    shown = (await ada.slash("cats puzzle")).shown
    await ada.press("c1:d:0:puzzle-share:", on=shown)
    await shoot("5-shared", ben, world.messages()[-1])
    await shoot("6-archive", ada, (await ada.press("c1:d:0:puzzle-archive:", on=shown)).shown)
    await shoot("7-profile", ada, (await ada.slash("cats profile")).shown)
    await shoot("8-help", ada, (await ada.slash("cats help")).shown)
    await world.store.people.set_preference(ben.id, "in_words", True)
    shown = (await ben.slash("cats puzzle")).shown
    shown = (await ben.press("c1:d:0:puzzle:*skip", on=shown)).shown
    await shoot("9-in-words", ben, shown)


async def begin(world: World) -> None:
    """Let it be a Monday morning, with the same puzzles each time."""
    await world.freeze(find_opening(MONDAY) + 9 * HOUR - world.now())
    await world.store.puzzles.find_secret("0" * 64)


async def load(world: World, number: int) -> Puzzle:
    with world.bot_scope():
        return (await world.bot.services.puzzle_library.load(number)).puzzle


async def solve(
    world: World, shoot: Shoot, ada: Person, number: int, name: str, shown: Shown
) -> None:
    """Solve a puzzle with a refused mark and a hint, and look at its start, middle and end."""
    puzzle, found = await load(world, number), list[Mark]()
    await shoot(f"{name}-1-start", ada, shown)
    early = next(
        Mark(owner, feature)
        for owner, own in enumerate(puzzle.answer)
        for feature in own
        if Mark(owner, feature) not in puzzle.following[0]
    )
    shown = await enter(ada, early, shown)
    await shoot(f"{name}-2-refused", ada, shown)
    while len(found) < puzzle.length:
        if len(found) == 4:
            shown = (await ada.press("c1:d:0:puzzle-hint:", on=shown)).shown
            await shoot(f"{name}-4-hint", ada, shown)
        found.append(find_next(puzzle, found))
        shown = await enter(ada, found[-1], shown)
        if len(found) in (3, 7):
            await shoot(f"{name}-3-after-{len(found)}", ada, shown)
    await shoot(f"{name}-5-end", ada, shown)
    shown = (await ada.press("c1:d:0:puzzle-why:", on=shown)).shown
    await shoot(f"{name}-6-why", ada, shown)
