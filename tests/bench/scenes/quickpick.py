"""Every screen of Quickpick, from the lobby to the end, at a table of four and a computer."""

from msgspec.structs import replace

from bot.bench.world import Person, World
from bot.games.quickpick.model.state import FEATURES
from tests.bench.scenes import Shoot, look_back, show_rules
from tests.play.evening import cancel, end_game, hand, load_table, write_state
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
    """Play a game of each way to play, and show everything on the way."""
    world.bot.services.lobby.make_seed = lambda: SEED
    await lobby(world, shoot)
    await show_rules(world.people[1], shoot, "quickpick")
    await first_race(world, shoot)
    await second_race(world, shoot)
    await further_screens(world, shoot)
    await ending(world, shoot)
    await other_ways(world, shoot)


async def lobby(world: World, shoot: Shoot) -> None:
    """Show the lobby, and what the host can choose."""
    ada, ben, *_ = world.people
    seat = await ada.slash("cats play", game="quickpick", computers=1)
    await shoot("lobby", ben, world.board())
    await shoot("seat", ada, seat.shown)
    await shoot("options", ada, (await ada.press("c1:d:*:options")).shown)
    await shoot("options-game", ada, (await ada.press("c1:d:*:game-options")).shown)


async def first_race(world: World, shoot: Shoot) -> None:
    """Show the start, and a race in which the mime shows all five parts."""
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


async def second_race(world: World, shoot: Shoot) -> None:
    """Show a race in which nobody is right, and a mime who stops."""
    await turn_of(world, world.people[1])
    mime, mask = await draw(world)
    await use(mime, "show/eyes")
    await use(mime, "done")
    await shoot("mime-done", mime, mime.private())
    await shoot("race-done", mime, world.board())
    here = await guessers(world)
    old = world.board()
    await slap(here[0], (mask + 1) % len(NAMES))
    spent = await slap(here[1], (mask + 1) % len(NAMES), on=old)
    await shoot("guesser-spent", here[1], spent.shown)
    again = await slap(here[1], (mask + 2) % len(NAMES))
    await shoot("guesser-again", here[1], again.shown)
    await use(here[2], "pass")
    await shoot("guesser-idea", here[2], await hand(here[2]))
    await shoot("mime-slaps", mime, (await slap(mime, mask)).shown)
    await world.advance(20)
    await shoot("result-missed", mime, world.board())


async def further_screens(world: World, shoot: Shoot) -> None:
    """Show the own masks, the table's panel and the scores."""
    ada, *_ = world.people
    state = await game_of(world)
    write_state(world, replace(state, won=tuple(tuple(range(seat * 3)) for seat in range(5))))
    for number, person in enumerate(world.people):
        page = await person.press("c1:d:*:page:masks", on=await hand(person))
        await shoot(f"masks-{number}", person, page.shown)
    await shoot("table", ada, (await ada.press("c1:d:*:table", on=world.board())).shown)
    await shoot("scores-running", ada, (await ada.slash("cats scores")).shown)


async def ending(world: World, shoot: Shoot) -> None:
    """Show the last race, and what comes after it."""
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
    await shoot("check", ada, (await ada.press("c1:d:*:deal", on=end)).shown)
    await ada.press("c1:d:*:rematch", on=end)
    await shoot("rematch", ada, world.board())
    await cancel(ada)


async def other_ways(world: World, shoot: Shoot) -> None:
    """Show what is different with sounds, in a calm game, and with cameras."""
    ada, ben, cleo, _ = world.people
    for name, chosen in (
        ("sounds", {"mode": "sounds"}),
        ("calm", {"choosing": "calm"}),
        ("camera", {"mode": "camera"}),
        ("text", {"text-only": "yes"}),
    ):
        await ada.slash("cats play", game="quickpick", computers=int(name == "camera"))
        for guest in (ben, cleo):
            await guest.press("c1:d:*:join", on=world.board())
        for option, choice in chosen.items():
            await ada.press("c1:d:*:options", on=world.board())
            if option == "text-only":
                await ada.press("c1:d:*:set:text-only/yes")
                continue
            await ada.press("c1:d:*:game-options")
            await ada.choose(f"c1:d:*:set:{option}", choice)
        if name == "camera":
            await shoot("camera-computers", ada, world.board())
            await ada.press("c1:d:*:computer-remove", on=world.board())
        await ada.press("c1:d:*:start", on=world.board())
        await turn_of(world, ada)
        await one_race(world, shoot, name)
        await end_game(ada)


async def one_race(world: World, shoot: Shoot, name: str) -> None:
    """Show a turn from the draw to its result."""
    ada, ben, *_ = world.people
    await shoot(f"{name}-board", ben, world.board())
    await shoot(f"{name}-mime-start", ada, await hand(ada))
    if name == "camera":
        state = await game_of(world)
        write_state(world, replace(state, passed=(1,) * len(state.present)))
        await shoot("camera-mime-warned", ada, await hand(ada))
    mime, mask = await draw(world)
    if name == "sounds":
        await use(mime, "sound/grr")
        await world.advance(BREATH_SECONDS)
        await use(mime, "sound/muaa")
        await world.advance(BREATH_SECONDS)
    if name != "camera":
        await use(mime, "show/brows")
    await shoot(f"{name}-mime", mime, mime.private())
    here = await guessers(world)
    await slap(here[0], (mask + 3) % len(NAMES))
    await shoot(f"{name}-race", ben, world.board())
    await shoot(f"{name}-guesser", here[1], await hand(here[1]))
    await slap(here[1], mask)
    await world.advance(RACE_CLOSING_SECONDS)
    await shoot(f"{name}-result", ben, world.board())
