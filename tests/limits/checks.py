"""What is sent for a screen, against Discord's limits."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from bot.discord_adapter.messages import render_message
from bot.discord_adapter.picture_renderer import PictureRenderer
from bot.engine.package import GamePackage
from bot.engine.screen import Screen
from tests.bench.limits import message_problems

Named = Iterable[tuple[str, Screen]]
"""Screens, each with a name to find it by."""


def with_both_emojis(package: GamePackage, longest: Mapping[str, str]) -> pytest.MarkDecorator:
    """Run a test of a `package` with standard emojis, then with the longest of an application."""
    packages = (package, replace(package, emojis=longest))
    return pytest.mark.parametrize("package", packages, ids=("standard emojis", "longest emojis"))


async def how_many_fit(screens: Named, renderer: PictureRenderer) -> int:
    """Return how many screens there are, all of which Discord takes; else fail."""
    checked = 0
    for name, screen in screens:
        problems = message_problems(await _body_of(screen, renderer))
        assert not problems, f"{name}: {problems}"
        checked += 1
    return checked


async def _body_of(screen: Screen, renderer: PictureRenderer) -> dict[str, Any]:
    return {**(await render_message(screen, renderer)).body, "nonce": "1" * 25}
