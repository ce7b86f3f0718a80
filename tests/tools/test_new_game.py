"""A game that is made by the command keeps the contract at once, under a name of its own."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools.new_game import __main__ as new_game

ROOT = Path(__file__).parents[2]
NAMES = ("my_game", "stubborn_stub", "game", "x__2")
"""Such that hold the stub's own name, and such that are words of the contract."""


def run(here: Path, *arguments: str, bot: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=here,
        env={**os.environ, "PYTHONPATH": str(bot), "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )


def make_new_game(here: Path, name: str, *arguments: str, bot: Path = ROOT) -> str:
    done = run(here, "-m", "tools.new_game", name, *arguments, bot=bot)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[] if n in NAMES[1:2] else pytest.mark.thorough) for n in NAMES]
)
def test_a_packages_own_tests_pass_at_once(tmp_path: Path, name: str) -> None:
    make_new_game(tmp_path, name, "--package", ".")
    (package,) = tmp_path.iterdir()
    tests = run(package, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist")
    assert "2 passed" in tests.stdout, tests.stdout


def test_ruff_finds_nothing_in_a_package_by_its_own_settings(tmp_path: Path) -> None:
    for name in (*NAMES, "abcdefghijklmnopqrstuvwx"):
        make_new_game(tmp_path, name, "--package", ".")
    assert len([*tmp_path.iterdir()]) == 5
    for command in (("check",), ("format", "--check")):
        done = run(tmp_path, "-m", "ruff", *command, "--no-cache", ".")
        assert done.returncode == 0, done.stdout


@pytest.mark.thorough
def test_mypy_finds_nothing_in_a_package_by_its_own_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: pytest.Cache
) -> None:
    make_new_game(tmp_path, "my_game", "--package", ".")
    (package,) = tmp_path.iterdir()
    monkeypatch.setenv("MYPYPATH", str(ROOT))
    monkeypatch.setenv("MYPY_CACHE_DIR", str(cache.mkdir("mypy")))  # mypy reads the bot once
    done = run(package, "-m", "mypy")
    assert "no issues found in 11 source files" in done.stdout, done.stdout
    rules = package / "my_game/rules.py"
    rules.write_text(rules.read_text().replace("chance.below(HIGHEST_CARD)", "'a card'"))
    done = run(package, "-m", "mypy")
    assert "my_game/rules.py" in done.stdout, "it looks at the rules"


def test_a_packages_own_test_says_which_rule_is_broken(tmp_path: Path) -> None:
    make_new_game(tmp_path, "my_game", "--package", ".")
    (package,) = tmp_path.iterdir()
    german = package / "my_game" / "text" / "de.ftl"
    german.write_text(german.read_text() + "game-extra = Mehr\n")
    tests = run(package, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist")
    assert "placeholders.): game-extra is in de.ftl, but not in en.ftl" in tests.stdout, (
        tests.stdout
    )


def test_a_package_tells_how_to_check_it_and_the_bot_where_its_game_is(tmp_path: Path) -> None:
    told = make_new_game(tmp_path, "my_game", "--package", ".")
    package = tmp_path / "cloaked-cats-my-game"
    assert f"cd {package.name}\n" in told
    command = "python -m bot.testing --module my_game.package.PACKAGE"
    assert command in told
    assert command in (package / "README.md").read_text()
    told_weaker = "`python -m bot.testing` checks more"
    for file in ("README.md", "tests/test_contract.py"):
        assert told_weaker in (package / file).read_text(), "its own test checks less"
    suite = run(package, *command.split()[1:], "--games", "3")
    assert (suite.returncode, suite.stderr) == (0, ""), suite.stdout
    assert "BROKEN" not in suite.stdout
    project = tomllib.loads((package / "pyproject.toml").read_text())
    assert project["project"]["name"] == package.name
    assert project["project"]["entry-points"] == {
        "cloaked_cats.games": {"my_game": "my_game.package:PACKAGE"}
    }
    assert project["tool"]["setuptools"]["packages"]["find"] == {"include": ["my_game*"]}
    assert (package / ".gitignore").is_file()


def test_nothing_of_the_stub_is_left_but_its_rules(tmp_path: Path) -> None:
    make_new_game(tmp_path, "higher", "--package", ".")
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert len(files) == 16
    assert not [file for file in files if "stub" in file.read_text(encoding="utf-8").lower()]
    titles = [file.read_text(encoding="utf-8") for file in files if file.suffix == ".ftl"]
    assert all("game-title = Higher\n" in title for title in titles)


def test_a_folder_in_a_clone_is_a_game_once_the_registry_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clone = tmp_path / "clone"
    for room in ("bot", "tools"):
        shutil.copytree(ROOT / room, clone / room)
    monkeypatch.setenv("PATH", "")  # without a browser: heights are measured in the package
    told = make_new_game(clone, "my_game", bot=clone)
    imported, listed = (line.strip() for line in told.splitlines() if "MY_GAME" in line)
    registry = clone / "bot/games/registry.py"
    lines = registry.read_text().replace("\nGAMES:", f"{imported}\n\nGAMES:")
    registry.write_text(lines.replace("\n}", f"\n    {listed}\n}}"))
    suite = run(clone, "-m", "bot.testing", "my_game", "--games", "3", bot=clone)
    assert (suite.returncode, suite.stderr) == (0, ""), suite.stdout
    assert "BROKEN" not in suite.stdout


NO_NAME = "is no name: write up to 24 small letters, digits and _, a letter first"


@pytest.mark.parametrize("form", [[], ["--package", "."]], ids=["folder", "package"])
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Higher", f"'Higher' {NO_NAME}"),
        ("2nd", f"'2nd' {NO_NAME}"),
        ("../up", f"'../up' {NO_NAME}"),
        ("x" * 25, f"'{'x' * 25}' {NO_NAME}"),
        ("quickpick", "quickpick is one of the bot's own games: choose another name"),
        ("class", "class is a word of Python's own: choose another name"),
    ],
)
def test_a_name_that_does_not_do_is_told_in_a_sentence(
    here: Path, capsys: pytest.CaptureFixture[str], name: str, why: str, form: list[str]
) -> None:
    assert new_game.main([name, *form]) == 1
    assert capsys.readouterr() == ("", f"Nothing was made: {why}.\n")
    assert not [*here.iterdir()]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which the command runs, and in which it would make games."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(new_game, "GAMES_FOLDER", tmp_path)
    return tmp_path


def test_what_is_there_already_stays_as_it_is(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in ("cloaked-cats-my-game", "empty"):
        (here / folder).mkdir()
    for name, form, there in (
        ("json", ["--package", "."], "Python has a module json already"),
        ("bot", ["--package", "."], "Python has a module bot already"),
        ("my_game", ["--package", "."], "cloaked-cats-my-game is there already"),
        ("registry", [], "bot.games.registry is there already"),
        ("empty", [], "is there already"),
    ):
        assert new_game.main([name, *form]) == 1
        assert there in capsys.readouterr().err
