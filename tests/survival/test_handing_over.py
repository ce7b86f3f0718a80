"""A shard moves from one client to another while people press."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from sqlite3 import OperationalError

import discord as library
import pytest
import pytest_asyncio
from discord.http import Route

from bot.common.config import MAX_REQUESTS_PER_SECOND
from bot.discord_adapter.channels import ChannelMessenger
from bot.discord_adapter.client import CatsClient, ClientOptions, ShardSession
from bot.discord_adapter.request_gate import Purpose, RateLimit, RequestGate, tag_requests
from bot.engine.package import extract_games
from bot.games.registry import GAMES
from bot.i18n import text
from bot.storage.problems import StoreProblem
from bot.storage.store import Store
from bot.workers.identify_queue import IdentifyQueue
from bot.workers.shared_access import SharedAccess
from bot.workers.worker import UncertainLeaseError, WantedShards, Worker
from tests.databases import address, open_transaction, run_sql
from tests.patience import HANG_TIMEOUT_SECONDS, until
from tests.postgres import shared_server
from tests.survival.loopback import CHANNEL, Loopback
from tests.survival.people import People
from tests.survival.processes import TOKEN, at_loopback, run_client, wait_until_at_rest

JOINED = "Ben"
QUIET = ClientOptions(emojis=False, install_settings=False)
LONG_WAIT = "bot.workers.shared_access.TAKEOVER_WAIT_SECONDS", 4 * HANG_TIMEOUT_SECONDS


class NoQueue(IdentifyQueue):
    """Lets every client log in to the gateway at once."""

    def __init__(self) -> None:
        pass

    async def use_turn(self, client: library.Client) -> None:
        pass


@pytest.fixture
def access() -> SharedAccess:
    return SharedAccess(NoQueue(), serves_at_once=True)


@pytest_asyncio.fixture
async def client(
    discord: Loopback, access: SharedAccess, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> AsyncIterator[CatsClient]:
    """The bot, running in this process as one of several workers."""
    session = ShardSession(access=access)
    async with run_client(discord, monkeypatch, tmp_path / "cats.db", session=session) as running:
        yield running


async def test_who_finds_no_tables_for_long_is_told_to_press_again(
    access: SharedAccess, client: CatsClient, people: People
) -> None:
    ada, ben = people
    await ada.slash("play")
    await access.release()
    assert text("en")("one-moment") in (await ben.press(":join:")).text
    assert text("en")("one-moment") in (await ben.slash("scores")).text
    await access.serve()
    assert text("en")("one-moment") not in (await ben.press(":join:")).text


async def test_a_click_that_comes_between_two_owners_waits_for_the_next_one(
    discord: Loopback,
    access: SharedAccess,
    client: CatsClient,
    people: People,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(*LONG_WAIT)
    ada, ben = people
    await ada.slash("play")
    await access.release()
    click = await ben.send_press(":join:")
    await until(lambda: client.reply_tasks)
    assert not click.acknowledged.is_set()
    await access.serve()
    await ben.answered(click)
    await discord.wait_for_board_text(JOINED)


async def test_the_next_client_connects_first_and_nobody_is_asked_to_press_again(
    discord: Loopback,
    access: SharedAccess,
    client: CatsClient,
    people: People,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(*LONG_WAIT)
    ada, ben = people
    await ada.slash("play")
    standby = SharedAccess(NoQueue(), serves_at_once=False)
    heir = CatsClient(client.store, session=ShardSession(access=standby), options=QUIET)
    running = asyncio.create_task(heir.start(TOKEN))
    await until(lambda: heir.reachability.is_connected)
    click = await ben.press(":join:")
    await discord.wait_for_board_text(JOINED)
    assert click.kind == 4, "the owner has answered"
    assert heir.reply_tasks, "the next one has heard of it, too, and waits"

    async with access.hand_over():
        assert await client.wait_until_available() == ""
    left = await ben.send_press(":leave:", on=click.message)
    await standby.serve()
    await ben.answered(left)
    await until(lambda: JOINED not in discord.board().text)
    assert await client.store.tables.find_open(discord.board().channel)
    await until(lambda: not heir.reply_tasks)
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        await heir.close()
        await running


async def test_tables_that_cannot_be_released_are_served_again(
    discord: Loopback, access: SharedAccess, client: CatsClient, people: People
) -> None:
    ada, ben = people
    await ada.slash("play")
    with pytest.raises(StoreProblem):
        async with access.hand_over():
            raise StoreProblem("store-server-lost")
    assert not client.is_serving
    await access.serve()
    await ben.press(":join:")
    await discord.wait_for_board_text(JOINED)


async def test_tables_that_cannot_be_taken_up_leave_nothing_behind(
    access: SharedAccess, client: CatsClient, people: People, tmp_path: Path
) -> None:
    database = address(tmp_path / "cats.db")
    ada, ben = people
    await ada.slash("play")
    await wait_until_at_rest(client)
    assert count_heartbeats() == 1
    await access.release()
    for _ in range(3):
        manager = client.services
        run_sql(database, "ALTER TABLE tables RENAME TO elsewhere")
        with pytest.raises(OperationalError):
            await access.serve()
        run_sql(database, "ALTER TABLE elsewhere RENAME TO tables")
        assert not client.is_serving
        assert client.services is not manager
        assert count_heartbeats() == 0
    assert text("en")("one-moment") in (await ben.slash("scores")).text
    await access.serve()
    assert count_heartbeats() == 1
    await ben.press(":join:")
    await access.release()
    assert count_heartbeats() == 0


async def test_who_closes_while_it_takes_up_the_tables_leaves_nothing_behind(
    discord: Loopback, access: SharedAccess, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = ShardSession(access=access)
    with shared_server().database() as url:
        async with run_client(discord, monkeypatch, url, session=session) as client:
            await access.release()
            with open_transaction(url) as ask:
                ask("LOCK TABLE heartbeat IN ACCESS EXCLUSIVE MODE")
                taking_over = asyncio.create_task(access.serve())
                await until(access._lock.locked)
                closing = asyncio.create_task(client.close())
                await until(lambda: access._is_closing)
            with suppress(StoreProblem):  # on a slow machine: it has waited for too long
                await taking_over
            await closing
            assert await client.wait_until_available() == "restarting"
            assert count_heartbeats() == 0


def count_heartbeats() -> int:
    """Return how many heartbeats this process has."""
    return sum(
        "Heartbeat._beat_repeatedly" in repr(task.get_coro()) for task in asyncio.all_tasks()
    )


@pytest.mark.usefixtures("client")
async def test_all_clients_of_a_worker_keep_to_its_share_but_answers_do_not_wait(
    discord: Loopback, tmp_path: Path
) -> None:
    store = await Store.open(address(tmp_path / "other.db"), extract_games(GAMES))
    rate_limit = RateLimit(20)
    rate_limit.share_among(4)
    went: list[float] = []

    class Noted:
        async def admit(self, purpose: Purpose) -> None:
            went.append(time.monotonic())

    session = ShardSession(gate=RequestGate(rate_limit, Noted()))
    first, second = (
        CatsClient(store, session=session, options=ClientOptions(emojis=False)) for _ in range(2)
    )
    calls = discord.calls
    async with first, second:
        await asyncio.gather(first.login(TOKEN), second.login(TOKEN))
        asked = (each.http.get_channel(CHANNEL) for _ in range(6) for each in (first, second))
        await asyncio.gather(*asked)
        assert len(went) == discord.calls - calls >= 16
        assert [b - a for a, b in zip(went, went[5:], strict=False) if b - a < 1] == []
        async with rate_limit._admission_lock:  # nobody else's turn comes
            with pytest.raises(library.NotFound), tag_requests(Purpose.ANSWER):
                await second.http.request(Route("GET", "/webhooks/1/token-1/messages/@original"))
    await store.close()


async def test_a_worker_that_may_have_lost_its_tables_touches_no_board(
    discord: Loopback, people: People, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    refused = []

    class NotedError(UncertainLeaseError):
        def __init__(self) -> None:
            refused.append(self)

    at_loopback(discord, monkeypatch)
    monkeypatch.setattr("bot.services.delivery.RETRY_DELAYS_SECONDS", (0.05,))
    monkeypatch.setattr("bot.workers.worker.UncertainLeaseError", NotedError)
    store = await Store.open(address(tmp_path / "cats.db"), extract_games(GAMES))
    clients: dict[int, CatsClient] = {}
    worker = Worker(
        store,
        lambda one: CatsClient(store, session=one, options=QUIET),
        TOKEN,
        WantedShards(1),
        RateLimit(MAX_REQUESTS_PER_SECOND),
        IdentifyQueue(store, 1),
        clients,
    )
    stop = asyncio.Event()
    running = asyncio.create_task(worker.run(stop))
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        await discord.online.wait()
    ada, ben = people
    await ada.slash("play")
    await until(discord.boards)
    with monkeypatch.context() as standing_still:
        standing_still.setattr("bot.workers.worker.LEASE_VALID_SECONDS", 0.0)
        await ben.press(":join:")
        await until(lambda: len(refused) > 1)
        assert JOINED not in discord.board().text
    await discord.wait_for_board_text(JOINED)
    replaced, client = discord.board(), clients[0]
    with monkeypatch.context() as standing_still:
        standing_still.setattr("bot.workers.worker.LEASE_VALID_SECONDS", 0.0)
        await ChannelMessenger(client, client.renderer).delete(replaced.channel, replaced.id)
    assert replaced not in discord.boards(), "nobody else would delete it later"
    stop.set()
    await running
    await store.close()
