"""Two worlds of Who Barked? that differ in roles or secret answers: nobody else is shown any."""

import dataclasses
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.bench.moves import enter
from bot.bench.world import Person, World
from bot.engine.answers import Answers
from bot.engine.events import Seat
from bot.engine.game import Act, Action, Chance, Prompt, Timing
from bot.games.registry import GAMES
from bot.games.who_barked.model.moves import SNEAK_MOVE
from bot.games.who_barked.model.state import Proposal, State
from bot.games.who_barked.rules import HUSH_SECONDS, Step, WhoBarked
from tests.bench.twins import Recording, differences, record_story
from tests.bench.watching import look_again
from tests.play.evening import COMPUTERS_MOVE_SECONDS, hand, load_match, write_state

PACKAGE = GAMES["who_barked"]
SEATS = 5
SEED = bytes([57]) * 32
"""It deals seats 0 to 2 to the first three people."""
Roles = tuple[tuple[Seat, Seat], Seat]
"""The dogs, the top dog first, and the Nose."""
ROLES: Roles = (1, 3), 2
OTHER_DOG: Roles = (1, 4), 2
OTHER_NOSE: Roles = (1, 3), 4
OTHER_TOP_DOG: Roles = (3, 1), 2
OTHER_TEAMS: Roles = (2, 4), 3
Turn = tuple[Seat, str]


@dataclass(frozen=True)
class Case:
    """What happens in both worlds: answers of seats, "ready", or seconds as a float."""

    turns: tuple[Turn | str | float, ...]
    roles: Roles = ROLES
    """The roles of the second world."""
    other_turns: tuple[Turn | str | float, ...] = ()
    """What happens in the second world, if it differs."""
    knows: tuple[Seat, ...] = ()
    """The seats that may see the difference."""
    computers: tuple[Seat, ...] = ()
    text_only: bool = True


def send(*crew: Seat, against: tuple[Seat, ...] = ()) -> tuple[Turn, ...]:
    """Return the turns in which seat 0 proposes a crew, and all vote."""
    votes = ((seat, "vote/no" if seat in against else "vote/yes") for seat in range(SEATS))
    return ((0, f"crew/{'.'.join(map(str, crew))}"), *votes)


LISTEN = HUSH_SECONDS + 1
SNEAKED: tuple[Turn, ...] = ((1, "sneak"), (3, "sneak"), (4, "sneak"))
CASES = {
    "a dog or a cat, both in the kitchen": Case(
        (*send(1, 3, 4), *SNEAKED, LISTEN, "ready"), OTHER_DOG, knows=(1, 3, 4)
    ),
    "another nose": Case(
        (*send(1, 3, against=(2, 4)), *SNEAKED[:2], LISTEN, "ready"), OTHER_NOSE, knows=(2, 4)
    ),
    "another top dog": Case(
        (*send(1, 2, 3), (1, "bark"), (2, "sneak"), (3, "sneak"), LISTEN),
        OTHER_TOP_DOG,
        knows=(1, 3),
    ),
    "all roles": Case(
        (*send(1, 4, against=(0, 1, 2)), "ready", (1, "crew/0.1")), OTHER_TEAMS, knows=(1, 2, 3, 4)
    ),
    "open votes": Case(
        ((0, "crew/1.2"), (0, "vote/yes"), (3, "vote/yes"), (3, "vote/no"), (1, "vote/no")),
        other_turns=(
            (0, "crew/1.2"),
            (0, "vote/no"),
            (3, "vote/no"),
            (3, "vote/yes"),
            (1, "vote/yes"),
        ),
        knows=(0, 1, 3),
    ),
    "a bark that nobody has heard yet": Case(
        (*send(0, 1, 3), (1, "sneak"), (3, "sneak"), (0, "sneak"), HUSH_SECONDS - 0.5),
        other_turns=(*send(0, 1, 3), (1, "bark"), (3, "sneak"), (0, "sneak"), HUSH_SECONDS - 0.5),
        knows=(1,),
    ),
    "which of two dogs barked": Case(
        (*send(0, 1, 3), (1, "bark"), (3, "sneak"), (0, "sneak"), LISTEN, "ready"),
        other_turns=(*send(0, 1, 3), (1, "sneak"), (3, "bark"), (0, "sneak"), LISTEN, "ready"),
        knows=(1, 3),
    ),
    "time goes by": Case((*send(1, 3, 4), (1, "sneak"), 61.0), OTHER_DOG, knows=(1, 3, 4)),
}


async def story(recording: Recording, case: Case, *, is_other: bool) -> None:
    """Play a case; after each turn some look at what they can open."""
    world = recording.world
    onlooker = world.add("Eve")
    people = await begin(world, case)
    roles, turns = ROLES, case.turns
    if is_other:
        roles, turns = case.roles, case.other_turns or turns
    match = await load_match(world)
    assert isinstance(match.state, State)
    write_state(world, arrange(match.state, case, *roles))
    await world.people[0].slash("cats board")
    await look(world, people, onlooker)
    await recording.note()
    for number, turn in enumerate(turns):
        await take(world, people, turn)
        await recording.note()
        if number >= SEATS:
            await look(world, people, onlooker)
            await recording.note()


async def begin(world: World, case: Case) -> list[Person | None]:
    """Start a game, and return who sits on each seat."""
    host, *guests = world.people[: SEATS - len(case.computers)]
    await host.slash("cats play", game="who_barked", clock="1", text_only=case.text_only)
    for guest in guests:
        await guest.press("Join")
    guests[-1].set_locale("de")
    await host.press("Start", on=world.board())
    return await world.list_players()


def arrange(state: State, case: Case, dogs: tuple[Seat, ...], nose: Seat) -> State:
    """Return a state in which seat 0 is asked for a crew, or computers are in the kitchen."""
    arranged = replace(state, leader=0, decision=7, dogs=dogs, nose=nose)
    if not case.computers:
        return replace(arranged, phase="lead")
    crew = tuple(sorted((0, *case.computers)))
    gone = Proposal(0, crew, 2, (True,) * SEATS, None)
    answers = Answers[bool](7, crew)
    return replace(arranged, phase="raid", crew=crew, proposals=(gone,), answers=answers)


async def take(world: World, people: list[Person | None], turn: Turn | str | float) -> None:
    match turn:
        case float():
            await world.advance(turn, step=1.0)
        case str():
            for ready in filter(None, people):
                await ready.press("c1:d:*:ready", on=await hand(ready))
        case (seat, move):
            person = people[seat]
            assert person
            await enter(world, person, move)


async def look(world: World, people: list[Person | None], onlooker: Person) -> None:
    """Let some look at all that they can open: who knows nothing, who may know, an onlooker."""
    for person in (people[0], people[1], onlooker):
        if person:
            own = await hand(person)
            if own.matching("c1:d:*:page:"):
                await person.press("c1:d:*:page:tracks", on=own)
    table = await load_match(world)
    for action in ("replay", "highlights", "words", "deal"):
        await look_again(onlooker, action, "1/0/eyes" if action == "replay" else "", table.id)
    await onlooker.press("c1:d:*:table", on=world.board())
    await onlooker.slash("cats history")


async def twins(tmp_path: Path, case: Case, **more: Any) -> tuple[Recording, Recording, list[int]]:
    """Tell a story in both worlds; return also the places of those who may see the difference."""
    seats = dict[int, Seat]()

    async def tell(recording: Recording, *, is_other: bool) -> None:
        await story(recording, case, is_other=is_other)
        table = await recording.world.load_table()
        for place, person in enumerate(recording.world.people[:SEATS]):
            if (seat := table.seat_of(person.id)) is not None:
                seats[place] = seat

    one, two = [
        await record_story(
            tmp_path / f"{is_other}.db",
            partial(tell, is_other=is_other),
            people=SEATS,
            seed=SEED,
            **more,
        )
        for is_other in (False, True)
    ]
    return one, two, [place for place, seat in seats.items() if seat in case.knows]


def differ_at_all(one: Recording, two: Recording) -> bool:
    return any(
        one.list_visible_requests(step) != two.list_visible_requests(step)
        for step in range(len(one.steps))
    )


@pytest.mark.parametrize("name", CASES)
async def test_a_secret_changes_no_byte_that_anybody_else_is_shown(
    tmp_path: Path, name: str
) -> None:
    case = CASES[name]
    one, two, knowing = await twins(tmp_path, case)
    assert differences(one, two, *knowing) == []
    assert sum(map(len, one.steps)) > 30
    assert differ_at_all(one, two) or case.roles == ROLES, "who may know is told the role"


@pytest.mark.parametrize("name", ["a dog or a cat, both in the kitchen", "another nose"])
async def test_a_role_changes_no_byte_of_a_picture(tmp_path: Path, name: str) -> None:
    case = dataclasses.replace(CASES[name], text_only=False)
    one, two, knowing = await twins(tmp_path, case)
    assert differences(one, two, *knowing) == []


COMPUTERS = Case(
    ((0, "sneak"), COMPUTERS_MOVE_SECONDS),
    roles=((1, 4), 2),
    knows=(1,),
    computers=(3, 4),
)
"""Two computers are in the kitchen. One or the other is a dog, and so is the person on seat 1."""


async def test_a_computers_role_changes_nothing_before_the_bark_is_heard(tmp_path: Path) -> None:
    one, two, knowing = await twins(tmp_path, COMPUTERS)
    assert differences(one, two, *knowing) == []
    assert differ_at_all(one, two)


class InWhoIsAsked(WhoBarked):
    """Only dogs are asked in the kitchen, because cats have no choice."""

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        asked = super().prompts(state)
        return tuple(p for p in asked if p.kind != "raid" or p.seat in state.dogs) or asked


class InPace(WhoBarked):
    """Computers think longer as a dog."""

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return tuple(
            replace(p, timing=Timing((3.0 if p.seat in state.dogs else 2.0,) * 9))
            for p in super().prompts(state)
        )


class InDeadline(WhoBarked):
    """The time in the kitchen depends on who the dogs are."""

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        seconds = 60.0 + sum(state.dogs)
        return tuple(
            replace(p, seconds=seconds) if p.kind == "raid" else p for p in super().prompts(state)
        )


class InCrew(WhoBarked):
    """The crew stands in another order once somebody has barked."""

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        after, notices = super().apply(state, action, chance)
        if isinstance(action, Act) and state.phase == "raid" and action.move != SNEAK_MOVE:
            after = replace(after, crew=tuple(reversed(after.crew)))
        return after, notices


@pytest.mark.parametrize(
    ("leak", "name", "turns"),
    [
        (InWhoIsAsked, "a dog or a cat, both in the kitchen", 6),
        (InDeadline, "a dog or a cat, both in the kitchen", 6),
        (InCrew, "a bark that nobody has heard yet", 7),
    ],
)
async def test_a_leak_would_be_noticed(
    tmp_path: Path, leak: type[WhoBarked], name: str, turns: int
) -> None:
    whole = CASES[name]
    case = dataclasses.replace(
        whole, turns=whole.turns[:turns], other_turns=whole.other_turns[:turns]
    )
    one, two, knowing = await twins(
        tmp_path, case, registry={"who_barked": replace(PACKAGE, game=leak())}
    )
    assert differences(one, two, *knowing)


async def test_a_computers_pace_that_tells_its_role_would_be_noticed(tmp_path: Path) -> None:
    registry = {"who_barked": replace(PACKAGE, game=InPace())}
    one, two, knowing = await twins(tmp_path, COMPUTERS, registry=registry)
    assert differences(one, two, *knowing)
