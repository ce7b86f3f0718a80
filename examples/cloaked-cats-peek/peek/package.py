"""The `GamePackage` that registers the game with the bot."""

from pathlib import Path

from bot.engine.awards import count_events
from bot.engine.package import GamePackage
from peek.model.events import CardShown
from peek.rules import PeekRules
from peek.screens import PeekScreens

PACKAGE = GamePackage(
    PeekRules(),
    PeekScreens(),
    Path(__file__).parent / "text",
    numbers={"shown": count_events(CardShown)},
)
