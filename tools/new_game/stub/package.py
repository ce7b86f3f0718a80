"""The `GamePackage` that registers the game with the bot."""

from pathlib import Path

from bot.engine.package import GamePackage
from tools.new_game.stub.rules import StubRules
from tools.new_game.stub.screens import StubScreens

PACKAGE = GamePackage(
    StubRules(),
    StubScreens(),
    Path(__file__).parent / "text",
)
