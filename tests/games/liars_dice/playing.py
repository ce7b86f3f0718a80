"""Games to test with: known dice, and bids and challenges one by one."""

from bot.engine.chance import PythonChance
from bot.engine.events import Event
from bot.engine.game import Act, Elapse
from bot.engine.moves import Move
from bot.games.liars_dice.model.moves import CALL_LIAR, MakeBid
from bot.games.liars_dice.model.state import State
from bot.games.liars_dice.rules import LiarsDice

GAME = LiarsDice()

CUPS = ((1, 3, 3, 6), (2, 3, 5, 5), (2, 2, 4, 6))
"""The dice of Ada, Ben and Cleo."""

Choice = tuple[int, int] | None
"""A bid's count and face; None: a challenge."""
LIAR = None


def start(*cups: tuple[int, ...], turn: int = 0, wild: bool = True) -> State:
    """Return a round that begins with these dice."""
    return State(0, wild, cups or CUPS, turn)


def move_of(choice: Choice) -> Move:
    return MakeBid(*choice) if choice else CALL_LIAR


def act(
    state: State, choice: Choice, luck: PythonChance | None = None
) -> tuple[State, tuple[Event, ...]]:
    """Let whoever is on make a move, and return what it tells everybody.

    After a challenge, the cups go up.
    """
    action = Act(state.turn, state.decision, move_of(choice), 0)
    after, notices = GAME.apply(state, action, luck or PythonChance(1))
    if after.lifting:
        after, notices = GAME.apply(after, Elapse(after.decision), luck or PythonChance(1))
    assert all(notice.to is None for notice in notices)
    return after, tuple(notice.event for notice in notices)


def after(state: State, *choices: Choice) -> State:
    """Return the state after these moves, each made by whoever is on."""
    for choice in choices:
        state, _ = act(state, choice)
    return state


def list_events(state: State, choice: Choice) -> tuple[Event, ...]:
    return act(state, choice)[1]


def start_next_round(state: State) -> State:
    """Return the next round: all have looked at the dice."""
    return GAME.apply(state, Elapse(state.decision), PythonChance(2))[0]
