"""Secret Numbers, for the shelf."""

from pathlib import Path

from bot.engine.box import GamePackage
from tests.toys.secret_numbers.rules import SecretNumbers
from tests.toys.secret_numbers.screens import SecretNumbersScreens

HERE = Path(__file__).parent
BOX = GamePackage(SecretNumbers(), SecretNumbersScreens(), HERE / "text", pictures=False)
