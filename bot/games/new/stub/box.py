"""Stub, for the shelf."""

from pathlib import Path

from bot.games.box import Box
from bot.games.new.stub.rules import StubRules
from bot.games.new.stub.screens import StubScreens

BOX = Box(StubRules(), StubScreens(), Path(__file__).parent / "text", pictures=False)
