"""Turns of whole games are counted and measured, and fit into the window."""

import pytest
from playwright.async_api import Page

from bot.demo.heights import VISIBLE_HEIGHT_PIXELS
from tests.heights.turns import LOBBY, TABLES, play, summary, turns_table

pytestmark = pytest.mark.asyncio(loop_scope="package")
TURNS = 2
MOST_PRESSES = 6
"""Of one turn: a mime's, who looks and shows four parts."""


@pytest.mark.parametrize("game", TABLES)
async def test_turns_take_few_presses_and_nobody_scrolls(page: Page, game: str) -> None:
    played = await play(page, game, TABLES[game][-1], "de", most=TURNS)
    lobby, *turns = played.turns
    assert lobby.name == LOBBY
    assert len(turns) == TURNS
    for turn in turns:
        assert 1 <= turn.presses <= MOST_PRESSES
        # What is pressed on the board leads to no own screen, all else to one each.
        assert len(turn.screens) in (0, turn.presses)
    names = [name for turn in played.turns for name in (turn.board, *turn.screens)]
    for device, most in VISIBLE_HEIGHT_PIXELS.items():
        heights = played.heights[device]
        assert list(heights) == names
        assert all(0 < height.total <= most for height in heights.values()), heights
    table = turns_table(played)
    assert all(f"| {turn.name} | {turn.presses} |" in table for turn in turns)
    assert "**no**" not in table
    assert summary(played).count("| 0 of ") == 2 * len(VISIBLE_HEIGHT_PIXELS)
