"""Two worlds that differ in hidden cards alone: nobody else is shown a byte that differs."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import islice
from random import Random

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from bot.bench.moves import enter
from bot.bench.world import World
from bot.domain.computers import make_computer_task
from bot.domain.levels import default_level, level_of
from bot.domain.table import Lobby, Player
from bot.engine.chance import PythonChance, SeededChance, compute_commitment
from bot.engine.events import Seat
from bot.engine.records import ActRecord, apply_record, list_legal_paths
from bot.games.cloaked_cats.model.state import State
from bot.games.cloaked_cats.package import PACKAGE
from bot.games.cloaked_cats.rules import exchange_hidden
from tests.bench.twins import Recording, record_story
from tests.games.cloaked_cats.playing import GAME, filter_by_style
from tests.play.evening import COMPUTER_MOVE_SECONDS
from tests.secrecy.leaks import InCustomIds, InDeadlines, InMoves, InPicture, InTitle, leaking
from tests.tables import in_phase

KINDS = ("fan", "cards", "all")
"""What is exchanged: the seat's features, its hand and the order of the draw pile, or both."""


STYLES = ("wild", "careful", "silent")
ATTEMPTS = 12
"""So many exchanges are tried; the one with which the most moves lead to the same is taken."""


@dataclass(frozen=True)
class Plan:
    """What is played before the exchange, what is exchanged, and what is played after it."""

    chairs: tuple[int, ...]
    """By seat, who sits there, in the order in which they came to the lobby."""
    before: tuple[tuple[Seat, str], ...]
    states: tuple[State, State]
    """At the moment of the exchange: as it was, and with other hidden cards."""
    after: tuple[tuple[Seat, str], ...]
    knowing: tuple[frozenset[Seat], ...]
    """Whose own cards differ: before the first and after each of the moves `after`."""


def plan_game(
    seats: int,
    seed: bytes,
    luck: Random,
    *,
    reached: int,
    most: int,
    kind: str,
    people: int,
    styles: tuple[str, ...] = STYLES,
) -> Plan:
    """Plan a game of the table that `seed` deals; seats from `people` on are computers' chairs.

    `styles`: how people play, see `filter_by_style`.
    """
    chance = SeededChance(seed, 0)
    order = chance.shuffle(range(seats))
    computers = {seat for seat, chair in enumerate(order) if chair >= people}
    state, _ = GAME.deal(seats, {}, chance)
    before: list[tuple[Seat, str]] = []
    while GAME.prompts(state) and len(before) < reached:
        seat, move = _any(state, computers, len(before), seed, luck, styles)
        following = _step(state, seat, move)
        if following.phase == "over":
            break
        before.append((seat, move))
        state = following
    people_seats = [seat for seat in range(seats) if seat not in computers]
    attempts = []
    for _ in range(ATTEMPTS):
        other = _exchange_cards(state, luck.choice(people_seats), kind, luck)
        together = _together(state, other, computers, seed, len(before), luck, styles)
        attempts.append((other, tuple(islice(together, most))))
    other, after = max(attempts, key=lambda attempt: (attempt[0] != state, len(attempt[1])))
    knowing = [_knowing(state, other)]
    for _, _, one, two in after:
        knowing.append(knowing[-1] | _knowing(one, two))
    moves = tuple((seat, move) for seat, move, _, _ in after)
    return Plan(order, tuple(before), (state, other), moves, tuple(knowing))


def _exchange_cards(state: State, seat: Seat, kind: str, luck: Random) -> State:
    full = exchange_hidden(state, seat, luck)
    if kind == "fan":
        return replace(state, fans=full.fans)
    if kind == "cards":
        return replace(state, hands=full.hands, pile=full.pile)
    return full


def _knowing(one: State, two: State) -> frozenset[Seat]:
    assert GAME.view(one, None) == GAME.view(two, None)
    seats = range(len(one.fans))
    return frozenset(seat for seat in seats if GAME.view(one, seat) != GAME.view(two, seat))


def _together(
    one: State,
    two: State,
    computers: set[Seat],
    seed: bytes,
    step: int,
    luck: Random,
    styles: tuple[str, ...],
) -> Iterator[tuple[Seat, str, State, State]]:
    """Yield moves that are possible in both games and lead to the same public facts."""
    while GAME.prompts(one):
        seat = GAME.prompts(one)[0].seat
        assert seat is not None
        if seat in computers:
            moves = [_choose_as_computer(state, seat, seed, step) for state in (one, two)]
            candidates = moves[:1] if moves[0] == moves[1] else []
        else:
            style = luck.choice(styles)
            possible = set(list_legal_paths(GAME, two, seat))
            wanted = filter_by_style(one, list_legal_paths(GAME, one, seat), style, luck)
            candidates = [move for move in wanted if move in possible]
            luck.shuffle(candidates)
        for move in candidates:
            after = (_step(one, seat, move), _step(two, seat, move))
            if GAME.view(after[0], None) == GAME.view(after[1], None):
                break
        else:
            return
        one, two = after
        step += 1
        yield seat, move, one, two


def _any(
    state: State,
    computers: set[Seat],
    step: int,
    seed: bytes,
    luck: Random,
    styles: tuple[str, ...],
) -> tuple[Seat, str]:
    seat = GAME.prompts(state)[0].seat
    assert seat is not None
    if seat in computers:
        return seat, _choose_as_computer(state, seat, seed, step)
    style = luck.choice(styles)
    moves = filter_by_style(state, list_legal_paths(GAME, state, seat), style, luck)
    return seat, luck.choice(moves)


def _step(state: State, seat: Seat, move: str) -> State:
    decision = GAME.prompts(state)[0].decision
    return apply_record(GAME, state, ActRecord(seat, decision, move, at=0), PythonChance(0))[0]


def _choose_as_computer(state: State, seat: Seat, seed: bytes, step: int) -> str:
    computers = tuple(
        Player("Minka", None, default_level(PACKAGE, is_newcomer=True)) for _ in state.fans
    )
    lobby = Lobby("cloaked_cats", 1, 1, "en", "10", 0.0, 0.0, players=computers)
    table = in_phase(lobby, "playing", state=state, seed=seed, step=step)
    chosen = make_computer_task(
        table, PACKAGE, seat, level_of(table.players[seat], PACKAGE)
    ).choose()
    assert chosen.move is not None
    return chosen.move


OTHER_SEED = bytes(range(100, 132))
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


@pytest.mark.parametrize(
    "number", [*range(4), *(pytest.param(each, marks=pytest.mark.thorough) for each in range(4, 8))]
)
async def test_hidden_cards_change_no_byte_that_anybody_else_is_shown(tmp_path, number):
    told, seed = story(number)
    assert told.plan.states[0] != told.plan.states[1], "the exchange changes nothing"
    one, two = await twins(tmp_path, told, seed)
    assert differences(told, seed, one, two) == []
    if number % len(KINDS) == KINDS.index("all"):
        later = range(1, len(one.steps))
        seen = [list_sent(one, step, (), seed) != list_sent(two, step, (), seed) for step in later]
        assert any(seen), "the owner of the cards sees the exchange"


@pytest.mark.parametrize("number", [100, pytest.param(101, marks=pytest.mark.thorough)])
async def test_hidden_cards_change_no_byte_of_a_picture(tmp_path, number):
    told, seed = story(number, text_only=False, most=4)
    one, two = await twins(tmp_path, told, seed)
    assert differences(told, seed, one, two) == []
    files = [file for step in one.steps for request in step for file in request.files]
    assert {file.name for file in files} >= {"floor.jpg", "clues.jpg", "hand.jpg"}


@pytest.mark.parametrize("leak", [InTitle, InPicture, InCustomIds, InDeadlines, InMoves])
async def test_a_leak_would_be_noticed(tmp_path, leak):
    """Those that tell words are found in `test_words.py`."""
    drawn = leak is InPicture
    told, seed = story(2, text_only=not drawn, kind="all", styles=("silent",))
    one, two = await twins(tmp_path, told, seed, registry=leaking(leak))
    assert differences(told, seed, one, two)
