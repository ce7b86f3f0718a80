"""Other games that somebody cannot tell from a given one."""

from itertools import combinations
from random import Random

from msgspec.structs import replace

from bot.games.cloaked_cats.cards import CATS
from bot.games.cloaked_cats.state import State
from bot.games.events import Seat


def alike(state: State, viewer: Seat | None, luck: Random) -> State:
    """Exchange what the others hide from `viewer`, one after the other."""
    for seat in range(len(state.fans)):
        if seat != viewer:
            state = exchanged(state, seat, luck)
    return state


def exchanged(state: State, seat: Seat, luck: Random) -> State:
    """Exchange the hidden features and the hand of one seat, and the order of the pile."""
    taken = {feature for other, fan in enumerate(state.fans) if other != seat for feature in fan}
    free = [feature for feature in range(19) if feature not in taken]
    fans = [fan for fan in combinations(free, 3) if fits(state, seat, fan)]
    hidden = [*state.hands[seat], *state.pile]
    luck.shuffle(hidden)
    size = len(state.hands[seat])
    fan, hand = luck.choice(fans), tuple(hidden[:size])
    return replace(
        state,
        fans=(*state.fans[:seat], fan, *state.fans[seat + 1 :]),
        hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]),
        pile=tuple(hidden[size:]),
    )


def fits(state: State, seat: Seat, fan: tuple[int, ...]) -> bool:
    """Tell whether nothing public contradicts that `seat` has this fan."""
    denied = {
        guess.feature for guess in state.guesses if guess.opponent == seat and not guess.right
    }
    return (
        set(state.revealed[seat]) <= set(fan)
        and not denied & set(fan)
        and all(
            bool(set(CATS[dancer.cat]) & set(fan)) == (seat in dancer.masks)
            for dancer in state.floor
        )
    )
