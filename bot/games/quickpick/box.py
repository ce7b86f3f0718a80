"""Quickpick, for the shelf."""

from pathlib import Path

from bot.engine.box import GamePackage
from bot.games.quickpick.rules import Quickpick
from bot.games.quickpick.screens import QuickpickScreens

HERE = Path(__file__).parent
BOX = GamePackage(Quickpick(), QuickpickScreens(), HERE / "text", signs=HERE / "rasters" / "signs")
