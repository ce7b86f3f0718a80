"""Each action has a button."""

import ast
from collections.abc import Iterator
from pathlib import Path

from bot.bench.world import World
from tests.sources import parse_source

ROOT = Path(__file__).parents[2]


def iterate_strings(node: ast.AST) -> Iterator[str]:
    """Yield all strings in code, but for those that are given to decorators such as `@action`."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for name, children in ast.iter_fields(node):
        if name != "decorator_list":
            for child in children if isinstance(children, list) else [children]:
                if isinstance(child, ast.AST):
                    yield from iterate_strings(child)


async def test_each_action_has_a_button(world: World) -> None:
    missing = set(world.bot.services.actions.names)
    for file in (ROOT / "bot").rglob("*.py"):
        missing.difference_update(iterate_strings(parse_source(file)))
    assert missing == set()
