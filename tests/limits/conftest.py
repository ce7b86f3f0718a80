"""What the tests of Discord's limits share."""

from collections.abc import Iterator

import pytest

from bot.discord_adapter.picture_renderer import PictureRenderer
from tests.patience import HANG_TIMEOUT_SECONDS


@pytest.fixture
def renderer(monkeypatch: pytest.MonkeyPatch) -> Iterator[PictureRenderer]:
    """Draw each picture once, however long that takes on a busy machine."""
    monkeypatch.setattr(
        "bot.discord_adapter.picture_renderer.DEFAULT_PICTURE_TIMEOUT_SECONDS", HANG_TIMEOUT_SECONDS
    )
    drawing = PictureRenderer()
    yield drawing
    drawing.close()
