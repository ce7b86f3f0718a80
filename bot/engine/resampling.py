"""Helps games to deal anew what is hidden from a player, for checks of secrecy."""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct

from bot.engine.events import Seat
from bot.engine.game import Game

MAX_DEALS = 64

S = TypeVar("S", bound=Struct)


def deal_until_fits(
    game: Game[S, Any],
    state: S,
    viewer: Seat | None,
    deal: Callable[[], S],
    max_deals: int = MAX_DEALS,
) -> S | None:
    """Deal what is hidden at random until the viewer cannot tell the state from the real one.

    Games use it for `Game.resample_hidden` if it is hard to deal only what fits: `deal` returns the
    state with shuffled secrets. The result is the first different state with the same view, prompts
    and legal moves, or None if there is none.
    """
    seen = _look(game, state, viewer)
    for _ in range(max_deals):
        dealt = deal()
        if dealt != state and _look(game, dealt, viewer) == seen:
            return dealt
    return None


def _look(game: Game[S, Any], state: S, viewer: Seat | None) -> tuple[Any, ...]:
    moves = () if viewer is None else game.legal_moves(state, viewer)
    return game.view(state, viewer), game.prompts(state), moves
