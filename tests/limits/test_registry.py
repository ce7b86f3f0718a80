"""Every screen of a whole game in every language against Discord's limits.

These are the registered games for which no other module here knows the longest screens.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from bot.domain.table import Match, Phase
from bot.engine.screen import Screen
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES
from bot.presenters import screens
from bot.testing.playing import RANDOM_PLAYERS, Setup, list_choices, play_game
from tests.limits.checks import check_that_all_fit
from tests.limits.tables import (
    ID,
    board_telling,
    list_move_steps,
    lobby_panels,
    people,
    table_of,
    table_panels,
)
from tests.tables import expect_game
from tests.toys import REGISTRY

PLAIN = [name for name in REGISTRY if not Path(__file__).with_name(f"test_{name}.py").exists()]


def list_screens(name: str, language: str) -> Iterator[tuple[str, Screen]]:
    """Yield the screens of a game with as many people as can play, by the last of all choices."""
    package, luck = REGISTRY[name], Random(1)
    seats = package.game.seats[-1]
    options = {option.name: list_choices(option)[-1] for option in package.game.options}
    for moment in play_game(package, Setup(1, seats, options, RANDOM_PLAYERS)).steps:
        number, state = moment.number, moment.state
        phase: Phase = "playing" if package.game.prompts(state) else "over"
        chosen = tuple(options.items())
        table = table_of(name, state, language, people(seats), phase=phase, options=chosen)
        if number == 0:
            yield from lobby_panels(package, table)
            yield from table_panels(package, table)
        yield f"board {number}", board_telling(table, package, moment.events)
        for user in (ID + number % seats, 5):
            yield f"own {number}", screens.render_own(table, package, user, language)
            yield (
                f"words {number}",
                screens.render_words(expect_game(table), package, user, language),
            )
        if isinstance(table, Match):
            yield from list_move_steps(table, package, "move", luck)


def test_the_games_here_are_held_to_their_own_worst() -> None:
    assert set(REGISTRY) - set(PLAIN) == {*GAMES}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PLAIN)
async def test_every_screen_of_a_whole_game_fits(name: str, language: str) -> None:
    assert len(await check_that_all_fit(list_screens(name, language))) > 50
