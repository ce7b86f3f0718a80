"""Two worlds of Quickpick that differ in a secret mask, a prize or the deck: who sees any of it."""

import dataclasses
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.bench.world import Person, World
from bot.engine.events import Seat
from tests.bench.twins import Recording, differences, record_story
from tests.play.evening import hand, write_state
from tests.play.island import BREATH_SECONDS, game_of, prepare, slap, use

SEED = bytes([36]) * 32
"""It deals the seats of four in the order in which people came."""
FIP, AKO = 5, 0
"""Two masks that differ in the eyes and the head alone."""
ALIKE = ("show/brows", "show/mouth")
DIFFERING = "show/eyes"
DECK = (FIP, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 1, 2, 3, 4, 6, 7, 8, 9, 10)
OTHER_MASK = (AKO, *DECK[1:-1], FIP)
OTHER_PRIZE = (DECK[0], DECK[-1], DECK[2], *reversed(DECK[3:-1]), DECK[1])
MIME, FIRST, SECOND, THIRD = range(4)
ALL = {"choosing": "all"}


@dataclass(frozen=True)
class Case:
    """What happens in both worlds: moves of seats, a tile as its number, seconds as a float."""

    moves: tuple[tuple[Seat, str | int] | float, ...]
    other: tuple[int, ...] = OTHER_MASK
    """The deck of the second world."""
    knows: tuple[Seat, ...] = (MIME,)
    """The seats that see the difference."""
    chosen: dict[str, str] = field(default_factory=dict)
    text_only: bool = True
    computers: int = 0


LOOK: tuple[tuple[Seat, str | int], ...] = ((MIME, "draw"),)
SHOWN: tuple[tuple[Seat, str | int], ...] = tuple((MIME, move) for move in ALIKE)
BOTH: tuple[tuple[Seat, str | int], ...] = ((FIRST, FIP), (SECOND, AKO))
"""One of the hands is right in the one world, the other one in the other."""
CASES = {
    "wrong hands": Case((*LOOK, *SHOWN, (FIRST, 9), (SECOND, 10))),
    "hands on both": Case((*LOOK, *SHOWN, *BOTH), chosen=ALL),
    "calm": Case((*LOOK, SHOWN[0], *BOTH), chosen={"choosing": "calm"}),
    "sounds": Case((*LOOK, (MIME, "sound/grr"), *SHOWN, (FIRST, 9)), chosen={"mode": "sounds"}),
    "camera": Case((*LOOK, *BOTH), chosen={"mode": "camera", **ALL}),
    "computers": Case((*LOOK, *SHOWN, 8.0, (FIRST, "pass")), chosen=ALL, computers=1),
    "time goes by": Case((*LOOK, SHOWN[0], 31.0, 2.0)),
    "prize": Case(
        (*LOOK, SHOWN[0], (FIRST, FIP), 1.0, (FIRST, "draw"), (SECOND, 9)),
        other=OTHER_PRIZE,
        knows=(FIRST,),
    ),
    "removed": Case(
        (*LOOK, (FIRST, 9), (SECOND, "pass"), (THIRD, 10), (FIRST, "draw")),
        other=OTHER_PRIZE,
        knows=(),
    ),
}


async def story(recording: Recording, case: Case, deck: tuple[int, ...]) -> None:
    """Play a case; after each move everybody looks at what they can open."""
    world = recording.world
    onlooker = world.add("Eve")
    await start(world, case)
    write_state(world, replace(await game_of(world), deck=deck))
    await look(world, onlooker)
    await recording.note()
    for move in case.moves:
        if isinstance(move, float):
            await world.advance(move)
        else:
            await make(world.people[move[0]], move[1])
        await recording.note()
        await look(world, onlooker)
        await recording.note()


async def start(world: World, case: Case) -> None:
    people = world.people[: 4 - case.computers]
    people[-1].set_locale("de")
    await prepare(world, *people, chosen=case.chosen, computers=0, text_only=case.text_only)
    for _ in range(case.computers):
        await people[0].press("Add computer", on=world.board())
    world.bot.services.lobby.make_seed = lambda: SEED
    await people[0].press("Start", on=world.board())


async def make(person: Person, move: str | int) -> None:
    """Let somebody make a move; parts and sounds come a breath apart."""
    if isinstance(move, int):
        await slap(person, move)
        return
    await use(person, move)
    if move.startswith(("show", "sound")):
        await person.world.advance(BREATH_SECONDS)


async def look(world: World, onlooker: Person) -> None:
    """Let a guesser, a reader of German and an onlooker open what they can open."""
    _, ben, _, dan = world.people
    for person in (ben, dan, onlooker):
        await hand(person)
    await ben.press("c1:d:*:page:masks")
    await onlooker.slash("cats scores")


async def twins(tmp_path: Path, case: Case, **settings: Any) -> tuple[Recording, Recording]:

    async def told(name: str, deck: tuple[int, ...]) -> Recording:
        return await record_story(tmp_path / name, lambda r: story(r, case, deck), **settings)

    return await told("one.db", DECK), await told("two.db", case.other)


@pytest.mark.parametrize("name", CASES)
async def test_a_secret_changes_no_byte_that_anybody_else_is_shown(
    tmp_path: Path, name: str
) -> None:
    case = CASES[name]
    one, two = await twins(tmp_path, case)
    assert differences(one, two, *case.knows) == []
    assert sum(map(len, one.steps)) > 30
    seen = any(
        one.list_visible_requests(step) != two.list_visible_requests(step)
        for step in range(len(one.steps))
    )
    assert seen == bool(case.knows)


async def test_a_secret_mask_changes_no_byte_of_a_picture(tmp_path: Path) -> None:
    case = dataclasses.replace(CASES["wrong hands"], text_only=False)
    one, two = await twins(tmp_path, case)
    assert differences(one, two, *case.knows) == []
    files = {file.name for step in one.steps for request in step for file in request.files}
    assert files >= {"tiles.jpg", "mask.jpg", "masks.jpg"}


async def test_a_part_in_which_the_masks_differ_would_be_noticed(tmp_path: Path) -> None:
    case = Case((*LOOK, (MIME, DIFFERING)))
    assert differences(*await twins(tmp_path, case), *case.knows)


async def test_a_race_that_ends_early_would_be_noticed(tmp_path: Path) -> None:
    case = Case((*LOOK, (FIRST, FIP)))
    found = differences(*await twins(tmp_path, case), *case.knows)
    assert {"due", "asked"} & set(found)
