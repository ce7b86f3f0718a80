"""Moves that people make in Cloaked Cats, by their buttons."""

from bot.bench.shown import Control, Shown
from bot.bench.world import Person, World

COMPUTER_MOVE_SECONDS = 2.0
"""Seconds that a computer cat waits."""


async def hand(person: Person) -> Shown:
    return (await person.press("c1:l:", on=person.world.board())).shown


def moves(screen: Shown) -> list[Control]:
    """Return the buttons that make a move or lead to one, in their order."""
    return [
        control
        for control in screen.controls
        if control.custom_id.startswith(("c1:m:", "c1:l:")) and not control.disabled
    ]


async def find_next_mover(world: World) -> tuple[Person, Shown]:
    """Return who is to move, with the screen to move on; lets computers move before."""
    for _ in range(20):
        for person in world.people:
            screen = await hand(person)
            if screen.ephemeral and any(c.custom_id.startswith("c1:m:") for c in screen.controls):
                return person, screen
        await world.advance(COMPUTER_MOVE_SECONDS)
    raise AssertionError("nobody is asked")


async def take_turn(world: World) -> Person:
    """Let whoever is to move play the first cat and guess nothing; returns who it was."""
    person, screen = await find_next_mover(world)
    cats = screen.matching("c1:m:*:cat/")
    if cats:
        screen = (await person.press(cats[0].custom_id, on=screen)).shown
    if screen.matching("c1:m:*:skip"):
        await person.press("c1:m:*:skip", on=screen)
    return person
