"""What the author of a game is told: a sentence with the file and the way out."""

import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.engine.author_checks import find_mistakes
from bot.engine.computers import Computers
from bot.engine.package import GamePackage
from bot.testing.suite import check_game
from tests.toys import REGISTRY

TOY = REGISTRY["secret_numbers"]


def with_texts(tmp_path: Path, **catalogues: tuple[str, str]) -> GamePackage:
    """Return a game in whose catalogues a text stands in the place of another."""
    folder = tmp_path / "text"
    shutil.copytree(TOY.text, folder)
    for language, (former, now) in catalogues.items():
        file = folder / f"{language}.ftl"
        assert former in file.read_text()
        file.write_text(file.read_text().replace(former, now))
    return replace(TOY, text=folder)


def with_rules(**rules: object) -> GamePackage:
    game = type("Changed", (type(TOY.game),), rules)
    return replace(TOY, game=game())


def with_levels(package: GamePackage, levels: Iterable[str]) -> GamePackage:
    computers = type("Changed", (Computers,), {"levels": tuple(levels)})
    return replace(package, computers=computers())


@pytest.mark.parametrize("name", REGISTRY)
def test_of_a_game_that_is_right_nothing_is_said(name: str) -> None:
    assert [*find_mistakes(name, REGISTRY[name])] == []


def test_a_missing_message_is_named_with_its_file(tmp_path: Path) -> None:
    package = with_texts(tmp_path, de=("game-title = ", "game-titel = "))
    assert [*find_mistakes("toy", package)] == [
        f'{tmp_path}/text/de.ftl is missing a message. Add a line "game-title = …" to it.'
    ]


def test_a_message_that_cannot_be_filled_is_named(tmp_path: Path) -> None:
    package = with_texts(tmp_path, en=("{ $choice }", "{ $choise }"))
    (line,) = find_mistakes("toy", package)
    assert line.startswith(f"{tmp_path}/text/en.ftl: the message option-numbers can't be filled in")


def test_a_name_that_belongs_to_the_bot_is_named(tmp_path: Path) -> None:
    package = with_texts(tmp_path, en=("pick-number =", "button-join = x\npick-number ="))
    assert [*find_mistakes("my_toy", package)] == [
        f"{tmp_path}/text/en.ftl: the bot already uses the name button-join. "
        "Call your message something else, such as my-toy-button-join."
    ]


def test_a_text_that_cannot_be_read_is_named_with_its_line(tmp_path: Path) -> None:
    package = with_texts(tmp_path, de=("game-title = ", "**x**\ngame-title = "))
    (line,) = find_mistakes("toy", package)
    number = (package.text / "de.ftl").read_text().splitlines().index("**x**") + 1
    assert line.startswith(f"{tmp_path}/text/de.ftl, line {number}: “**x**” can't be read (Expect")


def test_the_suite_names_it_too(tmp_path: Path) -> None:
    package = with_texts(tmp_path, en=("game-title = ", "**x**\ngame-title = "))
    (broken,) = [found for found in check_game(package, range(1)) if not found.holds]
    assert broken.rule.name == "texts-in-all-languages"
    assert [broken.reason] == [*find_mistakes("toy", package)]


def test_the_suite_names_a_folder_without_texts(tmp_path: Path) -> None:
    broken = check_game(replace(TOY, text=tmp_path), range(1))
    (texts,) = [found for found in broken if found.rule.name == "texts-in-all-languages"]
    assert texts.reason == f"{tmp_path} has none of en, de"


def test_seats_and_levels_that_do_not_fit_are_named() -> None:
    assert next(find_mistakes("toy", with_rules(seats=(4, 2)))).startswith("toy: `seats` must be")
    assert next(find_mistakes("toy", with_rules(seats=()))).startswith("toy: `seats` must be")
    assert next(find_mistakes("toy", with_rules(seats=2))).startswith("toy: `seats` must be")
    crowd = with_rules(seats=(2, 20))
    assert next(find_mistakes("toy", crowd)).startswith("toy: its levels times the seats")
    crowd = with_levels(with_rules(seats=(2, 6)), "abcde")  # 25 choices, and "our level"
    assert next(find_mistakes("toy", crowd)).startswith("toy: its levels times the seats")
    crowd = with_levels(with_rules(seats=(2, 40)), "a")
    assert not any("levels" in each for each in find_mistakes("toy", crowd))
