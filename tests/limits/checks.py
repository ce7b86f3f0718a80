"""What is sent for a screen, against Discord's limits."""

from collections.abc import Iterable, Mapping

import pytest
from msgspec.structs import replace

from bot.discord_adapter.messages import render_message
from bot.discord_adapter.picture_renderer import PictureRenderer
from bot.engine.package import GamePackage
from bot.engine.screen import Screen
from bot.i18n import LANGUAGES
from tests.bench.limits import message_problems

Named = Iterable[tuple[str, Screen]]
"""Screens, each with a name to find it by."""


class BlankRenderer(PictureRenderer):
    """Draws nothing: no limit is about what a picture shows, and each one is attached."""

    async def draw(self, *_: object, **__: object) -> bytes:
        return b"?"


def in_all_looks(package: GamePackage, longest: Mapping[str, str]) -> pytest.MarkDecorator:
    """Run a test in each `language` with the longest emojis of an application, once with others."""
    looks = [(language, replace(package, emojis=longest)) for language in LANGUAGES]
    return pytest.mark.parametrize(("language", "package"), [*looks, (LANGUAGES[-1], package)])


async def check_that_all_fit(screens: Named) -> list[str]:
    """Fail unless Discord takes all these screens; return their names."""
    names, renderer = [], BlankRenderer()
    for name, screen in screens:
        body = {**(await render_message(screen, renderer)).body, "nonce": "1" * 25}
        problems = message_problems(body)
        assert not problems, f"{name}: {problems}"
        names.append(name)
    return names
