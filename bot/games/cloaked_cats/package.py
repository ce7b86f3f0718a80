"""The `GamePackage` that registers Cloaked Cats with the bot."""

from pathlib import Path

from bot.engine.package import GamePackage
from bot.games.cloaked_cats.rules import CloakedCats
from bot.games.cloaked_cats.screens import CloakedCatsScreens

GAME_FOLDER = Path(__file__).parent
PACKAGE = GamePackage(
    CloakedCats(),
    CloakedCatsScreens(),
    GAME_FOLDER / "text",
    signs=GAME_FOLDER / "rasters" / "signs",
)
