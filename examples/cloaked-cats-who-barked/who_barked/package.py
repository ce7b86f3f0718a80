"""The `GamePackage` that registers the game with the bot."""

from pathlib import Path

from bot.engine.package import GamePackage
from who_barked.rules import WhoBarked
from who_barked.screens import WhoBarkedScreens

PACKAGE = GamePackage(
    WhoBarked(), WhoBarkedScreens(), Path(__file__).parent / "text", pictures=False
)
