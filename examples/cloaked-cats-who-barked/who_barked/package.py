"""The `GamePackage` that registers the game with the bot."""

from pathlib import Path

from bot.engine.package import GamePackage
from who_barked.rules import WhoBarkedRules
from who_barked.screens import WhoBarkedScreens

PACKAGE = GamePackage(WhoBarkedRules(), WhoBarkedScreens(), Path(__file__).parent / "text", pictures=False)
