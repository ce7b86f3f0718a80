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


@pytest.mark.parametrize(
    ("catalogues", "line"),
    [
        (
            {"de": ("game-title = ", "game-titel = ")},
            '/text/de.ftl is missing a message. Add a line "game-title = …" to it.',
        ),
        (
            {"en": ("{ $choice }", "{ $choise }")},
            "/text/en.ftl: the message option-numbers can't be filled in",
        ),
        (
            {"en": ("pick-number =", "button-join = x\npick-number =")},
            "/text/en.ftl: the bot already uses the name button-join. "
            "Call your message something else, such as my-toy-button-join.",
        ),
        (
            {"de": ("game-title = ", "**x**\ngame-title = ")},
            "/text/de.ftl, line 1: “**x**” can't be read (Expect",
        ),
    ],
)
def test_a_mistake_in_a_text_is_named_with_its_file(
    tmp_path: Path, catalogues: dict[str, tuple[str, str]], line: str
) -> None:
    (found,) = find_mistakes("my_toy", with_texts(tmp_path, **catalogues))
    assert found.startswith(f"{tmp_path}{line}")


def test_the_suite_names_it_too(tmp_path: Path) -> None:
    package = with_texts(tmp_path, en=("game-title = ", "**x**\ngame-title = "))
    (broken,) = [found for found in check_game(package, range(1)) if not found.holds]
    assert broken.rule.name == "texts-in-all-languages"
    assert [broken.reason] == [*find_mistakes("toy", package)]


def test_the_suite_names_a_folder_without_texts(tmp_path: Path) -> None:
    broken = check_game(replace(TOY, text=tmp_path), range(1))
    (texts,) = [found for found in broken if found.rule.name == "texts-in-all-languages"]
    assert texts.reason == f"{tmp_path} has none of en, de"


@pytest.mark.parametrize(
    ("seats", "levels", "line"),
    [
        ((4, 2), (), "toy: `seats` must be"),
        ((), (), "toy: `seats` must be"),
        (2, (), "toy: `seats` must be"),
        ((2, 20), (), "toy: its levels times the seats"),
        ((2, 6), tuple("abcde"), "toy: its levels times the seats"),  # 25 choices, and "our level"
    ],
)
def test_seats_and_levels_that_do_not_fit_are_named(
    seats: object, levels: tuple[str, ...], line: str
) -> None:
    package = with_rules(seats=seats)
    package = with_levels(package, levels) if levels else package
    assert next(find_mistakes("toy", package)).startswith(line)


@pytest.mark.parametrize(
    ("parts", "base"),
    [
        ({"game": type(TOY.game)}, "Game"),
        ({"screens": type(TOY.screens)}, "Screens"),
        ({"computers": type(TOY.computers)}, "Computers"),
    ],
)
def test_a_class_in_place_of_its_object_is_named(parts: dict[str, object], base: str) -> None:
    (found,) = find_mistakes("toy", replace(TOY, **parts))
    assert found.endswith(f"a subclass of `{base}`, made with parentheses: `My{base}()`.")


def test_one_level_fits_any_number_of_seats() -> None:
    found = find_mistakes("toy", with_levels(with_rules(seats=(2, 40)), ("a",)))
    assert not any("levels" in each for each in found)
