"""Helps the tests to play: whole rounds of votes and raids in one call each."""

from collections.abc import Collection

from bot.engine.chance import PythonChance
from bot.engine.events import Notice, Seat
from bot.engine.game import Act, Elapse
from bot.engine.moves import Move
from bot.games.who_barked.model.moves import (
    BARK_MOVE,
    SNEAK_MOVE,
    VOTE_NO,
    VOTE_YES,
    Accuse,
    PickCrew,
)
from bot.games.who_barked.model.state import State
from bot.games.who_barked.rules import WhoBarked

GAME = WhoBarked()
TEST_CHANCE = PythonChance(0)

Step = tuple[State, tuple[Notice, ...]]


def make_state(seats: int = 5, dogs: tuple[Seat, ...] = (3, 4), nose: Seat = 0) -> State:
    """Return a state in which seat 0 is asked for a crew."""
    begun = State(seats=seats, leader=0, phase="meet", decision=0, dogs=dogs, nose=nose)
    return go_on(begun)


def end_pause(state: State) -> Step:
    """End the pause, and return also what is told at its end."""
    return GAME.apply(state, Elapse(state.decision), TEST_CHANCE)


def go_on(state: State) -> State:
    """End the pause."""
    return end_pause(state)[0]


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


def raid(state: State, barking: Collection[Seat] = ()) -> State:
    """Let the crew sneak, except for some who bark. Then all listen for a noise."""
    for seat in state.crew:
        state, notices = act(state, seat, BARK_MOVE if seat in barking else SNEAK_MOVE)
        assert notices == ()
    return state


def play_hour(state: State, *crew: Seat, barking: Collection[Seat] = ()) -> State:
    """Send a crew with the votes of all, and end the pauses after it."""
    heard = go_on(raid(vote(propose(state, *crew))[0], barking))
    return go_on(heard) if heard.phase == "talk" else heard


def refuse(state: State, *crew: Seat) -> State:
    """Propose a crew that nobody wants, and end the talk after it."""
    refused = vote(propose(state, *crew), against=range(state.seats))[0]
    return go_on(refused) if refused.phase == "talk" else refused


def accuse(state: State, seat: Seat) -> State:
    """Let the top dog name a cat. Then all wait whether it is the nose."""
    return act(state, state.dogs[0], Accuse(seat))[0]
