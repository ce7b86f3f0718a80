"""Tiny games that prove the contract: hidden simultaneous answers, and a race with late hands."""

from bot.engine.box import GameRegistry
from bot.games.registry import GAMES
from tests.toys.race.box import BOX as RACE
from tests.toys.secret_numbers.box import BOX as SECRET_NUMBERS

SHELF: GameRegistry = {**GAMES, "secret_numbers": SECRET_NUMBERS, "race": RACE}
"""The registry with one line more for each toy."""
