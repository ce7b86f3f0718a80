"""Tables in threads: archived and locked ones, and what the bot needs there."""

import logging

import pytest

from bot.bench.world import Person, World
from bot.demo.shown import Shown
from bot.domain.table import Table
from bot.services.channel_events import MIN_SECONDS_BETWEEN_REOPENINGS
from tests.play.evening import choices

MINUTE = 60.0


class Side:
    """A thread beside the channel, with what one sees there."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.thread = world.thread("side")

    async def set_thread_state(self, **state: bool) -> None:
        self.world.env.backend.edit_channel(self.thread.id, {}, thread_metadata=state)
        await self.world.settle()

    @property
    def is_archived(self) -> bool:
        about = self.world.env.backend.get_channel(self.thread.id).thread_metadata
        return about is not None and about.archived

    async def table(self) -> Table:
        return await self.world.load_table(self.thread.id)

    async def deal(self, clock: str = "10") -> tuple[Person, Person]:
        ada, ben, *_ = self.world.people
        await ada.slash("cats play", channel=self.thread, clock=clock)
        await ben.press("Join", on=self.board())
        await ada.press("Start", on=self.board())
        who = self.asked(ada, ben)
        return who, ben if who is ada else ada

    def board(self) -> Shown:
        return self.world.board(self.thread)

    def own(self, who: Person) -> Shown:
        return self.world.messages(private_to=who.id, channel=self.thread)[-1]

    async def play_cat(self, who: Person) -> None:
        own = self.own(who)
        await who.press(choices(own)[0].custom_id, on=own)
        assert f"{who.name}: guess or skip" in self.board().text

    def asked(self, *players: Person) -> Person:
        line = self.board().content
        (who,) = (person for person in players if f" {person.name}: " in line)
        return who


async def test_a_table_in_a_thread_and_its_new_post_when_the_board_is_archived(world):
    side = Side(world)
    who, other = await side.deal()
    old, edits = side.board(), f"/channels/{side.thread.id}/messages/*"
    world.env.inject_error("PATCH", edits, status=400, code=50083, message="Thread is archived")
    await side.play_cat(who)
    assert side.board().id > old.id
    assert world.find(old.id, side.thread.id) is None
    await who.press("Skip", on=side.own(who))
    assert side.asked(who, other) is other
    assert world.messages() == []


# Archived


def reopened(world: World, since: int) -> list[object]:
    changes = [r for r in world.requests[since:] if r.method == "PATCH"]
    return [r.json for r in changes if r.path.startswith("/channels/") and "/m" not in r.path]


@pytest.fixture
async def side(world: World) -> Side:
    """A thread. In simcord only those who may manage channels open one, in Discord any member."""
    await world.permit(manage_channels=True)
    return Side(world)


async def test_an_archived_thread_with_a_running_game_is_opened_again(world, side):
    who, _ = await side.deal("none")
    board, since = side.board(), len(world.requests)
    world.env.backend.edit_channel(side.thread.id, {"name": "cats"})
    await world.settle()
    assert world.requests[since:] == [], "one that is renamed is left alone"
    await side.set_thread_state(archived=True)
    assert reopened(world, since) == [{"archived": False}]
    assert not side.is_archived
    assert side.board().id == board.id
    await world.jump(MIN_SECONDS_BETWEEN_REOPENINGS)
    await side.set_thread_state(archived=True)
    assert not side.is_archived
    assert (await side.table()).paused == ""
    await side.play_cat(who)
    await world.restart()
    await side.set_thread_state(archived=True)
    assert not side.is_archived, "after a restart it is opened once more"
    await side.set_thread_state(archived=True)
    assert side.is_archived


async def test_a_thread_that_is_archived_again_soon_stays_so_and_its_table_waits(
    world: World, side: Side, caplog: pytest.LogCaptureFixture
) -> None:
    await side.deal()
    await side.set_thread_state(archived=True)
    assert not side.is_archived
    await world.advance(5 * MINUTE)
    since = len(world.requests)
    caplog.set_level(logging.INFO)
    await side.set_thread_state(archived=True)
    assert reopened(world, since) == []
    assert side.is_archived
    await waits_until_somebody_is_back(world, side)
    assert f"its thread {side.thread.id} was archived again" in caplog.text


async def test_an_archived_thread_without_a_running_game_stays_so(world: World, side: Side) -> None:
    ada, *_ = world.people
    since = len(world.requests)
    await side.set_thread_state(archived=True)
    await side.set_thread_state(archived=False)
    await ada.slash("cats play", channel=side.thread)
    await side.set_thread_state(archived=True)
    assert side.is_archived
    assert reopened(world, since) == []


async def test_a_thread_that_cannot_be_opened_again_is_told_in_the_log(world, side, caplog):
    who, _ = await side.deal("none")
    path = f"/channels/{side.thread.id}"
    world.env.inject_error("PATCH", path, status=400, code=160005, message="no")
    await side.set_thread_state(archived=True)
    told = f"thread {side.thread.id} stays archived: status 400, code 160005"
    assert [r.getMessage() for r in caplog.records if r.levelno == logging.WARNING] == [told]
    assert (await side.table()).paused == ""
    await side.play_cat(who)


# Locked


async def waits_until_somebody_is_back(world: World, side: Side) -> None:
    """Check that no time passes at the table until somebody presses in the open thread."""
    ada, ben, *_ = world.people
    table = await side.table()
    assert table.paused == "channel"
    await world.advance(60 * MINUTE, step=10 * MINUTE)
    assert (await side.table()).step == table.step
    await side.set_thread_state(locked=False, archived=False)
    assert (await side.table()).paused == "channel"
    who = side.asked(ada, ben)
    await (ben if who is ada else ada).press("My cards", on=side.board())
    table = await side.table()
    assert table.paused == ""
    (deadline,) = (timer.at for timer in table.timers if timer.kind == "deadline")
    assert 4 * MINUTE < deadline - world.now() <= 10 * MINUTE
    await side.play_cat(who)


async def test_in_a_locked_thread_the_clock_stands_still_until_somebody_is_back(world, side):
    await side.deal()
    since = len(world.requests)
    await side.set_thread_state(locked=True)
    version = (await side.table()).version
    await side.set_thread_state(locked=True, archived=True)
    await side.set_thread_state(locked=False)
    await side.set_thread_state(archived=True)
    assert side.is_archived
    assert (await side.table()).version == version, "it pauses only once"
    assert world.requests[since:] == []
    await waits_until_somebody_is_back(world, side)


async def test_a_board_that_discord_refuses_in_a_locked_thread_pauses_the_table(
    world: World, side: Side, caplog: pytest.LogCaptureFixture
) -> None:
    who, _ = await side.deal()
    edits = f"/channels/{side.thread.id}/messages/*"
    world.env.inject_error("PATCH", edits, status=400, code=160005, message="Thread is locked")
    await who.press(choices(side.own(who))[0].custom_id, on=side.own(who))
    assert (await side.table()).paused == "channel"
    assert "with code 160005" in caplog.text
