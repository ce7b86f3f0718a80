"""Catham City, for the shelf."""

from pathlib import Path

from bot.engine.box import GamePackage
from bot.games.catham_city.rules import CathamCity
from bot.games.catham_city.screens import CathamCityScreens

HERE = Path(__file__).parent
BOX = GamePackage(
    CathamCity(), CathamCityScreens(), HERE / "text", signs=HERE / "rasters" / "signs"
)
