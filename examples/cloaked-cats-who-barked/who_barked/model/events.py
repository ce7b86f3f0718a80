"""The events of Who Barked?: what happened, and who may know of it.

The tag of each event is the key of the message that tells of it.
"""

from bot.engine.events import Event, Seat


class NightBegun(Event, tag="night-begins", frozen=True):
    """The roles are dealt. This player leads first."""

    leader: Seat


class PartyProposed(Event, tag="proposed", frozen=True):
    """The leader has proposed a party."""

    leader: Seat
    party: tuple[Seat, ...]


class PartyRefused(Event, tag="refused", frozen=True):
    """The vote is over: the party stays at home, and an hour has passed."""

    leader: Seat
    yes: int
    """The number of players who voted for the party."""


class PartyLeft(Event, tag="left", frozen=True):
    """The vote is over: the party sneaks into the kitchen."""

    leader: Seat
    yes: int
    """The number of players who voted for the party."""


class PartySmelled(Event, tag="smelled", frozen=True):
    """The cat with the fine nose, and nobody else, smells how many dogs go with the party."""

    dogs: int


class GoalRaided(Event, tag="raided", frozen=True):
    """Nobody barked, and the party has emptied a goal."""

    goal: int
    """The number of the goal, from 0 on."""


class PeopleWoken(Event, tag="woken", frozen=True):
    """Somebody of the party barked, and the people woke up."""

    goal: int
    barks: int
    alarm: int
    """How often the people have been woken, this time included."""


class HuntBegun(Event, tag="hunt-begins", frozen=True):
    """All goals are empty. The dogs drop their masks, and their top dog may name the nose."""

    top_dog: Seat


class CatAccused(Event, tag="accused", frozen=True):
    """The top dog has named a cat, and the true nose is told."""

    top_dog: Seat
    accused: Seat
    nose: Seat


class DawnBroken(Event, tag="dawn", frozen=True):
    """The last hour has passed, and the kitchen is not empty yet."""


class HouseAwake(Event, tag="awake", frozen=True):
    """The people have been woken once too often."""


EVENT_TYPES = (
    *(NightBegun, PartyProposed, PartyRefused, PartyLeft, PartySmelled, GoalRaided, PeopleWoken),
    *(HuntBegun, CatAccused, DawnBroken, HouseAwake),
)
