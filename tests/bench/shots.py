"""`python -m tests.bench.shots OUT [GAME ...]`: pictures of the main screens, as people see them.

In both languages, the client's own words as well, and with pictures as large as on a desktop and on
a phone. What is played stands in `scenes/`.
"""

import asyncio
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.async_api import BrowserType

from bot.bench.bots import make_start
from bot.bench.world import Person, World
from bot.demo.heights import CHROMIUM_ARGUMENTS, find_chromium
from bot.demo.shown import Shown
from bot.demo.simulated import ClientLikeServer, add_emojis
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES
from bot.services import sessions

WIDTHS = {"desktop": 720, "phone": 390}
"""Of the client, in pixels: a desktop shows pictures as large as it ever does."""
HEIGHT = 4000
"""Higher than any message, in pixels."""
LOCALES = {"en": "en-US", "de": "de"}


async def shoot_all(folder: Path, game: str, language: str) -> None:
    played = import_module(f"tests.bench.scenes.{game}")
    with TemporaryDirectory() as data:
        world = await World.open(make_start(), f"sqlite:///{data}/cats.db", people=played.PEOPLE)
        for person in world.people:
            person.set_locale(LOCALES[language])
        world.bot.services.replace_games(add_emojis(world.env, GAMES))
        viewers = [person.actor for person in world.people]
        locale = LOCALES[language]
        with world.env.time_context():
            preview = world.env.preview(world.channel, viewers=viewers, locale=locale)
        preview._server = ClientLikeServer(preview, 0)
        async with preview:

            async def shoot(name: str, person: Person, message: Shown) -> None:
                for kind, width in WIDTHS.items():
                    path = folder / f"{name}.{language}.{kind}.png"
                    await preview.screenshot(
                        path, viewer=person.actor, target=message.id, viewport=(width, HEIGHT)
                    )

            await played.scenes(world, shoot)
        await world.close()


def prepare() -> None:
    """Let simcord's captures use the installed Chromium, which they start without arguments.

    And let nobody be hasty, as time stands still between two presses.
    """
    sessions.MISCLICK_GUARD_SECONDS = 0.0
    launch = BrowserType.launch

    async def installed(self: BrowserType, **given: Any) -> Any:
        return await launch(self, executable_path=find_chromium(), args=CHROMIUM_ARGUMENTS, **given)

    BrowserType.launch = installed


async def main(folder: Path, games: Sequence[str]) -> None:
    prepare()
    for game in games:
        (folder / game).mkdir(parents=True, exist_ok=True)
        for language in LANGUAGES:
            await shoot_all(folder / game, game, language)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2:] or tuple(GAMES)))
