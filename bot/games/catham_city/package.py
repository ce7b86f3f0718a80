"""The `GamePackage` of Catham City, by which the bot finds the game's rules, screens and texts."""

from pathlib import Path

from bot.engine.lessons import Lesson
from bot.engine.package import GamePackage
from bot.games.catham_city.awards import AWARDS, NUMBERS
from bot.games.catham_city.rules import LESSON_DEAL, CathamCity
from bot.games.catham_city.screens import CathamCityScreens

GAME_FOLDER = Path(__file__).parent
PACKAGE = GamePackage(
    CathamCity(),
    CathamCityScreens(),
    GAME_FOLDER / "text",
    signs=GAME_FOLDER / "rasters" / "signs",
    lesson=Lesson(*LESSON_DEAL, seat=0),
    awards=AWARDS,
    numbers=NUMBERS,
)
