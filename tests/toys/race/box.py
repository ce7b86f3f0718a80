"""Race, for the shelf."""

from pathlib import Path

from bot.engine.box import Box
from tests.toys.race.rules import Race
from tests.toys.race.screens import RaceScreens

HERE = Path(__file__).parent
BOX = Box(Race(), RaceScreens(), HERE / "text", pictures=False)
