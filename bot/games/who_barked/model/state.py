"""The state of a game, and the view: what one player or an onlooker may know of it."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from bot.engine.answers import Answers, AnswersView
from bot.engine.events import Seat

Phase = Literal["meet", "lead", "vote", "raid", "hush", "talk", "hunt", "sniff", "over"]
"""What the game waits for.

In order: people read their roles, the leader proposes a crew, all vote, the crew acts, all listen
for a noise and talk about it, the top dog names the nose, and all wait whether that is right.
"""
UNMASKED_PHASES: tuple[Phase, ...] = ("hunt", "sniff", "over")
"""The phases in which everybody knows the dogs."""
Role = Literal["cat", "nose", "dog"]
Team = Literal["cats", "dogs"]
TEAM_NAMES: tuple[Team, ...] = ("cats", "dogs")


class Setup(Struct, frozen=True):
    """What depends on the number of players (ruling W1)."""

    dogs: int
    goals: tuple[int, ...]
    """The size of the crew for each goal in the kitchen, in ascending order."""
    alarms: int
    """How often the humans wake up before the dogs win."""
    hours: int
    """The number of proposals until dawn, at which the dogs win."""


SETUPS_BY_SEATS: Mapping[int, Setup] = {
    5: Setup(dogs=2, goals=(2, 2, 3), alarms=4, hours=9),
    6: Setup(dogs=2, goals=(3, 3, 3), alarms=4, hours=9),
    7: Setup(dogs=2, goals=(3, 4, 5), alarms=4, hours=9),
    8: Setup(dogs=3, goals=(2, 3, 3), alarms=4, hours=10),
}
"""Among equal computer players, each side wins about half of the games (ruling W1)."""


class Proposal(Struct, frozen=True):
    """A crew that a leader proposed, and what came of it. Everybody knows of it."""

    leader: Seat
    crew: tuple[Seat, ...]
    goal: int
    """The number of the goal for which the crew was picked."""
    votes: tuple[bool, ...]
    """Each player's vote, by seat. True is a vote for the crew."""
    barks: int | None
    """How many dogs barked, or None if the crew stayed at home or has not come back yet."""

    @property
    def is_accepted(self) -> bool:
        """Whether more than half of the players voted for the crew (ruling W5)."""
        return 2 * sum(self.votes) > len(self.votes)


class PublicState(Struct, frozen=True, kw_only=True):
    """What everybody knows of a game."""

    seats: int
    leader: Seat
    phase: Phase
    decision: int
    crew: tuple[Seat, ...] = ()
    """The seats of the proposed crew, or of the last one, in ascending order."""
    proposals: tuple[Proposal, ...] = ()
    """All proposals on which the vote is over, in order. Each took an hour."""
    accused: Seat | None = None

    @property
    def setup(self) -> Setup:
        """The setup for the number of players."""
        return SETUPS_BY_SEATS[self.seats]

    @property
    def emptied(self) -> tuple[int, ...]:
        """The numbers of the goals that are empty, in the order in which they were emptied."""
        return tuple(each.goal for each in self.proposals if each.barks == 0)

    @property
    def goals_left(self) -> dict[int, int]:
        """Maps the number of each goal that is not empty yet to the size of its crew."""
        emptied = self.emptied
        return {goal: size for goal, size in enumerate(self.setup.goals) if goal not in emptied}

    def find_goal(self, crew: tuple[Seat, ...]) -> int:
        """Return the number of the first goal left for a crew of this size (ruling W4)."""
        return next(goal for goal, size in self.goals_left.items() if size == len(crew))

    @property
    def crew_sizes(self) -> tuple[int, ...]:
        """The sizes of crews for which there is a goal left, in ascending order."""
        return tuple(sorted({*self.goals_left.values()}))

    @property
    def raids(self) -> tuple[Proposal, ...]:
        """The proposals whose crews left, in order."""
        return tuple(each for each in self.proposals if each.is_accepted)

    @property
    def is_decisive(self) -> bool:
        """Whether the dogs win by the next alarm, or lose the last goal without it."""
        return self.alarms == self.setup.alarms - 1 or len(self.goals_left) == 1

    @property
    def alarms(self) -> int:
        """How often the humans have been woken."""
        return sum(bool(proposal.barks) for proposal in self.proposals)

    @property
    def hours_left(self) -> int:
        """The number of proposals until dawn."""
        return self.setup.hours - len(self.proposals)

    @property
    def spare_hours(self) -> int:
        """How many more proposals may fail. Below 0, it is dawn (ruling W8)."""
        return self.hours_left - len(self.goals_left)


class State(PublicState, frozen=True, kw_only=True):
    """The complete state of a game, with all secrets."""

    dogs: tuple[Seat, ...]
    """The seats of the dogs. The first one is the top dog."""
    nose: Seat
    answers: Answers[bool] | None = None
    """The secret votes, where True is a vote for the crew, or what the crew does, where True is a
    bark. The latter stays until it is told at the end of the phase "hush".
    """

    def find_role(self, seat: Seat) -> Role:
        """Return the role of a player."""
        return "dog" if seat in self.dogs else "nose" if seat == self.nose else "cat"


class View(PublicState, frozen=True, kw_only=True):
    """All that one player, or an onlooker, may know of a game (ruling W13)."""

    viewer: Seat | None
    role: Role | None
    dogs: tuple[Seat, ...]
    """The seats of all dogs, the top dog first, or () if the viewer does not know them."""
    nose: Seat | None
    answers: AnswersView[bool]
    """Who has answered the open question, and the viewer's own answer, as in `State.answers`."""
    scents: tuple[int, ...]
    """How many dogs went with each crew that left, in order, if the viewer can smell that."""
    winner: Team | None
    """The team that has won, or None before the end."""
