"""The queue of all that is shown without being asked for: order, pauses, retries, what it keeps.

The loop's clock is the test's: no real seconds pass.
"""

import asyncio
import itertools
import logging
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.services.background import Background
from bot.services.delivery import (
    MAX_PRIVATE_MESSAGES_IN_FLIGHT,
    MAX_PUBLIC_MESSAGES_IN_FLIGHT,
    MIN_RETRY_DELAY_SECONDS,
    RETRY_DELAYS_SECONDS,
    Delivery,
    Target,
)
from bot.services.messenger import NoAccess, Unreachable

EDIT_PAUSE_SECONDS = 1.1


async def settle() -> None:
    for _ in range(50):
        await asyncio.sleep(0)


class Messages:
    """What is shown in messages, each of which takes until the test says how it ends."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: self.now)
        self.background = Background()
        self.delivery = Delivery(self.background)
        self.begun: list[str] = []
        """What was drawn and sent, in order; "a1" and "a2" are for message "a"."""
        self.times: list[float] = []
        self.in_flight: dict[str, asyncio.Future[NoAccess | None]] = {}
        self.most_at_once = 0

    def schedule(self, what: str, *, first: bool = False, pause: float = 0.0) -> None:
        """Want to see that in the message that its first letter names."""

        async def show() -> NoAccess | None:
            assert what[0] not in [other[0] for other in self.in_flight], "two in flight for one"
            self.begun.append(what)
            self.times.append(self.now)
            ends: asyncio.Future[NoAccess | None] = asyncio.get_running_loop().create_future()
            self.in_flight[what] = ends
            self.most_at_once = max(self.most_at_once, len(self.in_flight))
            try:
                return await ends
            finally:
                del self.in_flight[what]

        self.delivery.schedule(target(what), show, is_urgent=first, min_interval_seconds=pause)

    async def end(self, what: str, refusal: NoAccess | None = None) -> None:
        self.in_flight[what].set_result(refusal)
        await settle()

    async def fail(self, what: str, problem: Exception) -> None:
        self.in_flight[what].set_exception(problem)
        await settle()

    async def advance(self, seconds: float) -> None:
        self.now += seconds
        await settle()

    async def taken(self, what: str, seconds: float = 10.0) -> "asyncio.Task[NoAccess | None]":
        task = asyncio.create_task(self.delivery.wait_until_shown(target(what), seconds))
        await settle()
        return task


def target(what: str) -> Target:
    """Return the message that the first letter names: a private one if it is large."""
    return Target(ord(what[0]), "own-screen" if what[0].isupper() else "board")


@pytest_asyncio.fixture
async def messages(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Messages]:
    made = Messages(monkeypatch)
    yield made
    made.delivery.close()
    await made.background.close(0.0)


async def test_the_newest_wins_while_an_older_one_is_in_flight(messages: Messages) -> None:
    messages.schedule("a1")
    await settle()
    for what in ("a2", "a3", "a4"):
        messages.schedule(what)
        await settle()
    assert list(messages.in_flight) == ["a1"]
    await messages.end("a1")
    assert list(messages.in_flight) == ["a4"]
    await messages.end("a4")
    assert messages.begun == ["a1", "a4"]
    assert messages.delivery._messages == {}


async def test_what_is_wanted_twice_in_the_same_moment_is_shown_once(messages: Messages) -> None:
    for what in ("a1", "a2", "b1", "a3", "b2"):
        messages.schedule(what)
    told = await messages.taken("a")
    assert messages.begun == ["a3", "b2"]
    messages.schedule("a4")
    await settle()
    assert list(messages.in_flight) == ["a3", "b2"]
    refusal = NoAccess(50001)
    await messages.end("a3", refusal)
    assert await told is refusal
    await messages.end("a4")
    await messages.end("b2")
    assert messages.delivery._messages == {}
    assert messages.in_flight == {}


async def test_only_so_many_are_in_flight_at_once_and_in_order(messages: Messages) -> None:
    wanted = [chr(0x4E00 + number) for number in range(3 * MAX_PUBLIC_MESSAGES_IN_FLIGHT)]
    for what in wanted:
        messages.schedule(what)
    await settle()
    assert messages.begun == wanted[:MAX_PUBLIC_MESSAGES_IN_FLIGHT]
    while messages.in_flight:
        await messages.end(next(iter(messages.in_flight)))
    assert messages.begun == wanted
    assert messages.most_at_once == MAX_PUBLIC_MESSAGES_IN_FLIGHT


async def fill(messages: Messages) -> list[str]:
    busy = [chr(0x4E00 + number) for number in range(MAX_PUBLIC_MESSAGES_IN_FLIGHT)]
    for what in busy:
        messages.schedule(what)
    await settle()
    messages.begun.clear()
    return busy


async def test_private_messages_that_hang_hold_up_no_public_one(messages: Messages) -> None:
    private = [chr(ord("A") + number) for number in range(MAX_PRIVATE_MESSAGES_IN_FLIGHT + 2)]
    for name in private:
        messages.schedule(f"{name}1", first=True)
    messages.schedule("b1")
    await settle()
    sent = [f"{name}1" for name in private[:MAX_PRIVATE_MESSAGES_IN_FLIGHT]]
    assert messages.begun == [*sent, "b1"]
    await messages.end(sent[0])
    assert messages.begun[-1] == f"{private[MAX_PRIVATE_MESSAGES_IN_FLIGHT]}1"


async def test_people_who_clicked_overtake_the_rest_in_their_own_order(messages: Messages) -> None:
    busy = await fill(messages)
    for what in ("a1", "b1", "c1", "d1"):
        messages.schedule(what)
    messages.schedule("e1", first=True)
    messages.schedule("c2", first=True)
    messages.schedule("e2")
    for what in busy[:6]:
        await messages.end(what)
    assert messages.begun == ["e2", "c2", "a1", "b1", "d1"]


async def test_what_failed_does_not_hold_up_people_who_clicked(messages: Messages) -> None:
    messages.schedule("a1", first=True)
    await settle()
    await messages.fail("a1", Unreachable())
    busy = await fill(messages)
    await messages.advance(RETRY_DELAYS_SECONDS[0])
    messages.schedule("b1", first=True)
    await messages.end(busy[0])
    await messages.end(busy[1])
    assert messages.begun == ["b1", "a1"]


async def test_two_edits_of_a_message_are_so_many_seconds_apart_and_drawn_late(messages):
    messages.schedule("a1", pause=EDIT_PAUSE_SECONDS)
    await settle()
    messages.schedule("a2", pause=EDIT_PAUSE_SECONDS)
    await messages.end("a1")
    assert messages.in_flight == {}
    await messages.advance(EDIT_PAUSE_SECONDS / 2)
    messages.schedule("a3", first=True, pause=EDIT_PAUSE_SECONDS)
    messages.schedule("b1", pause=EDIT_PAUSE_SECONDS)
    await settle()
    assert messages.begun == ["a1", "b1"], "nothing is drawn before it can be sent"
    await messages.advance(EDIT_PAUSE_SECONDS / 2)
    assert messages.begun == ["a1", "b1", "a3"]
    assert messages.times == [0, EDIT_PAUSE_SECONDS / 2, EDIT_PAUSE_SECONDS]
    await messages.end("a3")
    await messages.end("b1")
    await messages.advance(EDIT_PAUSE_SECONDS - 0.1)
    messages.schedule("a4", pause=EDIT_PAUSE_SECONDS)
    await settle()
    assert messages.in_flight == {}, "also when the news come after the pause began"
    await messages.advance(0.1)
    assert list(messages.in_flight) == ["a4"]
    await messages.end("a4")
    await messages.advance(EDIT_PAUSE_SECONDS)
    assert messages.delivery._messages == {}
    messages.schedule("a5", pause=EDIT_PAUSE_SECONDS)
    await settle()
    assert list(messages.in_flight) == ["a5"]


async def test_while_discord_is_out_of_reach_tries_get_rarer(messages: Messages) -> None:
    messages.schedule("a1", pause=EDIT_PAUSE_SECONDS)
    await settle()
    waits = [*RETRY_DELAYS_SECONDS, RETRY_DELAYS_SECONDS[-1], RETRY_DELAYS_SECONDS[-1]]
    for seconds in waits:
        await messages.fail("a1", Unreachable())
        await messages.advance(seconds - 0.1)
        assert messages.in_flight == {}
        await messages.advance(0.1)
        assert list(messages.in_flight) == ["a1"]
    await messages.end("a1")
    messages.schedule("a2")
    await messages.advance(EDIT_PAUSE_SECONDS)
    await messages.fail("a2", Unreachable())
    await messages.advance(RETRY_DELAYS_SECONDS[0])
    assert list(messages.in_flight) == ["a2"], "after a success it begins anew"


async def fail_for_long(messages: Messages) -> None:
    messages.schedule("a1", pause=EDIT_PAUSE_SECONDS)
    for seconds in RETRY_DELAYS_SECONDS:
        await settle()
        await messages.fail("a1", Unreachable())
        await messages.advance(seconds)
    await messages.fail("a1", Unreachable())


async def test_news_shorten_the_wait_for_the_next_try_but_to_no_less_than_the_pause(messages):
    await fail_for_long(messages)
    messages.schedule("a2", pause=EDIT_PAUSE_SECONDS)
    await messages.advance(EDIT_PAUSE_SECONDS / 2)
    messages.schedule("a3", first=True, pause=EDIT_PAUSE_SECONDS)
    await messages.advance(EDIT_PAUSE_SECONDS / 2 - 0.1)
    assert messages.in_flight == {}, "it was tried a moment ago"
    await messages.advance(0.1)
    assert list(messages.in_flight) == ["a3"]


async def test_news_that_come_later_are_tried_at_once(messages: Messages) -> None:
    await fail_for_long(messages)
    await messages.advance(EDIT_PAUSE_SECONDS)
    messages.schedule("a2", pause=EDIT_PAUSE_SECONDS)
    await settle()
    assert list(messages.in_flight) == ["a2"]
    messages.schedule("a3", pause=EDIT_PAUSE_SECONDS)
    await messages.fail("a2", Unreachable())
    await messages.advance(EDIT_PAUSE_SECONDS)
    assert list(messages.in_flight) == ["a3"], "it came during the try that failed"
    await messages.fail("a3", Unreachable())
    await messages.advance(EDIT_PAUSE_SECONDS)
    assert messages.in_flight == {}, "the same once more is no news"


async def test_news_never_lengthen_the_wait(messages: Messages) -> None:
    messages.schedule("a1")
    await settle()
    await messages.fail("a1", Unreachable())
    messages.schedule("a2", pause=RETRY_DELAYS_SECONDS[-1])
    await messages.advance(RETRY_DELAYS_SECONDS[0])
    assert list(messages.in_flight) == ["a2"]


@pytest.mark.parametrize("pause", [0.0, EDIT_PAUSE_SECONDS])
async def test_however_much_news_there_is_what_fails_is_not_tried_again_and_again(messages, pause):
    """Discord may refuse at once, and people press on: each try is drawn anew, and a request."""
    for _ in range(50):
        messages.schedule("a1", first=True, pause=pause)
        await settle()
        if messages.in_flight:
            await messages.fail("a1", Unreachable())
        await messages.advance(0.1)
    between = [after - before for before, after in itertools.pairwise(messages.times)]
    assert len(between) >= 3
    assert min(between) >= max(pause, MIN_RETRY_DELAY_SECONDS) - 0.001


@pytest.mark.logs_errors
async def test_whatever_goes_wrong_is_logged_without_its_words_and_tried_again(messages, caplog):
    messages.schedule("a1")
    told = await messages.taken("a")
    await messages.fail("a1", ValueError("the top hat"))
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert "showing a message failed: ValueError" in record.getMessage()
    assert vars(record)["work"] == {"table": ord("a")}
    assert "hat" not in caplog.text
    assert told.done() and told.result() is None, "what came of it is not known yet"
    await messages.advance(RETRY_DELAYS_SECONDS[0])
    await messages.end("a1")
    assert messages.delivery._messages == {}
    assert messages.in_flight == {}


async def test_whoever_waits_is_told_what_came_of_the_newest(messages: Messages) -> None:
    old, new = NoAccess(1), NoAccess(2)
    messages.schedule("a1")
    first = await messages.taken("a")
    messages.schedule("a2")
    second = await messages.taken("a")
    await messages.end("a1", old)
    assert await first is old
    assert not second.done()
    third = await messages.taken("a")
    await messages.end("a2", new)
    assert (await second, await third) == (new, new)
    assert await messages.delivery.wait_until_shown(target("a"), 10) is None


async def test_nobody_waits_longer_than_so_many_seconds(messages: Messages) -> None:
    messages.schedule("a1")
    told, patient, gone = [await messages.taken("a", seconds) for seconds in (10.0, 20.0, 20.0)]
    gone.cancel()
    await messages.advance(9.9)
    assert not told.done()
    await messages.advance(0.2)
    assert told.done()
    assert told.result() is None
    assert not patient.done(), "who gives up disturbs nobody"
    refusal = NoAccess(1)
    await messages.end("a1", refusal)
    assert await patient is refusal


async def test_closing_lets_what_is_in_flight_end_and_begins_nothing(messages: Messages) -> None:
    busy = await fill(messages)
    messages.schedule("a1")
    messages.schedule(f"{busy[0]}2")
    told, pausing = await messages.taken("a"), await messages.taken(busy[1])
    messages.schedule("b1", first=True, pause=EDIT_PAUSE_SECONDS)
    messages.delivery.close()
    await settle()
    assert await told is None
    messages.schedule("c1", first=True)
    refusal = NoAccess(1)
    await messages.end(busy[1], refusal)
    assert await pausing is refusal
    for what in list(messages.in_flight):
        await messages.end(what)
    await messages.advance(RETRY_DELAYS_SECONDS[-1])
    assert messages.begun == []
    assert messages.background.is_idle
    for what in "abc":
        assert (await messages.taken(what)).done(), "nothing comes any more"


async def test_closing_ends_the_waits_for_another_try(messages: Messages) -> None:
    messages.schedule("a1")
    await settle()
    await messages.fail("a1", Unreachable())
    messages.delivery.close()
    await messages.advance(RETRY_DELAYS_SECONDS[-1])
    assert messages.begun == ["a1"]


async def test_a_message_that_somebody_looks_at_overtakes_those_that_nobody_does(messages):
    busy = await fill(messages)
    for what in ("a1", "b1", "c1", "d1"):
        messages.schedule(what)
    messages.delivery.prioritize(target("c"))
    messages.delivery.prioritize(target("e"))
    told = await messages.taken("d")
    for what in busy[:4]:
        await messages.end(what)
    assert messages.begun == ["c1", "d1", "a1", "b1"]
    await messages.end("d1")
    assert told.done()


async def test_looking_at_what_is_shown_already_does_not_show_it_again(messages: Messages) -> None:
    messages.schedule("a1", pause=EDIT_PAUSE_SECONDS)
    await settle()
    messages.delivery.prioritize(target("a"))
    await messages.end("a1")
    messages.delivery.prioritize(target("a"))
    await messages.advance(EDIT_PAUSE_SECONDS)
    assert messages.begun == ["a1"]
    assert messages.delivery._messages == {}
