"""The command checks days, prints figures, and shows a puzzle as people see it."""

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
        lines = [line for line in out.splitlines() if line[:3].strip().isdecimal()]
        assert len(lines) == cats
        for card, line in zip(puzzle.cards, lines, strict=False):
            assert ", ".join(FEATURES[each] for each in CATS[card]) in line
    assert f"{names[0]} has: {names[1]}" in out


def test_what_does_not_follow_costs_a_paw_print_and_hints_and_reasons_can_be_had(
    monkeypatch, capsys
):
    wrong = "--mark", "B", "white", "--mark", "B", "brown", "--mark", "B", "blue"
    out = show(monkeypatch, capsys, *wrong, *("--mark", "B", "black"))
    assert "you can't know that yet." in out
    assert "Paw prints lost: 0" not in out
    assert "A next step follows from cats" in show(monkeypatch, capsys, "--hint")
    assert "last-left" in show(monkeypatch, capsys, "--explain")
