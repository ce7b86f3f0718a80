"""`python -m tests.bench.readme OUT`: the README's moving picture, a turn of each game on a phone.

On the left what everybody sees in the channel, on the right what one of them sees alone. People who
reason play games that are the same each time.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from msgspec.structs import replace
from PIL import Image

from bot.bench.bots import make_start
from bot.bench.moves import enter, press_all_but_last
from bot.bench.world import Person, World
from bot.demo.shown import Shown
from bot.demo.simulated import ClientLikeServer, add_emojis
from bot.games.liars_dice.model.state import State as Dice
from bot.games.liars_dice.rules import LIFT_PAUSE_SECONDS
from bot.games.quickpick.model.state import FEATURES, find_matching_masks
from bot.games.registry import GAMES
from bot.games.who_barked.model.state import State as Night
from bot.games.who_barked.rules import HUSH_SECONDS
from tests.bench.scenes.liars_dice import CUPS
from tests.bench.shots import HEIGHT, WIDTHS, prepare
from tests.heights.cloaked_cats import game_of
from tests.heights.quickpick import to_draw
from tests.heights.worlds import act, at_table, begin
from tests.play import island
from tests.play.evening import find_asked_player, hand, load_game, load_match, write_state

MIN_FLOOR_CATS = 7
"""Cats on the floor when Cloaked Cats is shown."""
LEVEL = "tomcat"
COLOURS = 96
"""Of each picture: a GIF has 256 at most."""
NO_DITHER = Image.Dither.NONE
FRAME_MILLISECONDS = 2400
Pair = tuple[Image.Image, Image.Image]
Frame = Callable[[Person, Shown], Awaitable[None]]
"""Takes a picture of the board and of a person's own screen."""


async def choice(world: World, luck: Random) -> str:
    """Return the move that a computer would make for one of those who are asked."""
    table = await load_match(world)
    seat, game = table.prompts[0].seat or 0, GAMES[table.game].game
    moves, view = game.legal_moves(table.state, seat), game.view(table.state, seat)
    return GAMES[table.game].computers.choose_move(view, moves, LEVEL, luck).path


async def play(world: World, luck: Random) -> None:
    table = await load_match(world)
    await act(world, table.prompts[0].seat or 0, await choice(world, luck))


async def cats(world: World, frame: Frame) -> None:
    luck = Random(5)
    await begin(world, "cloaked_cats", *world.people[:4])
    while len((await game_of(world)).floor) < MIN_FLOOR_CATS:
        await play(world, luck)
    await play(world, luck)
    asked = find_asked_player(world)
    await frame(asked, await hand(asked))
    await enter(world, asked, await choice(world, luck))
    await frame(asked, asked.private())
    screen = await hand(asked)
    whom = next(one for one in screen.matching("c1:l:*:guess/") if one.label.startswith("A"))
    await frame(asked, (await asked.press(whom.custom_id, on=screen)).shown)


async def city(world: World, frame: Frame) -> None:
    luck = Random(5)
    await begin(world, "catham_city", *world.people)
    game = GAMES["catham_city"].game
    while sum(game.view((table := await load_game(world)).state, None).points) < 2 * len(
        table.players
    ):
        await play(world, luck)
    while (move := await choice(world, luck)).split("/")[0] != "play":
        await play(world, luck)
    asked = find_asked_player(world)
    await frame(asked, await hand(asked))
    await enter(world, asked, move)
    await frame(asked, asked.private())
    await play(world, luck)
    await frame(asked, await hand(asked))


async def race(world: World, frame: Frame) -> None:
    await begin(world, "quickpick", *world.people[:4])
    await to_draw(world)
    seats = await at_table(world)
    await act(world, 0, "draw")
    mask = (await island.game_of(world)).mask
    for number, feature in enumerate(FEATURES[:4], 1):
        await world.advance(island.BREATH_SECONDS)
        await act(world, 0, f"show/{feature}")
        fitting = find_matching_masks((await island.game_of(world)).shown)
        if number in (2, 3):
            wrong = next(tile for tile in fitting if tile != mask)
            await act(world, number - 1, f"tile/{wrong}")
        if number > 1:
            await frame(seats[0], await hand(seats[0]))
    await act(world, 3, f"tile/{mask}")
    await world.advance(island.RACE_CLOSING_SECONDS)
    await frame(seats[0], await hand(seats[0]))


async def dice(world: World, frame: Frame) -> None:
    await begin(world, "liars_dice", *world.people[:4])
    state = (await load_game(world)).state
    assert isinstance(state, Dice)
    write_state(world, replace(state, decision=state.decision + 1, cups=CUPS))
    await world.people[0].slash("cats board")
    await enter(world, find_asked_player(world), "bid/4/5")
    asked = find_asked_player(world)
    await frame(asked, await hand(asked))
    (*_, screen), *_ = await press_all_but_last(world, asked, "bid/7/5")
    await frame(asked, screen)
    await enter(world, asked, "bid/7/5")
    await frame(asked, asked.private())
    await enter(world, find_asked_player(world), "liar")
    await world.advance(LIFT_PAUSE_SECONDS)
    await frame(asked, await hand(asked))


async def night(world: World, frame: Frame) -> None:
    """Let a dog bark in a crew of three, and look on as one of the cats in it."""
    cat, dog, other = crew = (0, 2, 5)
    await begin(world, "who_barked", *world.people)
    begun = Night(seats=6, leader=cat, phase="lead", decision=90, dogs=(dog, 4), nose=1)
    write_state(world, begun)
    await world.people[0].slash("cats board")
    people = await at_table(world)
    (*_, screen), *_ = await press_all_but_last(world, people[cat], "crew/0.2.5")
    await frame(people[cat], screen)
    await enter(world, people[cat], "crew/0.2.5")
    for seat in range(len(people)):
        await act(world, seat, "vote/no" if seat in (1, 3) else "vote/yes")
    await frame(people[cat], await hand(people[cat]))
    for seat in crew:
        await act(world, seat, "bark" if seat == dog else "sneak")
    await frame(people[cat], await hand(people[cat]))
    await world.advance(HUSH_SECONDS)
    await frame(people[other], await hand(people[other]))


def film(pictures: Sequence[Pair], path: Path) -> None:
    width = sum(one.width for one in pictures[0])
    height = max(one.height for pair in pictures for one in pair)
    frames = []
    for left, right in pictures:
        # The last pixel is empty ground.
        frame = Image.new("RGB", (width, height), left.getpixel((0, left.height - 1)))
        frame.paste(left, (0, 0))
        frame.paste(right, (left.width, 0))
        frames.append(frame.quantize(COLOURS, dither=NO_DITHER))
    path.parent.mkdir(parents=True, exist_ok=True)
    frames[0].save(
        path,
        save_all=True,
        append_images=frames[1:],
        duration=FRAME_MILLISECONDS,
        loop=0,
        optimize=True,
    )


async def shoot_scene(scene: Callable[[World, Frame], Awaitable[None]], folder: Path) -> list[Pair]:
    world = await World.open(make_start(), f"sqlite:///{folder}/cats.db", people=4)
    world.people += (world.add("Eve"), world.add("Finn"))
    world.bot.services.replace_games(add_emojis(world.env, GAMES))
    viewers = [person.actor for person in world.people]
    with world.env.time_context():
        preview = world.env.preview(world.channel, viewers=viewers, locale="en-US")
    preview._server = ClientLikeServer(preview, 0)
    pictures: list[Pair] = []
    async with preview:

        async def picture(person: Person, message: Shown) -> Image.Image:
            path, viewport = folder / "picture.png", (WIDTHS["phone"], HEIGHT)
            await preview.screenshot(
                path, viewer=person.actor, target=message.id, viewport=viewport
            )
            with Image.open(path) as found:
                return found.convert("RGB")

        async def frame(person: Person, own: Shown) -> None:
            pictures.append((await picture(person, world.board()), await picture(person, own)))

        await scene(world, frame)
    await world.close()
    return pictures


async def main(folder: Path) -> None:
    prepare()
    pictures: list[Pair] = []
    for scene in (cats, dice, race, city, night):
        with TemporaryDirectory() as data:
            pictures += await shoot_scene(scene, Path(data))
    film(pictures, folder / "turns.gif")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
