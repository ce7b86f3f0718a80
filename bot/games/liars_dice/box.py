"""Liar's Dice, for the shelf."""

from pathlib import Path

from bot.games.box import Box
from bot.games.liars_dice.rules import LiarsDice
from bot.games.liars_dice.screens import LiarsDiceScreens

BOX = Box(LiarsDice(), LiarsDiceScreens(), Path(__file__).parent / "text", pictures=False)
