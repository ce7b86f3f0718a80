"""How high all screens are, as tables in Markdown.

`python -m tests.heights [GAME ...]` measures the worst screens and all steps;
`python -m tests.heights turns [GAME ...]` plays whole games and counts the presses, too.
"""

import asyncio
import sys
from collections.abc import Sequence
from itertools import product

from playwright.async_api import Page

from bot.demo.heights import WINDOW_PIXELS, open_browser
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES
from bot.services import sessions
from tests.heights.games import SCENES, jumps, pairs
from tests.heights.turns import TABLES, play, summary, turns_table
from tests.heights.worlds import measure


async def main(page: Page, games: Sequence[str]) -> None:
    """Print the heights of these games' screens, and how far the steps' heights are apart."""
    for game in games:
        for language in LANGUAGES:
            print(f"## {game}, {language}\n")
            print(await worst_table(page, game, language))
            print(await steps_table(page, game, language), flush=True)


async def whole_games(page: Page, games: Sequence[str]) -> None:
    """Print what each turn of whole games takes, and its heights."""
    tables = [(game, people) for game in games for people in TABLES[game]]
    for (game, people), language in product(tables, LANGUAGES):
        played = await play(page, game, people, language)
        print(f"## {game} of {people}, {language}\n")
        print(turns_table(played))
        print(summary(played), flush=True)


async def worst_table(page: Page, game: str, language: str) -> str:
    """Return the heights of the worst screens beside what they may be."""
    scenes = SCENES[game]
    heights = (await measure(page, scenes.worst, scenes.PEOPLE, language)).heights
    lines = ["| screen | device | height | at most | words | picture | embed | buttons |"]
    lines.append("|---" * 8 + "|")
    for name in heights["phone"]:
        most = scenes.TARGETS.get(name, ("", ""))
        for device, may_be in zip(WINDOW_PIXELS, most, strict=True):
            one = heights[device][name]
            over = isinstance(may_be, int) and one.total > may_be
            whole = f"**{one.total}**" if over else one.total
            lines.append(
                f"| {name} | {device} | {whole} | {may_be}"
                f" | {one.content} | {one.picture} | {one.embed} | {one.rows} |"
            )
    for device in WINDOW_PIXELS:
        for pair in pairs(scenes, heights[device], device):
            limit = "" if pair.most is None else pair.most
            lines.append(f"| {pair.name} | {device} | {pair.pixels} | {limit} | | | | |")
    return "\n".join((*lines, ""))


async def steps_table(page: Page, game: str, language: str) -> str:
    """Return the heights of consecutive steps, and how far they jump."""
    scenes = SCENES[game]
    measured = await measure(page, scenes.steps, scenes.PEOPLE, language)
    lines = ["| step | phone | jump | desktop | jump |", "|---" * 5 + "|"]
    for steps in measured.ways.values():
        found = [jumps(steps, measured.heights[device]) for device in WINDOW_PIXELS]
        for number, step in enumerate(steps):
            lines.append(f"| {step.name} ")
            for device, jumped in zip(WINDOW_PIXELS, found, strict=True):
                height = measured.heights[device][step.name].total
                lines[-1] += f"| {height} | {jumped[number - 1].pixels if number else ''} "
            lines[-1] += "|"
    return "\n".join((*lines, ""))


async def printed(words: Sequence[str]) -> None:
    """Do what the command's words say."""
    sessions.MISCLICK_GUARD_SECONDS = 0.0  # time stands still between two presses
    async with open_browser() as page:
        if words[:1] == ["turns"]:
            await whole_games(page, words[1:] or tuple(GAMES))
        else:
            await main(page, words or tuple(GAMES))


if __name__ == "__main__":
    asyncio.run(printed(sys.argv[1:]))
