"""A client serves its shard while no other worker does, whatever comes in between."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.workers.shared_access import SharedAccess


class Client:
    """A client whose services start and stop when the test lets them."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()
        self.fails = False
        self.reachability = SimpleNamespace(is_connected=True)

    async def start_services(self) -> None:
        await self._note("start")

    async def stop_services(self) -> None:
        await self._note("stop")

    async def catch_up(self) -> None:
        self.calls.append("catch up")

    async def _note(self, call: str) -> None:
        self.calls.append(call)
        await self.may_go_on.wait()
        if self.fails:
            raise OSError


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.workers.shared_access.TAKEOVER_WAIT_SECONDS", 0.0)


async def log_in(*, serves_at_once: bool = True) -> tuple[SharedAccess, Client]:
    client = Client()
    access = SharedAccess(cast(Any, None), serves_at_once=serves_at_once)
    await access.serve()
    assert client.calls == [], "there is no client before the login"
    await access.begin(cast(Any, client))
    return access, client


async def test_it_serves_at_once_or_when_it_is_told() -> None:
    access, client = await log_in()
    assert client.calls == ["start", "catch up"]
    assert await access.wait_until_available() is None
    access, client = await log_in(serves_at_once=False)
    assert await access.wait_until_available() == "one-moment"
    await access.serve()
    await access.serve()
    assert client.calls == ["start", "catch up"]
    assert await access.wait_until_available() is None


async def test_who_is_not_connected_yet_catches_up_when_it_is() -> None:
    access, client = await log_in(serves_at_once=False)
    client.reachability.is_connected = False
    await access.serve()
    assert client.calls == ["start"]


@pytest.mark.parametrize("fails", [False, True])
async def test_who_has_released_the_tables_may_serve_again(fails: bool) -> None:
    access, client = await log_in()
    client.calls, client.fails = [], fails
    for _ in range(2):
        try:
            await access.release()
        except OSError:
            assert fails
        assert not access.is_serving
    assert client.calls == ["stop"]
    client.fails = False
    await access.serve()
    assert access.is_serving


async def test_who_could_not_start_may_try_again() -> None:
    access, client = await log_in(serves_at_once=False)
    client.fails = True
    with pytest.raises(OSError):
        await access.serve()
    assert not access.is_serving
    client.fails = False
    await access.serve()
    assert access.is_serving


async def test_who_has_handed_over_says_nothing_not_even_that_it_closes() -> None:
    access, client = await log_in()
    async with access.hand_over():
        assert client.calls[-1] == "stop"
        assert await access.wait_until_available() == ""
    await access.serve()
    await access.close()
    assert not access.is_serving
    assert await access.wait_until_available() == ""


@pytest.mark.parametrize("where", ["release", "block"])
async def test_who_could_not_hand_over_may_serve_again(where: str) -> None:
    access, client = await log_in()
    client.fails = where == "release"
    with pytest.raises(OSError):
        async with access.hand_over():
            raise OSError
    client.fails = False
    assert not access.is_serving
    assert await access.wait_until_available() == "one-moment"
    await access.serve()
    assert access.is_serving


@pytest.mark.parametrize("under_way", ["start", "stop"])
async def test_who_closes_waits_for_what_is_under_way_and_never_serves_again(under_way):
    access, client = await log_in(serves_at_once=under_way == "stop")
    client.may_go_on.clear()
    moving = asyncio.create_task(access.release() if access.is_serving else access.serve())
    await asyncio.sleep(0)
    closing = asyncio.create_task(access.close())
    await asyncio.sleep(0)
    assert await access.wait_until_available() == "restarting"
    assert not closing.done()
    client.may_go_on.set()
    await asyncio.gather(moving, closing)
    await access.serve()
    assert client.calls[-1] == under_way
    assert not access.is_serving


async def test_a_click_that_waits_goes_on_when_the_client_serves(monkeypatch):
    monkeypatch.setattr("bot.workers.shared_access.TAKEOVER_WAIT_SECONDS", 3600.0)
    access, _ = await log_in(serves_at_once=False)
    waiting = asyncio.create_task(access.wait_until_available())
    await asyncio.sleep(0)
    await access.serve()
    assert await waiting is None
