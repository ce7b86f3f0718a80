"""A loop that stands still is told with the place where it does, once for each time."""

import asyncio
import logging
import time

import pytest

from bot import runtime
from bot.runtime import LoopWatchdog
from tests.patience import HANG_TIMEOUT_SECONDS, until

SECRET = "the secret of Minka"

pytestmark = pytest.mark.logs_errors


def stand_still(watchdog: LoopWatchdog, secret: str) -> None:
    """Keep the loop for longer than the watchdog bears."""
    deadline = time.monotonic() + HANG_TIMEOUT_SECONDS
    while watchdog._checks < 3 * runtime.MAX_CHECKS_WITHOUT_RESPONSE:
        assert time.monotonic() < deadline


async def test_the_log_tells_where_the_loop_stands_still_once_each_time(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(runtime, "CHECK_INTERVAL_SECONDS", 0.01)
    watchdog = LoopWatchdog()
    watching = asyncio.create_task(watchdog.run())
    for _ in range(2):
        await until(lambda: watchdog._checks == 1)
        stand_still(watchdog, SECRET)
    watching.cancel()
    lines = [each.getMessage() for each in caplog.records if each.levelno == logging.ERROR]
    assert len(lines) == 2
    assert all(f"{__file__}:" in line and " stand_still, " in line for line in lines)
    assert SECRET not in caplog.text
