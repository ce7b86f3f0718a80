"""The bot is killed while all wait for the same news: the pause goes on, and it is told once."""

from collections.abc import Mapping, Sequence

import pytest

from bot.bench.plugin import OpenWorld
from bot.bench.world import Person, World
from bot.domain.table import Finished, Match
from bot.games.registry import GAMES
from bot.games.who_barked.model.state import State
from bot.games.who_barked.rules import HUSH_SECONDS, SNIFF_SECONDS
from tests.games.who_barked.playing import make_state, play_hour, propose, vote
from tests.play.evening import load_match, load_table, press_id, sit_down, write_state

DOGS, NOSE = (3, 4), 0
IN_THE_KITCHEN = vote(propose(make_state(dogs=DOGS, nose=NOSE), 0, 3))[0]
BEFORE_THE_LAST_CREW = play_hour(play_hour(make_state(dogs=DOGS, nose=NOSE), 0, 1), 0, 2)
HUNT = play_hour(BEFORE_THE_LAST_CREW, 0, 1, 2)


async def sit_in(open_world: OpenWorld, state: State) -> tuple[World, list[Person]]:
    """Return a table of five at which the game has come to a state."""
    world = await open_world(people=5, registry=GAMES)
    await sit_down(world, *world.people, game="who_barked")
    await world.people[0].press("c1:d:*:start", on=world.board())
    people = [person for person in await world.list_players() if person]
    for person in people:
        table = await load_match(world)
        await press_id(person, world.board(), f"c1:d:{table.id}:ready:{table.step}")
    assert (await load_state(world))[0].phase == "lead"
    await world.restart(meanwhile=lambda: write(world, state))
    return world, people


async def write(world: World, state: State) -> str:
    write_state(world, state)
    return world.database


async def load_state(world: World) -> tuple[State, int]:
    """Return the state, and the number of the table's last step."""
    table = await load_table(world)
    assert isinstance(table, Match | Finished)
    assert isinstance(table.state, State)
    return table.state, table.step


async def press(world: World, people: Sequence[Person], moves: Mapping[int, str]) -> State:
    table, (state, _) = await load_table(world), await load_state(world)
    for seat, path in moves.items():
        await press_id(people[seat], world.board(), f"c1:m:{table.id}:{state.decision}:{path}")
    return (await load_state(world))[0]


@pytest.mark.parametrize(
    ("state", "moves", "phase", "seconds", "after", "news"),
    [
        (IN_THE_KITCHEN, {0: "sneak", 3: "bark"}, "hush", HUSH_SECONDS, "talk", "WOOF!"),
        (IN_THE_KITCHEN, {0: "sneak", 3: "sneak"}, "hush", HUSH_SECONDS, "talk", "licked clean"),
        (HUNT, {3: "accuse/0"}, "sniff", SNIFF_SECONDS, "over", "and that **is** the Nose!"),
        (HUNT, {3: "accuse/1"}, "sniff", SNIFF_SECONDS, "over", "but the Nose is"),
    ],
)
async def test_a_pause_goes_on_after_the_bot_was_killed(
    open_world: OpenWorld,
    state: State,
    moves: Mapping[int, str],
    phase: str,
    seconds: float,
    after: str,
    news: str,
) -> None:
    world, people = await sit_in(open_world, state)
    assert (await press(world, people, moves)).phase == phase
    _, step = await load_state(world)
    await world.advance(seconds - 1)
    await world.restart(crash=True)
    waiting, still = await load_state(world)
    assert (waiting.phase, still) == (phase, step)
    assert news not in world.board().text
    await world.advance(seconds)  # what had passed since the last heartbeat is given back
    told, following = await load_state(world)
    assert (told.phase, following) == (after, step + 1)
    assert world.board().text.count(news) == 1
    await world.restart(crash=True)
    await world.advance(seconds)
    assert (await load_state(world))[1] == following


async def test_votes_at_the_same_moment_are_all_counted_after_the_bot_was_killed(
    open_world: OpenWorld,
) -> None:
    asked = propose(make_state(dogs=DOGS, nose=NOSE), 0, 1)
    world, people = await sit_in(open_world, asked)
    state = await press(world, people, {0: "vote/yes", 1: "vote/yes", 2: "vote/no", 3: "vote/no"})
    await world.restart(crash=True)
    assert (await load_state(world))[0] == state
    state = await press(world, people, {2: "vote/yes", 4: "vote/no"})
    assert state.proposals[-1].votes == (True, True, True, False, False)
    assert state.phase == "raid"
