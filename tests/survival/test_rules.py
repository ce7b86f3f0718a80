"""The benchmark of the rules works; its figures decide nothing here."""

import pytest

from benchmarks.rules import measure_calls, measure_games
from bot.games.registry import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_calls_of_a_game_and_its_whole_games_are_measured(game: str) -> None:
    calls = {call: median for call, median, _ in measure_calls(game, games=1)}
    told = {"all of a move", "legal moves", "legal paths", "view", "step", "to JSON and back"}
    assert calls.keys() >= told
    games = {call: microseconds for call, microseconds, _ in measure_games(game, games=1)}
    assert games.keys() == {"a move by types", "a move by paths"}
    assert all(microseconds > 0 for microseconds in (*calls.values(), *games.values()))
