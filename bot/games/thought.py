"""A computer's thought: all that it chooses a move from, wherever it thinks."""

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec import Struct

from bot.games.game import Game
from bot.log import failure


class Thought(Struct, frozen=True):
    """What a computer chooses from. Of a game it knows what its own seat may know."""

    game: Game[Any, Any]
    view: Any
    moves: tuple[str, ...]
    level: str
    key: bytes
    """What the computer's taste is drawn from: the same thought ends in the same move."""

    @property
    def luck(self) -> Random:
        """Return the thought's luck from its beginning."""
        return Random(self.key)  # noqa: S311 - a computer's taste, not a draw of the game

    def choose(self) -> str:
        """Return the move that `Game.choose` chooses; raises what that raises."""
        return self.game.choose(self.view, self.moves, self.level, self.luck)


class Chosen(Struct, frozen=True):
    """What came of a thought."""

    move: str | None = None
    """None: nothing but a failure."""
    failure: str = ""
    """As `bot.log.failure` tells it."""


def ended(choose: Callable[[], str]) -> Chosen:
    """Return what comes of a thought, of its failure its kind and its place in the code."""
    try:
        return Chosen(choose())
    except Exception as problem:
        return Chosen(failure=failure(problem))
