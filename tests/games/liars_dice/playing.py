"""Games to test with: known dice, and bids and challenges one by one."""

from bot.games.events import Event
from bot.games.game import Act, Elapse
from bot.games.liars_dice.rules import LiarsDice
from bot.games.liars_dice.state import State
from bot.measuring.luck import Luck

GAME = LiarsDice()

CUPS = ((1, 3, 3, 6), (2, 3, 5, 5), (2, 2, 4, 6))
"""The dice of Ada, Ben and Cleo."""

Told = list[tuple[str, tuple[int | str, ...]]]


def start(*cups: tuple[int, ...], turn: int = 0, wild: bool = True) -> State:
    """Return a round that begins with these dice."""
    return State(0, wild, cups or CUPS, turn)


def act(state: State, move: str, luck: Luck | None = None) -> tuple[State, tuple[Event, ...]]:
    """Let whoever is on make a move."""
    return GAME.step(state, Act(state.turn, state.decision, move, 0), luck or Luck(1))


def after(state: State, *moves: str) -> State:
    """Return the state after these moves, each made by whoever is on."""
    for move in moves:
        state, _ = act(state, move)
    return state


def told(state: State, move: str) -> Told:
    """Return what a move tells."""
    return [(event.name, event.values) for event in act(state, move)[1]]


def rolled(state: State) -> State:
    """Return the next round: all have looked at the dice."""
    return GAME.step(state, Elapse(state.decision), Luck(2))[0]
