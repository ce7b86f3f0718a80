"""Each button stands for an action that there is, and each action has a button."""

import ast
from pathlib import Path

from bot.bench.world import World
from tests.sources import parse_source

ROOT = Path(__file__).parents[2]


def list_strings(*, in_decorators: bool) -> set[str]:
    """Return the strings of the bot's code that are given to `@action`, or all others."""
    found = set[str]()
    for file in (ROOT / "bot").rglob("*.py"):
        nodes = [*ast.walk(parse_source(file))]
        decorated = {
            constant
            for node in nodes
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            for decorator in node.decorator_list
            for constant in ast.walk(decorator)
        }
        found |= {
            str(node.value)
            for node in nodes
            if isinstance(node, ast.Constant) and (node in decorated) is in_decorators
        }
    return found


async def test_each_action_has_a_button(world: World) -> None:
    names = set(world.bot.services.actions.names)
    assert names - list_strings(in_decorators=False) == set()
