"""What is counted while people play: each thing once, and of nobody in particular."""

from collections import Counter
from random import Random

import pytest

from bot.bench.plugin import OpenWorld
from bot.bench.world import World
from bot.common.counters import Counters
from bot.engine.records import ActRecord
from tests.play.evening import deal, find_asked_player, hand, load_table, sit_down, step, take_turn
from tests.play.outages import gateway

GAME = "cloaked_cats"


class Counted(Counters):
    def __init__(self) -> None:
        self.presses = Counter[str]()
        self.acknowledgements = 0
        self.moves = Counter[str]()
        self.commits = 0
        self.changes = 0
        self.refusals = Counter[str]()
        self.boards = Counter[str]()
        self.pictures = 0
        self.computers_moves = 0

    def count_press(self, game: str) -> None:
        self.presses[game] += 1

    def observe_acknowledgement(self, seconds: float) -> None:
        assert seconds >= 0
        self.acknowledgements += 1

    def observe_commit(self, game: str, moves: int, seconds: float) -> None:
        assert seconds >= 0
        self.commits += 1
        self.moves[game] += moves

    def observe_group(self, changes: int) -> None:
        self.changes += changes

    def count_refusal(self, key: str) -> None:
        self.refusals[key] += 1

    def count_board_request(self, kind: str) -> None:
        self.boards[kind] += 1

    def observe_computer_delay(self, seconds: float) -> None:
        assert seconds >= 0
        self.computers_moves += 1

    def observe_picture(self, seconds: float) -> None:
        assert seconds >= 0
        self.pictures += 1


@pytest.fixture
def figures() -> Counted:
    return Counted()


@pytest.fixture
async def world(open_world: OpenWorld, figures: Counted) -> World:
    """A bot that counts, and bears 20 clicks of one person in five seconds."""
    return await open_world(counters=figures, most_clicks=20)


async def test_every_click_is_acknowledged_once_and_every_press_counted_once(
    world: World, figures: Counted
) -> None:
    ada, ben, *_ = world.people
    await ada.slash("cats play")
    assert (figures.acknowledgements, figures.presses.total()) == (1, 0)
    await ben.press("Join")
    await ada.press("Options")
    await ada.slash("cats help")
    assert figures.acknowledgements == 4
    assert figures.presses == {GAME: 2}


async def test_an_answer_that_takes_long_is_acknowledged_when_discord_is_told_to_wait(
    world: World, figures: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.discord_adapter.answers.DEFERRAL_DELAY_SECONDS", 0.0)
    ada, *_ = world.people
    await ada.slash("cats help")
    assert figures.acknowledgements == 1


async def test_moves_are_counted_when_they_are_on_the_disk(world: World, figures: Counted) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    assert figures.moves.total() == 0
    await take_turn(find_asked_player(world))
    table = await load_table(world)
    assert figures.moves == {GAME: table.step}
    assert 0 < table.step <= figures.commits <= figures.changes


async def test_moves_of_computers_count_as_well(world: World, figures: Counted) -> None:
    ada, *_ = world.people
    await deal(world, ada, computers=1)
    for _ in range(200):
        await step(world, Random(1))
        table = await load_table(world)
        acts = [
            given
            for _, given, _ in await world.store.tables.find_inputs(table.id)
            if type(given) is ActRecord
        ]
        if any(table.players[act.seat].user is None for act in acts):
            break
    else:
        pytest.fail("the computer never moved")
    assert figures.moves == {GAME: len(acts)}
    assert figures.computers_moves == sum(table.players[act.seat].user is None for act in acts)


async def test_refusals_are_counted_by_their_sentence(world: World, figures: Counted) -> None:
    ada, ben, cleo, _ = world.people
    await sit_down(world, ada, ben)
    await ben.press("c1:d:*:options")
    assert figures.refusals == {"host-only": 1}
    figures.refusals.clear()
    await ada.press("c1:d:*:start")
    who = find_asked_player(world)
    own = await hand(who)
    cat, late = (control.custom_id for control in own.matching("c1:m:*:cat/")[:2])
    await who.press(cat, on=own)
    await who.press(cat, on=own)
    assert figures.refusals == {}, "the second press changes nothing, and is no refusal"
    await who.press(late, on=own)
    assert figures.refusals == {"moved-on": 1}
    figures.refusals.clear()
    for _ in range(40):
        await cleo.slash("cats help")
    assert figures.refusals == {"slow-down": 20}


async def test_boards_and_pictures_are_counted(world: World, figures: Counted) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada)
    assert figures.boards == {"post": 1}
    await ben.press("Join")
    assert figures.boards == {"post": 1, "edit": 1}
    assert figures.pictures > 0
    drawn = figures.pictures
    await world.advance(60)
    await ada.slash("cats board")
    assert figures.boards["post"] == 2
    assert figures.pictures == drawn, "it was there already"


async def test_the_bot_knows_what_is_behind_and_whether_people_reach_it(world: World) -> None:
    ada, *_ = world.people
    manager = world.bot.services
    assert world.bot.is_serving
    assert world.bot.reachability.is_reachable
    world.fail("POST", "/channels/*")
    await ada.slash("cats play")
    assert manager.delivery.pending_boards == 1
    await world.advance(60)
    assert manager.delivery.pending_boards == 0
    await gateway(world.bot).on_disconnect()
    assert not world.bot.reachability.is_reachable
