"""The package of Cloaked Cats for the registry of games."""

from pathlib import Path

from bot.engine.box import GamePackage
from bot.games.cloaked_cats.rules import CloakedCats
from bot.games.cloaked_cats.screens import CloakedCatsScreens

GAME_FOLDER = Path(__file__).parent
BOX = GamePackage(
    CloakedCats(),
    CloakedCatsScreens(),
    GAME_FOLDER / "text",
    signs=GAME_FOLDER / "rasters" / "signs",
)
