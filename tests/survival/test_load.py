"""The benchmark of people at many tables works; its figures decide nothing here."""

import asyncio
from pathlib import Path

import pytest

from benchmarks.crowd import Plan
from benchmarks.load import compared, main, table
from benchmarks.measuring import Timing
from tests.patience import HANG_TIMEOUT_SECONDS, WITHOUT_PAUSES

TEXT_GAMES = ("catham_city", "quickpick")
SHORT_TIMING = Timing(seconds=1.0, patience=HANG_TIMEOUT_SECONDS, constants=WITHOUT_PAUSES)


@pytest.mark.parametrize(
    "game",
    ["cloaked_cats", *(pytest.param(each, marks=pytest.mark.thorough) for each in TEXT_GAMES)],
)
def test_people_play_at_some_tables_and_all_are_answered(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text_only = game in TEXT_GAMES
    plan = Plan(game, channels=2, people=4, seats=3, think=(0.5, 0.6), text_only=text_only)
    outcome = asyncio.run(compared(plan, SHORT_TIMING, alone=2 if text_only else 0))
    assert outcome.bot.unanswered == outcome.floor.unanswered == 0
    assert outcome.bot.moves > 0
    assert outcome.floor.presses > 0
    assert text_only or outcome.bot.pictures > 0
    assert "acknowledged" in table(outcome)
    assert list(tmp_path.iterdir()) == []


def test_beside_computers_it_is_told_how_late_they_move_and_what_they_cost_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    plan = Plan("catham_city", channels=2, people=1, seats=1, computers=2, level="fox")
    patient = Timing(seconds=5.0, patience=HANG_TIMEOUT_SECONDS, constants=WITHOUT_PAUSES)
    outcome = asyncio.run(compared(plan, patient))
    assert 0 <= outcome.bot.late_mean <= outcome.bot.late_most
    assert outcome.bot.aside > 0
    assert outcome.bot.aside_cpu > 0


@pytest.mark.parametrize(
    "wrong",
    ["--think 0.1 1", "--game quickpick --people 2", "--computers 1 --people 3 --level child"],
)
def test_a_crowd_that_cannot_play_is_refused(
    wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(wrong.split())
    assert "usage" in capsys.readouterr().err


def test_two_workers_serve_a_crowd_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    plan = Plan("quickpick", channels=4, people=3, seats=3, think=(0.5, 0.6), text_only=True)
    outcome = asyncio.run(compared(plan, SHORT_TIMING, workers=2))
    assert outcome.bot.unanswered == 0
    assert outcome.bot.moves > 0
    assert list(tmp_path.iterdir()) == []
