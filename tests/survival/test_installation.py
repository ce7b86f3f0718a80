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

PERMISSIONS = 274877959168
INSTALL = {"scopes": ["bot", "applications.commands"], "permissions": PERMISSIONS}
SETTINGS: dict[str, Any] = {
    "install_params": INSTALL,
    "integration_types_config": {"0": {"oauth2_install_params": INSTALL}},
}
COMMANDS = "/applications/*/commands"
FAULTS = [
    pytest.param({"status": 403, "code": 50001}, "status 403, code 50001", id="403"),
    pytest.param({"status": 400, "code": 50035}, "status 400, code 50035", id="400"),
    pytest.param({"status": 500}, "TimeoutError", id="500"),
    pytest.param({"reset": True}, "ClientOSError", id="reset"),
    pytest.param({}, "TimeoutError", id="hang"),
]
ONE_FAULT = FAULTS[:1]
"""Where all of them take the same way."""

RATE_LIMIT_SECONDS = 2.0
WORDS: dict[str, Any] = {
    "description": text("en")("application-description"),
    "tags": text("en")("application-tags").split(", "),
}
"""What stands in the profile."""

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


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """Requests are given up soon, if that is what the test is about."""
    if what == "TimeoutError":
        monkeypatch.setattr("bot.discord_adapter.application_setup.REQUEST_TIMEOUT_SECONDS", 1.0)


def list_requests(discord: Loopback, end: str) -> list[tuple[str, Any]]:
    """Return the method and body of each request to an address with this end."""
    return [(r.method, r.body) for r in discord.requests if r.path.endswith(end)]


def changes(discord: Loopback) -> list[Any]:
    """Return what the application was set to."""
    return [
        body for method, body in list_requests(discord, "/applications/@me") if method == "PATCH"
    ]


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


# The install settings


async def test_a_new_application_is_set_to_be_added_to_servers_once(
    discord: Loopback, start: Start
) -> None:
    async with start():
        assert changes(discord) == [SETTINGS, WORDS]
    async with start():
        assert [m for m, _ in list_requests(discord, "/applications/@me")] == ["GET"]


@pytest.mark.parametrize("former", FORMER_DESCRIPTION_KEYS)
async def test_a_description_of_a_former_version_is_replaced(
    discord: Loopback, start: Start, former: str
) -> None:
    discord.application |= SETTINGS | WORDS | {"description": text("en")(former)}
    async with start():
        assert changes(discord) == [{"description": WORDS["description"]}]
    assert "three" not in WORDS["description"], "it does not count the games"
    discord.application["description"] = "My own cats."
    async with start():
        assert changes(discord) == []


@pytest.mark.parametrize(
    "set_up",
    [
        {**SETTINGS, "install_params": None},
        {**SETTINGS, "install_params": {**INSTALL, "permissions": "8"}},
        {**SETTINGS, "install_params": {**INSTALL, "scopes": ["bot"]}},
        {**SETTINGS, "integration_types_config": None},
        {**SETTINGS, "integration_types_config": {**SETTINGS["integration_types_config"], "1": {}}},
    ],
)
async def test_settings_that_differ_are_mended(
    discord: Loopback, start: Start, set_up: dict[str, Any]
) -> None:
    discord.application |= set_up
    async with start():
        assert ("PATCH", SETTINGS) in list_requests(discord, "/applications/@me")


async def test_settings_that_discord_writes_in_another_way_are_the_same(
    discord: Loopback, start: Start
) -> None:
    same = {"scopes": ["applications.commands", "bot"], "permissions": str(PERMISSIONS)}
    discord.application |= WORDS | {
        "install_params": same,
        "integration_types_config": {"0": {"oauth2_install_params": same}},
    }
    async with start():
        assert [m for m, _ in list_requests(discord, "/applications/@me")] == ["GET"]


@pytest.mark.parametrize(
    ("config", "set_to"),
    [
        ({"0": {}, "1": {}}, [{"integration_types_config": {"0": {}}}]),
        (None, [{"integration_types_config": {"0": {}}}]),
        ({"0": {}}, []),
    ],
)
async def test_a_private_application_is_asked_for_nothing_that_discord_refuses_there(
    discord: Loopback,
    start: Start,
    caplog: pytest.LogCaptureFixture,
    config: dict[str, Any] | None,
    set_to: list[Any],
) -> None:
    discord.application |= WORDS | {"bot_public": False, "integration_types_config": config}
    async with start():
        assert changes(discord) == set_to
        order = [r.path for r in discord.requests if r.method in ("PATCH", "PUT")]
        assert order[len(set_to)].endswith("/commands"), "settings come first"
    assert list_log_lines(caplog) == []


async def told_while_running(
    discord: Loopback, start: Start, ada: Person, caplog: pytest.LogCaptureFixture
) -> str:
    """See that the bot runs all the same; return the one line that the host is told."""
    async with start():
        await ada.slash("play")
        await discord.wait_for_board_text("Ada")
    (line,) = list_log_lines(caplog)
    return line


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("fault", "what"), FAULTS)
async def test_settings_that_cannot_be_set_are_told_and_the_bot_runs(
    discord: Loopback,
    start: Start,
    people: People,
    caplog: pytest.LogCaptureFixture,
    fault: dict[str, Any],
    what: str,
) -> None:
    discord.application |= WORDS
    discord.fail("PATCH", "/applications/@me", **fault, times=99)
    line = await told_while_running(discord, start, people[0], caplog)
    assert what in line
    assert "developer portal" in line


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


# The profile


@pytest.mark.parametrize(
    ("there", "set_to"),
    [
        ({"description": "Mine.", "tags": []}, [{"tags": WORDS["tags"]}]),
        ({"description": "", "tags": ["mine"]}, [{"description": WORDS["description"]}]),
        ({"description": "Mine.", "tags": ["mine"]}, []),
    ],
)
async def test_what_the_host_has_written_into_the_profile_stays(
    discord: Loopback, start: Start, there: dict[str, Any], set_to: list[Any]
) -> None:
    discord.application |= SETTINGS | there
    async with start():
        assert changes(discord) == set_to


def test_discord_takes_description_and_tags() -> None:
    """https://docs.discord.com/developers/resources/application#application-object"""
    assert 0 < len(WORDS["description"]) <= 400
    assert 0 < len(WORDS["tags"]) <= 5
    assert all(0 < len(tag) <= 20 for tag in WORDS["tags"])


PNG = DRAWING.with_suffix(".png").read_bytes()
AVATAR = {"avatar": f"data:image/png;base64,{b64encode(PNG).decode()}"}


def faces(discord: Loopback) -> list[Any]:
    """Return what was changed of the bot's own user."""
    return [body for method, body in list_requests(discord, "/users/@me") if method == "PATCH"]


async def test_a_bot_without_an_avatar_gets_ours_once(discord: Loopback, start: Start) -> None:
    async with start():
        assert faces(discord) == [AVATAR]
    async with start():
        assert faces(discord) == []


async def test_an_avatar_that_the_host_has_chosen_stays(discord: Loopback, start: Start) -> None:
    discord.user["avatar"] = "f00"
    async with start():
        assert faces(discord) == []


async def test_who_wants_no_settings_to_be_set_gets_no_profile(
    discord: Loopback, start: Start
) -> None:
    async with start(install_settings=False):
        assert faces(discord) == []
        assert changes(discord) == []


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("of", ["users", "applications"])
@pytest.mark.parametrize(("fault", "what"), ONE_FAULT)
async def test_a_profile_that_cannot_be_set_is_told_and_the_bot_runs(
    discord: Loopback,
    start: Start,
    people: People,
    caplog: pytest.LogCaptureFixture,
    fault: dict[str, Any],
    what: str,
    of: str,
) -> None:
    discord.application |= SETTINGS
    discord.fail("PATCH", f"/{of}/@me", **fault, times=99)
    line = await told_while_running(discord, start, people[0], caplog)
    assert what in line
    assert line.startswith("profile: ")


# The commands


async def test_commands_are_synced_once(discord: Loopback, start: Start) -> None:
    async with start():
        assert methods(discord) == ["GET", "PUT"]
        assert [command["name"] for command in discord.commands] == ["cats"]
    async with start():
        assert methods(discord) == ["GET"]


async def test_commands_that_this_version_changed_are_synced(
    discord: Loopback, start: Start
) -> None:
    async with start():
        pass
    async with start(registry=REGISTRY):
        assert methods(discord) == ["GET", "PUT"]


@pytest.mark.parametrize("gone", [True, False])
async def test_commands_that_discord_lost_or_that_others_changed_are_mended(
    discord: Loopback, start: Start, gone: bool
) -> None:
    async with start():
        ours = {**discord.commands[0], "version": None}
    if gone:
        discord.commands.clear()
    else:
        discord.commands[0] |= {"description": "of a second instance", "version": "1"}
    async with start():
        assert methods(discord) == ["GET", "PUT"]
        mended = {**discord.commands[0], "version": None}
        assert mended == {**ours, "id": mended["id"]}
    async with start():
        assert methods(discord) == ["GET"]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("method", ["GET", "PUT"])
@pytest.mark.parametrize(("fault", "what"), ONE_FAULT)
async def test_commands_that_cannot_be_synced_are_told_and_synced_at_the_next_start(
    discord: Loopback,
    start: Start,
    people: People,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    fault: dict[str, Any],
    what: str,
) -> None:
    discord.application |= SETTINGS | WORDS
    failing = discord.fail(method, COMMANDS, **fault, times=99)
    async with start():
        assert discord.commands == []
        await people[0].slash("play")
        await discord.wait_for_board_text("Ada")
    (line,) = list_log_lines(caplog)
    assert what in line
    assert "slash commands" in line
    failing.times = 0
    monkeypatch.setattr(
        "bot.discord_adapter.application_setup.REQUEST_TIMEOUT_SECONDS", HANG_TIMEOUT_SECONDS
    )
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
    monkeypatch.setattr("bot.discord_adapter.application_setup.REQUEST_TIMEOUT_SECONDS", 0.5)
    monkeypatch.setattr("bot.discord_adapter.application_setup.RETRY_DELAYS_SECONDS", (0.1,))
    failing = discord.fail(
        method, COMMANDS, status=status, retry_after=RATE_LIMIT_SECONDS, times=99
    )
    async with start():
        assert discord.commands == []
        failing.times = 0
        monkeypatch.setattr(
            "bot.discord_adapter.application_setup.REQUEST_TIMEOUT_SECONDS", HANG_TIMEOUT_SECONDS
        )
        await until(lambda: discord.commands)
    lines = list_log_lines(caplog)
    if longest_wait < RATE_LIMIT_SECONDS:
        assert "Discord takes no requests on" in lines.pop(0)
    assert "Tried again before the next start: yes." in lines[0]
    assert not any("Discord takes no requests on" in line for line in lines)


async def test_settings_that_hang_are_told_and_slash_commands_come_all_the_same(
    discord: Loopback,
    start: Start,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    discord.application |= WORDS
    monkeypatch.setattr("bot.discord_adapter.application_setup.REQUEST_TIMEOUT_SECONDS", 2.0)
    monkeypatch.setattr("bot.discord_adapter.application_setup.RETRY_DELAYS_SECONDS", (0.1,))
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
    assert "Tried again before the next start: no." in list_log_lines(caplog)[0]


@pytest.mark.parametrize(
    ("path", "passing", "line"),
    [
        ("/users/@me", 0, "Discord does not answer at the start: it is asked again"),
        ("/oauth2/applications/@me", 1, "shard 0: the connection failed (TimeoutError)"),
    ],
)
async def test_a_login_that_hangs_is_told_and_tried_again(
    discord: Loopback, tmp_path: Path, path: str, passing: int, line: str
) -> None:
    """The first login asks how many shards there are, the second is that of the shard."""
    passes = asyncio.Event()
    passes.set()
    discord.fail("GET", path, held=passes, times=passing)
    discord.fail("GET", path)
    limits = {
        f"bot.{module}.LOGIN_TIMEOUT_SECONDS": 2.0
        for module in ("discord_adapter.client", "workers.identify_queue")
    }
    async with run_process(discord, tmp_path, WITHOUT_PAUSES | limits) as process:
        await until(lambda: discord.commands)
        process.terminate()
        assert await process.wait() == 0
    log = (tmp_path / "log").read_text()
    assert line in log
    assert " ERROR " not in log


async def test_a_bot_that_is_stopped_during_the_sync_stops_at_once(
    discord: Loopback, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fault = discord.fail("PUT", COMMANDS)
    async with run_client(discord, monkeypatch, tmp_path / "cats.db") as client:
        await fault.hit.wait()
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            await client.close()
