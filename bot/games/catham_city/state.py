"""What a game of Catham City is made of: the state, and what one viewer may know of it.

Moves, each a path of fields; factions are numbers of `FACTIONS`:

- action: "take/<faction>/<number>"; "play/<faction>" for scientists, mafia and journalists,
  "play/<detectives>/<extra faction>", "play/<robocats>/<2 or 4>",
  "play/<hackers>/<number>/<target seat>", "play/<police>/<number>/<extra faction>/<target seat>",
  "play/<bureaucrats>/<number>"
- discard: "discard/<factions>", as many as are too many, ascending, joined with "."
- answers: "pass" (detectives, journalists), "discard" (detectives: one card of the extra faction),
  "pay" (mafia: a point), "drop/<factions>" (mafia: two cards, ascending, joined with "."),
  "give/<faction>" and "give/<faction>/discard" (journalists: a present, and a second card of that
  faction for a point)
"""

from msgspec import Struct

from bot.games.catham_city.cards import target_of
from bot.games.events import Seat

PASS = "pass"  # noqa: S105 - no password
"""The answer that does nothing."""
DISCARD = "discard"
"""The answer to detectives that discards a card for a point."""
PAY = "pay"
"""The answer to the mafia that pays a point."""
SCHEMA = 2
"""The number of the layout of `State`. Before 2, nobody noted which cards of a hand are known."""


class State(Struct, frozen=True):
    """A whole game, secrets and all. Tuples by seat unless said otherwise.

    All cards are numbers of factions.
    """

    factions: tuple[int, ...]
    """The five in play, ascending."""
    hands: tuple[tuple[int, ...], ...]
    """Each sorted ascending."""
    points: tuple[int, ...]
    market: tuple[int, ...]
    """Sorted ascending."""
    pile: tuple[int, ...]
    """Cards left to draw; the first is drawn next."""
    discards: tuple[int, ...]
    """Face up; the last lies on top."""
    turn: int
    """From 0; counts every player's turn."""
    active: Seat
    """Whose turn it is."""
    phase: str
    """"action", "answers" or "discard"; "over"."""
    decision: int
    """Rises with every decision that is asked; those who answer together share one."""
    actions: int
    """How many actions each turn has: 1, or 2 in the expert variant."""
    left: int
    """How many of them are still to come in this turn, the one that is being done included."""
    present: tuple[bool, ...]
    """False: the seat was left for good, and no computer may take it (ruling C39)."""
    table: tuple[int, ...] = ()
    """The cards that were played and not discarded so far: they lie on the table until their effect
    ends, and go into no reshuffle before (ruling C9)."""
    played: int | None = None
    """The faction whose effect waits for answers; in the end, the one that decided the game."""
    extra: int | None = None
    """The detectives' extra card, while answers are awaited."""
    owing: tuple[Seat, ...] = ()
    """Who still owes an answer."""
    answers: tuple[str | None, ...] = ()
    """The answers that are in, hidden until the last one is (ruling C11)."""
    winner: Seat | None = None
    vacated: str = "computer"
    """Who plays on for somebody who leaves: a "computer", or "nobody"."""
    goal: int | None = None
    """How many points win in a short game; None: as many as the rulebook says."""
    shown: tuple[tuple[int, ...], ...] = ()
    """Of each hand, the cards that all have seen go there and none has seen leave; each sorted."""
    schema: int = SCHEMA
    """The number of this layout; it rises when older states need to be upgraded."""

    @property
    def target(self) -> int:
        """Return how many points win."""
        return self.goal or target_of(len(self.points))


class View(Struct, frozen=True):
    """What one viewer may know (ruling C37). Tuples by seat unless said otherwise."""

    viewer: Seat | None
    factions: tuple[int, ...]
    """The five in play, ascending."""
    points: tuple[int, ...]
    target: int
    """How many points win."""
    hand_sizes: tuple[int, ...]
    hand: tuple[int, ...]
    """The viewer's own cards, sorted; empty for an onlooker."""
    shown: tuple[tuple[int, ...], ...]
    """Of each hand, the cards that all have seen go there and none has seen leave; each sorted."""
    market: tuple[int, ...]
    """Sorted ascending."""
    pile: int
    """Cards left to draw."""
    discards: tuple[int, ...]
    """Face up; the last lies on top."""
    turn: int
    """From 0; counts every player's turn."""
    active: Seat
    phase: str
    """"action", "answers", "discard" or "over"."""
    actions: int
    """How many actions each turn has."""
    left: int
    """How many of them are still to come in this turn."""
    table: tuple[int, ...]
    """Cards that were played and not discarded so far."""
    played: int | None
    """The faction whose effect waits for answers; in the end, the one that decided the game."""
    extra: int | None
    """The detectives' extra card, while answers are awaited."""
    owing: tuple[Seat, ...]
    """Who still owes an answer."""
    answered: tuple[Seat, ...]
    """Whose answers are in, still hidden."""
    answer: str | None
    """The viewer's own answer that is in."""
    present: tuple[bool, ...]
    """False: the seat was left for good."""
    hands: tuple[tuple[int, ...], ...] = ()
    """Everybody's cards once the game is over; empty before."""
