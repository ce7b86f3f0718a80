"""What is played to show the main screens, a module for each game.

Each has `PEOPLE`, how many people the world has, and `scenes`, which plays and shoots.
"""

from collections.abc import Awaitable, Callable

from bot.bench.world import Person
from bot.demo.shown import Shown

Shoot = Callable[[str, Person, Shown], Awaitable[None]]
"""Takes a picture of this name, of the message as the person sees it."""


async def look_back(person: Person, shoot: Shoot) -> None:
    """Show how a game that is over is told, watched again and listed."""
    board = person.world.board()
    story = (await person.press("c1:d:*:moments:", on=board)).shown
    await shoot("story", person, story)
    replay = (await person.press("c1:d:*:replay:", on=story)).shown
    await shoot("replay-start", person, replay)
    for _ in range(3):
        replay = (await person.press("c1:d:*:replay:*/next", on=replay)).shown
    await shoot("replay", person, replay)
    eyes = replay.control("c1:d:*:replay-eyes:")
    mine = (await person.choose(eyes.label, eyes.options[1][0], on=replay)).shown
    await shoot("replay-eyes", person, mine)
    everything = (await person.choose(eyes.label, eyes.options[-1][0], on=mine)).shown
    await shoot("replay-everything", person, everything)
    replay = (await person.choose(eyes.label, eyes.options[0][0], on=everything)).shown
    await person.press("c1:d:*:share:*/moment", on=replay)
    await shoot("shared", person, person.world.messages()[-1])
    await shoot("history", person, (await person.slash("cats history")).shown)


async def show_rules(person: Person, shoot: Shoot, game: str) -> None:
    screen, page = (await person.slash("cats rules", game=game)).shown, 1
    await shoot("rules-1", person, screen)
    while further := [c for c in screen.matching(f"c1:d:*:rules:*/{page}") if not c.disabled]:
        screen = (await person.press(further[0].custom_id, on=screen)).shown
        page += 1
        await shoot(f"rules-{page}", person, screen)
