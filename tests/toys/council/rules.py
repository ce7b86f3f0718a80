"""The rules: in each of three rounds all talk, the leader picks two players, and all vote.

One player is the thief, whom only the thief knows. A team that most vote for scores: for the thief
if the thief is in it, else for everybody else. A tie sends nobody.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

from msgspec.structs import replace

from bot.engine.answers import Answers, AnswersView
from bot.engine.events import Event, Notice, Seat
from bot.engine.game import (
    Act,
    Action,
    Chance,
    Elapse,
    Game,
    IllegalMove,
    Place,
    Prompt,
    Stale,
    rank_seats,
)
from bot.engine.moves import Move
from bot.engine.resampling import deal_until_fits
from tests.toys.council.model.events import Counted
from tests.toys.council.model.moves import Team, Vote
from tests.toys.council.model.state import Round, State, View

__all__ = ["Council", "State", "View"]

ROUNDS = 3
TEAM_SIZE = 2
VOTE_SHARE = 0.5
"""The share of the table's time limit that a vote takes."""


Step = tuple[State, tuple[Notice, ...]]
VOTES: tuple[Move, ...] = (Vote(1), Vote(0))


class Council(Game[State, View]):
    """Council, 3 to 8 players."""

    seats = range(3, 9)
    state = State
    move_types: Sequence[type[Move]] = (Team, Vote)
    event_types: Sequence[type[Event]] = (Counted,)

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        return State(seats, chance.below(seats)), ()

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the time to talk, the leader's choice, or the votes."""
        if state.votes:
            return state.votes.prompts("vote", f"vote:{state.decision}", VOTE_SHARE)
        if state.phase == "talk":
            talk = Prompt(state.decision, None, "talk", f"talk:{state.decision}")
            return (replace(talk, may_end_early=True, ready_label="button-ready-to-vote"),)
        team = Prompt(state.decision, state.leader, "team", f"team:{state.decision}")
        return (team,) if state.phase == "team" else ()

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        if state.votes:
            return VOTES if seat in state.votes.open_seats else ()
        is_asked = state.phase == "team" and seat == state.leader
        return tuple(map(Team, combinations(range(state.seats), TEAM_SIZE))) if is_asked else ()

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        """Take a team, or votes until all are in."""
        is_now = isinstance(action, Elapse) and action.decision == state.decision
        if is_now and state.phase == "talk":
            return replace(state, phase="team", decision=state.decision + 1), ()
        if not isinstance(action, Act) or action.decision != state.decision:
            raise Stale
        moves = self.legal_moves(state, action.seat)
        if not moves:
            raise Stale
        if action.move not in moves:
            raise IllegalMove
        if isinstance(action.move, Team):
            votes = Answers[int](state.decision + 1, tuple(range(state.seats)), may_change=True)
            team, decision = action.move.seats, state.decision + 1
            return replace(state, phase="vote", decision=decision, team=team, votes=votes), ()
        assert isinstance(action.move, Vote)
        assert state.votes
        votes = state.votes.add(action.seat, action.decision, action.move.is_for)
        voted = replace(state, votes=votes)
        return (voted, ()) if votes.waiting else _count(voted)

    def view(self, state: State, viewer: Seat | None) -> View:
        """Return who has voted, what was told, and the thief for the thief."""
        return View(
            phase=state.phase,
            leader=state.leader,
            team=state.team,
            votes=state.votes.view(viewer) if state.votes else AnswersView[int](),
            past=state.past,
            points=state.points,
            thief=state.thief if state.phase == "over" or viewer == state.thief else None,
        )

    def resample_hidden(self, state: State, viewer: Seat | None, rng: Random) -> State | None:
        """Choose other votes, and another thief who would have made the same points."""

        def deal() -> State:
            votes = state.votes and state.votes.resample(viewer, lambda _: rng.randrange(2))
            return replace(state, thief=rng.randrange(state.seats), votes=votes)

        return deal_until_fits(self, state, viewer, deal)

    def standings(self, state: State) -> tuple[Place, ...] | None:
        """Return the places by points."""
        if state.phase != "over":
            return None
        honest, thief = state.points
        points = [thief if seat == state.thief else honest for seat in range(state.seats)]
        return rank_seats(points, points)


def _count(state: State) -> Step:
    """Count the votes, and begin the next round."""
    votes_for = tuple(seat for seat, is_for in state.votes.given if is_for) if state.votes else ()
    past = (*state.past, Round(state.team, votes_for))
    phase = "talk" if len(past) < ROUNDS else "over"
    decision = state.decision + 1
    after = replace(state, phase=phase, decision=decision, team=(), votes=None, past=past)
    return after, (Notice(Counted(len(state.past))),)
