"""Frames one after the other in one small picture."""

from io import BytesIO
from random import Random

import pytest
from PIL import Image

from bot.drawing.animation import GIF_WIDTHS_PIXELS, animate


def board(width: int, height: int, seed: int) -> bytes:
    noise = Image.frombytes("RGB", (width, height), Random(seed).randbytes(3 * width * height))
    file = BytesIO()
    noise.save(file, "JPEG")
    return file.getvalue()


def test_each_frame_stands_for_its_time() -> None:
    frames = [(board(90, 70, n), seconds) for n, seconds in enumerate((2.0, 0.5, 1.25))]
    film = Image.open(BytesIO(animate(frames, 10**9)))
    assert film.n_frames == 3  # type: ignore[attr-defined]
    times = []
    for frame in range(3):
        film.seek(frame)
        times.append(film.info["duration"])
    assert times == [2000, 500, 1250]
    assert film.size == (GIF_WIDTHS_PIXELS[0], round(70 * GIF_WIDTHS_PIXELS[0] / 90))


def test_frames_of_different_heights_stand_in_one_picture() -> None:
    frames = [(board(100, 50, 1), 0.5), (board(100, 100, 2), 0.5)]
    film = Image.open(BytesIO(animate(frames, 10**9)))
    assert film.size == (GIF_WIDTHS_PIXELS[0], GIF_WIDTHS_PIXELS[0])


@pytest.mark.parametrize("most", [400_000, 100_000])
def test_it_is_made_smaller_until_it_fits(most: int) -> None:
    film = animate([(board(400, 300, n), 0.5) for n in range(3)], most)
    assert len(film) <= most
    assert Image.open(BytesIO(film)).width < GIF_WIDTHS_PIXELS[0]
