"""Whole games are told in words, compared line by line, and written anew by one command."""

import shutil
from pathlib import Path

import pytest
from msgspec import Struct

from bot.engine.events import Event
from bot.engine.screens import ScreenContext
from bot.games.registry import GAMES
from bot.testing import playthroughs
from bot.testing.__main__ import ALL_RULES, main
from bot.testing.differences import find_differences
from bot.testing.playthroughs import compare_files, write_files
from tests.testing.mole_mutants import TELLS_TEAM
from tests.testing.mutants import of_screens
from tests.toys import REGISTRY
from tests.toys.secret_numbers.model.events import Answered
from tests.toys.secret_numbers.model.state import View
from tests.toys.secret_numbers.package import PACKAGE
from tests.toys.secret_numbers.screens import SecretNumbersScreens

TESTS = Path(__file__).parents[1]
ANEW = """{found}
What is meant is written by `python -m bot.testing {name} --keep {folder}`."""
TOY = ["--module", "tests.toys.secret_numbers.package.PACKAGE"]


def folder_of(name: str) -> Path:
    """Return the folder of a game's playthroughs."""
    return TESTS / ("games" if name in GAMES else "toys") / name / "kept"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The playthroughs of Secret Numbers."""
    return Path(shutil.copytree(folder_of("secret_numbers"), tmp_path / "kept"))


@pytest.mark.parametrize("name", REGISTRY)
def test_every_game_is_as_it_is_kept(name: str) -> None:
    found = [*compare_files(REGISTRY[name], folder_of(name))]
    assert not found, ANEW.format(name=name, folder=folder_of(name), found="\n".join(found))


def test_a_changed_wording_is_reported(folder: Path) -> None:
    class Retold(SecretNumbersScreens):
        def describe_event(self, view: View, event: Event, context: ScreenContext) -> str:
            if isinstance(event, Answered):
                return context.say("news-shown", number="?")
            return super().describe_event(view, event, context)

    first, *_ = compare_files(of_screens(Retold()), folder)
    assert first.startswith("3-default.txt:9: kept 'Ben has answered.', now 'You named ?.'")


def test_an_event_that_is_told_in_two_ways_is_written_for_each_reader() -> None:
    text = playthroughs.make_playthroughs(TELLS_TEAM)["5-default.txt"]
    counted = [line.strip() for line in text.splitlines() if "crew are in." in line]
    moles, others = (counted[place] for place in (1, 0))
    assert "(told to an onlooker, " in others and " and " not in others
    first, second = moles.partition("(told to ")[2].rstrip(")").split(", ")
    assert f"({first} and {second})" in moles


def test_what_differs_is_told_and_then_written_anew(folder: Path) -> None:
    file = folder / "3-default.txt"
    file.write_text(file.read_text().replace("top 5", "top 6"))
    (folder / "3-numbers-none.txt").write_text("of a choice that is gone")
    (folder / "3-numbers-many.txt").unlink()
    differ = ["3-default.txt", "3-numbers-many.txt", "3-numbers-none.txt"]
    told = [problem.split(" ")[0] for problem in compare_files(PACKAGE, folder)]
    assert told == [f"{differ[0]}:5:", differ[1], f"{differ[2]}:"]
    assert {file.name for file in write_files(PACKAGE, folder)} == {*differ}
    assert not [*compare_files(PACKAGE, folder)]
    assert write_files(PACKAGE, folder) == []


def test_a_game_that_fails_is_told_so(folder: Path) -> None:
    class Failing(SecretNumbersScreens):
        def describe_event(self, view: View, event: Event, context: ScreenContext) -> str:
            raise ZeroDivisionError

    assert [*compare_files(of_screens(Failing()), folder)] == ["it fails: ZeroDivisionError: "]


def test_the_command_compares_and_writes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    look = [*TOY, "--kept", str(folder), "--games", "1", "--rule", "playthroughs"]
    assert main(look) == 0
    assert capsys.readouterr().out.count(f"holds in {folder}") == 1
    (folder / "3-default.txt").unlink()
    assert main(look) == 1
    told = capsys.readouterr().out
    assert "3-default.txt is missing" in told
    assert f"{' '.join(TOY)} --keep {folder}" in told
    assert main([*TOY, "--keep", str(folder)]) == 0
    assert capsys.readouterr().out == f"written: {folder / '3-default.txt'}\n"
    assert main(look) == 0
    assert capsys.readouterr().out.count("holds") == 1


def test_the_command_tells_its_rules_and_defaults_and_what_it_lacks(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--rules"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.split(maxsplit=1) for line in told] == [[r.name, r.statement] for r in ALL_RULES]
    for arguments in (["--help"], [*TOY, "--rule", "playthroughs"]):
        with pytest.raises(SystemExit):
            main(arguments)
    told_out, told_err = capsys.readouterr()
    assert "so many are played (200)" in told_out
    assert "the number of the first (0)" in told_out
    assert "playthroughs is looked at in a folder: --kept" in told_err


class Card(Struct, frozen=True):
    number: int


class Table(Struct, frozen=True):
    turn: int
    points: tuple[int, ...] = ()
    cards: tuple[Card, ...] = ()


def test_what_differs_is_told_by_its_path() -> None:
    before = Table(1, (0, 0), (Card(5),))
    assert [*find_differences(before, before)] == []
    assert [*find_differences(None, before)] == [
        "turn 1",
        "points (0, 0)",
        "cards (Card(number=5),)",
    ]
    assert [*find_differences(before, Table(2, (0, 3), (Card(6),)))] == [
        "turn 1 -> 2",
        "points[1] 0 -> 3",
        "cards[0].number 5 -> 6",
    ]
    assert [*find_differences(before, Table(1, (0, 0), (Card(5), Card(6))))] == [
        "cards + (Card(number=6),)"
    ]
    assert [*find_differences(before, Table(1, (0, 0)))] == ["cards (Card(number=5),) -> ()"]


def test_a_game_reads_as_a_story() -> None:
    text = playthroughs.make_playthroughs(PACKAGE)["3-default.txt"]
    first = text.partition("\n\n2. ")[0]
    assert "1. Ben: name/3/3.4\n   Ben has answered.\n" in first
    assert "   Ben: own None -> NameNumber(number=3, suspected=(3, 4))\n" in first
    assert first.endswith("asked 'number' (0, round:0, 50 moves): Ada, Cleo")
    assert text.splitlines()[-1].startswith("   place ")


def test_a_file_is_told_of_each_choice_of_each_option() -> None:
    there = {file.name for file in folder_of("secret_numbers").glob("*-*.txt")}
    assert there == {"3-default.txt", "3-numbers-many.txt"}
