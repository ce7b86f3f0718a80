"""Real starts of the real process: what its host is told, and how it stops."""

import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from bot import __version__
from bot.cli import main
from bot.common.config import LOG_FORMATS, SETTING_NAMES
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from tests.databases import empty_database, run_sql
from tests.fake_discord import command, fake_discord
from tests.forked import Forked, at_discord, bot
from tests.machine import free_port
from tests.patience import HANG_TIMEOUT_SECONDS

ROOT = Path(__file__).parents[2]
TOKEN = "a.secret.token"
IDENTIFY_INTERVAL = "bot.workers.identify_queue.IDENTIFY_INTERVAL_SECONDS"
KNOWN = "en (English), de (Deutsch)"
STARTING = text("en")("start-starting") + "\n"
GOODBYE = text("en")("start-goodbye") + "\n"


def environment(**settings: str) -> dict[str, str]:
    """Return this process's environment with no settings but these."""
    kept = {name: value for name, value in os.environ.items() if name not in SETTING_NAMES}
    return kept | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"} | settings


def start_from_nothing(
    folder: Path, *arguments: str, **settings: str
) -> subprocess.CompletedProcess[str]:
    """Run `python -m bot` in a folder until it ends, with a Python that has loaded nothing."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=folder,
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=HANG_TIMEOUT_SECONDS,
        check=False,
    )


@dataclass
class Started:
    """A bot that was started in a process of its own, and the files with what it says."""

    process: Forked
    out: Path
    err: Path

    def finish(self) -> subprocess.CompletedProcess[str]:
        """Wait until it has ended."""
        code = self.process.join()
        return subprocess.CompletedProcess([], code, self.out.read_text(), self.err.read_text())

    async def wait(self) -> tuple[int, str, str]:
        """Return the exit code and what was said on standard output and standard error."""
        done = await asyncio.to_thread(self.finish)
        return done.returncode, done.stdout, done.stderr


def begin(main: Callable[[], None], folder: Path, **settings: str) -> Started:
    """Start the bot in a folder; `main` is as in `Forked`."""
    said = Path(mkdtemp(dir=folder.parent))
    out, err = said / "out", said / "err"
    return Started(Forked(main, folder, environment(**settings), out, err), out, err)


def start(folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m bot` in a folder until it ends."""
    return begin(bot(arguments), folder, **settings).finish()


def assert_says(
    done: subprocess.CompletedProcess[str], key: str, language: str = "en", **values: str
) -> None:
    """The process ended with that sentence and an exit code that is not 0.

    Nothing else was said but, where it came so far, that it starts.
    """
    assert done.stderr == text(language)(key, **{"setting": "DATABASE_URL", **values}) + "\n"
    assert done.stdout in ("", text(language)("start-starting") + "\n")
    assert done.returncode == 1


def test_without_a_token_the_host_hears_of_it_and_of_the_demo(tmp_path: Path) -> None:
    done = start_from_nothing(tmp_path)
    assert_says(done, "start-no-token")
    assert "DISCORD_TOKEN" in done.stderr
    assert "python -m bot --demo" in done.stderr
    assert list(tmp_path.iterdir()) == []
    (tmp_path / ".env").write_text((ROOT / ".env.example").read_text())
    assert_says(start(tmp_path), "start-no-token")


@pytest.mark.parametrize(
    ("arguments", "setting", "language"),
    [
        ([], "de_AT:en", "de"),
        (["--language", "de"], "en", "de"),
        (["--language", "de"], "fr", "de"),
    ],
)
def test_the_host_is_spoken_to_in_the_language_that_was_chosen(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    setting: str,
    language: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANGUAGE", setting)
    assert main(arguments) == 1
    assert capsys.readouterr() == ("", text(language)("start-no-token") + "\n")


def test_a_start_that_fails_is_told_in_json_where_the_log_is(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("LOG_LEVL=INFO\n")
    done = start(
        tmp_path,
        DISCORD_TOKEN=TOKEN,
        DATABASE_URL="sqlite:///.env/cats.db",
        LOG_FORMAT="json",
        LANGUAGE="fr",
    )
    say = text("en")
    assert done.returncode == 1
    assert as_json(done.stdout) == [("INFO", STARTING.strip())]
    assert as_json(done.stderr) == [
        ("WARNING", say("setting-language", languages=KNOWN)),
        ("WARNING", say("setting-line-meant", line="1", meant="LOG_LEVEL")),
        ("ERROR", say("store-unreachable", path=".env/cats.db", setting="DATABASE_URL")),
    ]


def as_json(said: str) -> list[tuple[str, str]]:
    """Return level and message of each line."""
    lines = [json.loads(line) for line in said.splitlines()]
    assert {line["logger"] for line in lines} == {"bot"}
    return [(line["level"], line["message"]) for line in lines]


def test_without_what_counts_the_host_hears_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("METRICS_PORT", "9100")
    assert main([]) == 1
    say = text("en")
    assert capsys.readouterr().err == say("start-metrics-missing") + "\n"
    assert list(tmp_path.iterdir()) == []

    monkeypatch.delenv("DISCORD_TOKEN")
    monkeypatch.setenv("METRICS_PORT", str(free_port()))
    assert main(["--check"]) == 1
    told = say("check-wrong", told=say("start-metrics-missing"))
    assert told in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("arguments", "key", "values"),
    [
        (["--reckon"], "start-argument-renamed", {"old": "--reckon", "new": "--rebuild-ratings"}),
        (["--demon"], "start-argument-unknown", {"argument": "--demon"}),
        (["--demo", "now"], "start-argument-unknown", {"argument": "now"}),
        (["--de"], "start-argument-unknown", {"argument": "--de"}),
        (["--demo=yes"], "start-argument-wrong", {"argument": "--demo"}),
        (["--port"], "start-argument-wrong", {"argument": "--port"}),
        (["--port", "cat"], "start-argument-port", {"given": "cat"}),
        (["--port", "65536"], "start-argument-port", {"given": "65536"}),
        (["--port=-1"], "start-argument-port", {"given": "-1"}),
        (["--language", "fr"], "start-argument-language", {"given": "fr", "languages": KNOWN}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_the_argument_that_is_wrong_is_named(
    arguments: list[str],
    key: str,
    values: dict[str, str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for language in LANGUAGES:
        assert main([*arguments, "--language", language]) == 1
        assert capsys.readouterr() == ("", text(language)(key, **values) + "\n")
    monkeypatch.setenv("LANGUAGE", "de")
    assert main(["--language"]) == 1
    told = text("de")("start-argument-wrong", argument="--language") + "\n"
    assert capsys.readouterr() == ("", told)


def test_the_version_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    for language in LANGUAGES:
        assert main(["--version", "--language", language]) == 0
        told = text(language)("start-version", version=__version__) + "\n"
        assert capsys.readouterr() == (told, "")


def test_help_lists_the_arguments(tmp_path: Path) -> None:
    done = start(tmp_path, "--help", "--language", "de")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == text("de")("start-help") + "\n"
    arguments = "--demo --check --backup --copy-to --port --language --version --help"
    for argument in arguments.split():
        assert argument in done.stdout


@pytest.mark.parametrize(
    ("settings", "key", "values"),
    [
        ({"DISCORD_TOKEN": "very-secret words"}, "setting-discord-token", {}),
        ({"GAMES": "very-secret, go"}, "games-none", {"known": ", ".join(GAMES)}),
        ({"DATABASE_URL": "postgresql://[very-secret"}, "store-address", {}),
        ({"DATABASE_URL": "sqlite://very-secret/cats.db"}, "store-address-slashes", {}),
        (
            {"DATABASE_URL": "postgresql://cats:very-secret@127.0.0.1:1/cats"},
            "store-server-silent",
            {},
        ),
        ({"DATABASE_URL": "sqlite:///letter.db"}, "store-foreign", {"path": "letter.db"}),
        ({"DATABASE_URL": "sqlite:///.env/a.db"}, "store-unreachable", {"path": ".env/a.db"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_wrong_is_told_alone_and_not_repeated_and_changes_nothing(
    tmp_path: Path, settings: dict[str, str], key: str, values: dict[str, str]
) -> None:
    files = {".env": b"", "letter.db": b"This is a letter and not a database." * 100}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    done = start(tmp_path, **{"DISCORD_TOKEN": TOKEN} | settings)
    assert_says(done, key, **values)
    assert "very-secret" not in done.stdout + done.stderr
    assert TOKEN not in done.stderr
    there = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert {name: there[name] for name in files} == files
    assert key == "store-foreign" or there.keys() == files.keys()


def test_where_some_games_are_not_there_a_check_tells_of_the_others(tmp_path: Path) -> None:
    checked = start(tmp_path, "--check", GAMES="quickpick,chess").stdout
    assert text("en")("games-unknown", place="2", known=", ".join(GAMES)) in checked
    assert text("en")("check-games", games="quickpick") in checked


def test_an_address_that_cannot_be_listened_on_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = start(tmp_path, DISCORD_TOKEN=TOKEN, METRICS_PORT=port)
    assert_says(done, "start-metrics-address")


def test_what_is_wrong_with_the_address_to_copy_to_is_not_blamed_on_the_settings(
    tmp_path: Path,
) -> None:
    for target, key in (
        ("foo", "store-address"),
        ("sqlite://new.db", "store-address-slashes"),
        ("postgresql://cats@127.0.0.1:1/cats", "store-server-silent"),
    ):
        done = start(tmp_path, "--copy-to", target, LANGUAGE="de")
        assert done.stderr == text("de")(key, setting="--copy-to") + "\n"
        assert "DATABASE_URL" not in done.stderr
        assert done.returncode == 1
        assert key == "store-server-silent" or list(tmp_path.iterdir()) == []


def test_without_the_driver_the_host_hears_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.setenv("LANGUAGE", "de")
    assert main(["--copy-to", "postgresql://cats:very-secret@db/cats"]) == 1
    assert capsys.readouterr().err == text("de")("store-no-driver", setting="--copy-to") + "\n"


def test_a_database_is_copied_into_an_empty_one_and_only_there(tmp_path: Path) -> None:
    shutil.copy(ROOT / "tests" / "versions" / "0.3.0.db", tmp_path / "old.db")
    old = f"sqlite:///{tmp_path / 'old.db'}"
    with empty_database("postgresql", tmp_path) as new:
        for url, target in ((old, new), (new, "sqlite:///new.db")):
            done = start(tmp_path, "--copy-to", target, DATABASE_URL=url)
            told = "migrated the database from schema 0014 to"
            assert [told in line for line in done.stderr.splitlines()] == [True] * (url == old)
            assert done.stdout.startswith(text("en")("copy-starting") + "\n")
            assert done.returncode == 0
        kept = [run_sql(each, "SELECT count(*) FROM events") for each in (old, new)]
        assert kept[0] == kept[1] != [(0,)]
        again = start(tmp_path, "--copy-to", new, DATABASE_URL=old)
        assert again.stderr == text("en")("store-copy-not-empty") + "\n"
        assert again.returncode == 1
    assert (tmp_path / "new.db").exists()


# With Discord on a loopback port


def start_online(discord: str, folder: Path, *arguments: str) -> Started:
    """Start the process with Discord at that address; it waits for no earlier login."""
    words = command(discord, *arguments, constants={IDENTIFY_INTERVAL: 0.0})
    return begin(at_discord(words), folder, DISCORD_TOKEN=TOKEN)


@pytest.mark.parametrize(
    ("status", "key"), [(401, "start-token-wrong"), (403, "start-discord-answers")]
)
async def test_what_discord_refuses_is_told_in_a_sentence(
    tmp_path: Path, status: int, key: str
) -> None:
    async with fake_discord(status) as discord:
        done = await start_online(discord.address, tmp_path).wait()
    assert done == (1, STARTING, text("en")(key, status=str(status)) + "\n")
    assert discord.tokens == {f"Bot {TOKEN}"}


@pytest.mark.parametrize(
    ("code", "key"),
    [
        (4004, "start-token-wrong"),
        (4010, "start-shards-wrong"),
        (4011, "start-shards-few"),
        (4013, "start-discord-silent"),
    ],
)
async def test_what_the_gateway_ends_for_good_is_told_in_a_sentence(
    tmp_path: Path, code: int, key: str
) -> None:
    async with fake_discord() as discord:
        discord.ends_sessions = code
        status, out, err = await start_online(discord.address, tmp_path).wait()
    assert (status, out) == (1, STARTING)
    assert err.endswith(text("en")(key) + "\n")
    assert "Traceback" not in err


async def test_an_unreachable_discord_is_told_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"http://127.0.0.1:{server.getsockname()[1]}"
    done = await start_online(address, tmp_path).wait()
    told = text("en")("start-connection-refused", host="127.0.0.1")
    assert done == (1, STARTING, told + "\n")


async def test_a_database_that_is_gone_is_told_when_a_new_one_begins(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with fake_discord() as discord:
        for left in ("cats.db.lock", "cats-2026-01-01.db", "cats.db.bak"):
            data.mkdir()
            (data / left).touch()
            if left == "cats.db.lock":
                (data / "cats.db").touch()
            told = "WARNING bot.storage.sqlite_database: the database data/cats.db was missing or"
            told += f" empty, and is made anew, although there is {left}"
            assert told in await ended_after_login(discord, tmp_path)
            if left == "cats.db.lock":
                assert "made anew" not in await ended_after_login(discord, tmp_path)
            shutil.rmtree(data)


async def ended_after_login(discord: Any, folder: Path) -> str:
    """Start the bot, stop it once it is online, and return what it wrote to its log."""
    discord.online.clear()
    process = start_online(discord.address, folder)
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        await discord.online.wait()
    process.process.send_signal(signal.SIGTERM)
    code, _, err = await process.wait()
    assert code == 0, err
    return err


@pytest.mark.parametrize(
    ("number", "form"), zip((signal.SIGTERM, signal.SIGINT), LOG_FORMATS, strict=True)
)
async def test_a_signal_stops_the_bot_and_it_says_goodbye(
    tmp_path: Path, number: signal.Signals, form: str
) -> None:
    (tmp_path / ".env").write_text(f"LOG_FORMAT={form}\n")
    async with fake_discord() as discord:
        process = start_online(discord.address, tmp_path)
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            await discord.online.wait()
        process.process.send_signal(number)
        code, out, err = await process.wait()
        assert discord.offline.is_set()
    assert code == 0, err
    if form == "json":
        assert as_json(out) == [("INFO", STARTING.strip()), ("INFO", GOODBYE.strip())]
        logged = [json.loads(line) for line in err.splitlines()]
        assert logged, "nothing was logged"
        assert all(logged)
    else:
        assert out == STARTING + GOODBYE
    assert "Traceback" not in err
    assert TOKEN not in err
    assert sorted(path.name for path in (tmp_path / "data").iterdir()) == [
        "cats.db",
        "cats.db.lock",
    ]


async def test_a_signal_during_the_login_stops_the_bot(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:  # takes connections, never answers
        address = f"http://127.0.0.1:{server.getsockname()[1]}"
        process = start_online(address, tmp_path)
        await asyncio.to_thread(server.accept)
        process.process.send_signal(signal.SIGTERM)
        code, _, err = await process.wait()
    assert code == 0, err
    assert "Traceback" not in err


async def test_a_database_has_one_process_at_a_time(tmp_path: Path) -> None:
    async with fake_discord() as discord:
        first = start_online(discord.address, tmp_path)
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            await discord.online.wait()
        sentence = text("en")("store-in-use", path="data/cats.db") + "\n"
        second = await start_online(discord.address, tmp_path).wait()
        assert second == (1, STARTING, sentence)
        assert first.process.returncode is None
        assert not discord.offline.is_set(), "the first one goes on"

        first.process.kill()
        await first.wait()
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            await discord.offline.wait()
        discord.online.clear()
        third = start_online(discord.address, tmp_path)
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            await discord.online.wait()
        third.process.send_signal(signal.SIGTERM)
        code, _, err = await third.wait()
    assert code == 0, err
