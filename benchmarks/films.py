"""Measures how long a film that shares a whole game takes to make, and how large it is.

Run: python -m benchmarks.films [GAME ...]

As many play as can. Each film is made as the bot makes it, with an empty cache of drawn cards, and
again when the cards are known. The same frames are also encoded as WebP, for comparison.
"""

import asyncio
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from PIL import Image

from bot.discord_adapter.channels import FILM_FRAME_TIMEOUT_SECONDS
from bot.discord_adapter.picture_renderer import PictureRenderer
from bot.drawing.animation import animate
from bot.drawing.kit import PIECE_CACHE
from bot.games.registry import GAMES
from bot.presenters.films import MAX_FILM_BYTES, Frame, make_film
from bot.presenters.replay import Replay, find_highlights, make_context
from tests.bench.watching import play_replays

WEBP_QUALITIES = (75, 50)
TICK_SECONDS = 0.005
"""How often the event loop is looked at while a film is made."""


async def longest_delay(until: asyncio.Event) -> float:
    """Return the longest time in seconds for which the event loop did nothing else."""
    longest = 0.0
    while not until.is_set():
        began = perf_counter()
        await asyncio.sleep(TICK_SECONDS)
        longest = max(longest, perf_counter() - began - TICK_SECONDS)
    return longest


def encode_webp(drawn: Sequence[tuple[bytes, float]], quality: int) -> bytes:
    """Encode the frames of a film as an animated WebP."""
    first, *others = [Image.open(BytesIO(jpeg)).convert("RGB") for jpeg, _ in drawn]
    file = BytesIO()
    times = [round(seconds * 1000) for _, seconds in drawn]
    first.save(
        file,
        "WEBP",
        save_all=True,
        append_images=others,
        duration=times,
        loop=0,
        quality=quality,
        method=2,
    )
    return file.getvalue()


async def draw(renderer: PictureRenderer, film: Sequence[Frame]) -> list[tuple[bytes, float]]:
    """Draw the frames of a film as the bot does."""
    drawn = []
    for frame in film:
        jpeg = await renderer.draw(frame.picture, FILM_FRAME_TIMEOUT_SECONDS, is_low_priority=True)
        assert jpeg
        drawn.append((jpeg, frame.seconds))
    return drawn


async def measure(found: Replay) -> None:
    """Print the figures of a game's film."""
    renderer, over = PictureRenderer(), asyncio.Event()
    delay = asyncio.create_task(longest_delay(over))
    context = make_context(found, "en", is_last_step=True)
    highlights = find_highlights(found, context)
    for known in (False, True):
        if not known:
            PIECE_CACHE.clear()
        began = perf_counter()
        film = await asyncio.to_thread(make_film, found, 0, highlights, "en", is_whole_game=True)
        chosen = perf_counter()
        drawn = await draw(renderer, film)
        done = perf_counter()
        gif = await asyncio.to_thread(animate, drawn, MAX_FILM_BYTES)
        encoded = perf_counter()
        print(
            f"  cards {'known' if known else 'new'}: {encoded - began:.2f} s "
            f"(choosing {chosen - began:.2f}, drawing {done - chosen:.2f}, "
            f"GIF {encoded - done:.2f})"
        )
    over.set()
    seconds = sum(frame.seconds for frame in film)
    print(f"  {len(film)} frames, {seconds:.1f} s, GIF {len(gif) / 1000:.0f} KB")
    print(f"  longest delay of the event loop: {1000 * await delay:.0f} ms")
    for quality in WEBP_QUALITIES:
        size, took = timed(lambda quality=quality: len(encode_webp(drawn, quality)))
        print(f"  WebP, quality {quality}: {size / 1000:.0f} KB, encoded in {took:.2f} s")
    renderer.close()


def timed(work: Callable[[], int]) -> tuple[int, float]:
    """Return the result of some work, and the seconds that it took."""
    began = perf_counter()
    return work(), perf_counter() - began


async def main(games: Sequence[str]) -> None:
    """Measure a film of each of these games."""
    for game in games:
        with TemporaryDirectory() as folder:
            (found,) = await play_replays(Path(folder), game, range(1, 2), full=True)
        print(f"{game}: {len(found.table.players)} players, {len(found.steps)} steps")
        await measure(found)


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], help="all games by default")
    asyncio.run(main(parser.parse_args().games or [*GAMES]))
