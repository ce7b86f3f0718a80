"""Every screen of Catham City, from the lobby to the end, at a table of six."""

from bot.bench.moves import enter
from bot.bench.shown import Shown
from bot.bench.world import Person, World
from tests.bench.scenes import Shoot, look_back, show_rules
from tests.games.catham_city.playing import cats
from tests.play.city import MARKET, OTHER_FACTIONS, OTHER_MARKET, arrange
from tests.play.evening import COMPUTER_MOVE_SECONDS, hand, is_over

PEOPLE = 4
SEED = bytes([97]) * 32
"""It deals the seats in the order in which people came, then two computers."""
POINTS = (4, 2, 0, 7, 10, 1)


async def scenes(world: World, shoot: Shoot) -> None:
    """Play turns of all kinds and show what people see."""
    world.bot.services.lobby.make_seed = lambda: SEED
    await lobby(world, shoot)
    await show_rules(world.people[1], shoot, "catham_city")
    await beginning(world, shoot)
    await first_factions(world, shoot)
    await other_factions(world, shoot)
    await show_search_results(world, shoot)
    await mafia(world, shoot)
    await detectives(world, shoot)
    await journalists(world, shoot)
    await too_many(world, shoot)
    await ending(world, shoot)


async def lobby(world: World, shoot: Shoot) -> None:
    """Show the lobby, and how the host picks five factions."""
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
    """Show the board and the hands right after the deal."""
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
    """Show each step of playing the factions for the first game, and of taking cards."""
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


async def other_factions(world: World, shoot: Shoot) -> None:
    """Show each step of playing the police, journalists and bureaucrats."""
    ada, *_ = world.people
    others = [cats(detectives=2, hackers=2, journalists=2)] * 5
    held = cats(hackers=1, police=4, journalists=2, bureaucrats=3)
    await arrange(
        world, held, *others, market=OTHER_MARKET, points=POINTS, factions=OTHER_FACTIONS,
        actions=1, left=1,
    )  # fmt: skip
    await ada.slash("cats board")
    await shoot("board-other-factions", ada, world.board())
    paths = ("play/5", "play/5/3", "play/5/3/6", "play/7")
    await steps(ada, shoot, "other", *paths)


async def show_search_results(world: World, shoot: Shoot) -> None:
    """Show what the police and bureaucrats find."""
    ada, ben, *_ = world.people
    await enter(world, ada, "play/5/3/6/2")
    await shoot("board-police", ben, world.board())
    await shoot("police-done", ada, ada.private())
    others = [cats(detectives=2, hackers=2, journalists=2)] * 5
    held = cats(police=2, bureaucrats=5)
    await arrange(world, held, *others, market=OTHER_MARKET, points=POINTS)
    await enter(world, ada, "play/7/5")
    await shoot("board-bureaucrats", ben, world.board())


async def mafia(world: World, shoot: Shoot) -> None:
    """Show the question of the mafia, also to somebody without a point, and the end of it."""
    ada, ben, cleo, dan = world.people
    others = [cats(detectives=2, scientists=2, hackers=1)] * 5
    held = cats(mafia=4, hackers=3)
    first_game = (0, 1, 2, 3, 4)
    await arrange(world, held, *others, market=MARKET, points=POINTS, factions=first_game)
    await ada.slash("cats board")
    await enter(world, ada, "play/3")
    await shoot("mafia-played", ada, ada.private())
    await shoot("board-mafia", ben, world.board())
    await shoot("mafia-asked", ben, await hand(ben))
    await shoot("mafia-no-points", cleo, await hand(cleo))
    await enter(world, cleo, "drop/0.4")
    await shoot("mafia-answered", cleo, cleo.private())
    await world.advance(COMPUTER_MOVE_SECONDS)
    await shoot("board-mafia-answers", dan, world.board())
    await enter(world, ben, "pay")
    await enter(world, dan, "pay")
    await shoot("board-mafia-done", dan, world.board())


async def detectives(world: World, shoot: Shoot) -> None:
    """Show the question of the detectives."""
    ada, ben, cleo, dan = world.people
    others = [cats(detectives=2, scientists=2, hackers=1)] * 5
    await arrange(world, cats(detectives=3, hackers=3), *others, market=MARKET, points=POINTS)
    await ada.slash("cats board")
    await enter(world, ada, "play/0/4")
    await shoot("board-detectives", ben, world.board())
    await shoot("detectives-asked", ben, await hand(ben))
    await enter(world, ben, "discard")
    await shoot("detectives-answered", ben, ben.private())
    for person in (cleo, dan):
        await enter(world, person, "pass")
    await world.advance(COMPUTER_MOVE_SECONDS)
    await shoot("board-detectives-done", dan, world.board())


async def journalists(world: World, shoot: Shoot) -> None:
    """Show the question of the journalists, and both steps of a present."""
    ada, ben, cleo, dan = world.people
    others = [cats(detectives=2, hackers=2, journalists=1)] * 5
    held = cats(police=2, journalists=3)
    await arrange(world, held, *others, market=OTHER_MARKET, points=POINTS, factions=OTHER_FACTIONS)
    await ada.slash("cats board")
    await enter(world, ada, "play/6")
    await shoot("board-journalists", ben, world.board())
    asked = await hand(ben)
    await shoot("journalists-asked", ben, asked)
    present = (await ben.press("c1:l:*:give/4", on=asked)).shown
    await shoot("journalists-present", ben, present)
    await ben.press("c1:m:*:give/4/discard", on=present)
    await shoot("journalists-answered", ben, ben.private())
    await enter(world, cleo, "pass")
    await enter(world, dan, "give/6")
    await world.advance(COMPUTER_MOVE_SECONDS)
    await shoot("board-journalists-done", dan, world.board())


async def too_many(world: World, shoot: Shoot) -> None:
    """Show how cards are discarded."""
    ada, ben, *_ = world.people
    others = [cats(detectives=2, hackers=2, journalists=1)] * 5
    held = cats(hackers=3, police=2, journalists=5)
    await arrange(world, held, *others, market=OTHER_MARKET, points=POINTS)
    await ada.slash("cats board")
    await enter(world, ada, "take/5/2")
    await shoot("board-too-many", ben, world.board())
    await shoot("too-many", ada, ada.private())
    await enter(world, ada, "discard/4.6")
    await shoot("board-discarded", ben, world.board())


async def ending(world: World, shoot: Shoot) -> None:
    """Show a game that is won, and what comes after it."""
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
    await shoot("check", ada, (await ada.press("c1:d:*:deal", on=end)).shown)
    await shoot("scores", ada, (await ada.slash("cats scores")).shown)
    await ada.press("c1:d:*:rematch", on=end)
    await shoot("rematch", ben, world.board())
