"""The game package: all that the rest of the bot receives of one game."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from bot.engine.events import EventRecord
from bot.engine.game import Game, Games
from bot.engine.screen import ScreenContext, Screens


class GamePackage(Struct, frozen=True):
    """All parts of one game."""

    game: Game[Any, Any]
    screens: Screens[Any]
    text: Path
    """The folder of the game's catalogues. The message `game-title` is the game's name."""
    pictures: bool = True
    """False: the game has no pictures and no signs.

    All its tables are then text only, and hosts are not asked about it.
    """
    signs: Path | None = None
    """The folder of the signs for the game's texts and buttons.

    Signs are WebP files of 128x128 pixels, below 256 KiB. A file's name has up to 25 lower case
    letters, digits and "-".
    """
    offered: bool = True
    """False: nobody can start this game. Tables that already play it go on."""
    is_package: bool = False
    """True: the game is installed beside the bot. Its computer players have their own process."""
    emojis: Mapping[str, str] = {}
    """Discord's text for each sign, such as "<:top_hat_1a2b3c:42>", by the stem of the sign's file.

    Signs for which the application has no emoji are missing.
    """

    def render_event(self, event: EventRecord, scene: ScreenContext) -> str:
        """Return one line that describes a stored event of the game, or "" for any other event."""
        notices = self.game.read_events((event,))
        return "".join(self.screens.told(notice.event, scene) for notice in notices)


GameRegistry = Mapping[str, GamePackage]
"""The games by their names in the database and in `/cats play`."""


def extract_games(shelf: GameRegistry) -> Games:
    """Return the rules of all games of a registry."""
    return {name: box.game for name, box in shelf.items()}


def find_offered_games(shelf: GameRegistry) -> GameRegistry:
    """Return the games that people can start."""
    return {name: box for name, box in shelf.items() if box.offered}


def find_taught_games(shelf: GameRegistry) -> tuple[str, ...]:
    """Return the names of the offered games that have a lesson."""
    return tuple(
        name for name, box in find_offered_games(shelf).items() if box.game.lesson() is not None
    )
