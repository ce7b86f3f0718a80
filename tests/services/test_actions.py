"""Each button stands for an action that there is, and each action has a button."""

import ast
from pathlib import Path

from bot.bench.world import World
from tests.sources import parse_source

ROOT = Path(__file__).parents[2]


def list_action_names() -> set[str]:
    """Return the actions that the code makes buttons for, by `TableAction("name", ...)`."""
    return {
        str(call.args[0].value)
        for file in (ROOT / "bot").rglob("*.py")
        for call in ast.walk(parse_source(file))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "TableAction"
        if call.args and isinstance(call.args[0], ast.Constant)
    }


async def test_each_button_stands_for_an_action_and_each_action_has_a_button(world: World) -> None:
    assert list_action_names() == set(world.bot.services.actions.names)
