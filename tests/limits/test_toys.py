"""Every screen of the tiny games in every language against Discord's limits."""

import pytest
from msgspec.structs import replace

from bot.games.screen import Look
from bot.tables import screens
from bot.text import LANGUAGES
from tests.limits.checks import how_many_fit
from tests.limits.tables import (
    ID,
    InOrder,
    beside_computers,
    board_telling,
    lobby_panels,
    people,
    table_of,
)
from tests.toys import SHELF


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_screen_of_a_game_with_options_and_selects_fits(language, easel):
    """Games beside the first use what it does not: own options, selects, pauses."""
    for name in ("secret_numbers", "race"):
        box = SHELF[name]
        options = {option.name: option.choices[-1] for option in box.game.options}
        dealt, events = box.game.deal(4, options, InOrder())
        running = table_of(name, dealt, language, people(4), options=tuple(options.items()))
        lobby = replace(running, phase="lobby")
        computers = beside_computers(box.game.seats[-1] - 1, box.game.levels[-1])
        full = replace(lobby, players=computers)
        shown = [
            *(("board", board_telling(at, box, events)) for at in (lobby, running, full)),
            *lobby_panels(box, running),
            *(("own", screens.own(running, box, ID, language, Look(0, p))) for p in ("", "7")),
        ]
        assert await how_many_fit(shown, easel)
