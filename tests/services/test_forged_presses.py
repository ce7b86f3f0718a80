"""Presses whose custom ids an attacker has written are answered like any other."""

import pytest

from bot.bench.shown import Control
from bot.bench.world import World
from tests.play.evening import deal

FORGED_VALUES = (
    "9" * 40,
    str(2**63),
    f"{2**63}/all/{'x' * 60}/x",
    "-1",
    "x" * 70,
    "1/2/3/4/5/6/7",
    "back/" + "9" * 40,
    "resume/" + "9" * 40,
    "rematch/" + "9" * 40 + "/x",
    "play/liars_dice/x/x/x/" + "9" * 20,
    "liars_dice/ever/" + "9" * 40,
    "9" * 20 + "/" + "9" * 20,
    "\0",
)
"""Arguments of actions that no button of the bot has."""


@pytest.mark.parametrize("value", FORGED_VALUES)
async def test_each_action_answers_a_forged_value(world: World, value: str) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    help_page = (await cleo.slash("cats help")).shown
    for name in sorted(world.bot.services.actions.names):
        for table in (0, 1):
            custom_id = f"c1:d:{table}:{name}:{value}"[:100]
            button = Control("", custom_id, disabled=False, style=2)
            answer = await world.click(cleo, help_page, button, {})
            assert "Oops" not in answer.text, custom_id
