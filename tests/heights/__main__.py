"""How high all screens are: `python -m tests.heights [GAME ...]` prints tables in Markdown."""

import asyncio
import sys
from collections.abc import Sequence
from itertools import product

from bot.demo.heights import open_browser
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES
from bot.services import sessions
from tests.heights.test_heights import SCENES
from tests.heights.worlds import measure


async def print_heights(games: Sequence[str]) -> None:
    """Print the heights of these games' worst screens beside their limits, and of all steps."""
    sessions.MISCLICK_GUARD_SECONDS = 0.0  # time stands still between two presses
    async with open_browser() as page:
        for game, language in product(games, LANGUAGES):
            scenes = SCENES[game]
            print(f"## {game}, {language}\n\n| screen | device | height | at most |")
            print("|---" * 4 + "|")
            for keep in (scenes.worst, scenes.steps):
                heights = (await measure(page, keep, scenes.PEOPLE, language)).heights
                for place, (device, found) in enumerate(heights.items()):
                    for name, height in found.items():
                        most = scenes.TARGETS.get(name, ("", ""))[place]
                        print(f"| {name} | {device} | {height} | {most} |", flush=True)


if __name__ == "__main__":
    asyncio.run(print_heights(sys.argv[1:] or tuple(GAMES)))
