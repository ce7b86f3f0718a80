"""What the tests of Discord's limits share."""

from collections.abc import Iterator

import pytest

from bot.edge.easel import Easel


@pytest.fixture
def easel() -> Iterator[Easel]:
    """Draw each picture once."""
    drawing = Easel()
    yield drawing
    drawing.close()
