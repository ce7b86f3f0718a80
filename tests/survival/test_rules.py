"""The benchmark of the rules works; its figures decide nothing here."""

import pytest

from benchmarks.rules import measure_calls, measure_games
from bot.games.registry import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_each_call_of_a_game_is_measured(game: str) -> None:
    found = {call: median for call, median, _ in measure_calls(game, games=4)}
    calls = {"all of a move", "legal moves", "legal paths", "view", "step", "to JSON and back"}
    assert found.keys() >= calls
    assert all(microseconds > 0 for microseconds in found.values())


@pytest.mark.parametrize("game", GAMES)
def test_whole_games_are_measured_by_types_and_by_paths(game: str) -> None:
    found = {call: microseconds for call, microseconds, _ in measure_games(game, games=4)}
    assert found.keys() == {"a move by types", "a move by paths"}
    assert all(microseconds > 0 for microseconds in found.values())
