"""`python -m bot --check`, as a process of its own: what it tells, and that it changes nothing."""

import asyncio
import ctypes
import os
import shutil
import socket
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from bot.common.config import MAX_SHARDS
from bot.discord_adapter.channels import REQUIRED_PERMISSIONS
from bot.games.registry import GAMES
from bot.i18n import text
from tests.databases import DATABASES, empty_database, file_of, hold_write_lock, is_sqlite, run_sql
from tests.fake_discord import command
from tests.forked import Forked, at_discord
from tests.machine import free_port
from tests.patience import HANG_TIMEOUT_SECONDS
from tests.postgres import shared_server
from tests.storage.test_problems import CAP_DAC_OVERRIDE, damage, mode
from tests.survival.loopback import Loopback
from tests.survival.people import People
from tests.survival.processes import ROOT, TOKEN, run_process

SETTINGS = {
    "DATABASE_URL", "DISCORD_TOKEN", "LANGUAGE", "LOG_FORMAT", "LOG_LEVEL",
    "METRICS_HOST", "METRICS_PORT", "SHARDS", "API_BASE", "GATEWAY_URL",
    "REQUESTS_PER_SECOND", "COMPUTER_PLAYERS",
}  # fmt: skip
INSTALL = {
    "scopes": ["bot", "applications.commands"],
    "permissions": str(REQUIRED_PERMISSIONS.value),
}
OLD = ROOT / "tests" / "versions" / "0.3.0.db"
LENIENT_CHECK_TIMEOUT: dict[str, float] = {
    "bot.checks.DISCORD_TIMEOUT_SECONDS": HANG_TIMEOUT_SECONDS
}
SHORT_CHECK_TIMEOUT: dict[str, float] = {"bot.checks.DISCORD_TIMEOUT_SECONDS": 0.5}
LOCKED_SOON: dict[str, float] = {
    "bot.storage.sqlite_database.LOCK_TIMEOUT_SECONDS": 0.05
} | LENIENT_CHECK_TIMEOUT

Said = tuple[int, list[str]]


async def check(
    discord: str,
    folder: Path,
    constants: Mapping[str, float] = LENIENT_CHECK_TIMEOUT,
    before: Callable[[], None] | None = None,
    **settings: str,
) -> Said:
    """Run it; return its exit code, and its lines but the first, which says what is done."""
    environment = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    environment |= {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "DISCORD_TOKEN": TOKEN} | settings
    words = command(discord, "--check", constants=constants)
    with TemporaryDirectory() as said:
        out, err = Path(said) / "out", Path(said) / "err"
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            code = await Forked(at_discord(words, before), folder, environment, out, err).wait()
        told, complaints = out.read_text(encoding="utf-8"), err.read_text(encoding="utf-8")
    assert complaints == ""
    assert TOKEN not in told
    first, *lines = told.splitlines()
    assert first == text(settings.get("LANGUAGE", "en"))("check-starting")
    return code, lines


def make_report_line(mark: str, key: str, language: str = "en", **values: int | str) -> str:
    """Return a line of the report."""
    say = text(language)
    return say(f"check-{mark}", told=say(key, **{"setting": "DATABASE_URL", **values}))


def to_mend(said: Said) -> list[str]:
    """Return the lines about what has to be mended; the exit code and the end tell of them, too."""
    say, (code, lines) = text("en"), said
    found = [line for line in lines if line.startswith(say("check-wrong", told="").strip())]
    assert code == (1 if found else 0)
    assert lines[-1] == (say("check-mend", things=len(found)) if found else say("check-well"))
    return found


def drop_root_rights() -> None:
    """Let the permissions of files hold for this process, even if it is root's."""
    library, version_3 = ctypes.CDLL(None), 0x20080522
    header, capabilities = (ctypes.c_uint32 * 2)(version_3, 0), (ctypes.c_uint32 * 6)()
    assert library.capget(header, capabilities) == 0
    for effective_or_permitted in (0, 1):
        capabilities[effective_or_permitted] &= ~(1 << CAP_DAC_OVERRIDE)
    assert library.capset(header, capabilities) == 0


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def of_100(servers: int) -> dict[str, Any]:
    """Return what is told of an unverified bot in so many servers."""
    return {"servers": servers, "most": 100, "apply": 75}


def server(
    number: int, permissions: int = REQUIRED_PERMISSIONS.value, name: str = "Cats"
) -> dict[str, Any]:
    return {"id": str(number), "name": name, "permissions": str(permissions)}


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
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """The address of an empty database."""
    with empty_database(request.param, tmp_path / "data" / "cats.db") as address:
        yield address


# All is well


async def test_where_all_is_right_each_thing_is_told_and_nothing_is_changed(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    language = "de"
    said = await check(healthy_discord.address, tmp_path, LANGUAGE=language)
    place = str(tmp_path / "data" / "cats.db")
    assert said == (
        0,
        [
            make_report_line("right", "check-settings", language),
            make_report_line("right", "check-games", language, games=", ".join(GAMES)),
            make_report_line("right", "check-database-new", language, place=place),
            make_report_line("right", "check-token", language, name="cats"),
            make_report_line("right", "check-clock", language),
            make_report_line("right", "check-install", language),
            make_report_line("right", "check-profile", language),
            make_report_line("right", "check-policy", language, url="https://cats.test/privacy"),
            make_report_line("right", "check-terms", language, url="https://cats.test/terms"),
            make_report_line("right", "check-shards", language, shards=1),
            make_report_line("right", "check-starts", language, left=1000, most=1000),
            make_report_line("right", "check-servers-unverified", language, **of_100(1)),
            make_report_line("right", "check-permissions", language),
            make_report_line("note", "check-channels-unseen", language),
            text(language)("check-well"),
        ],
    )
    assert names(tmp_path) == []
    assert {request.method for request in healthy_discord.requests} == {"GET"}
    assert not healthy_discord.online.is_set()


async def test_a_bot_that_runs_goes_on_and_that_it_runs_is_told(
    discord: Loopback, tmp_path: Path, people: People, url: str
) -> None:
    async with run_process(discord, tmp_path, database=url) as bot:
        await people[0].slash("play")
        await discord.wait_for_board_text("Ada")
        said = await check(discord.address, tmp_path, DATABASE_URL=url)
        assert to_mend(said) == []
        assert make_report_line("note", "check-database-used") in said[1]
        await people[1].press(":join:")
        await discord.wait_for_board_text("Ben")
        assert bot.returncode is None
        assert not discord.offline.is_set()


async def test_a_database_that_no_bot_uses_is_told_and_left_as_it_is(
    healthy_discord: Loopback, tmp_path: Path, url: str
) -> None:
    async with run_process(healthy_discord, tmp_path, database=url) as bot:
        bot.terminate()
        assert await bot.wait() == 0
    before = contents(url)
    said = await check(healthy_discord.address, tmp_path, DATABASE_URL=url)
    assert to_mend(said) == []
    place = str(file_of(url)) if is_sqlite(url) else "PostgreSQL"
    assert make_report_line("right", "check-database", place=place) in said[1]
    assert make_report_line("note", "check-database-used") not in said[1]
    assert contents(url) == before


def contents(url: str) -> object:
    """Return what must stay: the names and bytes of the files, or the names of the tables."""
    if is_sqlite(url):
        return {path.name: path.read_bytes() for path in file_of(url).parent.iterdir()}
    return sorted(run_sql(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"))


async def test_an_empty_postgresql_database_stays_empty(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    with empty_database("postgresql", tmp_path) as url:
        said = await check(healthy_discord.address, tmp_path, DATABASE_URL=url)
        assert to_mend(said) == []
        assert contents(url) == []


async def test_an_older_database_is_told_and_not_migrated(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    shutil.copy(OLD, tmp_path / "old.db")
    said = await check(healthy_discord.address, tmp_path, DATABASE_URL="sqlite:///old.db")
    assert to_mend(said) == []
    assert (
        make_report_line("note", "check-database-older", place=str(tmp_path / "old.db")) in said[1]
    )
    assert (tmp_path / "old.db").read_bytes() == OLD.read_bytes()
    assert names(tmp_path) == ["old.db"]


# Settings


async def test_each_setting_that_is_wrong_is_named_and_none_is_repeated(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    said = await check(
        healthy_discord.address,
        tmp_path,
        DISCORD_TOKEN="two words",
        LOG_LEVEL="loud",
        SHARDS="many",
        LOG_FORMAT="prose",
        METRICS_PORT="door",
        API_BASE="proxy:8080",
        GATEWAY_URL="http://proxy",
        REQUESTS_PER_SECOND="all",
        COMPUTER_PLAYERS="hard",
        DATABASE_URL="mysql://cats:very-secret@db/cats",
    )
    assert to_mend(said) == [
        make_report_line("wrong", "setting-discord-token"),
        make_report_line("wrong", "setting-shards", most=str(MAX_SHARDS)),
        make_report_line("wrong", "setting-log-level"),
        make_report_line("wrong", "setting-log-format"),
        make_report_line("wrong", "setting-metrics-port"),
        make_report_line("wrong", "setting-api-base"),
        make_report_line("wrong", "setting-gateway-url"),
        make_report_line("wrong", "setting-requests-per-second", most="10000"),
        make_report_line("wrong", "setting-computer-players"),
        make_report_line("wrong", "store-address"),
    ]
    assert not healthy_discord.requests


async def test_all_settings_are_valid_only_where_none_has_to_be_mended(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    said = await check(healthy_discord.address, tmp_path, DATABASE_URL="sqlite://data/cats.db")
    assert to_mend(said) == [make_report_line("wrong", "store-address-slashes")]
    assert make_report_line("right", "check-settings") not in said[1]


async def test_an_address_for_figures_that_is_not_this_machines_is_told(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    said = await check(
        healthy_discord.address, tmp_path, METRICS_PORT="9100", METRICS_HOST="203.0.113.1"
    )
    assert to_mend(said) == [make_report_line("wrong", "setting-metrics-host")]
    said = await check(
        healthy_discord.address, tmp_path, METRICS_PORT=str(free_port()), METRICS_HOST="localhost"
    )
    assert to_mend(said) == []
    said = await check(healthy_discord.address, tmp_path, METRICS_HOST="no.such.host.invalid")
    assert make_report_line("note", "setting-metrics-host-alone") in said[1]


async def test_a_port_for_figures_that_another_program_has_is_told(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    async def other(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nmeow\n")
        writer.close()

    async with await asyncio.start_server(other, "127.0.0.1") as taken:
        port = str(taken.sockets[0].getsockname()[1])
        said = await check(healthy_discord.address, tmp_path, METRICS_PORT=port)
    assert to_mend(said) == [make_report_line("wrong", "start-metrics-address")]


async def test_a_bot_that_serves_its_figures_on_that_port_is_no_fault(
    healthy_discord: Loopback, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = str(free_port())
    monkeypatch.setenv("METRICS_PORT", port)
    monkeypatch.setenv("LANGUAGE", "de")
    async with run_process(healthy_discord, tmp_path):
        said = await check(
            healthy_discord.address, tmp_path, METRICS_PORT=port, METRICS_HOST="0.0.0.0"
        )
    assert to_mend(said) == []
    assert make_report_line("note", "check-metrics-used") in said[1]


async def test_lines_of_the_settings_file_that_do_nothing_are_noted(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text(f"{TOKEN}\nDATABSE_URL=sqlite:///x.db\nSOMETHING=1\n")
    said = await check(healthy_discord.address, tmp_path)
    assert to_mend(said) == []
    assert said[1][:3] == [
        make_report_line("note", "setting-line-wrong", line="1"),
        make_report_line("note", "setting-line-meant", line="2", meant="DATABASE_URL"),
        make_report_line("note", "setting-line-unknown", line="3"),
    ]
    assert make_report_line("right", "check-settings") not in said[1]


async def test_a_missing_token_is_told_beside_a_settings_file_that_is_no_text(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe")
    said = await check(healthy_discord.address, tmp_path, DISCORD_TOKEN="")
    assert to_mend(said) == [
        make_report_line("wrong", "setting-file"),
        make_report_line("wrong", "start-no-token"),
    ]


async def test_a_settings_file_that_nobody_needs_need_not_be_readable(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    (tmp_path / ".env").mkdir()
    said = await check(healthy_discord.address, tmp_path)
    assert make_report_line("note", "setting-file-passed-over") in said[1]
    assert to_mend(said) == []


# The database


async def find_line_to_mend(healthy_discord: Loopback, folder: Path, url: str, **how: Any) -> str:
    """Return the one line about what has to be mended, of a database."""
    (line,) = to_mend(await check(healthy_discord.address, folder, DATABASE_URL=url, **how))
    return line


async def test_a_database_that_is_read_only_is_told(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    (tmp_path / "data").mkdir()
    with mode(tmp_path / "data", 0o500):
        line = await find_line_to_mend(
            healthy_discord, tmp_path, "sqlite:///data/new.db", before=drop_root_rights
        )
    assert line == make_report_line("wrong", "store-read-only", path="data/new.db")


async def test_a_file_that_another_program_writes_is_told(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    shutil.copy(OLD, tmp_path / "cats.db")
    with hold_write_lock(f"sqlite:///{tmp_path / 'cats.db'}"):
        line = await find_line_to_mend(
            healthy_discord, tmp_path, "sqlite:///cats.db", constants=LOCKED_SOON
        )
    assert line == make_report_line("wrong", "store-locked", path="cats.db")


async def test_a_file_that_cannot_be_used_is_told(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    """Storage's own tests know what else a file may be."""
    path = tmp_path / "cats.db"
    shutil.copy(OLD, path)
    damage(path)
    line = await find_line_to_mend(healthy_discord, tmp_path, "sqlite:///cats.db")
    assert line == make_report_line("wrong", "store-damaged", path="cats.db")


async def test_a_database_that_is_gone_is_told_and_left_as_it_is(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    path = tmp_path / "cats.db"
    (tmp_path / "cats.db.lock").touch()
    said = await check(healthy_discord.address, tmp_path, DATABASE_URL=f"sqlite:///{path}")
    assert to_mend(said) == []
    told = {"remains": "cats.db.lock", "place": str(path)}
    assert make_report_line("note", "check-database-missed", **told) in said[1]
    assert names(tmp_path) == ["cats.db.lock"]


async def test_what_is_wrong_with_a_server_is_told_without_its_address(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    """Storage's own tests know what else may be wrong with it."""

    async def check_told(key: str, url: str, **settings: str) -> None:
        line = await find_line_to_mend(healthy_discord, tmp_path, url, **settings)
        assert "whiskers" not in line
        assert line == make_report_line("wrong", f"store-server-{key}")

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
        async with run_process(healthy_discord, tmp_path, database=url):
            pass
        with hold_write_lock(url):
            await check_told("locked", url)


async def test_too_few_connections_are_told_with_the_number_that_a_start_needs(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    postgres = shared_server()
    with empty_database("postgresql", tmp_path) as url:
        name = url.partition("@/")[2].partition("?")[0]
        postgres.do("CREATE ROLE few LOGIN CONNECTION LIMIT 2")
        postgres.do("GRANT ALL ON SCHEMA public TO few", name)
        try:
            line = await find_line_to_mend(healthy_discord, tmp_path, postgres.url(name, "few"))
            assert line == make_report_line("wrong", "store-server-connections", needed="3")
            postgres.do("ALTER ROLE few CONNECTION LIMIT 3")
            few = postgres.url(name, "few")
            assert to_mend(await check(healthy_discord.address, tmp_path, DATABASE_URL=few)) == []
        finally:
            postgres.do("DROP OWNED BY few; DROP ROLE few", name)


# Discord


async def test_a_token_that_discord_refuses_is_told(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    healthy_discord.fail("GET", "/users/@me", status=401)
    said = await check(healthy_discord.address, tmp_path)
    assert to_mend(said) == [make_report_line("wrong", "start-token-wrong")]
    assert len(healthy_discord.requests) == 1


async def test_a_discord_that_is_not_there_or_says_nothing_is_told(tmp_path: Path) -> None:
    slow = make_report_line("wrong", "start-discord-slow")
    refused = make_report_line("wrong", "start-connection-refused", host="127.0.0.1")
    with socket.create_server(("127.0.0.1", 0)) as listening:  # takes connections, never answers
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        assert to_mend(await check(address, tmp_path, SHORT_CHECK_TIMEOUT)) == [slow]
    assert to_mend(await check(address, tmp_path)) == [refused]


async def test_what_is_known_is_told_before_discord_falls_silent(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    healthy_discord.fail("GET", "/users/@me/guilds", status=503)
    said = await check(healthy_discord.address, tmp_path)
    assert to_mend(said) == [make_report_line("wrong", "start-discord-answers", status="503")]
    assert make_report_line("note", "check-rest-unseen") in said[1]
    assert make_report_line("right", "check-token", name="cats") in said[1]


async def test_a_clock_that_differs_from_discords_is_told(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    healthy_discord.clock_ahead = 3600
    (line,) = to_mend(await check(healthy_discord.address, tmp_path))
    # A slow machine may take a while to ask and hear.
    near = range(3600 - int(HANG_TIMEOUT_SECONDS), 3601)
    told = {"setting": "", "way": "behind"}
    assert line in {make_report_line("wrong", "check-clock-off", seconds=n, **told) for n in near}


async def test_how_the_application_is_set_up_is_told(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    healthy_discord.application |= {"install_params": None, "tags": [], "privacy_policy_url": None}
    said = await check(healthy_discord.address, tmp_path)
    assert to_mend(said) == []
    for key in ("check-install-differs", "check-profile-empty", "check-no-policy"):
        assert make_report_line("note", key) in said[1]
    assert make_report_line("right", "check-terms", url="https://cats.test/terms") in said[1]
    healthy_discord.application |= {"bot_public": False, "integration_types_config": {"0": {}}}
    said = await check(healthy_discord.address, tmp_path)
    assert make_report_line("note", "check-not-public") in said[1]
    assert make_report_line("note", "check-install-differs") not in said[1]
    assert make_report_line("right", "check-install") not in said[1]
    said = await check(healthy_discord.address, tmp_path, PUBLIC_INVITE="yes")
    assert to_mend(said) == [make_report_line("wrong", "check-invite-private")]
    healthy_discord.application["bot_require_code_grant"] = True
    assert to_mend(await check(healthy_discord.address, tmp_path)) == [
        make_report_line("wrong", "check-code-grant")
    ]


async def test_a_bot_that_has_used_up_its_starts_is_told_how_long_to_wait(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    healthy_discord.shards = 4
    healthy_discord.starts = {"total": 1000, "remaining": 100, "reset_after": 60_001}
    said = await check(healthy_discord.address, tmp_path)
    assert to_mend(said) == [
        make_report_line("wrong", "check-starts-used-up", left=100, most=1000, minutes=2)
    ]
    assert make_report_line("right", "check-shards", shards=4) in said[1]


async def test_a_number_of_shards_of_the_hosts_own_is_told_beside_the_recommended_one(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    said = await check(healthy_discord.address, tmp_path, SHARDS="4")
    assert make_report_line("note", "check-shards-set", shards=4, recommended=1) in said[1]
    healthy_discord.shards = 4
    said = await check(healthy_discord.address, tmp_path, SHARDS="3")
    assert to_mend(said) == []
    assert make_report_line("note", "check-shards-set", shards=3, recommended=4) in said[1]


async def test_above_150000_servers_only_a_multiple_of_discords_number_is_right(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    healthy_discord.shards = 16
    healthy_discord.application["approximate_guild_count"] = 150_001
    said = await check(healthy_discord.address, tmp_path, SHARDS="24")
    assert to_mend(said) == [
        make_report_line("wrong", "check-shards-multiple", shards=24, recommended=16)
    ]
    said = await check(healthy_discord.address, tmp_path, SHARDS="32")
    assert make_report_line("note", "check-shards-set", shards=32, recommended=16) in said[1]
    healthy_discord.application["approximate_guild_count"] = 150_000
    said = await check(healthy_discord.address, tmp_path, SHARDS="24")
    assert to_mend(said) == []


async def test_an_unverified_bot_is_told_how_far_the_limit_of_100_servers_is(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    healthy_discord.servers = [server(number) for number in range(1, 75)]
    said = await check(healthy_discord.address, tmp_path)
    assert make_report_line("right", "check-servers-unverified", **of_100(74)) in said[1]
    healthy_discord.servers.append(server(75))
    said = await check(healthy_discord.address, tmp_path)
    assert make_report_line("note", "check-servers-unverified", **of_100(75)) in said[1]
    healthy_discord.user["public_flags"] = 1 << 16
    said = await check(healthy_discord.address, tmp_path)
    assert make_report_line("right", "check-servers", servers=75) in said[1]


async def test_a_bot_in_no_server_is_told_the_way_into_one(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    healthy_discord.servers.clear()
    code, lines = await check(healthy_discord.address, tmp_path)
    assert code == 0
    invitation = next(line for line in lines if "https://discord.com/oauth2/authorize" in line)
    for part in (
        "client_id=1000",
        f"permissions={REQUIRED_PERMISSIONS.value}",
        "integration_type=0",
    ):
        assert part in invitation


async def test_each_server_where_the_bot_lacks_something_is_named_with_what_it_lacks(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    say = text("en")
    nothing_but = REQUIRED_PERMISSIONS.value & ~(1 << 14) & ~(1 << 15)  # embed links, attach files
    administrator = 1 << 3
    healthy_discord.servers += [server(2, nothing_but, "Dog\x1b[2J Club"), server(3, administrator)]
    said = await check(healthy_discord.address, tmp_path)
    listed = f"{say('permission-embed-links')}, {say('permission-attach-files')}"
    assert to_mend(said) == [
        make_report_line(
            "wrong", "check-permissions-lacking", server="Dog[2J Club", permissions=listed
        )
    ]
    assert make_report_line("right", "check-servers-unverified", **of_100(3)) in said[1]


async def test_of_a_great_many_servers_the_first_are_looked_at_and_few_are_named(
    healthy_discord: Loopback, tmp_path: Path
) -> None:
    healthy_discord.servers = [server(number, 0) for number in range(1, 22)]
    pages = LENIENT_CHECK_TIMEOUT | {"bot.checks.SERVERS_PER_PAGE": 5, "bot.checks.MAX_PAGES": 4}
    _, lines = said = await check(healthy_discord.address, tmp_path, pages)
    assert make_report_line("note", "check-servers-first", servers=20) in lines
    assert len(to_mend(said)) == 11
    assert make_report_line("wrong", "check-permissions-more", servers=10) in lines
