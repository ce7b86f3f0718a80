"""The package of Quickpick for the registry of games."""

from pathlib import Path

from bot.engine.box import GamePackage
from bot.games.quickpick.rules import Quickpick
from bot.games.quickpick.screens import QuickpickScreens

GAME_FOLDER = Path(__file__).parent
BOX = GamePackage(
    Quickpick(), QuickpickScreens(), GAME_FOLDER / "text", signs=GAME_FOLDER / "rasters" / "signs"
)
