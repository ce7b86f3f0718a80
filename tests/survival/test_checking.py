"""`python -m bot --check`: what it tells, and that it changes nothing."""

import asyncio
import os
import shutil
import socket
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from msgspec import Struct

from bot.checks import check_all
from bot.common.config import MAX_SHARDS, SETTING_NAMES, read_settings
from bot.discord_adapter.channels import INVITATION_PERMISSIONS
from bot.games.registry import GAMES
from bot.i18n import text
from tests.databases import (
    DATABASES,
    empty_database,
    file_of,
    hold_write_lock,
    is_sqlite,
    migrated_database,
    run_sql,
)
from tests.fake_discord import command
from tests.forked import Forked, at_discord
from tests.machine import drop_root_rights, free_port
from tests.patience import HANG_TIMEOUT_SECONDS
from tests.postgres import shared_server
from tests.storage.test_problems import damage, mode
from tests.survival.loopback import Loopback
from tests.survival.people import People
from tests.survival.processes import ROOT, TOKEN, at_loopback, run_process

INSTALL = {
    "scopes": ["bot", "applications.commands"],
    "permissions": str(INVITATION_PERMISSIONS.value),
}
OLD = ROOT / "tests" / "versions" / "0.3.0.db"
Said = tuple[bool, list[str]]
Check = Callable[..., Awaitable[Said]]
"""Checks with the settings that are given; returns whether all is well, and the lines."""


async def run_check(
    discord: str, folder: Path, before: Callable[[], None] | None = None, **settings: str
) -> Said:
    """Check in a process of its own, which does `before` first; leave out the line that says so."""
    environment = {name: value for name, value in os.environ.items() if name not in SETTING_NAMES}
    environment |= {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "DISCORD_TOKEN": TOKEN} | settings
    patience = {"bot.checks.DISCORD_TIMEOUT_SECONDS": HANG_TIMEOUT_SECONDS}
    main = at_discord(command(discord, "--check", constants=patience), before)
    with TemporaryDirectory() as said:
        out, err = Path(said) / "out", Path(said) / "err"
        code = await Forked(main, folder, environment, out, err).wait()
        told, complaints = out.read_text(encoding="utf-8"), err.read_text(encoding="utf-8")
    assert complaints == ""
    assert TOKEN not in told
    first, *lines = told.splitlines()
    assert first == text(settings.get("LANGUAGE", "en"))("check-starting")
    return code == 0, lines


@pytest.fixture
def check(
    healthy_discord: Loopback,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> Check:
    """Checks in this process and in the test's folder."""
    for name in SETTING_NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot.checks.DISCORD_TIMEOUT_SECONDS", HANG_TIMEOUT_SECONDS)
    at_loopback(healthy_discord, monkeypatch)

    async def check_here(**settings: str) -> Said:
        with monkeypatch.context() as patched:
            for name, value in ({"DISCORD_TOKEN": TOKEN} | settings).items():
                patched.setenv(name, value)
            is_well = await check_all(*read_settings(), text("en"))
        out, err = capsys.readouterr()
        assert err == ""
        assert TOKEN not in out
        return is_well, out.splitlines()

    return check_here


def make_report_line(mark: str, key: str, language: str = "en", **values: int | str) -> str:
    say = text(language)
    return say(f"check-{mark}", told=say(key, **{"setting": "DATABASE_URL", **values}))


right, note, wrong = (partial(make_report_line, mark) for mark in ("right", "note", "wrong"))


def to_mend(said: Said) -> list[str]:
    """Return the lines about what has to be mended; the result and the end tell of them, too."""
    say, (is_well, lines) = text("en"), said
    found = [line for line in lines if line.startswith(say("check-wrong", told="").strip())]
    assert is_well is not bool(found)
    assert lines[-1] == (say("check-mend", things=len(found)) if found else say("check-well"))
    return found


def of_100(servers: int) -> dict[str, Any]:
    """Return what is told of an unverified bot in so many servers."""
    return {"servers": servers, "most": 100, "apply": 75}


def server(
    number: int, permissions: int = INVITATION_PERMISSIONS.value, name: str = "Cats"
) -> dict[str, Any]:
    return {"id": str(number), "name": name, "permissions": str(permissions)}


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


@pytest.fixture
def healthy_discord(discord: Loopback) -> Loopback:
    """A Discord where all is right, and the bot in one server."""
    discord.application |= {
        "bot_public": True,
        "install_params": INSTALL,
        "integration_types_config": {"0": {"oauth2_install_params": INSTALL}},
        "description": "Cats.",
        "tags": ["cats"],
        "terms_of_service_url": "https://cats.test/terms",
        "privacy_policy_url": "https://cats.test/privacy",
    }
    discord.servers.append(server(1))
    return discord


@pytest.fixture(params=DATABASES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database."""
    with empty_database(request.param, tmp_path / "data" / "cats.db") as address:
        yield address


async def test_where_all_is_right_each_thing_is_told_and_nothing_is_changed(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    told: dict[str, dict[str, Any]] = {
        "check-settings": {},
        "check-games": {"games": ", ".join(GAMES)},
        "check-database-new": {"place": str(tmp_path / "data" / "cats.db")},
        "check-token": {"name": "cats"},
        "check-clock": {},
        "check-install": {},
        "check-profile": {},
        "check-policy": {"url": "https://cats.test/privacy"},
        "check-terms": {"url": "https://cats.test/terms"},
        "check-shards": {"shards": 1},
        "check-starts": {"left": 1000, "most": 1000},
        "check-servers-unverified": of_100(1),
        "check-permissions": {},
    }
    assert await run_check(healthy_discord.address, tmp_path, LANGUAGE="de") == (
        True,
        [
            *(right(key, "de", **values) for key, values in told.items()),
            note("check-channels-unseen", "de"),
            text("de")("check-well"),
        ],
    )
    assert names(tmp_path) == []
    assert {request.method for request in healthy_discord.requests} == {"GET"}
    assert not healthy_discord.online.is_set()


# Settings


WRONG_SETTINGS = {
    "DISCORD_TOKEN": "two words",
    "LOG_LEVEL": "loud",
    "SHARDS": "many",
    "LOG_FORMAT": "prose",
    "METRICS_PORT": "door",
    "API_BASE": "proxy:8080",
    "GATEWAY_URL": "http://proxy",
    "REQUESTS_PER_SECOND": "all",
    "COMPUTER_PLAYERS": "hard",
    "DATABASE_URL": "mysql://cats:very-secret@db/cats",
}


async def test_each_setting_that_is_wrong_is_named_and_none_is_repeated(
    healthy_discord: Loopback, check: Check
) -> None:
    assert to_mend(await check(**WRONG_SETTINGS)) == [
        wrong("setting-discord-token"),
        wrong("setting-shards", most=str(MAX_SHARDS)),
        wrong("setting-log-level"),
        wrong("setting-log-format"),
        wrong("setting-metrics-port"),
        wrong("setting-api-base"),
        wrong("setting-gateway-url"),
        wrong("setting-requests-per-second", most="10000"),
        wrong("setting-computer-players"),
        wrong("store-address"),
    ]
    assert not healthy_discord.requests
    said = await check(DATABASE_URL="sqlite://data/cats.db")
    assert to_mend(said) == [wrong("store-address-slashes")]
    assert right("check-settings") not in said[1], "not all settings are valid"


async def test_an_address_for_figures_that_cannot_be_served_is_told(check: Check) -> None:
    async def other(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nmeow\n")
        writer.close()

    said = await check(METRICS_PORT="9100", METRICS_HOST="203.0.113.1")
    assert to_mend(said) == [wrong("setting-metrics-host")]
    said = await check(METRICS_PORT=str(free_port()), METRICS_HOST="localhost")
    assert to_mend(said) == []
    said = await check(METRICS_HOST="no.such.host.invalid")
    assert note("setting-metrics-host-alone") in said[1]
    async with await asyncio.start_server(other, "127.0.0.1") as taken:
        said = await check(METRICS_PORT=str(taken.sockets[0].getsockname()[1]))
    assert to_mend(said) == [wrong("start-metrics-address")]


async def test_what_is_wrong_with_the_settings_file_is_told(check: Check, tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text(f"{TOKEN}\nDATABSE_URL=sqlite:///x.db\nSOMETHING=1\n")
    said = await check()
    assert to_mend(said) == []
    assert said[1][:3] == [
        note("setting-line-wrong", line="1"),
        note("setting-line-meant", line="2", meant="DATABASE_URL"),
        note("setting-line-unknown", line="3"),
    ]
    assert right("check-settings") not in said[1]
    file.write_bytes(b"DISCORD_TOKEN=\xff\xfe")
    missing = [wrong("setting-file"), wrong("start-no-token")]
    assert to_mend(await check(DISCORD_TOKEN="")) == missing
    file.unlink()
    file.mkdir()
    said = await check()
    assert note("setting-file-passed-over") in said[1], "nobody needs it"
    assert to_mend(said) == []


# The database


def contents(url: str) -> object:
    """Return what must stay: the names and bytes of the files, or the names of the tables."""
    if is_sqlite(url):
        return {path.name: path.read_bytes() for path in file_of(url).parent.glob("*")}
    return sorted(run_sql(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"))


async def test_before_while_and_after_a_bot_uses_a_database_that_is_told_and_changes_nothing(
    healthy_discord: Loopback, check: Check, people: People, tmp_path: Path, url: str
) -> None:
    before = contents(url)
    assert to_mend(await check(DATABASE_URL=url)) == []
    assert contents(url) == before
    port = str(free_port())
    async with run_process(
        healthy_discord, tmp_path, database=url, METRICS_PORT=port, LANGUAGE="de"
    ) as bot:
        await people[0].slash("play")
        await healthy_discord.wait_for_board_text("Ada")
        said = await check(DATABASE_URL=url, METRICS_PORT=port, METRICS_HOST="0.0.0.0")
        assert to_mend(said) == []
        assert {note("check-database-used"), note("check-metrics-used")} <= {*said[1]}
        await people[1].press(":join:")
        await healthy_discord.wait_for_board_text("Ben")
        assert bot.returncode is None
        bot.terminate()
        assert await bot.wait() == 0
    before = contents(url)
    said = await check(DATABASE_URL=url)
    assert to_mend(said) == []
    place = str(file_of(url)) if is_sqlite(url) else "PostgreSQL"
    assert right("check-database", place=place) in said[1]
    assert note("check-database-used") not in said[1]
    assert contents(url) == before


async def test_what_is_found_in_place_of_a_new_file_is_told_and_left_as_it_is(
    check: Check, tmp_path: Path
) -> None:
    """Storage's own tests know what else a file may be."""
    path = tmp_path / "cats.db"
    lock = path.with_name("cats.db.lock")
    lock.touch()
    said = await check(DATABASE_URL=f"sqlite:///{path}")
    assert to_mend(said) == []
    assert note("check-database-missed", remains=lock.name, place=str(path)) in said[1]
    assert names(tmp_path) == [lock.name]
    lock.unlink()

    shutil.copy(OLD, path)
    said = await check(DATABASE_URL="sqlite:///cats.db")
    assert to_mend(said) == []
    assert note("check-database-older", place=str(path)) in said[1]
    assert names(tmp_path) == [path.name]
    assert path.read_bytes() == OLD.read_bytes()

    damage(path)
    damaged = wrong("store-damaged", path="cats.db")
    assert to_mend(await check(DATABASE_URL="sqlite:///cats.db")) == [damaged]


async def test_a_database_that_is_read_only_or_written_by_others_is_told(
    healthy_discord: Loopback, check: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").mkdir()
    with mode(tmp_path / "data", 0o500):
        said = await run_check(
            healthy_discord.address, tmp_path, drop_root_rights, DATABASE_URL="sqlite:///data/a.db"
        )
    assert to_mend(said) == [wrong("store-read-only", path="data/a.db")]
    shutil.copy(OLD, tmp_path / "cats.db")
    monkeypatch.setattr("bot.storage.sqlite_database.LOCK_TIMEOUT_SECONDS", 0.05)
    with hold_write_lock(f"sqlite:///{tmp_path / 'cats.db'}"):
        said = await check(DATABASE_URL="sqlite:///cats.db")
    assert to_mend(said) == [wrong("store-locked", path="cats.db")]


async def test_what_is_wrong_with_a_server_is_told_without_its_address(
    check: Check, tmp_path: Path
) -> None:
    """Storage's own tests know what else may be wrong with it."""

    async def check_told(key: str, url: str, **settings: str) -> None:
        (line,) = to_mend(await check(DATABASE_URL=url, **settings))
        assert "whiskers" not in line
        assert line == wrong(f"store-server-{key}")

    postgres = shared_server()
    rules = postgres.folder / "pg" / "pg_hba.conf"
    before = rules.read_text()
    with empty_database("postgresql", tmp_path) as url:
        name = url.partition("@/")[2].partition("?")[0]
        rules.write_text(f"local all checking scram-sha-256\n{before}")
        postgres.do("CREATE ROLE checking LOGIN PASSWORD 'whiskers'; SELECT pg_reload_conf()")
        try:
            await check_told("refuses", postgres.url(name, "checking", "no-whiskers"))
            apart = {"PGPASSWORD": "whiskers"}  # as compose.yaml has it
            await check_told("read-only", postgres.url(name, "checking"), **apart)
        finally:
            rules.write_text(before)
            postgres.do("DROP ROLE checking; SELECT pg_reload_conf()")
    with migrated_database("postgresql", tmp_path) as url, hold_write_lock(url):
        await check_told("locked", url)


async def test_too_few_connections_are_told_with_the_number_that_a_start_needs(
    check: Check, tmp_path: Path
) -> None:
    postgres = shared_server()
    with empty_database("postgresql", tmp_path) as url:
        name = url.partition("@/")[2].partition("?")[0]
        few = postgres.url(name, "few")
        postgres.do("CREATE ROLE few LOGIN CONNECTION LIMIT 2")
        postgres.do("GRANT ALL ON SCHEMA public TO few", name)
        try:
            told = wrong("store-server-connections", needed="3")
            assert to_mend(await check(DATABASE_URL=few)) == [told]
            postgres.do("ALTER ROLE few CONNECTION LIMIT 3")
            assert to_mend(await check(DATABASE_URL=few)) == []
        finally:
            postgres.do("DROP OWNED BY few; DROP ROLE few", name)


# Discord


async def test_a_token_that_discord_refuses_is_told(
    healthy_discord: Loopback, check: Check
) -> None:
    healthy_discord.fail("GET", "/users/@me", status=401)
    assert to_mend(await check()) == [wrong("start-token-wrong")]
    assert len(healthy_discord.requests) == 1


async def test_a_discord_that_is_not_there_or_says_nothing_is_told(
    healthy_discord: Loopback, check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:  # takes connections, never answers
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        with monkeypatch.context() as hurried:
            hurried.setattr("bot.checks.DISCORD_TIMEOUT_SECONDS", 0.5)
            assert to_mend(await check(API_BASE=address)) == [wrong("start-discord-slow")]
    refused = wrong("start-connection-refused", host="127.0.0.1")
    assert to_mend(await check(API_BASE=address)) == [refused]
    healthy_discord.fail("GET", "/users/@me/guilds", status=503)
    said = await check(API_BASE=healthy_discord.address)
    assert to_mend(said) == [wrong("start-discord-answers", status="503")]
    assert note("check-rest-unseen") in said[1]
    assert right("check-token", name="cats") in said[1], "what is known is told before"


async def test_a_clock_that_differs_from_discords_is_told(
    healthy_discord: Loopback, check: Check
) -> None:
    healthy_discord.clock_ahead = 3600
    (line,) = to_mend(await check())
    # A slow machine may take a while to ask and hear.
    near = range(3600 - int(HANG_TIMEOUT_SECONDS), 3601)
    assert line in {wrong("check-clock-off", seconds=n, setting="", way="behind") for n in near}


class Case(Struct):
    """What differs at Discord and among the settings, and what is told of it."""

    at_discord: dict[str, Any]
    settings: dict[str, str] = {}
    mend: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()


PRIVATE = {"bot_public": False, "integration_types_config": {"0": {}}}
NOTHING_BUT = INVITATION_PERMISSIONS.value & ~(1 << 14) & ~(1 << 15)  # embed links, attach files
ADMINISTRATOR = 1 << 3
LACKING = ", ".join(text("en")(f"permission-{name}") for name in ("embed-links", "attach-files"))
CASES = {
    "application": Case(
        {"application": {"install_params": None, "tags": [], "privacy_policy_url": None}},
        told=(
            *(note(f"check-{key}") for key in ("install-differs", "profile-empty", "no-policy")),
            right("check-terms", url="https://cats.test/terms"),
        ),
    ),
    "private application": Case(
        {"application": PRIVATE | {"install_params": None}},
        told=(note("check-not-public"),),
        untold=(note("check-install-differs"), right("check-install")),
    ),
    "public invitation to it": Case(
        {"application": PRIVATE | {"install_params": None}},
        {"PUBLIC_INVITE": "yes"},
        (wrong("check-invite-private"),),
    ),
    "code grant": Case(
        {"application": {"bot_require_code_grant": True}}, mend=(wrong("check-code-grant"),)
    ),
    "starts used up": Case(
        {"shards": 4, "starts": {"total": 1000, "remaining": 100, "reset_after": 60_001}},
        mend=(wrong("check-starts-used-up", left=100, most=1000, minutes=2),),
        told=(right("check-shards", shards=4),),
    ),
    "more shards than recommended": Case(
        {}, {"SHARDS": "4"}, told=(note("check-shards-set", shards=4, recommended=1),)
    ),
    "fewer shards than recommended": Case(
        {"shards": 4}, {"SHARDS": "3"}, told=(note("check-shards-set", shards=3, recommended=4),)
    ),
    "150,001 servers, no multiple": Case(
        {"shards": 16, "application": {"approximate_guild_count": 150_001}},
        {"SHARDS": "24"},
        (wrong("check-shards-multiple", shards=24, recommended=16),),
    ),
    "150,001 servers, a multiple": Case(
        {"shards": 16, "application": {"approximate_guild_count": 150_001}},
        {"SHARDS": "32"},
        told=(note("check-shards-set", shards=32, recommended=16),),
    ),
    "150,000 servers": Case(
        {"shards": 16, "application": {"approximate_guild_count": 150_000}}, {"SHARDS": "24"}
    ),
    "74 servers": Case(
        {"servers": [server(number) for number in range(1, 75)]},
        told=(right("check-servers-unverified", **of_100(74)),),
    ),
    "75 servers": Case(
        {"servers": [server(number) for number in range(1, 76)]},
        told=(note("check-servers-unverified", **of_100(75)),),
    ),
    "75 servers, verified": Case(
        {
            "servers": [server(number) for number in range(1, 76)],
            "user": {"public_flags": 1 << 16},
        },
        told=(right("check-servers", servers=75),),
    ),
    "permissions": Case(
        {
            "servers": [
                server(2, NOTHING_BUT, "Dog\x1b[2J Club"),
                server(3, ADMINISTRATOR),
                server(4, INVITATION_PERMISSIONS.value & ~(1 << 35)),  # create public threads
            ]
        },
        mend=(wrong("check-permissions-lacking", server="Dog[2J Club", permissions=LACKING),),
        told=(right("check-servers-unverified", **of_100(3)),),
    ),
}


@pytest.mark.parametrize("name", CASES)
async def test_how_the_bot_is_set_up_at_discord_is_told(
    healthy_discord: Loopback, check: Check, name: str
) -> None:
    case = CASES[name]
    for attribute, value in case.at_discord.items():
        is_part = isinstance(value, dict)
        whole = getattr(healthy_discord, attribute) | value if is_part else value
        setattr(healthy_discord, attribute, whole)
    said = await check(**case.settings)
    assert to_mend(said) == [*case.mend]
    assert {*case.told} <= {*said[1]}
    assert not {*case.untold} & {*said[1]}


async def test_a_bot_in_no_server_is_told_the_way_into_one(
    healthy_discord: Loopback, check: Check
) -> None:
    healthy_discord.servers.clear()
    is_well, lines = await check()
    assert is_well
    invitation = next(line for line in lines if "https://discord.com/oauth2/authorize" in line)
    permissions = f"permissions={INVITATION_PERMISSIONS.value}"
    assert all(part in invitation for part in ("client_id=1000", permissions, "integration_type=0"))


async def test_of_a_great_many_servers_the_first_are_looked_at_and_few_are_named(
    healthy_discord: Loopback, check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    healthy_discord.servers = [server(number, 0) for number in range(1, 22)]
    monkeypatch.setattr("bot.checks.SERVERS_PER_PAGE", 5)
    monkeypatch.setattr("bot.checks.MAX_PAGES", 4)
    _, lines = said = await check()
    assert note("check-servers-first", servers=20) in lines
    assert len(to_mend(said)) == 11
    assert wrong("check-permissions-more", servers=10) in lines
