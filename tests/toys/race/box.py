"""Race, for the shelf."""

from pathlib import Path

from bot.games.box import Box
from tests.toys.race.rules import Race
from tests.toys.race.screens import RaceScreens

BOX = Box(Race(), RaceScreens(), Path(__file__).parent / "text")
