"""Higher or lower, for the shelf."""

from pathlib import Path

from bot.games.box import Box
from higher_or_lower.rules import HigherOrLowerRules
from higher_or_lower.screens import HigherOrLowerScreens

BOX = Box(
    HigherOrLowerRules(), HigherOrLowerScreens(), Path(__file__).parent / "text", pictures=False
)
