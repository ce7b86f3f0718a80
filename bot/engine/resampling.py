"""Helps games to deal anew what is hidden from a player, for checks of secrecy."""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct

from bot.engine.events import Seat
from bot.engine.game import Game

MAX_DEALS = 64
"""The default maximum number of deals that are tried until one looks the same to the viewer."""

S = TypeVar("S", bound=Struct)


def deal_until_fits(
    game: Game[S, Any],
    state: S,
    viewer: Seat | None,
    deal: Callable[[], S],
    max_deals: int = MAX_DEALS,
) -> S | None:
    """Deal what is hidden at random until the viewer cannot tell the state from the real one.

    Games use it for `Game.resample_hidden` if it is hard to deal only what fits: `deal` shuffles
    the secret roles or cards, and this function keeps what the viewer could believe.

    Args:
        state: The real state.
        viewer: The player's seat. None means an onlooker.
        deal: Returns the state with its hidden parts drawn at random.
        max_deals: The maximum number of deals that are tried.

    Returns:
        The first different state with the same view, prompts and legal moves. None means that
        nothing is hidden from the viewer, or that no deal fits.
    """
    seen = _look(game, state, viewer)
    for _ in range(max_deals):
        dealt = deal()
        if dealt != state and _look(game, dealt, viewer) == seen:
            return dealt
    return None


def _look(game: Game[S, Any], state: S, viewer: Seat | None) -> tuple[Any, ...]:
    """Return what a viewer sees of a state: the view, who is asked, and the viewer's own moves."""
    moves = () if viewer is None else game.legal_moves(state, viewer)
    return game.view(state, viewer), game.prompts(state), moves
