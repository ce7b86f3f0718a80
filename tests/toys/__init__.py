"""Tiny games that prove the contract: hidden simultaneous answers, and a race with late hands."""

from bot.games.box import Shelf
from bot.games.registry import GAMES
from tests.toys import race, secret_numbers

SHELF: Shelf = {**GAMES, "secret_numbers": secret_numbers.BOX, "race": race.BOX}
"""The registry with one line more for each toy."""
