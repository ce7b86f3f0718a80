"""Other games that somebody cannot tell from a given one."""

from random import Random

from msgspec.structs import replace

from bot.games.game import Seat
from tests.toys.secret_numbers.state import State


def alike(state: State, viewer: Seat | None, luck: Random) -> State:
    """Let the others have given other answers."""
    answers = tuple(
        f"{luck.randint(1, state.top)}/1.2" if answer and seat != viewer else answer
        for seat, answer in enumerate(state.answers)
    )
    return replace(state, answers=answers)
