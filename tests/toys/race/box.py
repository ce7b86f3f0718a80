"""Race, for the shelf."""

from pathlib import Path

from bot.engine.box import GamePackage
from tests.toys.race.rules import Race
from tests.toys.race.screens import RaceScreens

HERE = Path(__file__).parent
BOX = GamePackage(Race(), RaceScreens(), HERE / "text", pictures=False)
