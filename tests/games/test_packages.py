"""Games of packages: found beside the bot, checked, offered; one that is broken is left out."""

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.common.config import StartProblem
from bot.engine.package import find_offered_games, find_taught_games
from bot.games.packages import (
    ENTRY_POINT_GROUP,
    add_module,
    derive_game_name,
    find_games,
    list_package_paths,
    load_module,
)
from bot.games.registry import GAMES
from bot.i18n import find_languages, text
from bot.testing.__main__ import main
from bot.testing.suite import check_game

TOY = Path(__file__).parent.parent / "toys/secret_numbers"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder in which packages are installed."""
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    for name in [name for name in sys.modules if name.split(".")[0] in ("dice", "elder", "other")]:
        del sys.modules[name]


def install(site: Path, points: str, package: str = "dice") -> Path:
    """Install a copy of a toy with these entry points, as pip leaves it there."""
    folder = site / package
    shutil.copytree(TOY, folder)
    for file in folder.rglob("*.py"):
        file.write_text(file.read_text().replace("tests.toys.secret_numbers", package))
    info = site / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{ENTRY_POINT_GROUP}]\n{points}\n")
    return folder


def render_problems(problems: tuple[StartProblem, ...]) -> list[str]:
    return [text("en")(problem.key, **problem.values) for problem in problems]


def test_a_game_of_a_package_is_registered_after_ours(site: Path) -> None:
    install(site, "dice = dice.package:PACKAGE")
    there = find_games()
    assert [*there.registry] == [*GAMES, "dice"]
    assert there.problems == ()
    assert [name for name, package in there.registry.items() if package.is_package] == ["dice"]
    assert text("de", there.registry["dice"].text)("game-title")


def test_the_setting_says_which_are_offered_and_in_which_order(site: Path) -> None:
    install(site, "dice = dice.package:PACKAGE")
    there = find_games(("dice", "nothing", "quickpick"))
    assert [*find_offered_games(there.registry)] == ["dice", "quickpick"]
    assert {*there.registry} == {*GAMES, "dice"}
    assert find_taught_games(there.registry) == ("quickpick",)
    assert render_problems(there.problems) == [
        "Name 2 in the setting GAMES isn't a game that I have. I have: "
        "cloaked_cats, catham_city, quickpick, liars_dice, who_barked, dice."
    ]
    with pytest.raises(StartProblem) as nothing:
        find_games(("nothing",))
    assert nothing.value.key == "games-none"


def test_none_hides_another(site: Path) -> None:
    install(site, "quickpick = dice.package:PACKAGE\ndice = dice.package:PACKAGE")
    install(site, "dice = other.package:PACKAGE", package="other")
    there = find_games()
    assert there.registry["quickpick"] is GAMES["quickpick"]
    assert there.registry["dice"].text == site / "dice/text"
    assert [line.split(":")[0] for line in render_problems(there.problems)] == [
        "The game dice of the package other is left out",
        "The game quickpick of the package dice is left out",
    ]


def test_a_package_gives_way_to_a_game_that_has_moved_into_the_bot(site: Path) -> None:
    """Who Barked? was a package once. If it is still installed, it is not even imported."""
    install(site, "who_barked = gone.package:PACKAGE", package="elder")
    there = find_games()
    assert there.registry == GAMES
    assert render_problems(there.problems) == [
        "The game who_barked of the package elder is left out: another game already has that name. "
        "If it is the same game, you can uninstall the package."
    ]
    assert list_package_paths()["who_barked"] == "bot.games.who_barked.package.PACKAGE"


@pytest.mark.parametrize(
    ("points", "file", "content", "why"),
    [
        ("dice = dice.package:PACKAGE", "rules.py", "raise ValueError('a token')", "ValueError (/"),
        ("dice = dice.package:PACKAGE", "rules.py", "raise SystemExit('a token')", "SystemExit (/"),
        ("dice = dice.package:PACKAGE", "rules.py", "import nowhere", "ModuleNotFoundError (/"),
        (
            "dice = dice.package:PACKAGE",
            "rules.py",
            "class Odd(BaseException): ...\nraise Odd('a token')",
            "/rules.py:2)",
        ),
        ("dice = dice.package:PACKAGE", "package.py", "PACKAGE = (", "SyntaxError"),
        (
            "dice = dice.package:PACKAGE",
            "package.py",
            "from bot.engine.package import GamePackage\nPACKAGE = GamePackage(None, None, None)",
            "an object of a subclass of `Game`",
        ),
        ("dice = no place at all", "", "", "it can't be imported: AttributeError"),
        ("dice = dice.package:HERE", "", "", "dice.package:HERE isn't a GamePackage"),
        ("dice = dice.package:NONE", "", "", "AttributeError"),
        ("Dice-Duel = dice.package:PACKAGE", "", "", "a name has up to 24 characters"),
        (
            "dice = dice.package:PACKAGE",
            "text/de.ftl",
            "game-sign = x",
            'Add a line "game-title = …"',
        ),
        (
            "dice = dice.package:PACKAGE",
            "text/en.ftl",
            "button-join = x",
            "uses the name button-join",
        ),
        (
            "dice = dice.package:PACKAGE",
            "text/en.ftl",
            "game-title = Dice\n**Bold**\n",
            "dice/text/en.ftl, line 2: “**Bold**” can't be read (Expected an entry start). Indent",
        ),
    ],
)
def test_one_that_is_broken_is_left_out_and_told_in_a_sentence(
    site: Path, points: str, file: str, content: str, why: str
) -> None:
    folder = install(site, points)
    if file:
        (folder / file).write_text(content)
    there = find_games()
    assert there.registry == GAMES
    (line,) = render_problems(there.problems)
    assert why in line
    assert "a token" not in line


@pytest.mark.parametrize(
    ("file", "now", "before", "why"),
    [
        ("rules.py", "    Act,", "    Act, Input,", "version of the bot (ImportError (/"),
        (
            "rules.py",
            "def legal_moves(",
            "def moves(",
            "`moves` → `legal_moves`",
        ),
        ("rules.py", "def apply(", "def step(", "`step` → `apply`"),
        (
            "rules.py",
            "    seats = ",
            '    levels = ("a",)\n    seats = ',
            "`levels` is now `GamePackage.computers`",
        ),
        ("screens.py", "def own_screen(", "def private(", "an earlier version of the bot"),
        ("screens.py", "def describe_event(", "def told(", "`told` is now `describe_event`"),
        ("screens.py", "own_screen(self, question", "own_screen(self, view", "gets one `Question`"),
        (
            "screens.py",
            "describe_event(self, view: View, ",
            "describe_event(self, ",
            "gets the view of the reader",
        ),
        (
            "rules.py",
            "    seats = ",
            "    teams = ()\n    seats = ",
            "`teams` is now `GamePackage.teams`",
        ),
        (
            "screens.py",
            "    def board(",
            "    rules_pages = 2\n\n    def board(",
            "`rules_pages` is now `GamePackage.rulebook`",
        ),
    ],
)
def test_one_that_is_written_for_the_old_contract_is_told_the_new_names(
    site: Path, file: str, now: str, before: str, why: str
) -> None:
    source = install(site, "elder = elder.package:PACKAGE", package="elder") / file
    written = source.read_text()
    assert now in written
    source.write_text(written.replace(now, before))
    there = find_games()
    assert there.registry == GAMES
    (line,) = render_problems(there.problems)
    assert why in line


def test_one_without_any_texts_is_left_out(site: Path) -> None:
    shutil.rmtree(install(site, "dice = dice.package:PACKAGE") / "text")
    there = find_games()
    assert there.registry == GAMES
    (line,) = render_problems(there.problems)
    assert "text/en.ftl is missing: a game needs its texts in at least one of these" in line


@pytest.mark.parametrize(("language", "lacking"), [("en", "de"), ("de", "en")])
def test_one_may_be_in_one_language_only(site: Path, language: str, lacking: str) -> None:
    folder = install(site, "dice = dice.package:PACKAGE")
    (folder / f"text/{lacking}.ftl").unlink()
    there = find_games()
    package = there.registry["dice"]
    assert (there.problems, find_languages(package.text)) == ((), (language,))
    assert [v.reason for v in check_game(package, range(3)) if not v.holds] == []


def test_the_suite_can_name_all_games_although_the_place_of_one_is_wrong(site: Path) -> None:
    install(site, "dice = no place at all")
    assert {*list_package_paths()} == {*GAMES, "dice"}


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("my_game.package.PACKAGE", "my_game"),
        ("bot.games.quickpick.package.PACKAGE", "quickpick"),
        ("games.dice.GAME", "dice"),
        ("package.PACKAGE", "package"),
        ("PACKAGE", "PACKAGE"),
    ],
)
def test_a_game_has_the_name_of_its_folder(path: str, name: str) -> None:
    assert derive_game_name(path) == name


def test_a_game_that_is_not_installed_is_offered_first(site: Path) -> None:
    install(site, "")
    registry = add_module(GAMES, "dice.package.PACKAGE")
    assert [*find_offered_games(registry)] == ["dice", *GAMES]
    assert registry["dice"] == load_module("dice.package.PACKAGE")
    assert next(iter(add_module(GAMES, "bot.games.quickpick.package.PACKAGE"))) == "quickpick"


@pytest.mark.parametrize(
    ("file", "content", "why"),
    [
        ("rules.py", "raise ValueError('too late')", r"dice/rules\.py:1\): too late$"),
        ("rules.py", "raise SystemExit('too late')", r"dice/rules\.py:1\): too late$"),
        ("text/en.ftl", "game-sign = x", 'Add a line "game-title = …"'),
        ("package.py", "PACKAGE = 3", "isn't a GamePackage, but: int"),
    ],
)
def test_the_author_is_told_why_a_module_cannot_be_loaded(
    site: Path, file: str, content: str, why: str
) -> None:
    (install(site, "") / file).write_text(content)
    with pytest.raises(StartProblem) as problem:
        add_module(GAMES, "dice.package.PACKAGE")
    (line,) = render_problems((problem.value,))
    assert line.startswith("dice.package.PACKAGE ")
    assert re.search(why, line), line


def test_the_suite_takes_an_installed_game_by_its_name(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = install(site, "dice = dice.package:PACKAGE")
    assert main(["dice", "--games", "2", "--rule", "game-ends"]) == 0
    text_of = folder / "text/en.ftl"
    text_of.write_text(f"{text_of.read_text()}\nbutton-join = x\n")
    text.cache_clear()
    assert main(["dice", "--games", "2"]) == 1
    assert "uses the name button-join" in capsys.readouterr().out
