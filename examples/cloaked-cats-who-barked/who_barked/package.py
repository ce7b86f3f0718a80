"""The `GamePackage` that registers the game with the bot."""

from pathlib import Path

from bot.engine.events import Notice
from bot.engine.lessons import Lesson
from bot.engine.package import GamePackage
from who_barked.awards import AWARDS, NUMBERS
from who_barked.model.events import NightBegun
from who_barked.rules import LESSON_STATE, WhoBarked
from who_barked.screens import WhoBarkedScreens

PACKAGE = GamePackage(
    WhoBarked(),
    WhoBarkedScreens(),
    Path(__file__).parent / "text",
    pictures=False,
    lesson=Lesson(LESSON_STATE, (Notice(NightBegun(0)),), seat=0, seats=5),
    awards=AWARDS,
    numbers=NUMBERS,
)
