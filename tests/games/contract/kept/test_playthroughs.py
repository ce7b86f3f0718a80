"""Whole games are told in words, with what has changed in each view."""

from pathlib import Path

from msgspec import Struct

from bot.games.contract.kept import playthroughs
from bot.games.contract.kept.differences import differences
from tests.games.contract.kept import folder_of
from tests.toys.secret_numbers.box import BOX


class Card(Struct, frozen=True):
    number: int


class Table(Struct, frozen=True):
    turn: int
    points: tuple[int, ...] = ()
    cards: tuple[Card, ...] = ()


def test_what_differs_is_told_by_its_path() -> None:
    before = Table(1, (0, 0), (Card(5),))
    assert [*differences(before, before)] == []
    assert [*differences(None, before)] == ["turn 1", "points (0, 0)", "cards (Card(number=5),)"]
    assert [*differences(before, Table(2, (0, 3), (Card(6),)))] == [
        "turn 1 -> 2",
        "points[1] 0 -> 3",
        "cards[0].number 5 -> 6",
    ]
    assert [*differences(before, Table(1, (0, 0), (Card(5), Card(6))))] == [
        "cards + (Card(number=6),)"
    ]
    assert [*differences(before, Table(1, (0, 0)))] == ["cards (Card(number=5),) -> ()"]


def test_a_game_reads_as_a_story(tmp_path: Path) -> None:
    text = playthroughs.texts(BOX, tmp_path)["3-default.txt"]
    first = text.partition("\n\n2. ")[0]
    assert "1. Ben: name/3/3.4\n   Ben has answered.\n" in first
    assert "   Ben: own None -> NameNumber(number=3, suspected=(3, 4))\n" in first
    assert first.endswith("asked 'number' (0, round:0, 50 moves): Ada, Cleo")
    assert text.splitlines()[-1].startswith("   place ")


def test_a_file_is_told_of_each_choice_of_each_option(tmp_path: Path) -> None:
    there = {file.name for file in folder_of("secret_numbers").glob("*-*.txt")}
    assert there == {"3-default.txt", "3-numbers-many.txt"} == {*playthroughs.texts(BOX, tmp_path)}
