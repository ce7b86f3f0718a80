"""Quickpick from the lobby to the end, at a table of four and a computer."""

from msgspec.structs import replace

from bot.bench.world import Person, World
from bot.games.quickpick.model.state import FEATURES
from tests.bench.scenes import Shoot, look_back, show_rules
from tests.play.evening import cancel, hand, load_table, show_deal, write_state
from tests.play.island import (
    BREATH_SECONDS,
    NAMES,
    RACE_CLOSING_SECONDS,
    draw,
    find_mime,
    game_of,
    guessers,
    slap,
    use,
)

PEOPLE = 4
SEED = bytes(range(32))
LAST_TURN = 2
"""So many masks are in the deck when one turn is left."""


async def scenes(world: World, shoot: Shoot) -> None:
    world.bot.services.lobby.make_seed = lambda: SEED
    await lobby(world, shoot)
    await show_rules(world.people[1], shoot, "quickpick")
    await first_race(world, shoot)
    await ending(world, shoot)


async def lobby(world: World, shoot: Shoot) -> None:
    ada, ben, *_ = world.people
    seat = await ada.slash("cats play", game="quickpick", computers=1)
    await shoot("lobby", ben, world.board())
    await shoot("seat", ada, seat.shown)
    await shoot("options", ada, (await ada.press("c1:d:*:options")).shown)
    await shoot("options-game", ada, (await ada.press("c1:d:*:game-options")).shown)


async def first_race(world: World, shoot: Shoot) -> None:
    ada, *guests = world.people
    for guest in guests:
        await guest.press("c1:d:*:join")
    await shoot("lobby-full", ada, world.board())
    await ada.press("c1:d:*:start", on=world.board())
    await turn_of(world, world.people[0])
    mime = await find_mime(world)
    await shoot("board-start", ada, world.board())
    await shoot("mime-start", mime, await hand(mime))
    guesser = next(person for person in world.people if person is not mime)
    await shoot("guesser-start", guesser, await hand(guesser))
    mime, mask = await draw(world)
    await shoot("race-0", ada, world.board())
    await shoot("mime-0", mime, mime.private())
    await shoot("guesser-race", guesser, await hand(guesser))
    for number, feature in enumerate(FEATURES, 1):
        await use(mime, f"show/{feature}")
        if number == 1:
            await shoot("mime-breath", mime, (await use(mime, "show/head")).shown)
        await world.advance(BREATH_SECONDS, step=0.3)
        await shoot(f"race-{number}", ada, world.board())
        await shoot(f"mime-{number}", mime, mime.private())
        if number in (2, 3) and (here := await guessers(world)):
            await slap(here[-1], (mask + 5 * number) % len(NAMES))
            await shoot(f"guesser-hand-{number}", here[-1], await hand(here[-1]))
    here = await guessers(world)
    await slap(here[0], mask)
    await world.advance(RACE_CLOSING_SECONDS)
    await shoot("result-right", ada, world.board())
    await shoot("guesser-prize", here[0], await hand(here[0]))
    await shoot("mime-kept", mime, mime.private())


async def turn_of(world: World, person: Person) -> None:
    """Make a person the mime who is to look."""
    state, table = await game_of(world), await load_table(world)
    users = [player.user for player in table.players]
    write_state(world, replace(state, mime=users.index(person.id)))
    await person.slash("cats board")


async def ending(world: World, shoot: Shoot) -> None:
    ada, *_ = world.people
    await turn_of(world, ada)
    state = await game_of(world)
    write_state(world, replace(state, deck=state.deck[:LAST_TURN]))
    _, mask = await draw(world)
    here = await guessers(world)
    await slap(here[0], mask)
    await shoot("race-closing", ada, world.board())
    await world.advance(RACE_CLOSING_SECONDS)
    end = world.board()
    await shoot("end", ada, end)
    await look_back(ada, shoot)
    await shoot("own-over", ada, ada.private())
    await shoot("check", ada, (await show_deal(ada)).shown)
    await ada.press("c1:d:*:rematch", on=end)
    await shoot("rematch", ada, world.board())
    await cancel(ada)
