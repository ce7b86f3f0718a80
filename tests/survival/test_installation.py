"""What Discord keeps of the bot, by the real HTTP client, while Discord fails in many ways."""

import asyncio
import logging
from base64 import b64encode
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.discord_adapter.application_setup import FORMER_DESCRIPTION_KEYS
from bot.discord_adapter.client import CatsClient
from bot.i18n import text
from tests.patience import HANG_TIMEOUT_SECONDS, WITHOUT_PAUSES, until
from tests.survival.loopback import Loopback
from tests.survival.people import People, Person
from tests.survival.processes import run_client, run_process
from tests.toys import REGISTRY
from tools.build_art.__main__ import AVATAR_FILE as DRAWING

PERMISSIONS = 309237697536
INSTALL = {"scopes": ["bot", "applications.commands"], "permissions": PERMISSIONS}
SETTINGS: dict[str, Any] = {
    "install_params": INSTALL,
    "integration_types_config": {"0": {"oauth2_install_params": INSTALL}},
}
COMMANDS = "/applications/*/commands"
REFUSED = {"status": 403, "code": 50001}
REQUEST_TIMEOUT = "bot.discord_adapter.application_setup.REQUEST_TIMEOUT_SECONDS"
RETRY_DELAYS = "bot.discord_adapter.application_setup.RETRY_DELAYS_SECONDS"
RATE_LIMIT_SECONDS = 1.0
WORDS: dict[str, Any] = {
    "description": text("en")("application-description"),
    "tags": text("en")("application-tags").split(", "),
}
"""What stands in the profile."""
PNG = DRAWING.with_suffix(".png").read_bytes()
AVATAR = {"avatar": f"data:image/png;base64,{b64encode(PNG).decode()}"}

Start = Callable[..., AbstractAsyncContextManager[CatsClient]]


@pytest.fixture
def start(discord: Loopback, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Start:
    """Starts the bot, and waits until what Discord keeps is as it shall be, or cannot be."""

    @asynccontextmanager
    async def started(**settings: Any) -> AsyncIterator[CatsClient]:
        discord.online.clear()
        discord.requests.clear()
        async with run_client(discord, monkeypatch, tmp_path / "cats.db", **settings) as client:
            async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
                await client._application_setup.first_try_event.wait()
            yield client

    return started


def list_requests(discord: Loopback, end: str) -> list[tuple[str, Any]]:
    """Return the method and body of each request to an address with this end."""
    return [(r.method, r.body) for r in discord.requests if r.path.endswith(end)]


def changes(discord: Loopback) -> list[Any]:
    """Return what the application was set to."""
    return [
        body for method, body in list_requests(discord, "/applications/@me") if method == "PATCH"
    ]


def faces(discord: Loopback) -> list[Any]:
    """Return what was changed of the bot's own user."""
    return [body for method, body in list_requests(discord, "/users/@me") if method == "PATCH"]


def methods(discord: Loopback) -> list[str]:
    """Return what was done with the commands."""
    return [method for method, _ in list_requests(discord, "/commands")]


def list_log_lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return what the host reads of the bot's own."""
    return [
        record.getMessage()
        for record in caplog.records
        if record.levelno >= logging.WARNING and record.name.startswith(("bot", "cogs"))
    ]


async def test_what_a_new_application_lacks_is_set_once(discord: Loopback, start: Start) -> None:
    async with start():
        assert changes(discord) == [SETTINGS, WORDS]
        assert faces(discord) == [AVATAR]
        assert methods(discord) == ["GET", "PUT"]
        assert [command["name"] for command in discord.commands] == ["cats", "cats-settings"]
    async with start():
        assert changes(discord) == faces(discord) == []
        assert methods(discord) == ["GET"]


async def test_who_wants_no_settings_to_be_set_gets_no_profile(
    discord: Loopback, start: Start
) -> None:
    async with start(install_settings=False):
        assert changes(discord) == faces(discord) == []


def differs(**set_up: Any) -> tuple[dict[str, Any], list[Any]]:
    return SETTINGS | WORDS | set_up, [SETTINGS]


IN_ANOTHER_WAY = {"scopes": ["applications.commands", "bot"], "permissions": str(PERMISSIONS)}
SERVERS_ONLY: dict[str, Any] = {"integration_types_config": {"0": {}}}
PRIVATE = WORDS | {"bot_public": False}
APPLICATIONS: dict[str, tuple[dict[str, Any], list[Any]]] = {
    "no parameters": differs(install_params=None),
    "permissions": differs(install_params={**INSTALL, "permissions": "8"}),
    "scopes": differs(install_params={**INSTALL, "scopes": ["bot"]}),
    "no kinds": differs(integration_types_config=None),
    "users, too": differs(
        integration_types_config={**SETTINGS["integration_types_config"], "1": {}}
    ),
    "the same": (
        WORDS
        | {
            "install_params": IN_ANOTHER_WAY,
            "integration_types_config": {"0": {"oauth2_install_params": IN_ANOTHER_WAY}},
        },
        [],
    ),
    "private for users": (
        PRIVATE | {"integration_types_config": {"0": {}, "1": {}}},
        [SERVERS_ONLY],
    ),
    "private without kinds": (PRIVATE | {"integration_types_config": None}, [SERVERS_ONLY]),
    "private": (PRIVATE | SERVERS_ONLY, []),
    "own description": (
        SETTINGS | {"description": "Mine.", "tags": []},
        [{"tags": WORDS["tags"]}],
    ),
    "own tags": (
        SETTINGS | {"description": "", "tags": ["mine"]},
        [{"description": WORDS["description"]}],
    ),
    "own profile": (SETTINGS | {"description": "Mine.", "tags": ["mine"]}, []),
    **{
        f"former {key}": (
            SETTINGS | WORDS | {"description": text("en")(key)},
            [{"description": WORDS["description"]}],
        )
        for key in FORMER_DESCRIPTION_KEYS
    },
}
"""By what is special about it: how an application is set up, and what is changed of it."""


@pytest.mark.parametrize("name", APPLICATIONS)
async def test_of_an_application_only_what_it_lacks_is_changed(
    discord: Loopback, start: Start, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    set_up, set_to = APPLICATIONS[name]
    discord.application |= set_up
    discord.user["avatar"] = "f00"
    async with start():
        assert changes(discord) == set_to
        assert faces(discord) == [], "the host has chosen an avatar"
        order = [r.method for r in discord.requests if r.method in ("PATCH", "PUT")]
        settings_come_first = [*("PATCH" for each in set_to if each in (SETTINGS, SERVERS_ONLY))]
        assert order[: order.index("PUT")] == settings_come_first
    assert list_log_lines(caplog) == []


def test_discord_takes_description_and_tags() -> None:
    """https://docs.discord.com/developers/resources/application#application-object"""
    assert 0 < len(WORDS["description"]) <= 400
    assert "three" not in WORDS["description"], "it does not count the games"
    assert 0 < len(WORDS["tags"]) <= 5
    assert all(0 < len(tag) <= 20 for tag in WORDS["tags"])


async def told_while_running(
    discord: Loopback, start: Start, ada: Person, caplog: pytest.LogCaptureFixture
) -> str:
    """See that the bot runs all the same; return the one line that the host is told."""
    caplog.clear()
    async with start():
        await ada.slash("play")
        await discord.wait_for_board_text("Ada")
    (line,) = list_log_lines(caplog)
    return line


@pytest.mark.parametrize(
    ("fault", "what"),
    [
        pytest.param(REFUSED, "status 403, code 50001", id="403"),
        pytest.param({"reset": True}, "ClientOSError", id="reset"),
        pytest.param({}, "TimeoutError", id="hang"),
    ],
)
async def test_settings_that_cannot_be_set_are_told_and_the_bot_runs(
    discord: Loopback,
    start: Start,
    people: People,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    fault: dict[str, Any],
    what: str,
) -> None:
    if what == "TimeoutError":
        monkeypatch.setattr(REQUEST_TIMEOUT, 1.0)
    discord.application |= WORDS
    discord.fail("PATCH", "/applications/@me", **fault, times=99)
    line = await told_while_running(discord, start, people[0], caplog)
    assert what in line
    assert "developer portal" in line


async def test_a_profile_that_cannot_be_set_is_told_and_the_bot_runs(
    discord: Loopback, start: Start, people: People, caplog: pytest.LogCaptureFixture
) -> None:
    discord.application |= SETTINGS
    for of in ("users", "applications"):
        failing = discord.fail("PATCH", f"/{of}/@me", **REFUSED, times=99)
        line = await told_while_running(discord, start, people[0], caplog)
        assert line.startswith("profile: ")
        assert "status 403, code 50001" in line
        failing.times = 0


async def test_settings_that_hang_delay_no_start(
    discord: Loopback, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, people: People
) -> None:
    fault = discord.fail("PATCH", "/applications/@me")
    also = discord.fail("GET", COMMANDS, held=asyncio.Event())
    async with run_client(discord, monkeypatch, tmp_path / "cats.db"):
        await people[0].slash("play")
        assert also.held
        also.held.set()
        await fault.hit.wait()
        await people[1].press(":join:")


async def test_settings_that_hang_are_told_and_slash_commands_come_all_the_same(
    discord: Loopback,
    start: Start,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    discord.application |= WORDS
    monkeypatch.setattr(REQUEST_TIMEOUT, 1.0)
    monkeypatch.setattr(RETRY_DELAYS, (0.1,))
    discord.fail("PATCH", "/applications/@me")
    async with start():
        await until(lambda: discord.commands)
        await until(lambda: SETTINGS in changes(discord)[1:])
    assert "install settings: setting them failed (TimeoutError)" in list_log_lines(caplog)[0]


@pytest.mark.parametrize(("status", "code"), [(400, 50035), (403, 20012)])
async def test_settings_that_discord_refuses_are_not_tried_again_before_the_next_start(
    discord: Loopback, start: Start, status: int, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    discord.application |= WORDS
    discord.fail("PATCH", "/applications/@me", status=status, code=code, times=99)
    async with start() as client:
        assert client._setup_task
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            await client._setup_task
    assert f"(status {status}, code {code})" in list_log_lines(caplog)[0]
    assert "Tried again before the next start: no." in list_log_lines(caplog)[0]


# The commands


async def test_commands_that_this_version_others_or_discord_changed_are_synced(
    discord: Loopback, start: Start
) -> None:
    async with start():
        ours = {**discord.commands[0], "version": None}
    for changed in ("gone", "by a second instance"):
        if changed == "gone":
            discord.commands.clear()
        else:
            discord.commands[0] |= {"description": "of a second instance", "version": "1"}
        async with start():
            assert methods(discord) == ["GET", "PUT"], changed
            mended = {**discord.commands[0], "version": None}
            assert mended == {**ours, "id": mended["id"]}
    async with start():
        assert methods(discord) == ["GET"]
    async with start(registry=REGISTRY):
        assert methods(discord) == ["GET", "PUT"]


async def test_commands_that_cannot_be_synced_are_told_and_synced_at_the_next_start(
    discord: Loopback, start: Start, people: People, caplog: pytest.LogCaptureFixture
) -> None:
    discord.application |= SETTINGS | WORDS
    for method in ("GET", "PUT"):
        failing = discord.fail(method, COMMANDS, **REFUSED, times=99)
        line = await told_while_running(discord, start, people[0], caplog)
        assert "slash commands" in line
        assert "status 403, code 50001" in line
        assert discord.commands == []
        failing.times = 0
    async with start():
        assert methods(discord) == ["GET", "PUT"]
        assert discord.commands
    assert len(list_log_lines(caplog)) == 1


@pytest.mark.parametrize(
    ("method", "status", "longest_wait"),
    [("GET", 500, 30.0), ("PUT", 429, 30.0), ("GET", 429, 0.5)],
    ids=["500", "429", "429-closed"],
)
async def test_commands_that_cannot_be_synced_are_synced_later_without_a_restart(
    discord: Loopback,
    start: Start,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    status: int,
    longest_wait: float,
) -> None:
    """A rate limit that is longer than the bot waits closes the route until it ends."""
    discord.application |= SETTINGS | WORDS
    monkeypatch.setattr(
        "bot.discord_adapter.request_gate.MAX_RATE_LIMIT_WAIT_SECONDS", longest_wait
    )
    monkeypatch.setattr(REQUEST_TIMEOUT, 0.5)
    monkeypatch.setattr(RETRY_DELAYS, (0.1,))
    failing = discord.fail(
        method, COMMANDS, status=status, retry_after=RATE_LIMIT_SECONDS, times=99
    )
    async with start():
        assert discord.commands == []
        failing.times = 0
        monkeypatch.setattr(REQUEST_TIMEOUT, HANG_TIMEOUT_SECONDS)
        await until(lambda: discord.commands)
    lines = list_log_lines(caplog)
    if longest_wait < RATE_LIMIT_SECONDS:
        assert "Discord takes no requests on" in lines.pop(0)
    assert "Tried again before the next start: yes." in lines[0]
    assert not any("Discord takes no requests on" in line for line in lines)


async def test_a_login_that_hangs_is_told_and_tried_again(
    discord: Loopback, tmp_path: Path
) -> None:
    """The first login asks how many shards there are, the second is that of the shard."""
    passes = asyncio.Event()
    passes.set()
    discord.fail("GET", "/users/@me")
    discord.fail("GET", "/oauth2/applications/@me", held=passes)
    discord.fail("GET", "/oauth2/applications/@me")
    limits = {
        f"bot.{module}.LOGIN_TIMEOUT_SECONDS": 1.5
        for module in ("discord_adapter.client", "workers.identify_queue")
    }
    async with run_process(discord, tmp_path, WITHOUT_PAUSES | limits) as process:
        await until(lambda: discord.commands)
        process.terminate()
        assert await process.wait() == 0
    log = (tmp_path / "log").read_text()
    assert "Discord does not answer at the start: it is asked again" in log
    assert "shard 0: the connection failed (TimeoutError)" in log
    assert " ERROR " not in log


async def test_a_bot_that_is_stopped_during_the_sync_stops_at_once(
    discord: Loopback, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fault = discord.fail("PUT", COMMANDS)
    async with run_client(discord, monkeypatch, tmp_path / "cats.db") as client:
        await fault.hit.wait()
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            await client.close()
