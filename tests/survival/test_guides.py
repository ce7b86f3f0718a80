"""What the pages tell hosts to type works: it is typed, word by word."""

import os
import re
import runpy
import shlex
import shutil
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest

from bot.cli import read_arguments
from bot.common.config import SETTING_NAMES
from bot.i18n import text
from tests.databases import empty_database, run_sql
from tests.machine import lacks
from tests.postgres import shared_server
from tests.survival import test_backup
from tests.survival.guides import PAGES, ROOT, Terminal, commands, in_words, page
from tests.survival.loopback import Loopback
from tests.survival.test_checking import INSTALL, server

HOST = (
    "python3 -m venv .venv && . .venv/bin/activate && "
    "pip install --require-hashes -r requirements.txt && python -m bot"
)
EXTRAS = "pip install --require-hashes -r requirements.txt -r requirements-extras.txt"
BACKUP = "python -m bot --backup copy.db"
ENTER = "cd cloaked-cats-bot         # your clone or unpacked copy of this repository"
INSTALL_OWN = "python3 -m venv .venv && .venv/bin/pip install --require-hashes -r requirements.txt"
SETTINGS_FILE = "cp .env.example .env        # and write the token into it"
START = ".venv/bin/python -m bot"
MANIFESTS = "cp -r docs/kubernetes ../cats"
CHECK = "python -m bot --check"
BACKUP_OWN = ".venv/bin/python -m bot --backup copy.db"
RESTORE = "rm -f data/cats.db data/cats.db-wal data/cats.db-shm && cp copy.db data/cats.db"
DATABASE = """CREATE ROLE cats LOGIN PASSWORD 'choose one';
CREATE DATABASE cats OWNER cats ENCODING 'UTF8' TEMPLATE template0;"""
MOVE_OWN = f"python -m bot --copy-to {test_backup.ADDRESS}"
PUBLISH = "mkdir public && cp docs/terms.md docs/privacy.md public"
BLANKS = r"""sed -i -e 's/\[HOST\]/Ada/g' -e 's/\[CONTACT\]/cats@example.org/g' \
    -e 's/\[LOGS\]/30/' -e 's/\[BACKUPS\]/14/' -e "s/\[DATE\]/$(date +%F)/" public/*.md"""
OLD_PACKAGES = "pip install --require-hashes -r requirements.txt"
TYPED = {
    *(HOST, EXTRAS, BACKUP, ENTER, INSTALL_OWN, SETTINGS_FILE, START, CHECK),
    *(BACKUP_OWN, RESTORE, DATABASE, MOVE_OWN, OLD_PACKAGES, MANIFESTS, PUBLISH, BLANKS),
}
"""What is typed below."""
ELSEWHERE = {
    'python3 -m venv .venv && . .venv/bin/activate && pip install -e ".[demo]" && '
    "python -m bot --demo": "`tests/demo` starts it; its packages are among those of `.[test]`",
    'python3 -m venv .venv && . .venv/bin/activate && pip install -e ".[test]" && pytest': (
        "`.ci/run` takes it out of the README"
    ),
    ".venv/bin/pip install a_game-1.0-py3-none-any.whl     # a file, or a name that pip knows": (
        "`.ci/run` builds and installs the wheel of a game"
    ),
    "python -m bot --export 1234 > data-of-1234.json": "`test_maintenance.py` calls it",
    "python -m bot --forget 1234": "`test_maintenance.py` calls it",
    "HTTPS_PROXY=http://proxy.example.org:8080 python -m bot": (
        "`test_connection.py` starts the bot with a proxy of its own"
    ),
} | dict.fromkeys(test_backup.COMMANDS, "`test_backup.py` types it")
NOT_HERE = {
    "docker ": "needs Docker's daemon",
    "sudo ": "needs systemd, and root to set it up",
    "journalctl ": "needs systemd",
    "grep ": "searches the log of a bot that has failed",
    "jq ": "searches the log of a bot that has failed",
    "kubectl ": "needs a cluster",
    "umask 077 && kubectl ": "needs a cluster",
    "py -3 ": "needs Windows",
    ".venv\\Scripts\\": "needs Windows",
}
"""How commands begin that cannot be tried here, and why."""
OLD = ROOT / "tests" / "versions" / "0.3.0.db"
EVENTS = "SELECT count(*) FROM events"


# No command is left out


@pytest.mark.parametrize("name", PAGES)
def test_each_command_is_typed_or_it_is_said_why_not(name: str) -> None:
    left = [
        command
        for command in commands(page(name))
        if not (command in TYPED or command in ELSEWHERE or command.startswith((*NOT_HERE,)))
    ]
    assert left == []


def test_what_is_typed_stands_on_a_page() -> None:
    told = [command for name in PAGES for command in commands(page(name))]
    assert TYPED | ELSEWHERE.keys() <= {*told}
    assert all(any(one.startswith(begins) for one in told) for begins in NOT_HERE)


@pytest.mark.parametrize("name", PAGES)
def test_the_bots_arguments_are_those_that_it_has(name: str) -> None:
    told = page(name)
    for command in (*commands(told), *in_words(told, r"\S*python -m bot")):
        unquoted = re.sub(r'"[^"]*"', "FILE", command)
        for given in re.findall(r"python -m bot((?: [^\s'&|<>`]+)*)", unquoted):
            words = given.partition(" #")[0].split()
            assert read_arguments(words) is not None


MEASURES = r"python (?:-m )?(?:benchmarks|tools|bot\.games)"
MEASURING = sorted(
    {
        " ".join(command.split()[:3] if " -m " in command else command.split()[:2])
        for name in ("CONTRIBUTING.md", "docs/figures.md", "docs/computer-players.md")
        for command in in_words(page(name), MEASURES)
    }
)


def test_what_measures_is_there_and_tells_what_it_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in MEASURING:
        _, *words = command.split()
        monkeypatch.setattr(sys, "argv", [words[-1], "--help"])
        with pytest.raises(SystemExit) as ended, warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # another test has imported it
            if words[0] == "-m":
                runpy.run_module(words[1], run_name="__main__")
            else:
                runpy.run_path(str(ROOT / words[0]), run_name="__main__")
        assert not ended.value.code, command
        assert capsys.readouterr().out.startswith("usage: "), command


# A host with a machine of their own


@pytest.fixture
def terminal(discord: Loopback, tmp_path: Path) -> Terminal:
    """A terminal in a copy of the repository."""
    discord.application |= {
        "bot_public": True,
        "install_params": INSTALL,
        "integration_types_config": {"0": {"oauth2_install_params": INSTALL}},
    }
    discord.servers.append(server(1))
    clone, own = tmp_path / "cloaked-cats-bot", tmp_path / "terminal"
    unwanted = shutil.ignore_patterns("__pycache__", ".*", "tests", "*.db*")
    shutil.copytree(ROOT, clone, ignore=unwanted)
    shutil.copy(ROOT / ".env.example", clone)
    own.mkdir()
    kept = {name: value for name, value in os.environ.items() if name not in SETTING_NAMES}
    path = f"{Path(sys.executable).parent}{os.pathsep}{kept['PATH']}"
    # pip takes the value of PIP_NO_COMPILE for that of "compile".
    quick = {"PIP_NO_COMPILE": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PYTHONUTF8": "1"}
    return Terminal(own, clone, kept | quick | {"PATH": path, "LOOPBACK": discord.address})


def with_token(clone: Path) -> None:
    """Write the token into the file, as the pages ask for."""
    file = clone / ".env"
    file.write_text(file.read_text().replace("DISCORD_TOKEN=", "DISCORD_TOKEN=a.secret.token"))


async def check_bot_runs(terminal: Terminal, discord: Loopback, command: str) -> None:
    """Check that a command runs the bot until Ctrl-C."""
    discord.online.clear()
    code = await terminal.run(command, discord.online.is_set)
    if "(from versions: none)" in terminal.said:
        lacks(LookupError("No package registry can be reached."))
    assert code == 0, terminal.said
    assert "See you soon" in terminal.said
    assert "Traceback" not in terminal.said


async def check_command_succeeds(terminal: Terminal, command: str) -> None:
    """Check that a command ends with exit code 0."""
    assert await terminal.run(command) == 0, terminal.said


@pytest.mark.thorough
async def test_the_commands_of_the_pages_work_one_after_another(
    terminal: Terminal, discord: Loopback, tmp_path: Path
) -> None:
    """One host, as an environment takes half a minute: first by the README, then by hosting.md."""
    clone, data = terminal.folder, terminal.folder / "data" / "cats.db"
    shutil.copy(clone / ".env.example", clone / ".env")
    with_token(clone)
    await check_bot_runs(terminal, discord, HOST)
    assert data.is_file()
    shutil.copy(OLD, data)  # somebody has played
    played = run_sql(f"sqlite:///{OLD}", EVENTS)
    await check_command_succeeds(terminal, BACKUP)
    assert run_sql(f"sqlite:///{clone / 'copy.db'}", EVENTS) == played
    assert await terminal.run(MOVE_OWN) == 1, "what talks to PostgreSQL is not there yet"
    assert EXTRAS in terminal.said
    await check_command_succeeds(terminal, EXTRAS)
    with empty_database("postgresql", tmp_path) as url:
        await check_command_succeeds(
            terminal, MOVE_OWN.replace(test_backup.ADDRESS, shlex.quote(url))
        )
        assert run_sql(url, EVENTS) == played

    terminal.folder = clone.parent
    await check_command_succeeds(terminal, ENTER)
    assert terminal.folder == clone
    await check_command_succeeds(terminal, INSTALL_OWN)
    (clone / ".env").unlink()
    await check_command_succeeds(terminal, SETTINGS_FILE)
    with_token(clone)
    (clone / "copy.db").unlink()
    await check_command_succeeds(terminal, BACKUP_OWN)
    data.write_text("spilled milk")
    assert await terminal.run(CHECK) == 1, terminal.said
    await check_command_succeeds(terminal, RESTORE)
    assert run_sql(f"sqlite:///{data}", EVENTS) == played
    await check_command_succeeds(terminal, CHECK)
    assert text("en")("check-well") in terminal.said
    with made_by_hand() as url:
        await check_command_succeeds(
            terminal, MOVE_OWN.replace(test_backup.ADDRESS, shlex.quote(url))
        )
        assert run_sql(url, EVENTS) == played
    await check_command_succeeds(terminal, OLD_PACKAGES)
    await check_command_succeeds(terminal, MANIFESTS)
    told = "\n".join(commands(page("docs/hosting.md")))
    applied = re.findall(r"\.\./cats/(\S+)", told)
    assert {file.name for file in (clone.parent / "cats").iterdir()} == {*applied}
    await check_bot_runs(terminal, discord, START)


async def test_terms_and_privacy_have_no_blanks_left_once_a_host_has_filled_them_in(
    terminal: Terminal,
) -> None:
    await check_command_succeeds(terminal, PUBLISH)
    await check_command_succeeds(terminal, BLANKS)
    for name in ("terms", "privacy"):
        blank = page(f"docs/{name}.md")
        assert len(re.findall(r"\[[A-Z]+\]", blank)) >= 3
        told = (terminal.folder / "public" / f"{name}.md").read_text(encoding="utf-8")
        assert re.findall(r"\[[A-Z]+\]", told) == []
        assert "**Ada**" in told


@contextmanager
def made_by_hand() -> Iterator[str]:
    """Make the database as the page tells; return its address for the user who owns it."""
    server = shared_server()
    for statement in DATABASE.split(";\n"):
        server.do(statement)
    try:
        yield server.url("cats", "cats", quote("choose one"))
    finally:
        server.do("DROP DATABASE cats WITH (FORCE)")
        server.do("DROP ROLE cats")
