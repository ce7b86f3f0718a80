"""What the tests of Discord's limits share."""

from collections.abc import Iterator

import pytest

from bot.discord_adapter.picture_renderer import Easel
from tests.patience import HANGS


@pytest.fixture
def easel(monkeypatch: pytest.MonkeyPatch) -> Iterator[Easel]:
    """Draw each picture once, however long that takes on a busy machine."""
    monkeypatch.setattr("bot.discord_adapter.picture_renderer.PATIENCE", HANGS)
    drawing = Easel()
    yield drawing
    drawing.close()
