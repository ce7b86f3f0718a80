"""The demo as a process, and the page that it shows."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from string import ascii_uppercase
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
import simcord.preview
from simcord.preview import _PREVIEW_RUNTIME_MODULES
from simcord.preview._server import PreviewServer

from bot.cli import read_arguments
from bot.common.config import StartProblem
from bot.demo.client_page import (
    CODE_PATCHES,
    SCRIPT_PATCHES,
    WORD_PATCHES,
    apply_patches,
    translate_words,
)
from bot.demo.live_preview import PREVIEW_KEY
from bot.demo.scenario import PERSON_NAMES
from bot.demo.simulated import CACHE_SECONDS, _copy_json
from bot.i18n import LANGUAGES, text
from tests.forked import Forked, bot
from tests.patience import HANG_TIMEOUT_SECONDS

ROOT = Path(__file__).parents[2]
STATIC = Path(simcord.preview.__file__).parent / "static"


@contextmanager
def demo(
    *arguments: str, quiet: bool = True, run: Callable[[Sequence[str]], Callable[[], object]] = bot
) -> Iterator[tuple[Forked, str]]:
    """Start the demo on a free port; gives its process and its address.

    It says at once that it is starting, then the address, and in the end, when it is stopped,
    goodbye. Its log goes to the same terminal: it must not have said anything if `quiet`.
    `run` returns what the process runs with such arguments.
    """
    starting, goodbye = (
        {text(language)(key) + "\n" for language in LANGUAGES}
        for key in ("demo-starting", "start-goodbye")
    )
    with TemporaryDirectory() as folder:
        out, err = Path(folder) / "out", Path(folder) / "err"
        words = ["--demo", "--port", "0", *arguments]
        process = Forked(run(words), ROOT, os.environ, out, err)
        try:
            first, said = read_lines(out, 2, process)
            assert first in starting
            address = re.search(r"http://127\.0\.0\.1:\d+/", said)
            assert address, said
            assert said.endswith(f" {address[0]}\n"), "the address stands last"
            yield process, address[0]
            process.terminate()
            assert process.join() == 0
            assert out.read_text().removeprefix(first + said) in goodbye
            assert not quiet or err.read_text() == ""
        finally:
            process.kill()
            process.join()


@pytest.fixture(scope="module")
def english() -> Iterator[str]:
    with demo("--language", "en") as (_, address):
        yield address


def read_lines(file: Path, count: int, process: Forked) -> list[str]:
    """Wait until a process has written so many lines into a file, and return them."""
    deadline = time.monotonic() + HANG_TIMEOUT_SECONDS
    while True:
        lines = file.read_text().splitlines(keepends=True) if file.exists() else []
        if len([line for line in lines if line.endswith("\n")]) >= count:
            return lines
        assert process.returncode is None
        assert time.monotonic() < deadline
        time.sleep(0.01)


def page(address: str) -> str:
    with urlopen(Request(address)) as response:
        return str(response.read().decode())


def original(path: str) -> str:
    return (STATIC / PreviewServer._STATIC_FILES[path]).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted({*SCRIPT_PATCHES, *CODE_PATCHES, *WORD_PATCHES}))
def test_every_change_fits_the_installed_simcord(path: str) -> None:
    say = text("de")
    looks = translate_words(
        apply_patches(original(path), CODE_PATCHES.get(path, ())), WORD_PATCHES.get(path, ()), say
    )
    assert apply_patches(looks, SCRIPT_PATCHES.get(path, ())) != original(path)


@pytest.mark.parametrize(
    "value", [{"rows": [{"label": None}]}, {"rows": [datetime(2026, 1, 1, tzinfo=UTC)]}, {1: [2]}]
)
def test_a_copy_of_what_is_sent_is_equal_and_shares_nothing(value: dict[Any, list[Any]]) -> None:
    copied = _copy_json(value)
    assert copied == value
    (part,) = copied.values()
    part.clear()
    assert copied != value


def test_a_browser_keeps_fonts_and_nothing_that_the_bot_changes(english: str) -> None:
    font = next(path for path in PreviewServer._STATIC_FILES if path.startswith("/fonts/"))
    for path, kept in ((font, f"max-age={CACHE_SECONDS}"), ("/app.js", "no-store")):
        with urlopen(Request(english.rstrip("/") + path)) as response:
            assert response.headers["Cache-Control"] == kept


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_clients_words_break_no_script(language: str) -> None:
    for words in WORD_PATCHES.values():
        for _, key in words:
            assert not set(text(language)(key)) & set('"`\\$<&\n'), key


def test_words_that_are_not_there_are_no_small_matter() -> None:
    with pytest.raises(ValueError, match="Hello"):
        translate_words("<p>Goodbye</p>", [("<p>«Hello»</p>", "client-send")], text("en"))


def test_a_space_at_the_edge_of_words_stays() -> None:
    words = [("`«Message »${name}`", "client-message-to")]
    assert translate_words("`Message ${name}`", words, text("de")) == "`Nachricht an ${name}`"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_demo_and_nothing_is_kept(
    number: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with demo() as (process, _):
        assert list(tmp_path.iterdir())
        process.send_signal(number)
        process.join()
    assert list(tmp_path.iterdir()) == []


def test_it_listens_on_this_machine_only(english: str) -> None:
    port = urlsplit(english).port
    others = {str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), port)}
    for other in others - {"127.0.0.1", "127.0.1.1", "::1"}:
        with pytest.raises(OSError):
            socket.create_connection((other, port), timeout=2).close()
    with pytest.raises(OSError, match="403"):
        urlopen(Request(english, headers={"Host": "cats.example"}))


def test_a_taken_port_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        bot = [sys.executable, "-X", "importtime", "-m", "bot"]
        done = subprocess.run(
            [*bot, "--demo", "--port", port, "--language", "de"],
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=HANG_TIMEOUT_SECONDS,
            check=False,
        )
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    assert text("de")("demo-port-taken") in lines
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    loaded = {line.rpartition("|")[2].strip() for line in lines}
    assert "bot.common.config" in loaded
    assert not loaded & {"bot.demo.demo", "discord", "simcord", "sqlalchemy"}, "it is told at once"


def test_the_people_are_told_apart_by_their_initials_which_can_be_their_letters() -> None:
    assert "".join(name[0] for name in PERSON_NAMES) == ascii_uppercase[: len(PERSON_NAMES)]


def test_the_preview_needs_only_what_the_demo_installs() -> None:
    """simcord's extra `preview` would bring a codec for videos, too, which takes 118 MB."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = (*project["dependencies"], *project["optional-dependencies"]["demo"])
    names = {re.split(r"[<>=\[]", one)[0] for one in wanted}
    needed = {
        "aiohttp": "discord.py",  # which brings it
        "markdown_it": "markdown-it-py",
        "linkify_it": "linkify-it-py",
        "regex": "regex",
        "PIL": "pillow",
    }
    assert needed.keys() == set(_PREVIEW_RUNTIME_MODULES)
    assert set(needed.values()) - names == set()
    assert [one for one in wanted if "preview" in one] == []


def test_there_is_a_page_for_each_person_and_for_two(english: str) -> None:
    assert "Eve" not in page(english)
    for person in PERSON_NAMES[:4]:
        current = f'<a href="/?as={person}" aria-current="page">{person}</a>'
        assert current in page(f"{english}?as={person}")
    assert f'data-language="{LANGUAGES[1]}"' in page(f"{english}?as=Ben")
    assert page(f"{english}?as=Nobody") == page(english) == page(f"{english}?as=Ada")
    assert page(f"{english}?two=Ben,Nobody").count("<iframe") == 2
    ben_and_dan = page(f"{english}?two=Ben,Dan")
    assert re.findall(r'<iframe [^>]*title="(\w+)"', ben_and_dan) == ["Ben", "Dan"]
    swapped = '<a href="/?two=Dan,Ben">Dan</a>'
    assert swapped in ben_and_dan, "whoever is there already, changes places"


def read_channel(address: str) -> str:
    """Return all that the first person's page shows of the channel, as JSON."""
    headers = {"X-Simcord-Capability": PREVIEW_KEY, "Content-Type": "application/json"}
    with urlopen(Request(f"{address.rstrip('/')}/api/pages", b"{}", headers)) as response:
        return str(response.read().decode())


def test_another_game_more_people_and_another_language_can_be_chosen() -> None:
    module = ("--module", "tests.toys.race.package.PACKAGE")
    with demo("--language", "en", "--people", "8", *module) as (_, address):
        assert "**Race**" in read_channel(address), "a game that is not installed"
        for person in PERSON_NAMES:
            assert '<body data-viewer="' in page(f"{address}?as={person}")
            assert f'aria-current="page">{person}</a>' in page(f"{address}?as={person}")
        assert re.findall(r'title="(\w+)"', page(f"{address}?two=Hal,Eve")) == ["Hal", "Eve"]
        assert text("en")("demo-title") in page(address)
        for language in ("de", "xx"):
            post(f"{address}api/pages?language={language}")
            assert text("de")("demo-title") in page(address)


@pytest.mark.parametrize("given", ["1", "9", "all"])
def test_a_number_of_people_that_does_not_do_is_told_in_a_sentence(given: str) -> None:
    with pytest.raises(StartProblem) as problem:
        read_arguments(["--demo", "--people", given])
    told = text("en")(problem.value.key, **problem.value.values)
    assert told == f"--people needs a number from 2 to 8, not {given}."


def post(url: str, body: bytes = b"", headers: Mapping[str, str] | None = None) -> str:
    """Send what a page of the demo sends, with these headers in addition."""
    own = {
        "X-Simcord-Capability": PREVIEW_KEY,
        "Content-Type": "application/json",
        **(headers or {}),
    }
    with urlopen(Request(url, body, own, method="POST")) as response:
        return str(response.read().decode())


def test_no_other_site_chooses_the_language(english: str) -> None:
    assert text("en")("demo-title") in page(f"{english}?language=de")
    for name, value in (("Origin", "https://cats.example"), ("X-Simcord-Capability", "")):
        with pytest.raises(HTTPError) as refused:
            post(f"{english}api/pages?language=de", headers={name: value})
        assert refused.value.code == HTTPStatus.UNAUTHORIZED
    assert text("en")("demo-title") in page(english)


@pytest.mark.parametrize("path", ["pages", "action"])
def test_json_that_is_nested_too_deeply_is_refused_in_a_sentence(path: str, english: str) -> None:
    with pytest.raises(HTTPError) as refused:
        post(f"{english}api/{path}", b"[" * 5000 + b"]" * 5000)
    assert refused.value.code == HTTPStatus.BAD_REQUEST
    assert refused.value.read() == b"The JSON is nested too deeply."
    with pytest.raises(HTTPError) as refused:
        post(f"{english}api/{path}", b"[" * 300_000)
    assert refused.value.code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
