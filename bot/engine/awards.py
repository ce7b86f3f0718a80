"""What is told of a completed game: awards for special feats, and numbers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from bot.engine.events import Event, Seat
from bot.engine.game import Place
from bot.engine.records import LogEntry

C = TypeVar("C")


class AwardRules(Struct, Generic[C], frozen=True):
    """The awards that players can earn in a completed game for special feats.

    For each award, the game has two messages: `award-title-<name>` is its title, and `award-<name>`
    says what it is for. Give no award for something that luck alone or other players alone did. All
    awards of a game may take at most 2 ms, because other tables wait for them.
    """

    checks: Mapping[str, Callable[[C, Seat], bool]]
    """Maps the name of each award to a function that tells whether a player has earned it."""
    summarise: Callable[[Sequence[LogEntry], Sequence[Place]], C]
    """Returns what the checks need to know, from all steps and hidden events, and all places."""
    bluffs: tuple[str, ...] = ()
    """The names of the awards for bluffs, which count together in an evening of several games."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all awards."""
        return tuple(self.checks)

    def find_earned(
        self, log: Sequence[LogEntry], places: Sequence[Place]
    ) -> tuple[tuple[str, Seat], ...]:
        """Return pairs of an award's name and a seat that earned it."""
        course = self.summarise(log, places)
        seats = sorted(place.seat for place in places)
        return tuple(
            (name, seat)
            for name, has_earned in self.checks.items()
            for seat in seats
            if has_earned(course, seat)
        )


NO_AWARDS = AwardRules[None]({}, lambda log, places: None)  # noqa: ARG005

NumberCounter = Callable[[Sequence[Event]], int]
"""Returns a number that tells much of a completed game, from its public events in their order."""


def count_events(*kinds: type[Event]) -> NumberCounter:
    """Return a function that counts the events of these classes."""
    return lambda told: sum(isinstance(event, kinds) for event in told)
