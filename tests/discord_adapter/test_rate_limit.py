"""What goes out keeps to what Discord allows; the bot's own clock and loop, no Discord."""

import asyncio
import time
from itertools import pairwise

import pytest

from bot.discord_adapter.request_gate import Purpose, RateLimit, RequestGate
from tests.patience import HANG_TIMEOUT_SECONDS

REQUESTS_PER_SECOND = 20


@pytest.fixture
def rate_limit() -> RateLimit:
    limit = RateLimit(REQUESTS_PER_SECOND)
    limit.share_among(1)
    return limit


async def time_requests(rate_limit: RateLimit, requests: int) -> list[float]:

    async def one() -> float:
        answered = await rate_limit.admit(Purpose.OTHER)
        at = time.monotonic()
        if answered:
            answered()
        return at

    return await asyncio.gather(*(one() for _ in range(requests)))


async def test_no_more_go_in_any_second_than_a_worker_may_send() -> None:
    async def check(workers: int) -> None:
        rate_limit = RateLimit(REQUESTS_PER_SECOND)
        rate_limit.share_among(workers)
        share = max(1, REQUESTS_PER_SECOND // workers)
        times = await time_requests(rate_limit, 2 * share + 1)
        in_order = all(after >= before for before, after in pairwise(times))
        assert in_order, f"who came first goes first, of {workers}"
        gaps = [b - a for a, b in zip(times, times[share:], strict=False)]
        assert min(gaps) >= 1, workers

    await asyncio.gather(*map(check, (1, 2, 3, 100)))


async def test_as_many_go_at_once_as_are_allowed_in_a_second(rate_limit: RateLimit) -> None:
    asked = [
        asyncio.create_task(rate_limit.admit(Purpose.OTHER)) for _ in range(2 * REQUESTS_PER_SECOND)
    ]
    for _ in range(10 * REQUESTS_PER_SECOND):
        await asyncio.sleep(0)
    assert sum(task.done() for task in asked) >= REQUESTS_PER_SECOND
    for task in asked:
        task.cancel()


async def test_whoever_gets_a_smaller_share_counts_what_has_gone(rate_limit: RateLimit) -> None:
    before = await time_requests(rate_limit, REQUESTS_PER_SECOND)
    rate_limit.share_among(4)
    (after,) = await time_requests(rate_limit, 1)
    assert after - before[-5] >= 1


async def test_answers_to_interactions_wait_for_nobody(rate_limit: RateLimit) -> None:
    others = asyncio.create_task(time_requests(rate_limit, 2 * REQUESTS_PER_SECOND))
    await asyncio.sleep(0)
    for _ in range(10 * REQUESTS_PER_SECOND):
        await rate_limit.admit(Purpose.ANSWER)
    assert not others.done()
    await others


async def test_a_request_counts_until_a_second_after_its_answer(rate_limit: RateLimit) -> None:
    """Discord may have got it at any moment before."""
    ends = [await rate_limit.admit(Purpose.OTHER) for _ in range(REQUESTS_PER_SECOND)]
    waiting = asyncio.create_task(time_requests(rate_limit, 1))
    for _ in range(10 * REQUESTS_PER_SECOND):
        await asyncio.sleep(0)
    assert not waiting.done()
    answered_at = time.monotonic()
    for end in ends:
        assert end
        end()
    (after,) = await waiting
    assert after - answered_at >= 1


async def test_a_request_that_hangs_holds_up_the_others_only_for_a_while(
    rate_limit: RateLimit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.discord_adapter.request_gate.MAX_REQUEST_TRAVEL_SECONDS", 0.0)
    for _ in range(REQUESTS_PER_SECOND):
        await rate_limit.admit(Purpose.OTHER)
    await asyncio.wait_for(time_requests(rate_limit, 1), HANG_TIMEOUT_SECONDS)


async def test_workers_that_start_at_once_and_know_of_nobody_stay_below_discords_limit() -> None:
    workers = [RateLimit(REQUESTS_PER_SECOND) for _ in range(4)]
    known = RateLimit(REQUESTS_PER_SECOND)
    known.share_among(2)  # itself, and whoever starts
    went = await asyncio.gather(
        *(time_requests(worker, 2 * REQUESTS_PER_SECOND // 10) for worker in workers),
        time_requests(known, 2 * REQUESTS_PER_SECOND),
    )
    times = sorted(at for each in went for at in each)
    per_second = [sum(start <= at < start + 1 for at in times) for start in times]
    assert max(per_second) <= REQUESTS_PER_SECOND


async def test_what_nobody_waits_for_goes_last_and_at_its_own_pace(
    rate_limit: RateLimit, monkeypatch: pytest.MonkeyPatch
) -> None:
    pace = 50.0
    monkeypatch.setattr("bot.discord_adapter.request_gate.MAX_PATIENT_REQUESTS_PER_SECOND", pace)
    gate = RequestGate(rate_limit)
    went: list[float] = []

    async def be_patient() -> None:
        await gate.wait_for_lull()
        went.append(time.monotonic())

    await time_requests(rate_limit, REQUESTS_PER_SECOND)
    patient = [asyncio.create_task(be_patient()) for _ in range(5)]
    await asyncio.sleep(0)
    others = await time_requests(rate_limit, REQUESTS_PER_SECOND)
    assert not went, "others came later and go first"
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        await asyncio.gather(*patient)
    assert went[0] >= others[-1]
    assert min(after - before for before, after in pairwise(went)) >= 0.9 / pace
    answered = await rate_limit.admit(Purpose.OTHER)
    assert answered, "a patient request counts only when it is sent"
