"""Other games that somebody cannot tell from a given one."""

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from bot.games.events import Seat
from bot.games.quickpick import race
from bot.games.quickpick.masks import MASKS, candidates
from bot.games.quickpick.state import Hand, State


def alike(state: State, viewer: Seat | None, luck: Random) -> State:
    """Exchange the secret mask, the deck, others' masks and the choices that nobody sees."""
    deck = tuple(luck.sample(state.deck, len(state.deck)))
    other = replace(state, deck=deck) if viewer == state.mime else exchanged(state, luck)
    won = [
        masks if seat == viewer else tuple(luck.randrange(len(MASKS)) for _ in masks)
        for seat, masks in enumerate(state.won)
    ]
    hands = [
        hand if hand.seat == viewer else replace(hand, tile=luck.choice(_tiles(state, hand)))
        for hand in state.hands
    ]
    return replace(other, won=tuple(won), removed=state.removed[::-1], hands=tuple(hands))


def _tiles(state: State, hand: Hand) -> Sequence[int | None]:
    """Return where somebody's hand may lie for all that others see.

    In a calm game that is anywhere. Else all see it, but for one that came late: that lies on any
    of the tiles that were taken before.
    """
    if state.calm:
        return range(len(MASKS))
    if hand.seat not in race.late(state):
        return (hand.tile,)
    earlier = {each.seat for each in race.in_order(state)[: race.in_order(state).index(hand)]}
    return [tile for tile, seat in enumerate(race.taken(state)) if seat in earlier]


def exchanged(state: State, luck: Random) -> State:
    """Exchange the secret mask for one that fits the parts shown, and the order of the deck.

    In a closing race all know that some hand is on the right tile; there the mask stays.
    """
    deck = tuple(luck.sample(state.deck, len(state.deck)))
    if state.phase != "race":
        return replace(state, deck=deck)
    tiles = {hand.tile for hand in state.hands} if state.quick else set()
    fitting = [mask for mask in candidates(state.shown) if mask not in tiles]
    return replace(state, deck=deck, mask=luck.choice(fitting or [state.mask]))
