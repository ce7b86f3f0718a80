"""Other games that somebody cannot tell from a given one."""

from random import Random

from msgspec.structs import replace

from bot.games.game import Seat
from bot.games.quickpick.masks import MASKS, candidates
from bot.games.quickpick.state import State


def alike(state: State, viewer: Seat | None, luck: Random) -> State:
    """Exchange the secret mask, the deck, others' masks and, in a calm race, what they chose."""
    deck = tuple(luck.sample(state.deck, len(state.deck)))
    other = replace(state, deck=deck) if viewer == state.mime else exchanged(state, luck)
    won = [
        masks if seat == viewer else tuple(luck.randrange(len(MASKS)) for _ in masks)
        for seat, masks in enumerate(state.won)
    ]
    hands = [
        replace(hand, tile=luck.randrange(len(MASKS)))
        if state.calm and hand.seat != viewer
        else hand
        for hand in state.hands
    ]
    return replace(other, won=tuple(won), removed=state.removed[::-1], hands=tuple(hands))


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
