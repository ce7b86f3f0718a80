"""The `GamePackage` that registers Liar's Dice with the bot."""

from pathlib import Path

from bot.engine.events import Notice
from bot.engine.lessons import Lesson
from bot.engine.package import GamePackage
from bot.games.liars_dice.awards import AWARDS, NUMBERS
from bot.games.liars_dice.model.events import GameBegun
from bot.games.liars_dice.rules import LESSON_STATE, LiarsDice
from bot.games.liars_dice.screens import LiarsDiceScreens

GAME_FOLDER = Path(__file__).parent
PACKAGE = GamePackage(
    LiarsDice(),
    LiarsDiceScreens(),
    GAME_FOLDER / "text",
    signs=GAME_FOLDER / "rasters" / "signs",
    lesson=Lesson(LESSON_STATE, (Notice(GameBegun(0)),), seat=0),
    awards=AWARDS,
    numbers=NUMBERS,
)
