"""Other races that somebody cannot tell from a given one."""

from random import Random

from msgspec.structs import replace

from bot.games.game import Seat
from tests.toys.race.rules import MOVES
from tests.toys.race.state import State


def alike(state: State, viewer: Seat | None, luck: Random) -> State:
    """Let the others' hands be on other tiles, and have come in another order."""
    hands = [
        hand if hand.seat == viewer else replace(hand, move=luck.choice(MOVES))
        for hand in state.hands
    ]
    luck.shuffle(hands)
    return replace(state, hands=tuple(hands))
