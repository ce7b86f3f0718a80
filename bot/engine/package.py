"""The game package: all that the rest of the bot needs in order to offer a game."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from bot.engine.events import EventRecord
from bot.engine.game import Game, Games
from bot.engine.screen import ScreenContext, Screens


class GamePackage(Struct, frozen=True):
    """A game as the rest of the bot knows it: its rules, screens, texts and signs."""

    game: Game[Any, Any]
    """The rules of the game."""
    screens: Screens[Any]
    """The messages in which people see the game."""
    text: Path
    """The folder of the game's message catalogues. The message `game-title` is the game's name."""
    pictures: bool = True
    """Whether the game has pictures and signs.

    If not, all its tables are text only, and the lobby has no button for pictures.
    """
    signs: Path | None = None
    """The folder of the game's signs: small images that become emojis in its texts and buttons.

    Signs are WebP files of 128x128 pixels and at most 256 KiB. The name of a file, without its
    ending, has 2 to 29 lower case letters, digits and "-". None means that the game has no signs.
    """
    offered: bool = True
    """Whether people can start this game. Tables that already play it go on in any case."""
    is_package: bool = False
    """Whether the game comes from another Python package, which is installed beside the bot.

    Its computer players then have a process of their own.
    """
    emojis: Mapping[str, str] = {}
    """The emojis that the bot has uploaded for the signs, by the name of the sign's file.

    An entry maps, for example, "top-hat" to "<:top_hat:42>". Signs without an emoji are missing.
    """

    def describe_event(self, event: EventRecord, context: ScreenContext) -> str:
        """Return one line that describes a stored event of the game, or "" for any other event."""
        notices = self.game.read_events((event,))
        return "".join(self.screens.describe_event(notice.event, context) for notice in notices)


GameRegistry = Mapping[str, GamePackage]
"""Maps the name of each game, as in the database and in `/cats play`, to the game."""


def extract_games(registry: GameRegistry) -> Games:
    """Return the rules of all games of a registry, by the games' names."""
    return {name: package.game for name, package in registry.items()}


def find_offered_games(registry: GameRegistry) -> GameRegistry:
    """Return only those games of a registry that people can start."""
    return {name: package for name, package in registry.items() if package.offered}


def find_taught_games(registry: GameRegistry) -> tuple[str, ...]:
    """Return the names of the games that people can start and that have a lesson."""
    return tuple(
        name
        for name, package in find_offered_games(registry).items()
        if package.game.lesson() is not None
    )
