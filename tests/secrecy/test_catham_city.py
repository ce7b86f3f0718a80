"""Two worlds of Catham City that differ in hidden cards alone: nobody else is shown any of it."""

import dataclasses
import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.bench.moves import enter
from bot.bench.world import Person, World
from bot.engine.events import Seat
from bot.engine.game import Prompt, Timing
from bot.games.catham_city.model.state import State
from bot.games.catham_city.package import PACKAGE
from bot.games.catham_city.rules import CathamCity
from tests.bench.twins import Recording, differences, record_story
from tests.games.catham_city.playing import cats
from tests.play.city import arrange, game_of
from tests.play.evening import COMPUTER_MOVE_SECONDS, hand, write_state

SEED = bytes([36]) * 32
"""It deals the seats of four in the order in which people came."""
FIRST_GAME, OTHERS = (0, 1, 2, 3, 4), (0, 4, 5, 6, 7)
OWNERS = {"hands": (1, 2), "pile": (1,), "computer": (1, 3)}
"""The seats whose cards are exchanged, by the kind of exchange."""


@dataclass(frozen=True)
class Case:
    """What seat 0 plays, and what the others answer.

    "wait" lets a computer think, "time" lets everybody's minute run out.
    """

    hands: tuple[tuple[int, ...], ...]
    moves: tuple[tuple[Seat, str] | str, ...]
    points: tuple[int, ...] = (0, 1, 1, 1)
    factions: tuple[int, ...] = FIRST_GAME
    market: tuple[int, ...] = cats(robocats=7)
    computers: int = 0
    text_only: bool = True

    @property
    def people(self) -> int:
        return 4 - self.computers


THREE = cats(hackers=3)
WITH_MAFIA, WITH_SCIENTIST = cats(mafia=1, hackers=2), cats(scientists=1, hackers=2)
CASES = {
    "detectives": Case(
        (cats(detectives=3, mafia=1), WITH_MAFIA, WITH_SCIENTIST, THREE),
        ((0, "play/0/3"), (3, "pass"), (1, "pass"), (2, "pass")),
    ),
    "mafia": Case(
        (cats(mafia=4), WITH_SCIENTIST, WITH_MAFIA, THREE),
        ((0, "play/3"), (2, "drop/4.4"), (1, "pay"), (3, "pay")),
    ),
    "journalists": Case(
        (cats(journalists=2), cats(detectives=1, hackers=2), cats(hackers=2, police=1), THREE),
        ((0, "play/6"), (1, "give/4/discard"), (3, "give/4"), (2, "pass")),
        factions=OTHERS,
        market=cats(bureaucrats=7),
    ),
    "a search of somebody else, and a turn": Case(
        (cats(police=2, journalists=1), cats(detectives=2, police=1), THREE, THREE),
        ((0, "play/5/2/6/3"), (1, "take/7/2")),
        factions=OTHERS,
        market=cats(bureaucrats=7),
    ),
    "cards are discarded": Case(
        (cats(robocats=6, scientists=4), cats(detectives=2, mafia=1), THREE, THREE),
        ((0, "take/2/1"), (0, "discard/1")),
    ),
    "time is up": Case(
        (cats(detectives=3, mafia=1), WITH_MAFIA, WITH_SCIENTIST, THREE),
        ((0, "play/0/3"), (3, "pass"), "time"),
    ),
    "a computer answers": Case(
        (cats(mafia=4), WITH_SCIENTIST, WITH_MAFIA, THREE),
        ((0, "play/3"), "wait", (2, "drop/4.4"), (1, "pay")),
        computers=1,
    ),
}
WITH_PILE = ("mafia", "time is up")


def until(case: Case, moves: int) -> Case:
    return dataclasses.replace(case, moves=case.moves[:moves])


def add_pictures(case: Case) -> Case:
    return dataclasses.replace(case, text_only=False)


async def story(recording: Recording, case: Case, exchange: str) -> None:
    """Play a case; after each move some look at what they can open."""
    world = recording.world
    onlooker = world.add("Eve")
    await begin(world, case)
    changes: dict[str, Any] = {"points": case.points, "factions": case.factions}
    state = await arrange(world, *case.hands, market=case.market, **changes)
    state = exchange_cards(state, exchange)
    write_state(world, state)
    tell_owners(world, state)
    await look(world, onlooker)
    await recording.note()
    for move in case.moves:
        if isinstance(move, str):
            await world.advance(61 if move == "time" else 0)
            await world.advance(COMPUTER_MOVE_SECONDS)
            if move == "wait":
                assert (await game_of(world)).answers[-1] is not None, "the computer has answered"
        else:
            await enter(world, world.people[move[0]], move[1])
        await recording.note()
        await look(world, onlooker)
        await recording.note()


async def begin(world: World, case: Case) -> None:
    host, *guests = world.people[: case.people]
    options: dict[str, Any] = {"text_only": case.text_only, "clock": "1", "computers": 0}
    await host.slash("cats play", game="catham_city", **options)
    for guest in guests:
        await guest.press("Join")
    for _ in range(case.computers):
        await host.press("Add computer", on=world.board())
    guests[0].set_locale("de")
    await host.press("Start", on=world.board())


def exchange_cards(state: State, exchange: str) -> State:
    """Exchange two hands, or one hand with the cards at the bottom of the pile."""
    hands, pile = list(state.hands), state.pile
    match OWNERS.get(exchange, ()):
        case one, other:
            hands[one], hands[other] = hands[other], hands[one]
        case (one,):
            size = len(hands[one])
            pile, hands[one] = (*pile[:-size], *hands[one]), tuple(sorted(pile[-size:]))
    return replace(state, hands=tuple(hands), pile=pile)


def tell_owners(world: World, state: State) -> None:
    """Rewrite what each seat alone was told that it was dealt."""
    with closing(sqlite3.connect(world.path)) as db, db:
        for seat, held in enumerate(state.hands):
            told = json.dumps([seat, *held])
            row = (told, f"[{seat}]")
            changed = db.execute('UPDATE events SET "values" = ? WHERE "to" = ?', row)
            assert changed.rowcount == 1


async def look(world: World, onlooker: Person) -> None:
    """Let some look at all that they can open: one owner, one who is none, and an onlooker."""
    for person in (world.people[1], world.people[0], onlooker):
        own = await hand(person)
        if own.matching("c1:d:*:page:"):
            await person.press("c1:d:*:page:factions", on=own)
    await onlooker.press("c1:d:*:table", on=world.board())
    await onlooker.slash("cats board")


async def twins(
    tmp_path: Path, case: Case, exchange: str, **more: Any
) -> tuple[Recording, Recording]:
    """Tell a story as it was dealt, and with the exchange."""

    async def told(kind: str) -> Recording:
        path = tmp_path / f"{kind}.db"
        return await record_story(path, lambda r: story(r, case, kind), seed=SEED, **more)

    return await told("as dealt"), await told(exchange)


@pytest.mark.parametrize("name", CASES)
async def test_hands_exchanged_change_no_byte_that_anybody_else_is_shown(
    tmp_path: Path, name: str
) -> None:
    one, two = await twins(tmp_path, CASES[name], "hands")
    assert differences(one, two, *OWNERS["hands"]) == []
    assert sum(map(len, one.steps)) > 30
    assert any(
        one.list_visible_requests(step) != two.list_visible_requests(step)
        for step in range(len(one.steps))
    )


@pytest.mark.parametrize("name", WITH_PILE)
async def test_a_hand_exchanged_with_the_pile_changes_no_byte_for_others(
    tmp_path: Path, name: str
) -> None:
    one, two = await twins(tmp_path, CASES[name], "pile")
    assert differences(one, two, *OWNERS["pile"]) == []
    assert any(
        one.list_visible_requests(step) != two.list_visible_requests(step)
        for step in range(len(one.steps))
    )


async def test_a_computers_cards_and_its_answer_change_nothing_until_the_last_is_in(
    tmp_path: Path,
) -> None:
    case = CASES["a computer answers"]
    one, two = await twins(tmp_path, until(case, 3), "computer")
    assert differences(one, two, *OWNERS["computer"]) == []


async def test_hands_exchanged_change_no_byte_of_a_picture(tmp_path: Path) -> None:
    case = add_pictures(CASES["journalists"])
    one, two = await twins(tmp_path, case, "hands")
    assert differences(one, two, *OWNERS["hands"]) == []
    files = {file.name for step in one.steps for request in step for file in request.files}
    assert files == {"banner.jpg", "board.jpg", "hand.jpg", "factions.jpg"}


class InWhoIsAsked(CathamCity):
    """Whoever has no card that matches the detectives' is not asked."""

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        asked = super().prompts(state)
        return tuple(
            p for p in asked if state.extra is None or state.extra in state.hands[p.seat or 0]
        )


class InPace(CathamCity):
    """A computer thinks longer the more its hand is worth."""

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return tuple(
            replace(
                p,
                timing=Timing(
                    (1.0 + sum(state.hands[p.seat or 0]) / 100,) * len(PACKAGE.computers.levels)
                ),
            )
            for p in super().prompts(state)
        )


@pytest.mark.parametrize(
    ("leak", "exchange", "name"),
    [(InWhoIsAsked, "hands", "detectives"), (InPace, "computer", "a computer answers")],
)
async def test_a_leak_would_be_noticed(
    tmp_path: Path, leak: type[CathamCity], exchange: str, name: str
) -> None:
    registry = {"catham_city": replace(PACKAGE, game=leak())}
    one, two = await twins(tmp_path, until(CASES[name], 1), exchange, registry=registry)
    assert differences(one, two, *OWNERS[exchange])
