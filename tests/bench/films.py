"""`python -m tests.bench.films OUT [GAME ...]`: each frame of films, as a picture.

In both languages: a film of a whole game, and one of its first highlight.
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.games.registry import GAMES
from bot.i18n import LANGUAGES
from bot.presenters.films import make_film
from tests.bench.watching import moments, play_replays


async def main(folder: Path, games: Sequence[str]) -> None:
    for game in games:
        with TemporaryDirectory() as data:
            (found,) = await play_replays(Path(data), game, range(1, 2))
        steps = [step.step for step in found.steps.step_records]
        for language in LANGUAGES:
            told = moments(found, language)
            at = steps.index(told[0].step)
            for kind, whole in (("game", True), ("moment", False)):
                film = make_film(found, at, told, language, is_whole_game=whole)
                for number, frame in enumerate(film):
                    name = f"{game}.{language}.{kind}.{number:02}.{frame.seconds:.1f}s.jpg"
                    (folder / name).write_bytes(frame.picture.draw())


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2:] or tuple(GAMES)))
