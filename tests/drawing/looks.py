"""How tests look at the pictures of all games."""

from collections.abc import Callable
from io import BytesIO

from PIL import Image

from bot.drawing.kit import PIECE_CACHE

MAX_PICTURE_BYTES = 130_000


def open_picture(picture: bytes) -> Image.Image:
    """Open a picture that is a JPEG, and small enough to send."""
    assert len(picture) < MAX_PICTURE_BYTES
    image = Image.open(BytesIO(picture))
    assert image.format == "JPEG"
    return image.convert("RGB")


def assert_same_bytes(draw: Callable[[], bytes], *others: Callable[[], bytes]) -> None:
    """Check that a picture is the same each time, whatever others were drawn before."""
    PIECE_CACHE.clear()
    first = draw()
    for other in others:
        other()
    assert draw() == first
    PIECE_CACHE.clear()
    assert draw() == first
