"""What the rest of the bot is handed of one game."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from bot.engine.events import EventRecord
from bot.engine.game import Game, Games
from bot.engine.screen import ScreenContext, Screens


class GamePackage(Struct, frozen=True):
    """All that belongs to one game."""

    game: Game[Any, Any]
    screens: Screens[Any]
    text: Path
    """The folder of the game's catalogues; the message `game-title` is its name."""
    pictures: bool = True
    """False: it has neither pictures nor signs; all its tables are text only, nobody is asked."""
    signs: Path | None = None
    """The folder of the signs for its texts and buttons: WebP files, 128x128, below 256 KiB.

    A file is named with up to 25 lower case letters, digits and "-".
    """
    offered: bool = True
    """False: the host offers other games; a table that plays it goes on."""
    is_package: bool = False
    """True: a package brings it, not the bot. Its computer players have a process of their own."""
    emojis: Mapping[str, str] = {}
    """What Discord shows as a sign, such as "<:top_hat_1a2b3c:42>", by the stem of its file.

    It lacks the signs that the application has no emoji for.
    """

    def render_event(self, event: EventRecord, scene: ScreenContext) -> str:
        """Return one line that tells a stored event of the game; "" for any other event."""
        notices = self.game.read_events((event,))
        return "".join(self.screens.told(notice.event, scene) for notice in notices)


GameRegistry = Mapping[str, GamePackage]
"""The games by their names in the database and in `/cats play`."""


def extract_games(shelf: GameRegistry) -> Games:
    """Return the rules of the games on a shelf."""
    return {name: box.game for name, box in shelf.items()}


def find_offered_games(shelf: GameRegistry) -> GameRegistry:
    """Return the games that can be begun anew."""
    return {name: box for name, box in shelf.items() if box.offered}


def find_taught_games(shelf: GameRegistry) -> tuple[str, ...]:
    """Return the names of the games on offer that have a lesson."""
    return tuple(
        name for name, box in find_offered_games(shelf).items() if box.game.lesson() is not None
    )
