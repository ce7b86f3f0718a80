"""`python -m tests.bench.readme OUT`: the README's pictures, as on a phone.

People who reason play games that are the same each time.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image

from bot.demo.simulated import ClientLike, with_emojis
from bot.games.quickpick.masks import FEATURES, candidates
from bot.games.registry import GAMES
from tests.bench.bots import real_bot
from tests.bench.shots import HEIGHT, WIDTHS, use_installed_chromium
from tests.bench.shown import Shown
from tests.bench.sim import Person, World
from tests.heights.cloaked_cats import game_of
from tests.heights.quickpick import to_draw
from tests.heights.worlds import act, at_table, begin
from tests.play import island
from tests.play.evening import hand, is_over, stored

DANCING = 7
"""Cats on the floor of which a picture is taken."""
LEVEL = "tomcat"
DURATIONS = (1400, 900, 1200, 1200, 1500, 2600)
"""Milliseconds for which each picture of the race is shown."""
COLOURS = 128
"""Of the race, which is a GIF."""
NO_DITHER = Image.Dither.NONE
Shoot = Callable[[str, Person, Shown], Awaitable[None]]


async def play(world: World, luck: Random) -> None:
    """Let one of those who are asked make the move that a computer would make."""
    table = await stored(world)
    seat, game = table.prompts[0].seat or 0, GAMES[table.game].game
    moves, view = game.moves(table.state, seat), game.view(table.state, seat)
    await act(world, seat, game.choose(view, moves, LEVEL, luck))


async def cats(world: World, shoot: Shoot) -> None:
    """Show a game of Cloaked Cats: the board, a hand and a guess in the middle, and the end."""
    luck, ada = Random(5), world.people[0]
    await begin(world, "cloaked_cats", *world.people[:4])
    while len((await game_of(world)).floor) < DANCING:
        await play(world, luck)
    await play(world, luck)
    await shoot("board", ada, world.board())
    (prompt,) = (await stored(world)).prompts
    asked = (await at_table(world))[prompt.seat or 0]
    await shoot("hand", asked, await hand(asked))
    await play(world, luck)
    screen = await hand(asked)
    whom = next(one for one in screen.matching("c1:l:*:guess/") if one.label.startswith("A"))
    await shoot("guess", asked, (await asked.press(whom.custom_id, on=screen)).shown)
    while not is_over(world):
        await play(world, luck)
    await shoot("end", ada, world.board())


async def city(world: World, shoot: Shoot) -> None:
    """Show a board of Catham City while people owe the mafia an answer."""
    luck = Random(5)
    await begin(world, "catham_city", *world.people)
    while True:
        table = await stored(world)
        points = GAMES[table.game].game.view(table.state, None).points
        owing = [prompt for prompt in table.prompts if prompt.kind == "mafia"]
        if len(owing) == len(table.players) - 1 and sum(points) > len(points):
            break
        assert not is_over(world)
        await play(world, luck)
    await shoot("catham-city", world.people[0], world.board())


async def race(world: World, shoot: Shoot) -> None:
    """Show a race of Quickpick: two hands are too bold, and the third one waits for a fourth part.

    Each picture is one of the moving picture's.
    """
    await begin(world, "quickpick", *world.people[:4])
    await to_draw(world)
    ada = world.people[0]
    await act(world, 0, "draw")
    await shoot("race-0", ada, world.board())
    mask = (await island.game_of(world)).mask
    for number, feature in enumerate(FEATURES[:4], 1):
        await world.advance(island.BREATH)
        await act(world, 0, f"show/{feature}")
        fitting = candidates((await island.game_of(world)).shown)
        if number in (2, 3):
            wrong = next(tile for tile in fitting if tile != mask)
            await act(world, number - 1, f"tile/{wrong}")
        await shoot(f"race-{number}", ada, world.board())
    await act(world, 3, f"tile/{mask}")
    await world.advance(island.LATE)
    await shoot("race-5", ada, world.board())


def film(folder: Path) -> None:
    """Make one moving picture of those of the race, as high as the highest, and remove them."""
    paths = [folder / f"race-{number}.png" for number in range(len(DURATIONS))]
    # Few colours in each first: otherwise those that all share are none that greys have.
    few = [Image.open(path).convert("RGB").quantize(COLOURS, dither=NO_DITHER) for path in paths]
    taken = [picture.convert("RGB") for picture in few]
    width, height = taken[0].width, max(picture.height for picture in taken)
    # Colours that all pictures share leave out of each what is as it was in the one before.
    strip = Image.new("RGB", (width, height * len(taken)))
    for number, picture in enumerate(taken):
        # The last row is empty ground.
        ground = picture.crop((0, picture.height - 1, width, picture.height))
        strip.paste(ground.resize((width, height)), (0, height * number))
        strip.paste(picture, (0, height * number))
    strip = strip.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=NO_DITHER)
    tops = range(0, strip.height, height)
    frames = [strip.crop((0, top, width, top + height)) for top in tops]
    frames[0].save(
        folder / "race.gif",
        save_all=True,
        append_images=frames[1:],
        duration=DURATIONS,
        loop=0,
        optimize=True,
    )
    for path in paths:
        path.unlink()


async def main(folder: Path) -> None:
    """Play, and save the pictures in `folder`."""
    use_installed_chromium()
    for scenes in (cats, city, race):
        with TemporaryDirectory() as data:
            world = await World.open(real_bot(), Path(data) / "cats.db", people=4)
            world.people += (world.add("Eve"), world.add("Finn"))
            world.bot.manager.use(with_emojis(world.env, GAMES))
            viewers = [person.actor for person in world.people]
            with world.env.time_context():
                preview = world.env.preview(world.channel, viewers=viewers, locale="en-US")
            preview._server = ClientLike(preview, 0)
            async with preview:

                async def shoot(
                    name: str, person: Person, message: Shown, preview: Any = preview
                ) -> None:
                    path, width = folder / f"{name}.png", WIDTHS["phone"]
                    await preview.screenshot(
                        path, viewer=person.actor, target=message.id, viewport=(width, HEIGHT)
                    )
                    with Image.open(path) as taken:
                        taken.quantize(256).save(path, optimize=True)

                await scenes(world, shoot)
            await world.close()
    film(folder)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
