"""Screens in Discord's own words."""

from collections.abc import Iterator

import pytest

from bot.discord_adapter.messages import message
from bot.discord_adapter.picture_renderer import Easel
from bot.engine.screen import Picture, Screen


@pytest.fixture
def easel() -> Iterator[Easel]:
    """What draws the pictures."""
    easel = Easel()
    yield easel
    easel.close()


def drawn() -> bytes:
    return b"a picture"


async def test_a_picture_in_an_embed_says_what_it_shows(easel: Easel) -> None:
    hand = Picture("hand.jpg", "Three cats.", drawn, ())
    screen = Screen("Yours", "Choose one.", below=hand, colour=0x123456)
    (embed,) = (await message(screen, easel, patience=60)).body["embeds"]
    assert embed == {
        "title": "Yours",
        "description": "Choose one.",
        "color": 0x123456,
        "image": {"url": "attachment://hand.jpg", "description": "Three cats."},
    }
