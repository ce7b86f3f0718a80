"""No countdown stands in the past: what shows one is renewed or gone when its time has come."""

import re
from itertools import product

import pytest

from bot.bench.world import Person, World
from bot.games.registry import GAMES
from tests.kinds import first_of_each_kind
from tests.play.evening import deal, is_over, sit_down

COUNTDOWN = re.compile(r"<t:(\d+):R>")
EDIT_SECONDS = 3.0
MAX_COUNTDOWNS = 6


def list_messages(world: World) -> list[str]:
    found = [*world.messages()]
    for person in world.people:
        found += world.messages(private_to=person.id)
    return [message.text for message in found]


def find_countdowns(world: World) -> list[int]:
    return [int(at) for told in list_messages(world) for at in COUNTDOWN.findall(told)]


async def wait_for_countdowns(world: World) -> int:
    """Wait until all countdowns have ended, and check that none is left. Return how many did."""
    times = find_countdowns(world)
    if times:
        await world.advance(max(0.0, max(times) - world.now()) + EDIT_SECONDS)
    past = [
        told
        for told in list_messages(world)
        for at in COUNTDOWN.findall(told)
        if int(at) < world.now() - EDIT_SECONDS
    ]
    assert not past, past
    return len(times)


async def look_around(*people: Person) -> None:
    for person in people:
        for action in ("hand", "table"):
            board = person.world.board()
            if found := board.matching(f"c1:d:*:{action}"):
                await person.press(found[0].custom_id, on=board)


@pytest.mark.parametrize(
    ("game", "clock"),
    first_of_each_kind(product(GAMES, ("1", "60")), lambda game, clock: clock == "1" and game),
)
async def test_no_countdown_of_a_game_stays_when_its_time_has_come(world, game, clock):
    ada, ben, cleo, dan = world.people
    await deal(world, ada, ben, cleo, game=game, clock=clock)
    ended = 0
    for _ in range(MAX_COUNTDOWNS):
        if is_over(world):
            break
        await look_around(ada, ben, cleo, dan)
        ended += await wait_for_countdowns(world)
    assert ended


async def test_the_call_to_a_host_counts_down_to_its_end(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    await world.advance(600)
    await ben.press("c1:d:*:start", on=world.board())
    assert await wait_for_countdowns(world)
