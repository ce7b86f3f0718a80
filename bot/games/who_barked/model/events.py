"""The events of Who Barked?: what happened, and who may know of it.

The tag of each event is the key of the message that tells of it.
"""

from bot.engine.events import Event, Seat


class NightBegun(Event, tag="night-begins", frozen=True):
    """The roles are dealt. This player leads first."""

    leader: Seat


class CrewProposed(Event, tag="proposed", frozen=True):
    """The leader has proposed a crew."""

    leader: Seat
    crew: tuple[Seat, ...]


class CrewRefused(Event, tag="refused", frozen=True):
    """The vote is over: the crew stays at home, and an hour has passed."""

    leader: Seat
    yes: int
    """The number of players who voted for the crew."""


class CrewLeft(Event, tag="left", frozen=True):
    """The vote is over: the crew sneaks into the kitchen."""

    leader: Seat
    yes: int
    """The number of players who voted for the crew."""


class CrewSmelled(Event, tag="smelled", frozen=True):
    """The cat with the fine nose, and nobody else, smells how many dogs go with the crew."""

    dogs: int


class GoalRaided(Event, tag="raided", frozen=True):
    """Nobody barked, and the crew has emptied a goal."""

    goal: int
    """The number of the goal, from 0 on."""


class HumansWoken(Event, tag="woken", frozen=True):
    """Somebody of the crew barked, and the humans woke up."""

    goal: int
    barks: int
    alarm: int
    """How often the humans have been woken, this time included."""


class HuntBegun(Event, tag="hunt-begins", frozen=True):
    """All goals are empty. The dogs drop their masks, and their top dog may name the nose."""

    top_dog: Seat


class CatSniffed(Event, tag="sniffs", frozen=True):
    """The top dog has named a cat. Whether it is the nose is told a moment later."""

    top_dog: Seat
    accused: Seat


class CatAccused(Event, tag="accused", frozen=True):
    """The true nose is told, and with it whether the top dog has named the right cat."""

    top_dog: Seat
    accused: Seat
    nose: Seat


class DawnBroken(Event, tag="dawn", frozen=True):
    """The last hour has passed, and the kitchen is not empty yet."""


class HouseAwake(Event, tag="awake", frozen=True):
    """The humans have been woken once too often."""


EVENT_TYPES = (
    *(NightBegun, CrewProposed, CrewRefused, CrewLeft, CrewSmelled, GoalRaided, HumansWoken),
    *(HuntBegun, CatSniffed, CatAccused, DawnBroken, HouseAwake),
)
ROUND_ENDS = (CrewRefused, GoalRaided, HumansWoken)
"""The events that end a round. Each round has one proposal, and then a new leader is asked."""
