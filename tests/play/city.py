"""Evenings of Catham City: seats in their order, cards laid where a test wants them."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from bot.bench.world import Person, World
from bot.games.catham_city.model.state import CARDS_PER_FACTION, State
from bot.games.catham_city.package import PACKAGE
from tests.games.catham_city.playing import cats
from tests.play.evening import deal, load_game, sit_down, write_state

GAME = PACKAGE.game
MARKET = cats(detectives=2, scientists=1, robocats=1, hackers=3)
OTHER_FACTIONS = (0, 4, 5, 6, 7)
OTHER_MARKET = cats(detectives=1, hackers=2, police=2, bureaucrats=2)


async def begin(world: World, *people: Person, **options: Any) -> list[Person | None]:
    await deal(world, *people, game="catham_city", **options)
    return await world.list_players()


def sign(person: Person) -> str:
    """Return the sign of somebody's letter, which is the initial of each of the people."""
    return dict(zip("ABCD", "🟡🔴🟢🟣", strict=True))[person.name[0]]


async def game_of(world: World) -> State:
    state = (await load_game(world)).state
    assert isinstance(state, State)
    return state


async def list_owing_seats(world: World) -> tuple[int, ...]:
    prompts = GAME.prompts(await game_of(world))
    return tuple(prompt.seat for prompt in prompts if prompt.seat is not None)


async def arrange(
    world: World, *hands: Sequence[int], market: Sequence[int], **changes: Any
) -> State:
    """Begin a turn of seat 0's with these cards in the hands and in the market.

    All other cards of the factions in play lie in the draw pile, unless they are `discards`.
    """
    before = await game_of(world)
    rest = [
        faction
        for faction in changes.get("factions", before.factions)
        for _ in range(CARDS_PER_FACTION)
    ]
    for card in (*market, *changes.get("discards", ()), *(card for hand in hands for card in hand)):
        rest.remove(card)
    Random(5).shuffle(rest)
    turn = {
        "active": 0, "phase": "action", "decision": before.decision + 1, "left": before.actions,
        "played": None, "extra": None, "owing": (), "answers": (), "table": (), "discards": (),
    }  # fmt: skip
    state = replace(
        before,
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        market=tuple(sorted(market)),
        pile=tuple(rest),
        **{**turn, **changes},
    )
    write_state(world, state)
    return state


def all_cards(state: State) -> Counter[int]:
    piles = (*state.hands, state.market, state.pile, state.discards, state.table)
    return Counter(card for pile in piles for card in pile)


def list_told_lines(world: World) -> list[str]:
    fields = world.board().embeds[0]["fields"]
    return str(next(f["value"] for f in fields if f["name"] == "What happened")).split("\n")


async def three(world: World, **options: Any) -> list[Person]:
    seats = await begin(world, *world.people[:3], **options)
    return [person for person in seats if person is not None]


async def with_option(world: World, people: int, name: str, *values: str) -> None:
    host = world.people[0]
    await sit_down(world, *world.people[:people], game="catham_city", text_only=True)
    await host.press("Options")
    await host.press("Options for Catham City")
    await host.choose(f"c1:d:*:{name}", *values, on=host.private())
    await host.press("Start", on=world.board())
