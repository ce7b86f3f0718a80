"""The `GamePackage` that registers Cloaked Cats with the bot."""

from pathlib import Path

from bot.engine.lessons import Lesson
from bot.engine.package import GamePackage
from bot.games.cloaked_cats.awards import AWARDS, NUMBERS
from bot.games.cloaked_cats.rules import LESSON_DEAL, CloakedCats
from bot.games.cloaked_cats.screens import CloakedCatsScreens

GAME_FOLDER = Path(__file__).parent
PACKAGE = GamePackage(
    CloakedCats(),
    CloakedCatsScreens(),
    GAME_FOLDER / "text",
    signs=GAME_FOLDER / "rasters" / "signs",
    lesson=Lesson(*LESSON_DEAL, seat=0),
    awards=AWARDS,
    numbers=NUMBERS,
)
