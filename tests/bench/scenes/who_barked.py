"""Who Barked? from the lobby to the end, at a table of six."""

from bot.bench.moves import enter, press_all_but_last
from bot.bench.world import Person, World
from bot.games.who_barked.model.state import Phase, Proposal, State
from bot.games.who_barked.rules import HUSH_SECONDS, SNIFF_SECONDS
from tests.bench.scenes import Shoot, look_back, show_rules
from tests.play.evening import go_on, hand, load_table, write_state

PEOPLE = 6
SEED = bytes([97]) * 32
DOGS, NOSE, CAT = (4, 2), 0, 1
"""The seats of the dogs, the top dog first, of the nose, and of one of the cats."""
CREW = (0, 2, 5)
QUIET_CREW = (0, 1, 3)


async def scenes(world: World, shoot: Shoot) -> None:
    world.bot.services.lobby.make_seed = lambda: SEED
    await lobby(world, shoot)
    await show_rules(world.people[1], shoot, "who_barked")
    await first_night(world, shoot)
    await later(world, shoot)
    await ending(world, shoot)


async def lobby(world: World, shoot: Shoot) -> None:
    ada, *guests = world.people
    await shoot("lesson", ada, (await ada.slash("cats learn", game="who_barked")).shown)
    await shoot("lesson-lead", ada, await go_on(ada))
    await ada.press("c1:d:*:leave")
    await ada.slash("cats play", game="who_barked")
    await shoot("lobby", guests[0], world.board())
    for guest in guests:
        await guest.press("c1:d:*:join")


async def list_people(world: World) -> list[Person]:
    """Return the people by seat."""
    return [person for person in await world.list_players() if person is not None]


def arrange(
    world: World, proposals: tuple[Proposal, ...], phase: Phase = "lead", crew: tuple[int, ...] = ()
) -> None:
    """Write a game in which seat 1 leads."""
    state = State(
        seats=PEOPLE,
        leader=CAT,
        phase=phase,
        decision=90 + len(proposals),
        crew=crew,
        proposals=proposals,
        dogs=DOGS,
        nose=NOSE,
    )
    write_state(world, state)


async def vote(people: list[Person], against: tuple[int, ...], world: World) -> None:
    for seat, person in enumerate(people):
        await enter(world, person, "vote/no" if seat in against else "vote/yes")


async def first_night(world: World, shoot: Shoot) -> None:
    ada = world.people[0]
    await ada.press("c1:d:*:start", on=world.board())
    assert (await load_table(world)).phase == "playing"
    people = await list_people(world)
    arrange(world, (), phase="meet")
    await ada.slash("cats board")
    await shoot("board-meet", ada, world.board())
    for name, seat in (("cat", CAT), ("nose", NOSE), ("dog", DOGS[1]), ("top-dog", DOGS[0])):
        await shoot(f"role-{name}", people[seat], await hand(people[seat]))
    arrange(world, ())
    await ada.slash("cats board")
    await shoot("board-lead", ada, world.board())
    (*_, picked), *_ = await press_all_but_last(world, people[CAT], "crew/0.2.5")
    await shoot("lead", people[CAT], picked)
    await enter(world, people[CAT], "crew/0.2.5")
    await enter(world, people[0], "vote/yes")
    await enter(world, people[3], "vote/no")
    await shoot("board-vote", ada, world.board())
    await shoot("vote", people[CAT], await hand(people[CAT]))
    await vote(people, (3, 4), world)
    await shoot("board-raid", ada, world.board())
    await shoot("raid-dog", people[2], await hand(people[2]))
    await shoot("raid-cat", people[5], await hand(people[5]))
    await enter(world, people[0], "sneak")
    await enter(world, people[5], "sneak")
    await enter(world, people[2], "bark")
    await shoot("board-hush", ada, world.board())
    await world.advance(HUSH_SECONDS + 1)
    await shoot("board-barked", ada, world.board())
    await shoot("nose", people[NOSE], await hand(people[NOSE]))
    words = await ada.press("c1:d:*:words", on=world.board())
    await shoot("board-barked-words", ada, words.shown)


async def later(world: World, shoot: Shoot) -> None:
    """Show a crew that is refused, and one that comes home full."""
    ada, people = world.people[0], await list_people(world)
    votes = (True, True, True, False, False, True)
    arrange(world, (Proposal(0, CREW, 0, votes, 1),))
    await ada.slash("cats board")
    await enter(world, people[CAT], "crew/2.3.4")
    await vote(people, (0, 1, 5), world)
    await shoot("board-refused", ada, world.board())
    arrange(world, (Proposal(0, CREW, 0, votes, 1),))
    await ada.slash("cats board")
    await enter(world, people[CAT], "crew/0.1.3")
    await vote(people, (2,), world)
    for seat in QUIET_CREW:
        await enter(world, people[seat], "sneak")
    await world.advance(HUSH_SECONDS + 1)
    await shoot("board-quiet", ada, world.board())


async def ending(world: World, shoot: Shoot) -> None:
    ada, people = world.people[0], await list_people(world)
    eaten = tuple(Proposal(0, QUIET_CREW, goal, (True,) * PEOPLE, 0) for goal in range(3))
    arrange(world, eaten, phase="hunt", crew=QUIET_CREW)
    await ada.slash("cats board")
    await shoot("board-hunt", ada, world.board())
    await shoot("hunt", people[DOGS[0]], await hand(people[DOGS[0]]))
    await enter(world, people[DOGS[0]], f"accuse/{CAT}")
    await shoot("board-sniff", ada, world.board())
    await world.advance(SNIFF_SECONDS + 1)
    await shoot("over", ada, world.board())
    await shoot("result", people[CAT], people[CAT].private())
    await look_back(people[CAT], shoot)
