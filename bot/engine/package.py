"""The game package: everything by which the rest of the bot knows a game."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from bot.engine.events import EventRecord
from bot.engine.game import Game, Games
from bot.engine.screen import ScreenContext, Screens


class GamePackage(Struct, frozen=True):
    """A game: its rules, screens, texts and signs."""

    game: Game[Any, Any]
    screens: Screens[Any]
    text: Path
    """The folder of the game's catalogues. The message `game-title` is the game's name."""
    pictures: bool = True
    """False: the game has no pictures and no signs.

    All its tables are then text only, and the lobby has no button for pictures.
    """
    signs: Path | None = None
    """The folder of the game's signs: images that become emojis in its texts and buttons.

    Signs are WebP files of 128x128 pixels and at most 256 KiB. The stem of a file's name has 2 to
    29 lower case letters, digits and "-".
    """
    offered: bool = True
    """False: nobody can start this game. Tables that already play it go on."""
    is_package: bool = False
    """True: the game comes from another Python package.

    Its computer players have their own process.
    """
    emojis: Mapping[str, str] = {}
    """Maps the stem of a sign's file, such as "top-hat", to its emoji, such as "<:top_hat:42>".

    Signs for which the application has no emoji are missing.
    """

    def describe_event(self, event: EventRecord, context: ScreenContext) -> str:
        """Return one line that describes a stored event of the game, or "" for any other event."""
        notices = self.game.read_events((event,))
        return "".join(self.screens.describe_event(notice.event, context) for notice in notices)


GameRegistry = Mapping[str, GamePackage]
"""Maps a game's name, as in the database and in `/cats play`, to the game."""


def extract_games(registry: GameRegistry) -> Games:
    """Return the rules of all games of a registry, by the games' names."""
    return {name: package.game for name, package in registry.items()}


def find_offered_games(registry: GameRegistry) -> GameRegistry:
    """Return the games that people can start."""
    return {name: package for name, package in registry.items() if package.offered}


def find_taught_games(registry: GameRegistry) -> tuple[str, ...]:
    """Return the names of the offered games that have a lesson."""
    return tuple(
        name
        for name, package in find_offered_games(registry).items()
        if package.game.lesson() is not None
    )
