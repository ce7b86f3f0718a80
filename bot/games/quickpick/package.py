"""The `GamePackage` that registers Quickpick with the bot."""

from pathlib import Path

from bot.engine.lessons import Lesson
from bot.engine.package import GamePackage
from bot.games.quickpick.awards import AWARDS, NUMBERS
from bot.games.quickpick.rules import LESSON_STATE, Quickpick
from bot.games.quickpick.screens import QuickpickScreens

GAME_FOLDER = Path(__file__).parent
PACKAGE = GamePackage(
    Quickpick(),
    QuickpickScreens(),
    GAME_FOLDER / "text",
    signs=GAME_FOLDER / "rasters" / "signs",
    lesson=Lesson(LESSON_STATE, (), seat=0, seats=3),
    awards=AWARDS,
    numbers=NUMBERS,
)
