"""Screens in Discord's own words."""

from collections.abc import Iterator

import pytest

from bot.discord_adapter.messages import render_message
from bot.discord_adapter.picture_renderer import PictureRenderer
from bot.engine.screen import Picture, Screen, Select, TableAction


@pytest.fixture
def renderer() -> Iterator[PictureRenderer]:
    renderer = PictureRenderer()
    yield renderer
    renderer.close()


def make_picture_bytes() -> bytes:
    return b"a picture"


async def test_a_picture_in_an_embed_says_what_it_shows(renderer: PictureRenderer) -> None:
    hand = Picture("hand.jpg", "Three cats.", make_picture_bytes, ())
    screen = Screen("Yours", "Choose one.", below=hand, colour=0x123456)
    (embed,) = (await render_message(screen, renderer, timeout_seconds=60)).body["embeds"]
    assert embed == {
        "title": "Yours",
        "description": "Choose one.",
        "color": 0x123456,
        "image": {"url": "attachment://hand.jpg", "description": "Three cats."},
    }


async def test_of_a_menu_one_option_is_chosen_unless_it_says_otherwise(
    renderer: PictureRenderer,
) -> None:
    options = (("1", "one"), ("2", "two"), ("3", "three"))
    menus = [
        Select("How many?", TableAction("set"), options),
        Select("Which?", TableAction("pick"), options, min_values=2, max_values=3),
    ]
    screen = Screen("Yours", rows=tuple((menu,) for menu in menus))
    rows = (await render_message(screen, renderer, timeout_seconds=60)).body["components"]
    shown = [row["components"][0] for row in rows]
    assert [(each["min_values"], each["max_values"]) for each in shown] == [(1, 1), (2, 3)]
