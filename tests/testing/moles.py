"""Moles: a small game of hidden roles, in which the rules of the contract have much to look at.

Two of five or six players are moles, and know each other. In each of four rounds, all vote at the
same time on a crew: the leader and the next two seats. A crew that is voted for works in secret,
where moles may spoil the job. The moles win if at least two jobs are spoilt.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from bot.engine.computers import Computers
from bot.engine.events import Event, Notice, Seat
from bot.engine.game import (
    Act,
    Action,
    Chance,
    Game,
    IllegalMove,
    Place,
    Prompt,
    Stale,
    rank_seats,
    replace_at_seat,
)
from bot.engine.moves import Move
from bot.engine.package import GamePackage
from bot.engine.screen import Button, Screen, arrange_in_rows
from bot.engine.screens import Question, ScreenContext, Screens

ROUNDS = 4
JOBS_TO_SPOIL = 2
"""So many spoilt jobs let the moles win."""


class Vote(Move, tag="vote", frozen=True):
    """Vote for the crew (1), or against it (0)."""

    agrees: int


class Work(Move, tag="work", frozen=True):
    """Do the job well (0), or spoil it (1)."""

    spoils: int


class Answered(Event, tag="answered", frozen=True):
    """A seat has voted, or done its part of the job."""

    seat: Seat


class VotesCounted(Event, tag="votes-counted", frozen=True):
    """All votes are in."""

    leader: Seat
    votes: tuple[int, ...]


class JobDone(Event, tag="job-done", frozen=True):
    """A crew has worked: so many have spoilt the job."""

    spoilers: int


class RoleTold(Event, tag="role-told", frozen=True):
    """A seat is told whether it is a mole."""

    seat: Seat
    is_mole: int


class Job(Struct, frozen=True):
    """A job that is done."""

    crew: tuple[Seat, ...]
    spoilers: int


class State(Struct, frozen=True):
    """A game; tuples by seat, but for `jobs`."""

    roles: tuple[int, ...]
    """1 for a mole."""
    leader: Seat
    round: int = 0
    phase: str = "vote"
    answers: tuple[int | None, ...] = ()
    """Hidden until the last one is in; None for who has not answered."""
    votes: tuple[int, ...] = ()
    """The last votes that were counted."""
    jobs: tuple[Job, ...] = ()


class View(Struct, frozen=True):
    """What one viewer may know; tuples by seat, but for `jobs`."""

    roles: tuple[int, ...]
    """What a mole knows, and at the end everybody; () for all others."""
    leader: Seat
    round: int
    phase: str
    answered: tuple[Seat, ...]
    own: int | None
    votes: tuple[int, ...]
    jobs: tuple[Job, ...]


Step = tuple[State, tuple[Notice, ...]]


class Moles(Game[State, View]):
    """Moles, 5 or 6 players."""

    seats: Sequence[int] = (5, 6)
    state = State
    move_types = (Vote, Work)
    event_types: Sequence[type[Event]] = (Answered, VotesCounted, JobDone, RoleTold)

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        """Deal two moles, and draw who leads first."""
        roles = tuple(int(card < 2) for card in chance.shuffle(range(seats)))
        told = (Notice(RoleTold(seat, role), (seat,)) for seat, role in enumerate(roles))
        return State(roles, chance.below(seats), answers=(None,) * seats), tuple(told)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return one decision, shared by all who have not answered."""
        if state.phase == "over":
            return ()
        decision = 2 * state.round + (state.phase == "work")
        return tuple(
            Prompt(decision, seat, state.phase, f"{state.phase}:{state.round}")
            for seat in find_crew(state)
            if state.answers[seat] is None
        )

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Return both votes; only a mole can spoil a job."""
        if seat not in {prompt.seat for prompt in self.prompts(state)}:
            return ()
        if state.phase == "vote":
            return Vote(1), Vote(0)
        return (Work(0), Work(1)) if state.roles[seat] else (Work(0),)

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        """Keep an answer until the last is in."""
        prompts = self.prompts(state)
        if not isinstance(action, Act) or not prompts or action.decision != prompts[0].decision:
            raise Stale
        moves = self.legal_moves(state, action.seat)
        if not moves:
            raise Stale
        if action.move not in moves:
            raise IllegalMove
        answer = int(action.move.path[-1])
        answered = replace(state, answers=replace_at_seat(state.answers, action.seat, answer))
        told = Notice(Answered(action.seat))
        if self.prompts(answered):
            return answered, (told,)
        after, notices = _count_votes(answered) if state.phase == "vote" else _finish_job(answered)
        return after, (told, *notices)

    def view(self, state: State, viewer: Seat | None) -> View:
        """Return all that is public, and what the viewer's role and own answer are."""
        is_mole = viewer is not None and state.roles[viewer]
        return View(
            roles=state.roles if is_mole or state.phase == "over" else (),
            leader=state.leader,
            round=state.round,
            phase=state.phase,
            answered=tuple(s for s, answer in enumerate(state.answers) if answer is not None),
            own=None if viewer is None else state.answers[viewer],
            votes=state.votes,
            jobs=state.jobs,
        )

    def resample_hidden(self, state: State, viewer: Seat | None, rng: Random) -> State | None:
        """Let others be the moles, and have answered otherwise, as far as the viewer knows."""
        if state.phase == "over":
            return None
        roles = rng.choice([*list_possible_roles(state, viewer)])
        answers = tuple(
            answer
            if answer is None or seat == viewer
            else rng.randrange(2) * (state.phase == "vote" or roles[seat])
            for seat, answer in enumerate(state.answers)
        )
        return replace(state, roles=roles, answers=answers)

    def standings(self, state: State) -> tuple[Place, ...] | None:
        """Return the winners first; all of a side share a place."""
        if state.phase != "over":
            return None
        moles_win = sum(job.spoilers > 0 for job in state.jobs) >= JOBS_TO_SPOIL
        scores = [int(role == moles_win) for role in state.roles]
        return rank_seats(scores, scores)


def find_crew(state: State) -> tuple[Seat, ...]:
    """Return who has to answer in this phase: all, or the crew."""
    seats = len(state.roles)
    return tuple(range(seats)) if state.phase == "vote" else find_next_crew(state)


def find_next_crew(state: State) -> tuple[Seat, ...]:
    """Return the crew that is voted on."""
    return tuple(sorted((state.leader + number) % len(state.roles) for number in range(3)))


def list_possible_roles(state: State, viewer: Seat | None) -> list[tuple[int, ...]]:
    """Return each set of roles that a viewer can think possible."""
    seats = range(len(state.roles))
    if viewer is not None and state.roles[viewer]:
        return [state.roles]
    return [
        tuple(int(seat in moles) for seat in seats)
        for moles in combinations(seats, 2)
        if viewer not in moles
        and all(len({*moles} & {*job.crew}) >= job.spoilers for job in state.jobs)
    ]


def _count_votes(state: State) -> Step:
    votes = tuple(answer or 0 for answer in state.answers)
    counted = replace(state, votes=votes, answers=(None,) * len(votes))
    notices = (Notice(VotesCounted(state.leader, votes)),)
    if 2 * sum(votes) > len(votes):
        return replace(counted, phase="work"), notices
    return begin_next_round(counted), notices


def _finish_job(state: State) -> Step:
    spoilers = sum(answer or 0 for answer in state.answers)
    jobs = (*state.jobs, Job(find_crew(state), spoilers))
    done = replace(state, jobs=jobs, answers=(None,) * len(state.roles))
    return begin_next_round(done), (Notice(JobDone(spoilers)),)


def begin_next_round(state: State) -> State:
    """Let the next seat lead, or end the game."""
    leader, number = (state.leader + 1) % len(state.roles), state.round + 1
    phase = "over" if number == ROUNDS else "vote"
    return replace(state, leader=leader, round=number, phase=phase)


class MolesScreens(Screens[View]):
    """What players and onlookers see."""

    def board(self, view: View, context: ScreenContext) -> Screen:
        """Return who leads, and how the jobs went."""
        lines = [context.say("leads", name=context.names[view.leader])]
        lines += [context.say("job", spoilers=job.spoilers) for job in view.jobs]
        return Screen(context.say("game-title"), "\n".join(lines))

    def own_screen(self, question: Question[View]) -> Screen:
        """Return a button for each move, and what the seat knows of roles."""
        say, names = question.context.say, question.context.names
        moles = [names[seat] for seat, role in enumerate(question.view.roles) if role]
        text = say("moles", names=" · ".join(moles)) if moles else say("no-mole")
        buttons = (
            Button(say(f"move-{move.path.replace('/', '-')}"), question.submit(move))
            for move in question.moves
        )
        return Screen("", text, rows=arrange_in_rows(buttons))


class MolesComputers(Computers[View]):
    fast_levels = ("absent", "computer")


PACKAGE = GamePackage(
    Moles(), MolesScreens(), Path(__file__).parent / "moles_text", computers=MolesComputers()
)
