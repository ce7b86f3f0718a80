"""The `GamePackage` that registers Quickpick with the bot."""

from pathlib import Path

from bot.engine.package import GamePackage
from bot.games.quickpick.rules import Quickpick
from bot.games.quickpick.screens import QuickpickScreens

GAME_FOLDER = Path(__file__).parent
PACKAGE = GamePackage(
    Quickpick(), QuickpickScreens(), GAME_FOLDER / "text", signs=GAME_FOLDER / "rasters" / "signs"
)
