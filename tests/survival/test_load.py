"""The benchmark of people at many tables works; its figures decide nothing here."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from benchmarks.crowd import Plan
from benchmarks.load import compared, main, table
from benchmarks.measuring import Timing, measured
from bot.games.registry import GAMES
from tests.patience import HANG_TIMEOUT_SECONDS, WITHOUT_PAUSES

TEXT_GAMES = ("catham_city", "quickpick", "who_barked")
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
    seats = max(3, GAMES[game].game.seats[0])
    plan = Plan(game, 2, people=seats + 1, seats=seats, think=(0.5, 0.6), text_only=text_only)
    outcome = asyncio.run(compared(plan, SHORT_TIMING, alone=2 if text_only else 0))
    assert outcome.bot.unanswered == outcome.floor.unanswered == 0
    assert outcome.bot.moves > 0
    assert outcome.floor.presses > 0
    assert text_only or outcome.bot.pictures > 0
    assert "acknowledged" in table(outcome)
    assert list(tmp_path.iterdir()) == []


def test_workers_serve_a_crowd_together_and_it_is_told_what_computers_cost_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    plan = Plan("catham_city", channels=2, people=1, seats=1, computers=2, level="fox")
    run = asyncio.run(measured(plan, replace(SHORT_TIMING, seconds=3.0), workers=2))
    assert run.unanswered == 0
    assert run.moves > 0
    assert 0 <= run.late_mean <= run.late_most
    assert run.aside > 0
    assert run.aside_cpu > 0
    assert list(tmp_path.iterdir()) == []


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
