"""Evenings of Catham City: seats in their order, cards put where a test wants them."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from random import Random
from typing import Any

from msgspec.json import decode, encode
from msgspec.structs import replace

from bot.games.catham_city import BOX
from bot.games.catham_city.cards import COPIES
from bot.games.catham_city.state import State
from tests.bench.sim import Person, World
from tests.play.evening import deal, stored

GAME = BOX.game


async def begin(world: World, *people: Person, **options: Any) -> list[Person | None]:
    """Sit down and start, text only unless told otherwise; return who sits where.

    None is a computer.
    """
    await deal(world, *people, game="catham_city", **options)
    return await seated(world)


async def seated(world: World, *more: Person) -> list[Person | None]:
    """Return who sits where, None for computers; `more` are those who came later to the server."""
    users = {person.id: person for person in (*world.people, *more)}
    return [users.get(player.user or 0) for player in (await stored(world)).players]


async def game_of(world: World) -> State:
    """Return the game at the channel's table, secrets and all."""
    return decode((await stored(world)).state, type=State)


async def owing(world: World) -> tuple[int, ...]:
    """Return the seats that the game waits for."""
    return tuple(prompt.seat for prompt in GAME.prompts(await game_of(world)))


async def arrange(
    world: World, *hands: Sequence[int], market: Sequence[int], **changes: Any
) -> State:
    """Begin a turn of seat 0's with these cards in the hands and in the market.

    All other cards of the factions in play lie in the draw pile, unless they are `discards`.
    """
    before = await game_of(world)
    rest = [faction for faction in changes.get("factions", before.factions) for _ in range(COPIES)]
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
    put(world, state)
    return state


def put(world: World, state: State) -> None:
    """Write a game into the database of a world with one table; the board shows it next time."""
    with closing(sqlite3.connect(world.path)) as db, db:
        db.execute("UPDATE tables SET state = ?", (encode(state),))
