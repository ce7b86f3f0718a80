"""The text of a scenario, and what is said of one that is not understood."""

import subprocess
import sys
from pathlib import Path

import pytest

from bot.common.config import StartProblem
from bot.demo.scenario import (
    PERSON_NAMES,
    Choose,
    Command,
    Press,
    Restart,
    Scenario,
    See,
    Wait,
    find_quoted,
    parse_scenario,
)
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from tests.patience import HANG_TIMEOUT_SECONDS

ROOT = Path(__file__).parents[2]
WHOLE = """\
# A bug.
game: quickpick
people: Ada, Ben   # two
computers: 1
language: de
deal: 12
options: clock=3, seconds=90,level=guest
start: no

Ada: press "Mitspielen"
Ben: press old "#1 🐾"       # late
Ada: press "Lernen" 2
Ada: choose "1", "2" in "Was?"
Cleo: choose "3"
Dan: /cats rules game=quickpick
board: see "Ada: "
Dan: not see "#"
wait: 2 minutes
wait: 1 second
restart
"""
GAME = "game: cloaked_cats\npeople: Ada, Ben\n"


def scenario(told: str) -> Scenario:
    return parse_scenario(told, "bug.txt", GAMES)


def test_a_file_is_read_line_by_line() -> None:
    assert scenario(WHOLE) == Scenario(
        file="bug.txt",
        line=2,
        game="quickpick",
        people=("Ada", "Ben"),
        computers=1,
        language="de",
        deal_number=12,
        options=(("clock", "3"), ("seconds", "90"), ("level", "guest")),
        starts_game=False,
        steps=(
            Press(10, "Ada", "Mitspielen"),
            Press(11, "Ben", "#1 🐾", is_old=True),
            Press(12, "Ada", "Lernen", number=2),
            Choose(13, "Ada", ("1", "2"), "Was?"),
            Choose(14, "Cleo", ("3",)),
            Command(15, "Dan", "cats rules", (("game", "quickpick"),)),
            See(16, "board", "Ada: "),
            See(17, "Dan", "#", is_expected=False),
            Wait(18, 120),
            Wait(19, 1),
            Restart(20),
        ),
    )


def test_whoever_says_little_gets_a_host_alone_in_english() -> None:
    assert scenario("game: quickpick\nstart: no\n") == Scenario(
        "bug.txt", 1, "quickpick", PERSON_NAMES[:1], starts_game=False
    )


def test_everybody_whom_a_scenario_names_is_on_the_server() -> None:
    assert scenario("game: quickpick\nstart: no\n").count_people() == 4
    assert scenario("game: quickpick\npeople: Hal, Ada, Ben\n").count_people() == 8
    assert scenario(f'{GAME}restart\nEve: press "Join"\nboard: see "x"\n').count_people() == 5


def test_the_guide_is_understood() -> None:
    guide = (ROOT / "docs/scenarios.md").read_text(encoding="utf-8")
    example = guide.split("```")[1].partition("\n")[2]
    assert scenario(example).steps


@pytest.mark.parametrize(
    ("told", "key", "line"),
    [
        ("game: chess\n", "scenario-choice", 1),
        (f"{GAME}language: fr\n", "scenario-choice", 3),
        (f"{GAME}start: maybe\n", "scenario-choice", 3),
        (f"{GAME}options: sugar=yes\n", "scenario-choice", 3),
        (f"{GAME}options: clock=7\n", "scenario-choice", 3),
        (f"{GAME}options: help\n", "scenario-choice", 3),
        (f"{GAME}options: help=a lot\n", "scenario-choice", 3),
        (f"{GAME}computers: two\n", "scenario-number", 3),
        (f"{GAME}deal: -1\n", "scenario-number", 3),
        (f"{GAME}deal: 10000000000\n", "scenario-number", 3),
        (f"{GAME}game: quickpick\n", "scenario-top", 3),
        (f"{GAME}restart\ndeal: 1\n", "scenario-top", 4),
        ("game: quickpick\npeople: Ada, Bob\n", "scenario-choice", 2),
        ("game: quickpick\npeople: Ada, Ada\n", "scenario-people", 2),
        ("game: quickpick\npeople:\n", "scenario-people", 2),
        ("# two are too few\ngame: quickpick\npeople: Ada, Ben\n", "scenario-seats", 2),
        (f'{GAME}\nBob: press "Join"\n', "scenario-person", 4),
        (f'{GAME}board: press "Join"\n', "scenario-person", 3),
        (f"{GAME}Ada: press Join\n", "scenario-step", 3),
        (f'{GAME}Ada: press "Join" twice\n', "scenario-step", 3),
        (f'{GAME}Ada: choose "A" and "B"\n', "scenario-step", 3),
        (f'{GAME}Ada: look "Hello"\n', "scenario-step", 3),
        (f"{GAME}Ada: /\n", "scenario-step", 3),
        (f"{GAME}Ada: /cats game=1 rules\n", "scenario-step", 3),
        (f"{GAME}gmae: quickpick\n", "scenario-step", 3),
        (f"{GAME}wait: a moment\n", "scenario-step", 3),
        (f"{GAME}wait: 0 seconds\n", "scenario-step", 3),
        (f"{GAME}wait: 25 hours\n", "scenario-step", 3),
        (f"{GAME}Hello\n", "scenario-step", 3),
    ],
)
def test_what_is_not_understood_is_said_with_its_line(told: str, key: str, line: int) -> None:
    with pytest.raises(StartProblem) as problem:
        scenario(told)
    assert problem.value.key == key
    for language in LANGUAGES:
        assert text(language)(key, **problem.value.values).startswith(f"bug.txt:{line}: ")


def test_a_file_without_a_game_is_told_which_there_are() -> None:
    with pytest.raises(StartProblem) as problem:
        scenario('Ada: see "Hello"\n')
    assert problem.value.key == "scenario-no-game"
    assert problem.value.values == {"file": "bug.txt", "games": ", ".join(GAMES)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_about_steps_shows_steps_that_are_understood(language: str) -> None:
    told = text(language)("scenario-step", at="bug.txt:1", given="Hello").partition(": Ada")[2]
    shown = f"Ada{told}".split(", Ada: ")
    assert len(shown) == 6
    for step in shown[:-1]:
        assert scenario(f"{GAME}Ada: {step.removeprefix('Ada: ')}\n").steps
    assert find_quoted(told)


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-X", "importtime", "-m", "bot", *arguments]
    return subprocess.run(
        command, capture_output=True, encoding="utf-8", timeout=HANG_TIMEOUT_SECONDS, check=False
    )


def list_error_lines(done: "subprocess.CompletedProcess[str]") -> list[str]:
    return [one for one in done.stderr.splitlines() if not one.startswith("import time:")]


def test_a_file_can_be_looked_at_without_the_demo(tmp_path: Path) -> None:
    file = tmp_path / "bug.txt"
    file.write_text(f"\ufeff{GAME}restart\n", encoding="utf-8")
    done = run("--scenario", str(file), "--language", "en")
    assert (done.returncode, list_error_lines(done)) == (0, [])
    assert done.stdout == text("en")("scenario-understood", steps=1) + "\n"
    assert "simcord" not in done.stderr, "a package's tests need not install it"


@pytest.mark.parametrize(
    ("language", "demo"), [("en", ()), ("de", ("--demo", "--port", "0"))], ids=["alone", "demo"]
)
def test_a_file_that_is_wrong_is_one_sentence(
    tmp_path: Path, language: str, demo: tuple[str, ...]
) -> None:
    file = tmp_path / "bug.txt"
    file.write_text("game: chess\n", encoding="utf-8")
    done = run(*demo, "--scenario", str(file), "--language", language)
    known = {"name": "game", "given": "chess", "known": ", ".join(GAMES)}
    sentence = text(language)("scenario-choice", at=f"{file}:1", **known)
    assert (done.returncode, done.stdout, list_error_lines(done)) == (1, "", [sentence])


def test_a_file_may_be_about_a_game_that_is_not_installed(tmp_path: Path) -> None:
    file = tmp_path / "bug.txt"
    file.write_text("game: race\npeople: Ada, Ben\n", encoding="utf-8")
    assert run("--scenario", str(file), "--language", "en").returncode == 1
    module = ("--module", "tests.toys.race.package.PACKAGE", "--language", "en")
    done = run("--scenario", str(file), *module)
    assert (done.returncode, list_error_lines(done)) == (0, [])
    done = run("--scenario", str(file), "--module", "nowhere.package.PACKAGE", "--language", "en")
    why = "ModuleNotFoundError: No module named 'nowhere'"
    sentence = text("en")("module-broken", module="nowhere.package.PACKAGE", why=why)
    assert (done.returncode, list_error_lines(done)) == (1, [sentence])


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "bug.txt"
    if content is not None:
        file.write_bytes(content)
    done = run("--scenario", str(file), "--language", "en")
    sentence = text("en")("scenario-unreadable", file=str(file))
    assert (done.returncode, done.stdout, list_error_lines(done)) == (1, "", [sentence])
