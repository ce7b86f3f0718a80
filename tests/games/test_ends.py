"""The end of a game says something about everybody who played, besides their place."""

import re

import pytest

from bot.engine.screens import ScreenContext
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from bot.testing.playing import make_setup, play_game

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil", "Hana")
PLAYED_GAMES = 4
TOLD = re.compile(r"[^\W\d_]{2,}|\*\*\d+\*\*")
"""Words, or a number of points. The letter of a player's sign and the medal are less."""


@pytest.mark.parametrize("pictures", [True, False])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_end_tells_something_about_everybody(game: str, language: str, pictures: bool) -> None:
    package = GAMES[game]
    for number in range(
        len(package.computers.levels) + 1, len(package.computers.levels) + 1 + PLAYED_GAMES
    ):
        play = play_game(package, make_setup(package, number))
        state, seats = play.steps[-1].state, play.setup.seats
        names = NAMES[:seats]
        context = ScreenContext(text(language, package.text), names, names, pictures)
        places = package.game.standings(state)
        assert places
        end = package.screens.end(package.game.view(state, None), places, context)
        lines = [
            *end.text.splitlines(),
            *(f"{field.name} {line}" for field in end.fields for line in field.text.splitlines()),
        ]
        for name in names:
            told = [line.replace(name, "") for line in lines if name in line]
            assert any(map(TOLD.search, told)), (name, lines)
