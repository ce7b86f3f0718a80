"""Other games that somebody cannot tell from a given one."""

from random import Random

from msgspec.structs import replace

from bot.games.catham_city.moves import moves
from bot.games.catham_city.state import State
from bot.games.catham_city.tabletop import without
from bot.games.events import Seat


def alike(state: State, viewer: Seat | None, luck: Random) -> State:
    """Deal the others' hidden cards and the pile anew; what all know of a hand stays in it.

    Hidden answers become others that these cards allow.
    """
    others = [seat for seat in range(len(state.hands)) if seat != viewer]
    secret = {seat: without(state.hands[seat], state.shown[seat]) for seat in others}
    cards = [card for seat in others for card in secret[seat]] + list(state.pile)
    luck.shuffle(cards)
    hands = list(state.hands)
    for seat in others:
        size = len(secret[seat])
        hands[seat] = tuple(sorted((*state.shown[seat], *cards[:size])))
        cards = cards[size:]
    dealt = replace(state, hands=tuple(hands), pile=tuple(cards))
    answers = tuple(
        answer if answer is None or seat == viewer else luck.choice(_answers(dealt, seat))
        for seat, answer in enumerate(state.answers)
    )
    return replace(dealt, answers=answers)


def _answers(state: State, seat: Seat) -> tuple[str, ...]:
    return moves(replace(state, owing=(seat,)), seat)
