"""What stands in the files for deploying, as far as it can be tried without Docker and systemd."""

import asyncio
import importlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from configparser import RawConfigParser
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import product
from pathlib import Path
from threading import Thread

import pytest
from packaging.requirements import Requirement

from bot.common.config import LOG_LEVELS, SETTING_NAMES
from bot.i18n import LANGUAGES, text
from tests.fake_discord import command, fake_discord
from tests.machine import drop_root_rights, free_port
from tests.patience import HANG_TIMEOUT_SECONDS

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", "")
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
UNIT = ROOT / "docs" / "cloaked-cats.service"
LONGEST_STOP = 10
"""Seconds that the bot takes at most to finish its work."""
WHERE_IT_STANDS = "/opt/cloaked-cats-bot"


def instructions(name: str) -> list[str]:
    """Return what stands behind an instruction of the Dockerfile, each time that it is there."""
    return re.findall(rf"^{name} +(.+)$", DOCKERFILE, re.MULTILINE)


def image_settings() -> dict[str, str]:
    """Return the environment variables that the image sets."""
    return dict(pair.split("=", 1) for line in instructions("ENV") for pair in line.split())


def shell_less(instruction: str) -> list[str]:
    """Return a command that is written as a list."""
    found: list[str] = json.loads(instruction[instruction.index("[") :])
    return found


# The image


def list_copied_files() -> list[str]:
    """Return the files and folders that the image holds."""
    return [source for line in instructions("COPY") for source in line.split()[:-1]]


def test_the_image_holds_what_it_copies_and_the_settings_file_never_gets_near_it() -> None:
    everything, *kept = [
        line
        for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    ]
    assert everything == "*"
    assert kept == [*(f"!{name}" for name in list_copied_files()), "**/__pycache__"]
    assert all((ROOT / name).exists() for name in list_copied_files())


@pytest.mark.parametrize(
    ("file", "what", "pinned"),
    [
        ("Dockerfile", r"^FROM (\S+)", r".+@sha256:[0-9a-f]{64}"),
        ("compose.yaml", r"image: (\S+)", r".+@sha256:[0-9a-f]{64}"),
        (".github/workflows/ci.yml", r"uses: (\S+)", r".+@[0-9a-f]{40}"),
        (".github/workflows/release.yml", r"uses: (\S+)", r".+@[0-9a-f]{40}"),
    ],
)
def test_what_is_fetched_by_others_names_is_pinned_by_digest(
    file: str, what: str, pinned: str
) -> None:
    named = re.findall(what, (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
    assert named
    assert [name for name in named if not re.fullmatch(pinned, name)] == []


def test_the_pinned_extras_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [
        Requirement(each)
        for extra in ("postgres", "metrics")
        for each in project["optional-dependencies"][extra]
    ]
    pinned = dict(pins("requirements-extras.txt"))
    for requirement in wanted:
        assert pinned[requirement.name] in requirement.specifier
    for name, version in pins("requirements.txt"):
        assert pinned.get(name, version) == version


def test_what_is_missing_is_installed_with_its_pins() -> None:
    missing = {"store-no-driver": "postgres", "start-metrics-missing": "metrics"}
    for language, (key, extra) in product(LANGUAGES, missing.items()):
        told = text(language)(key, setting="DATABASE_URL")
        assert "pip install --require-hashes -r requirements.txt -r requirements-extras.txt" in told
        assert f"WHEEL[{extra}]" in told


def test_hosts_are_told_all_settings_and_arguments() -> None:
    pages = ("README.md", "docs/hosting.md")
    told = "".join((ROOT / page).read_text(encoding="utf-8") for page in pages)
    arguments = set(re.findall(r"--[a-z-]+", text("en")("start-help")))
    assert len(arguments) == 14
    for name in (*SETTING_NAMES, *arguments):
        assert name in told, name


def test_the_readme_is_read_in_one_go_and_all_pages_are_listed() -> None:
    """At most 150 lines, and one moving picture of at most 3 MB."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(readme.splitlines()) <= 150
    (picture,) = re.findall(r"!\[[^]]+\]\((.+?)\)", readme)
    assert (ROOT / picture).stat().st_size < 3_000_000
    listed = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    pages = {page.name for page in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert {*re.findall(r"\]\(([\w-]+\.md)\)", listed)} == pages


def test_the_metadata_name_both_licences_and_the_command() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["license"] == "MIT AND OFL-1.1"
    assert all((ROOT / file).is_file() for file in project["license-files"])
    module, _, function = project["scripts"]["cats-bot"].partition(":")
    assert callable(getattr(importlib.import_module(module), function))


def pins(file: str) -> list[tuple[str, str]]:
    found = re.findall(r"^([\w.-]+)==([\w.]+)", (ROOT / file).read_text(), re.MULTILINE)
    assert found
    return found


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Take the right to write from all below a folder."""
    for path in (*folder.rglob("*"), folder):
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755)


async def test_the_bot_of_the_image_runs_where_only_its_volume_can_be_written_to(
    tmp_path: Path,
) -> None:
    app, data = tmp_path / "app", tmp_path / "data"
    data.mkdir()
    for name in ("bot", "cogs"):
        shutil.copytree(ROOT / name, app / name, ignore=shutil.ignore_patterns("__pycache__"))
    python, *arguments = shell_less(instructions("CMD")[-1])
    assert (python, *arguments) == ("python", "-m", "bot")
    (volume,) = instructions("VOLUME")
    settings = {key: each.replace(volume, str(data)) for key, each in image_settings().items()}
    port = free_port()
    settings |= {"DISCORD_TOKEN": "a.secret.token", "METRICS_PORT": str(port)}
    unwritable = {"HOME": str(app), "TMPDIR": str(app), "XDG_RUNTIME_DIR": str(app)}
    kept = {name: each for name, each in os.environ.items() if name != "PYTHONPATH"}
    with read_only(app):
        async with fake_discord() as discord:
            process = await asyncio.create_subprocess_exec(
                *command(discord.address),
                cwd=app,
                env=kept | settings | unwritable,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                preexec_fn=drop_root_rights,
            )
            async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
                await discord.online.wait()
                while not await asyncio.to_thread(healthy, port):
                    assert process.returncode is None
                process.send_signal(signal.SIGTERM)
                _, err = await process.communicate()
    assert process.returncode == 0, err.decode()
    told = ("Traceback", *LOG_LEVELS[2:])
    assert [line for line in err.decode().splitlines() if any(one in line for one in told)] == []
    assert sorted(path.name for path in data.iterdir()) == ["cats.db", "cats.db.lock"]


@contextmanager
def health(status: int) -> Iterator[int]:
    """Answer /live with this status, and all else as not found; return the port."""

    class Health(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/live" else 404)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
            pass

    with HTTPServer(("127.0.0.1", 0), Health) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def healthy(port: int) -> bool:
    """Run the image's health check."""
    python, *arguments = shell_less(instructions("HEALTHCHECK")[0])
    assert python == "python"
    done = subprocess.run(
        [sys.executable, *arguments],
        env=os.environ | image_settings() | {"METRICS_PORT": str(port)},
        capture_output=True,
        timeout=HANG_TIMEOUT_SECONDS,
        check=False,
    )
    assert done.returncode in (0, 1)
    return done.returncode == 0


def test_the_health_check_asks_the_bot_whether_it_runs() -> None:
    with health(200) as port:
        assert healthy(port)
    with health(503) as port:
        assert not healthy(port)
    assert not healthy(free_port())


def test_the_image_runs_a_python_of_the_bots_as_somebody_ordinary_who_owns_the_volume() -> None:
    (base,), (user,) = instructions("FROM"), instructions("USER")
    version = re.fullmatch(r"python:(3\.\d+)\.\d+-slim-\w+@sha256:\w+", base)
    assert version is not None
    target = f'target-version = "py{version[1].replace(".", "")}"'
    assert target in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    owner = re.search(r"install -d -o (\d+) -g (\d+) -m 700 (\S+)", DOCKERFILE)
    assert owner is not None
    assert user == f"{owner[1]}:{owner[2]}" != "0:0"
    assert instructions("VOLUME") == [owner[3]]


# compose.yaml


def test_containers_have_no_default_secret_no_open_port_and_a_database_that_is_tested() -> None:
    used = re.findall(r"\$\{(\w+)(:\?)?", COMPOSE)
    assert {name for name, _ in used} == {"DISCORD_TOKEN", "POSTGRES_PASSWORD"}
    assert all(required for _, required in used)
    assert "ports:" not in COMPOSE
    image = re.search(r"image: postgres:(\d+)\.\d+-", COMPOSE)
    assert image is not None
    (server,) = re.findall(r"PostgreSQL (\d+) or newer", (ROOT / "docs/hosting.md").read_text())
    assert int(image[1]) >= int(server)


# The service


def unit() -> RawConfigParser:
    parser = RawConfigParser(strict=False, delimiters="=")
    vars(parser)["optionxform"] = str  # names keep their capitals
    parser.read(UNIT, encoding="utf-8")
    return parser


def test_the_service_starts_the_bot_where_only_its_own_folder_can_be_written_to() -> None:
    service = unit()["Service"]
    assert service["ExecStart"] == f"{WHERE_IT_STANDS}/.venv/bin/python -m bot"
    assert service["WorkingDirectory"] == WHERE_IT_STANDS
    state = f"/var/lib/{service['StateDirectory']}/"
    assert service["Environment"] == f"DATABASE_URL=sqlite:///{state}cats.db"
    assert service["ProtectSystem"] == "strict"
    assert service["DynamicUser"] == "yes"
    assert service["EnvironmentFile"] in (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    grace = re.search(r"bot:.*?stop_grace_period: (\d+)s", COMPOSE, re.DOTALL)
    assert grace is not None
    assert min(int(service["TimeoutStopSec"]), int(grace[1])) > LONGEST_STOP


NEWER = "Unknown key '(RestartSteps|RestartMaxDelaySec)' in section .Service., ignoring"
"""What systemd says before version 254."""


def test_systemd_understands_all_of_it_and_finds_it_locked_up(tmp_path: Path) -> None:
    """Systemd's own checks, where it is installed: they need the bot to be where the unit says."""
    if not shutil.which("systemd-analyze"):
        return
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(Path(sys.executable).resolve())
    copy = tmp_path / UNIT.name
    copy.write_text(UNIT.read_text().replace(WHERE_IT_STANDS, str(tmp_path)))
    for check in (("verify",), ("security", "--offline=true", "--threshold=20")):
        done = subprocess.run(
            ["systemd-analyze", *check, str(copy)],
            capture_output=True,
            text=True,
            timeout=HANG_TIMEOUT_SECONDS,
            check=False,
        )
        said = [line for line in done.stderr.splitlines() if not re.search(NEWER, line)]
        assert (done.returncode, said) == (0, []), done.stdout


def test_a_bot_that_fails_again_and_again_spends_few_of_a_days_starts() -> None:
    """As systemd counts them: https://man.archlinux.org/man/systemd.service.5"""
    unit = UNIT.read_text(encoding="utf-8")
    told = dict(line.split("=", 1) for line in unit.splitlines() if line.startswith("Restart"))
    first, steps = int(told["RestartSec"]), int(told["RestartSteps"])
    last = 3600 * int(told["RestartMaxDelaySec"].removesuffix("h"))
    pauses = [first * (last / first) ** (step / steps) for step in range(steps + 1)]
    day, starts = 0.0, 0
    while day < 86_400:
        day += pauses[min(starts, steps)]
        starts += 1
    assert starts < 100, "Discord allows 1,000"


# Kubernetes


def manifest(name: str) -> str:
    return (ROOT / "docs" / "kubernetes" / f"{name}.yaml").read_text(encoding="utf-8")


def value(text: str, key: str) -> str:
    """Return the one value of a key."""
    (found,) = set(re.findall(rf"^ *(?:- )?{key}: (\S+)$", text, re.MULTILINE))
    return str(found)


def test_the_manifests_are_about_the_same_bot() -> None:
    for path in (ROOT / "docs" / "kubernetes").iterdir():
        told = manifest(path.stem)
        labels = re.findall(r"^ *app\.kubernetes\.io/name: (\S+)$", told, re.MULTILINE)
        assert set(labels) == {"cloaked-cats"}, path
        assert re.search(r"^  name: cloaked-cats$", told, re.MULTILINE), path


def test_prometheus_and_probes_find_the_pages_by_the_same_port() -> None:
    deployment, service = manifest("deployment"), manifest("service")
    port = value(deployment, "containerPort")
    assert re.search(rf'name: METRICS_PORT\n +value: "{port}"', deployment)
    assert re.search(r'name: METRICS_HOST\n +value: "0\.0\.0\.0"', deployment)
    assert value(service, "port") == port
    names = set(re.findall(r"name: (metrics)\n", deployment + service))
    assert {value(deployment, "port"), value(service, "targetPort")} == names
    assert {value(manifest("servicemonitor"), "port")} == names
    assert re.findall(r"(\w+)Probe:\n +httpGet:\n +path: (\S+)", deployment) == [
        ("startup", "/live"),
        ("liveness", "/live"),
        ("readiness", "/ready"),
    ]


def test_the_pod_is_the_images_user_and_has_time_to_hand_over() -> None:
    deployment = manifest("deployment")
    (user,) = instructions("USER")
    assert f"{value(deployment, 'runAsUser')}:{value(deployment, 'runAsGroup')}" == user
    assert value(deployment, "readOnlyRootFilesystem") == "true"
    assert value(deployment, "allowPrivilegeEscalation") == "false"
    grace = re.search(r"stop_grace_period: (\d+)s # beside others", COMPOSE)
    assert grace is not None
    assert int(value(deployment, "terminationGracePeriodSeconds")) >= int(grace[1])


def test_the_secret_holds_settings_and_no_secrets() -> None:
    names = re.findall(r"^  ([A-Z_]+): ", manifest("secret"), re.MULTILINE)
    assert set(names) < {*SETTING_NAMES}
    assert '"the bot\'s token"' in manifest("secret")
    assert "PASSWORD@HOST" in manifest("secret")
