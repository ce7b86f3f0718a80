"""Measures how long a film that shares a whole game takes to make, and how large it is.

Run: python -m benchmarks.films [GAME ...]

As many play as can. Each film is made as the bot makes it, with an empty cache of drawn cards, and
again when the cards are known. The same frames are also encoded as WebP, for comparison.
"""

import asyncio
from argparse import ArgumentParser
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

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
    renderer, context = PictureRenderer(), make_context(found, "en", is_last_step=True)
    highlights = find_highlights(found, context)
    for cards in ("new", "known"):
        if cards == "new":
            PIECE_CACHE.clear()
        began, cpu = perf_counter(), process_time()
        film = await asyncio.to_thread(make_film, found, 0, highlights, "en", is_whole_game=True)
        drawn = await draw(renderer, film)
        drawn_cpu = process_time()
        gif = await asyncio.to_thread(animate, drawn, MAX_FILM_BYTES)
        print(
            f"  {cards} cards: {process_time() - cpu:.2f} s of CPU, of which "
            f"{process_time() - drawn_cpu:.2f} for the GIF; {perf_counter() - began:.1f} s in all"
        )
    seconds = sum(frame.seconds for frame in film)
    print(f"  {len(film)} frames, {seconds:.1f} s, GIF {len(gif) / 1000:.0f} KB")
    for quality in WEBP_QUALITIES:
        cpu = process_time()
        kilobytes = len(encode_webp(drawn, quality)) / 1000
        took = process_time() - cpu
        print(f"  WebP, quality {quality}: {kilobytes:.0f} KB, {took:.2f} s of CPU")
    renderer.close()


async def main(games: Sequence[str]) -> None:
    """Measure a film of each of these games."""
    for game in games:
        with TemporaryDirectory() as folder:
            (found,) = await play_replays(Path(folder), game, range(1, 2), full=True)
        print(f"{game}: {len(found.table.players)} players, {len(found.steps)} steps")
        await measure(found)


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all games by default")
    asyncio.run(main(parser.parse_args().games or [*GAMES]))
