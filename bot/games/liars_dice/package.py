"""The `GamePackage` that registers Liar's Dice with the bot."""

from pathlib import Path

from bot.engine.package import GamePackage
from bot.games.liars_dice.rules import LiarsDice
from bot.games.liars_dice.screens import LiarsDiceScreens

GAME_FOLDER = Path(__file__).parent
PACKAGE = GamePackage(
    LiarsDice(), LiarsDiceScreens(), GAME_FOLDER / "text", signs=GAME_FOLDER / "rasters" / "signs"
)
