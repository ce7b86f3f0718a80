"""The benchmark of the rules works; its figures decide nothing here."""

import pytest

from benchmarks.rules import measure
from bot.games.registry import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_each_call_of_a_game_is_measured(game: str) -> None:
    found = {call: median for call, median, _ in measure(game, games=4)}
    calls = {"all of a move", "legal moves", "legal paths", "view", "step", "to JSON and back"}
    assert found.keys() >= calls
    assert all(microseconds > 0 for microseconds in found.values())
