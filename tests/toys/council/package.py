"""The game package of Council."""

from pathlib import Path

from bot.engine.package import GamePackage
from tests.toys.council.rules import Council
from tests.toys.council.screens import CouncilScreens

HERE = Path(__file__).parent
PACKAGE = GamePackage(Council(), CouncilScreens(), HERE / "text")
