"""Secret Numbers, for the shelf."""

from pathlib import Path

from bot.games.box import Box
from tests.toys.secret_numbers.rules import SecretNumbers
from tests.toys.secret_numbers.screens import SecretNumbersScreens

BOX = Box(SecretNumbers(), SecretNumbersScreens(), Path(__file__).parent / "text")
