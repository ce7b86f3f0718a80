"""The game package of Race."""

from pathlib import Path

from bot.engine.package import GamePackage
from tests.toys.race.computer import RaceComputers
from tests.toys.race.rules import Race
from tests.toys.race.screens import RaceScreens

HERE = Path(__file__).parent
PACKAGE = GamePackage(Race(), RaceScreens(), HERE / "text", computers=RaceComputers())
