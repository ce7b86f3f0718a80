"""Catham City from the lobby to the end, at a table of six."""

from bot.bench.moves import enter
from bot.bench.world import Person, World
from bot.demo.shown import Shown
from tests.bench.scenes import Shoot, look_back, show_rules
from tests.games.catham_city.playing import cats
from tests.play.city import MARKET, OTHER_MARKET, arrange
from tests.play.evening import hand, is_over, show_deal

PEOPLE = 4
SEED = bytes([97]) * 32
"""It deals the seats in the order in which people came, then two computers."""
POINTS = (4, 2, 0, 7, 10, 1)


async def scenes(world: World, shoot: Shoot) -> None:
    world.bot.services.lobby.make_seed = lambda: SEED
    await lobby(world, shoot)
    await show_rules(world.people[1], shoot, "catham_city")
    await beginning(world, shoot)
    await first_factions(world, shoot)
    await ending(world, shoot)


async def lobby(world: World, shoot: Shoot) -> None:
    ada, ben, *_ = world.people
    seat = await ada.slash("cats play", game="catham_city")
    await shoot("lobby", ben, world.board())
    await shoot("seat", ada, seat.shown)
    await shoot("options", ada, (await ada.press("c1:d:*:options")).shown)
    panel = (await ada.press("c1:d:*:game-options")).shown
    await shoot("options-game", ada, panel)
    picked = ("detectives", "hackers", "police", "journalists", "bureaucrats")
    panel = (await ada.choose("c1:d:*:pick:factions", *picked, on=panel)).shown
    await shoot("options-game-picked", ada, panel)
    await ada.choose("c1:d:*:set:factions", "first-game", on=panel)


async def beginning(world: World, shoot: Shoot) -> None:
    ada, *guests = world.people
    for guest in guests:
        await guest.press("c1:d:*:join")
    for _ in range(2):
        await ada.press("c1:d:*:computer-add", on=world.board())
    await shoot("lobby-full", ada, world.board())
    await ada.press("c1:d:*:start", on=world.board())
    await shoot("board-start", ada, world.board())
    await shoot("turn-start", ada, await hand(ada))
    await shoot("wait", guests[0], await hand(guests[0]))
    page = await ada.press("c1:d:*:page:factions", on=await hand(ada))
    await shoot("factions", ada, page.shown)
    await shoot("table", ada, (await ada.press("c1:d:*:table", on=world.board())).shown)


async def first_factions(world: World, shoot: Shoot) -> None:
    ada, ben, *_ = world.people
    others = [cats(detectives=1, mafia=2, hackers=2)] * 5
    held = cats(detectives=3, scientists=3, robocats=2, mafia=1, hackers=1)
    await arrange(world, held, *others, market=MARKET, points=POINTS)
    await ada.slash("cats board")
    await steps(ada, shoot, "turn", "play/0", "play/4")
    held = cats(robocats=4, mafia=4, hackers=2)
    await arrange(world, held, *others, market=MARKET, points=POINTS, actions=2, left=2)
    await ada.slash("cats board")
    await shoot("board-two-actions", ada, world.board())
    await steps(ada, shoot, "two", "play/2", "play/4", "play/4/2")
    await enter(world, ada, "play/4/2/1")
    await shoot("board-last-action", ben, world.board())
    await shoot("turn-last-action", ada, ada.private())
    await enter(world, ada, "take/4/2")
    await shoot("taken", ada, ada.private())
    await shoot("board-taken", ben, world.board())


async def steps(person: Person, shoot: Shoot, name: str, *paths: str) -> None:
    await shoot(name, person, await hand(person))
    for path in paths:
        screen = await follow_path(person, path)
        await shoot(f"{name}-{path.replace('/', '-')}", person, screen)


async def follow_path(person: Person, path: str) -> Shown:
    """Return the screen that a path leads to, through all the steps before."""
    screen, fields = await hand(person), path.split("/")
    for end in range(2, len(fields) + 1):
        wanted = screen.matching(f"c1:l:*:{'/'.join(fields[:end])}")
        if wanted:
            screen = (await person.press(wanted[0].custom_id, on=screen)).shown
    return screen


async def ending(world: World, shoot: Shoot) -> None:
    ada, ben, *_ = world.people
    others = [cats(detectives=2, hackers=2, journalists=1)] * 5
    points = (12, 11, 0, 7, 12, 1)
    held = cats(detectives=1, police=2, journalists=3)
    await arrange(world, held, *others, market=OTHER_MARKET, points=points)
    await ada.slash("cats board")
    await shoot("scores-running", ada, (await ada.slash("cats scores")).shown)
    await enter(world, ada, "play/6")
    assert is_over(world)
    end = world.board()
    await shoot("end", ben, end)
    await look_back(ben, shoot)
    await shoot("own-over", ada, ada.private())
    await shoot("check", ada, (await show_deal(ada)).shown)
    await shoot("scores", ada, (await ada.slash("cats scores")).shown)
    await ada.press("c1:d:*:rematch", on=end)
    await shoot("rematch", ben, world.board())
