"""What stands in for pictures in tests of something else, because to draw them takes long.

`tests/drawing` draws them all, as do the tests of heights, secrets and replays.
"""

from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.common.counters import Counters


@pytest.fixture(autouse=True)
def pictures_are_not_drawn(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Attach a tiny JPEG for each picture, which differs as the picture does.

    A test that is marked `draws` gets the real ones.
    """
    if request.node.get_closest_marker("draws") is None:
        monkeypatch.setattr("bot.discord_adapter.picture_renderer._draw_picture", _stand_in)


def _stand_in(draw: Callable[[], bytes], _: Counters) -> bytes:
    method: Any = draw
    return TINY_JPEG + sha256(repr(method.__self__.key).encode()).digest()


def _make_tiny_jpeg() -> bytes:
    file = BytesIO()
    Image.new("RGB", (1, 1)).save(file, "JPEG")
    return file.getvalue()


TINY_JPEG = _make_tiny_jpeg()
"""A whole file: what follows its end is ignored."""
