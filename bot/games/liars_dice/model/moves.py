"""The moves of Liar's Dice: higher bids, and the challenge of the last one."""

from functools import cache, lru_cache

from bot.engine.moves import Move
from bot.games.liars_dice.model.state import FACES_PER_DIE, WILD_FACE


class MakeBid(Move, tag="bid", frozen=True):
    """Bid that among all dice on the table there are at least so many of this face."""

    count: int
    face: int


class CallLiar(Move, tag="liar", frozen=True):
    """Challenge the last bid."""


CALL_LIAR = CallLiar()
make_bid = cache(MakeBid)
"""Makes a bid. Equal bids are one object, whose path is found fastest."""
MAX_CACHED_LISTS = 1_000
"""Lists of legal moves that are kept for the next game: at most 182 moves each."""


@cache
def list_all_bids(dice: int, wild: bool) -> tuple[MakeBid, ...]:
    """Return every bid on so many dice, lowest first (rulings L3 and L4)."""
    faces = range(WILD_FACE + 1 if wild else WILD_FACE, FACES_PER_DIE + 1)
    return tuple(make_bid(count, face) for count in range(1, dice + 1) for face in faces)


@lru_cache(maxsize=MAX_CACHED_LISTS)
def list_moves_after(dice: int, wild: bool, last: MakeBid | None) -> tuple[MakeBid | CallLiar, ...]:
    """Return all higher bids, lowest first, then the challenge of the last one (ruling L3)."""
    bids = list_all_bids(dice, wild)
    return bids if last is None else (*bids[bids.index(last) + 1 :], CALL_LIAR)
