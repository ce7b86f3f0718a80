"""The moves of Liar's Dice: higher bids, and the challenge of the last bid."""

from functools import cache, lru_cache

from bot.engine.moves import Move
from bot.games.liars_dice.model.state import FACES_PER_DIE, WILD_FACE


class MakeBid(Move, tag="bid", frozen=True):
    """Bid that at least `count` of all dice on the table count as `face`."""

    count: int
    face: int


class CallLiar(Move, tag="liar", frozen=True):
    """Challenge the last bid."""


CALL_LIAR = CallLiar()
make_bid = cache(MakeBid)
"""Makes a bid. Equal bids are the same object, because that finds their path fastest."""
MAX_CACHED_LISTS = 1_000
"""How many lists of legal moves are cached for later games; each has at most 182 moves."""


@cache
def list_all_bids(dice: int, wild: bool) -> tuple[MakeBid, ...]:
    """Return every bid on this number of dice, lowest first (rulings L3 and L4)."""
    faces = range(WILD_FACE + 1 if wild else WILD_FACE, FACES_PER_DIE + 1)
    return tuple(make_bid(count, face) for count in range(1, dice + 1) for face in faces)


@lru_cache(maxsize=MAX_CACHED_LISTS)
def list_moves_after(dice: int, wild: bool, last: MakeBid | None) -> tuple[MakeBid | CallLiar, ...]:
    """Return all bids above the last one, lowest first, then its challenge (ruling L3).

    If `last` is None, the list holds every bid and no challenge.
    """
    bids = list_all_bids(dice, wild)
    return bids if last is None else (*bids[bids.index(last) + 1 :], CALL_LIAR)
