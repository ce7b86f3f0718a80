"""What is played to show all screens, a module for each game.

Each has `PEOPLE`, how many people the world has, and `scenes`, which plays and shoots.
"""

from collections.abc import Awaitable, Callable

from tests.bench.shown import Shown
from tests.bench.sim import Person

Shoot = Callable[[str, Person, Shown], Awaitable[None]]
"""Takes a picture of this name, of the message as the person sees it."""
