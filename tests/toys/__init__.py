"""Tiny games that prove the contract: hidden simultaneous answers, and a race with late hands."""

from bot.engine.package import GameRegistry
from bot.games.registry import GAMES
from tests.toys.race.package import PACKAGE as RACE
from tests.toys.secret_numbers.package import PACKAGE as SECRET_NUMBERS

REGISTRY: GameRegistry = {**GAMES, "secret_numbers": SECRET_NUMBERS, "race": RACE}
"""The registry with one line more for each toy."""
