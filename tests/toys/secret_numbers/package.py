"""The game package of Secret Numbers."""

from pathlib import Path

from bot.engine.package import GamePackage
from bot.engine.pages import Rulebook
from tests.toys.secret_numbers.computer import SecretNumbersComputers
from tests.toys.secret_numbers.predictions import PREDICTIONS
from tests.toys.secret_numbers.rules import SecretNumbers
from tests.toys.secret_numbers.screens import SecretNumbersScreens

HERE = Path(__file__).parent
PACKAGE = GamePackage(
    SecretNumbers(),
    SecretNumbersScreens(),
    HERE / "text",
    computers=SecretNumbersComputers(),
    rulebook=Rulebook(("1", "2")),
    predictions=PREDICTIONS,
)
