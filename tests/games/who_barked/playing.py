"""Helps the tests to play: whole rounds of votes and raids in one call each."""

from collections.abc import Collection

from bot.engine.chance import PythonChance
from bot.engine.events import Notice, Seat
from bot.engine.game import Act, Elapse
from bot.engine.moves import Move
from bot.games.who_barked.model.moves import BARK_MOVE, SNEAK_MOVE, VOTE_NO, VOTE_YES, PickCrew
from bot.games.who_barked.model.state import State
from bot.games.who_barked.rules import WhoBarked

GAME = WhoBarked()
TEST_CHANCE = PythonChance(0)

Step = tuple[State, tuple[Notice, ...]]


def make_state(seats: int = 5, dogs: tuple[Seat, ...] = (3, 4), nose: Seat = 0) -> State:
    """Return a state in which seat 0 is asked for a crew."""
    begun = State(seats=seats, leader=0, phase="meet", decision=0, dogs=dogs, nose=nose)
    return go_on(begun)


def go_on(state: State) -> State:
    """End the pause."""
    return GAME.apply(state, Elapse(state.decision), TEST_CHANCE)[0]


def act(state: State, seat: Seat, move: Move) -> Step:
    """Let a player answer the open question."""
    return GAME.apply(state, Act(seat, state.decision, move, at=0), TEST_CHANCE)


def propose(state: State, *crew: Seat) -> State:
    """Let the leader propose a crew."""
    return act(state, state.leader, PickCrew(crew))[0]


def vote(state: State, against: Collection[Seat] = ()) -> Step:
    """Let everybody vote for the crew, except for some."""
    notices: tuple[Notice, ...] = ()
    for seat in range(state.seats):
        state, notices = act(state, seat, VOTE_NO if seat in against else VOTE_YES)
    return state, notices


def raid(state: State, barking: Collection[Seat] = ()) -> Step:
    """Let the crew sneak, except for some who bark."""
    notices: tuple[Notice, ...] = ()
    for seat in state.crew:
        state, notices = act(state, seat, BARK_MOVE if seat in barking else SNEAK_MOVE)
    return state, notices


def play_hour(state: State, *crew: Seat, barking: Collection[Seat] = ()) -> State:
    """Send a crew with the votes of all, and end the talk after it."""
    after = raid(vote(propose(state, *crew))[0], barking)[0]
    return go_on(after) if after.phase == "talk" else after


def refuse(state: State, *crew: Seat) -> State:
    """Propose a crew that nobody wants."""
    return vote(propose(state, *crew), against=range(state.seats))[0]
