"""What is sent for a screen, against Discord's limits."""

from collections.abc import Iterable, Mapping

import pytest
from msgspec.structs import replace

from bot.discord_adapter.messages import render_message
from bot.discord_adapter.picture_renderer import PictureRenderer
from bot.engine.package import GamePackage
from bot.engine.screen import Screen
from tests.bench.limits import message_problems

Named = Iterable[tuple[str, Screen]]
"""Screens, each with a name to find it by."""


class BlankRenderer(PictureRenderer):
    """Draws nothing: no limit is about what a picture shows, and each one is attached."""

    async def draw(self, *_: object, **__: object) -> bytes:
        return b"?"


def with_both_emojis(package: GamePackage, longest: Mapping[str, str]) -> pytest.MarkDecorator:
    """Run a test of a `package` with standard emojis, then with the longest of an application."""
    packages = (package, replace(package, emojis=longest))
    return pytest.mark.parametrize("package", packages, ids=("standard emojis", "longest emojis"))


async def check_that_all_fit(screens: Named) -> list[str]:
    """Fail unless Discord takes all these screens; return their names."""
    names, renderer = [], BlankRenderer()
    for name, screen in screens:
        body = {**(await render_message(screen, renderer)).body, "nonce": "1" * 25}
        problems = message_problems(body)
        assert not problems, f"{name}: {problems}"
        names.append(name)
    return names
