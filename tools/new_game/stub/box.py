"""Stub, for the shelf."""

from pathlib import Path

from bot.engine.box import GamePackage
from tools.new_game.stub.rules import StubRules
from tools.new_game.stub.screens import StubScreens

BOX = GamePackage(StubRules(), StubScreens(), Path(__file__).parent / "text", pictures=False)
