"""Two worlds that differ in hidden cards alone: nobody else is shown a byte that differs."""

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from random import Random

import pytest
from msgspec.json import encode

from bot.bench.moves import enter
from bot.bench.world import World
from bot.engine.chance import compute_commitment
from bot.games.cloaked_cats.model.state import State
from tests.bench.twins import Recording, record_story
from tests.secrecy.exchange import KINDS, STYLES, Plan, plan_game
from tests.secrecy.leaks import LEAKS, InAltText, InFileName, InPicture, leaking

OTHER_SEED = bytes(range(100, 132))
COMPUTER_MOVE_SECONDS = 2.5
"""Seconds after which a computer has moved."""
ASIDE = ("look", "panel", "hand", "board", "scores", "wait", "long wait", "restart", "nothing")
"""What people do beside moving. Long waits are over two minutes: then boards call by mentions."""


@dataclass(frozen=True)
class Story:
    """What happens in both worlds."""

    plan: Plan
    people: int
    computers: int
    luck: int
    text_only: bool
    other_seed: bool
    """The second world's seed differs, too: only where no computer thinks by it."""

    async def told(self, recording: Recording, *, exchange: bool) -> None:
        """Let it happen; a step of the recording ends at the exchange and after each move."""
        world, luck = recording.world, Random(self.luck)
        await self._begin(world)
        for seat, move in self.plan.before:
            await self._move(world, seat, move)
        await recording.note()
        if exchange:
            _exchange(world, self.plan, seed=self.other_seed)
        for seat, move in self.plan.after:
            await _aside(world, luck)
            await self._move(world, seat, move)
            await recording.note()
        await _aside(world, luck)
        await recording.note()

    def users_who_know(self, world: World, step: int) -> list[int]:
        """Return whose own cards differ in a step of the recording."""
        if step == 0:
            return []
        seats = self.plan.knowing[min(step, len(self.plan.after))]
        return [world.people[self.plan.chairs[seat]].id for seat in seats if self._is_person(seat)]

    def _is_person(self, seat: int) -> bool:
        return self.plan.chairs[seat] < self.people

    async def _move(self, world: World, seat: int, move: str) -> None:
        if self._is_person(seat):
            await enter(world, world.people[self.plan.chairs[seat]], move)
        else:
            await world.advance(max(COMPUTER_MOVE_SECONDS, await _until_a_computer_moves(world)))

    async def _begin(self, world: World) -> None:
        people = world.people[: self.people]
        await people[0].slash("cats play")
        for person in people[1:]:
            await person.press("Join")
        for _ in range(self.computers):
            await people[0].press("Add computer")
        await people[0].press("Options")
        await people[0].choose("c1:d:*:set:clock", "60")
        if self.text_only:
            await people[0].press("Text only for everybody")
        people[0].set_locale("de")
        await people[0].press("Start")


async def _aside(world: World, luck: Random) -> None:
    """Let some people and onlookers do something besides."""
    for _ in range(luck.randrange(4)):
        who = luck.choice(world.people)
        match luck.choice(ASIDE):
            case "look":
                await who.press("c1:l:*:0:", on=world.board())
            case "panel":
                await who.press("c1:d:*:table", on=world.board())
            case "hand" | "board" | "scores" as command:
                await who.slash(f"cats {command}")
            case "wait":
                await world.advance(luck.uniform(0.1, 1.0))
            case "long wait" if not await _computer_thinks(world):
                await world.advance(luck.uniform(121.0, 180.0))
            case "restart":
                await world.restart(crash=luck.random() < 0.5)


async def _computer_thinks(world: World) -> bool:
    """Tell whether a wait would let a computer move, which is a move of the plan."""
    return await _until_a_computer_moves(world) > 0


async def _until_a_computer_moves(world: World) -> float:
    """Return in how many seconds that is, 0 if none thinks: a restart has put it off."""
    table = await world.bot.services.tables.find_latest_table(world.channel.id)
    timers = () if table is None else table.timers
    return min(
        (timer.at - world.now() for timer in timers if timer.kind == "computer"), default=0.0
    )


def _exchange(world: World, plan: Plan, *, seed: bool) -> None:
    """Write the other hidden cards into the database, as if they had been dealt."""
    world.bot.services.clear_caches()
    other = plan.states[1]
    with closing(sqlite3.connect(world.path)) as db, db:
        db.execute("UPDATE tables SET state = ?, dealt = ?", (encode(other), encode(other)))
        if seed:
            db.execute("UPDATE tables SET seed = ?", (OTHER_SEED,))
        rows = db.execute('SELECT id, "to", name FROM events WHERE "to" IS NOT NULL').fetchall()
        for row, to, name in rows:
            (seat,) = json.loads(to)
            if seat not in plan.knowing[0]:
                continue
            values = _private(other, seat, name)
            db.execute('UPDATE events SET "values" = ? WHERE id = ?', (json.dumps(values), row))


def _private(state: State, seat: int, name: str) -> list[int]:
    if name == "dealt":
        return [*state.fans[seat], *state.hands[seat]]
    return [*state.hands[seat], *state.pile][:1]


def story(number, *, text_only=True, kind=None, most=8, styles=STYLES):
    """Return a random story and the seed that its table is dealt from."""
    luck = Random(number)
    people, computers = luck.choice([(2, 0), (3, 0), (2, 1), (4, 0), (3, 1)])
    seed = luck.randbytes(32)
    plan = plan_game(
        people + computers,
        seed,
        luck,
        reached=luck.randrange(16),
        most=most,
        kind=kind or KINDS[number % len(KINDS)],
        people=people,
        styles=styles,
    )
    told = Story(plan, people, computers, number, text_only, other_seed=not computers)
    return told, seed


async def twins(tmp_path, told, seed, **settings):
    """Tell a story twice, the second time with the exchange."""

    async def tell(recording, exchange):
        await told.told(recording, exchange=exchange)

    return [
        await record_story(
            tmp_path / f"{exchange}.db", partial(tell, exchange=exchange), seed=seed, **settings
        )
        for exchange in (False, True)
    ]


def list_sent(recording, step, unseen, seed):
    """Return all that a step sent to others, without the hash that any seed has."""
    sent = repr(recording.list_visible_requests(step, *unseen))
    for any_seed in (seed, OTHER_SEED):
        in_groups_or_not = " ?".join(compute_commitment(any_seed))
        sent = re.sub(in_groups_or_not, "#", sent)
    return sent


def differences(told, seed, one, two):
    """Name all in which the twins differ, but for what their owners see of their own cards."""
    found = [name for name in ("log", "due", "asked") if getattr(one, name) != getattr(two, name)]
    for step in range(max(len(one.steps), len(two.steps))):
        knowing = told.users_who_know(one.world, step)
        if list_sent(one, step, knowing, seed) != list_sent(two, step, knowing, seed):
            found.append(f"step {step}")
    return found


@pytest.mark.parametrize("number", range(8))
async def test_hidden_cards_change_no_byte_that_anybody_else_is_shown(tmp_path, number):
    told, seed = story(number)
    assert told.plan.states[0] != told.plan.states[1], "the exchange changes nothing"
    one, two = await twins(tmp_path, told, seed)
    assert differences(told, seed, one, two) == []
    if number % len(KINDS) == KINDS.index("all"):
        later = range(1, len(one.steps))
        seen = [list_sent(one, step, (), seed) != list_sent(two, step, (), seed) for step in later]
        assert any(seen), "the owner of the cards sees the exchange"


@pytest.mark.parametrize("number", range(100, 102))
async def test_hidden_cards_change_no_byte_of_a_picture(tmp_path, number):
    told, seed = story(number, text_only=False, most=4)
    one, two = await twins(tmp_path, told, seed)
    assert differences(told, seed, one, two) == []
    files = [file for step in one.steps for request in step for file in request.files]
    assert {file.name for file in files} >= {"floor.jpg", "clues.jpg", "hand.jpg"}


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
async def test_a_leak_would_be_noticed(tmp_path, leak):
    drawn = leak in (InAltText, InFileName, InPicture)
    told, seed = story(2, text_only=not drawn, kind="all", styles=("silent",))
    one, two = await twins(tmp_path, told, seed, registry=leaking(leak))
    assert differences(told, seed, one, two)
