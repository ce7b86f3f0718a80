"""What the rest of the bot is handed of one game."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from bot.games.game import Game
from bot.games.screen import Screens


class Box(Struct, frozen=True):
    """All that belongs to one game."""

    game: Game[Any, Any]
    screens: Screens[Any]
    text: Path
    """The folder of the game's catalogues; the message `game-title` is its name."""


Shelf = Mapping[str, Box]
"""The games by their names in the database and in `/cats play`."""
