"""The command checks days, prints figures, and shows a puzzle as people see it."""

import re

import pytest

from bot.games.cloaked_cats.model.state import CATS, FEATURES
from tools import puzzles
from tools.puzzles import OWNER_NAMES, PuzzleError, check_days, main, make_puzzle, make_seed

DAY = puzzles.FIRST_DAY


def show(monkeypatch, capsys, *options):
    monkeypatch.setattr("sys.argv", ["puzzles", "--show", str(DAY), *options])
    main()
    return capsys.readouterr().out


def test_a_week_is_made_checked_and_counted(capsys):
    check_days(7, seed=5)
    out = capsys.readouterr().out
    for line in ("Sunday: 1 puzzles", "rung 1: 2 puzzles", "rung 3: 2 puzzles", "7 days are right"):
        assert line in out


def test_a_day_whose_puzzle_is_wrong_is_named(monkeypatch):
    def fail(puzzle):
        raise PuzzleError("a cat appears twice")

    monkeypatch.setattr(puzzles, "check_puzzle", fail)
    with pytest.raises(SystemExit, match=f"{DAY} is not right: a cat appears twice"):
        check_days(1, seed=1)


def test_only_what_lies_open_is_shown(monkeypatch, capsys):
    puzzle, _ = make_puzzle(make_seed(1, DAY), DAY.weekday())
    mark = puzzle.following[0][0]
    names = OWNER_NAMES[mark.owner], FEATURES[mark.feature]
    for options, cats in (((), puzzle.open_cards[0]), (("--mark", *names), puzzle.open_cards[1])):
        out = show(monkeypatch, capsys, *options)
        lines = dict(re.findall(r"^`(\d+)` (.*)$", out, re.MULTILINE))
        assert {int(number) for number in lines} == set(range(1, cats + 1))
        for number, card in enumerate(puzzle.cards[:cats], 1):
            assert all(
                FEATURES[each].replace("-", " ") in lines[str(number)] for each in CATS[card]
            )
    assert re.search(rf"\*\*{names[0]}:\*\* {names[1].replace('-', ' ')}, \?, \?", out)


def test_what_does_not_follow_costs_a_paw_print_and_hints_and_reasons_can_be_had(
    monkeypatch, capsys
):
    puzzle, _ = make_puzzle(make_seed(1, DAY), DAY.weekday())
    wrong = next(feature for feature in range(len(FEATURES)) if feature not in puzzle.answer[0])
    out = show(monkeypatch, capsys, "--mark", "B", FEATURES[wrong])
    assert "you can't know that yet." in out
    assert "Paw prints lost: 1." in out
    assert "Look at cats" in show(monkeypatch, capsys, "--hint")
    assert re.search(r"Cats? .* mask", show(monkeypatch, capsys, "--explain"))
