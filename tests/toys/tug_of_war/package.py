"""The game package of Tug of War."""

from pathlib import Path

from bot.engine.package import GamePackage
from tests.toys.race.screens import RaceScreens
from tests.toys.tug_of_war.rules import TugOfWar

HERE = Path(__file__).parent
PACKAGE = GamePackage(TugOfWar(), RaceScreens(), HERE / "text", pictures=False)
