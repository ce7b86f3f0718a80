"""The moves of Liar's Dice: a player bids higher, or challenges the last bid."""

from functools import cache, lru_cache

from bot.engine.moves import Move
from bot.games.liars_dice.model.state import FACES_PER_DIE, WILD_FACE


class MakeBid(Move, tag="bid", frozen=True):
    """A bid: the claim that at least `count` of all dice on the table count as `face`."""

    count: int
    face: int


class CallLiar(Move, tag="liar", frozen=True):
    """A challenge of the last bid, after which all dice are revealed to decide who is right."""


CALL_LIAR = CallLiar()
make_bid = cache(MakeBid)
"""Creates a bid; equal bids are the same object, which makes it fastest to look up their path."""
MAX_CACHED_LISTS = 1_000
"""The maximum number of lists of legal moves, of up to 182 moves each, that are cached."""


@cache
def list_all_bids(dice: int, wild: bool) -> tuple[MakeBid, ...]:
    """Return every possible bid on a number of dice, lowest first (rulings L3 and L4)."""
    faces = range(WILD_FACE + 1 if wild else WILD_FACE, FACES_PER_DIE + 1)
    return tuple(make_bid(count, face) for count in range(1, dice + 1) for face in faces)


@lru_cache(maxsize=MAX_CACHED_LISTS)
def list_moves_after(dice: int, wild: bool, last: MakeBid | None) -> tuple[MakeBid | CallLiar, ...]:
    """Return all legal moves after a bid: higher bids, lowest first, then the challenge (L3)."""
    bids = list_all_bids(dice, wild)
    return bids if last is None else (*bids[bids.index(last) + 1 :], CALL_LIAR)
