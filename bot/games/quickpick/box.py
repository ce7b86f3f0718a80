"""Quickpick, for the shelf."""

from pathlib import Path

from bot.engine.box import Box
from bot.games.quickpick.rules import Quickpick
from bot.games.quickpick.screens import QuickpickScreens

HERE = Path(__file__).parent
BOX = Box(Quickpick(), QuickpickScreens(), HERE / "text", signs=HERE / "rasters" / "signs")
