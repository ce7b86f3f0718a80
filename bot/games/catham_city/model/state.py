"""What a game of Catham City is made of: its cards, the state, and what one viewer may know of it.

The box has eight factions of 15 cats (rulebook p. 1). A card is the number of its faction.
"""

from collections.abc import Iterable

from msgspec import Struct

from bot.engine.events import Seat

Cards = tuple[int, ...]
"""Numbers of factions."""

FACTIONS = (
    "detectives", "scientists", "robocats", "mafia",
    "hackers", "police", "journalists", "bureaucrats",
)  # fmt: skip
"""The factions' catalogue keys; a faction, and each of its cards, is an index into this tuple."""
DETECTIVES, SCIENTISTS, ROBOCATS, MAFIA, HACKERS, POLICE, JOURNALISTS, BUREAUCRATS = range(8)

SEATS = range(2, 7)
"""How many can play."""
CARDS_PER_FACTION = 15
"""Cards of each faction (rulebook p. 1)."""
FACTIONS_IN_PLAY = 5
"""Factions in a game (rulebook p. 2)."""
FIRST_GAME_FACTIONS = (DETECTIVES, SCIENTISTS, ROBOCATS, MAFIA, HACKERS)
"""The factions for the first game (rulebook p. 2)."""
MARKET_CARDS = 7
"""Cards that lie face up (rulebook p. 2)."""
HAND_LIMIT = 10
"""Cards that a hand may hold at the end of one's turn (rulebook p. 3)."""
MAX_HACKERS = 4
"""Hackers that can be played at once (rulebook, "The hackers")."""
CARDS_DROPPED_FOR_MAFIA = 2
"""Cards that the mafia makes one discard (rulebook, "The mafia")."""
MIN_CARDS_TO_PLAY = (3, 3, 2, 4, 1, 1, 2, 1)
"""By faction: how many of its cards it takes at least to play it."""
ANSWERED_FACTIONS = (DETECTIVES, MAFIA, JOURNALISTS)
"""The factions whose effect waits for the others' answers (ruling C11)."""
STATE_SCHEMA = 2
"""The number of the layout of `State`."""


def compute_target(seats: int) -> int:
    """Return how many election points win (rulebook p. 2)."""
    return 16 if seats <= 3 else 13


def remove_cards(cards: Cards, gone: Iterable[int]) -> Cards:
    """Return what is left of some cards; raise ValueError if not all of `gone` are among them."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


class State(Struct, frozen=True):
    """A whole game, secrets and all. Tuples by seat unless said otherwise.

    All cards are numbers of factions.
    """

    factions: Cards
    """The five in play, ascending."""
    hands: tuple[Cards, ...]
    """Each sorted ascending."""
    points: tuple[int, ...]
    market: Cards
    """Sorted ascending."""
    pile: Cards
    """Cards left to draw; the first is drawn next."""
    discards: Cards
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
    table: Cards = ()
    """The cards that were played and not discarded so far: they lie on the table until their effect
    ends, and go into no reshuffle before (ruling C9)."""
    played: int | None = None
    """The faction whose effect waits for answers; in the end, the one that decided the game."""
    extra: int | None = None
    """The detectives' extra card, while answers are awaited."""
    owing: tuple[Seat, ...] = ()
    """Who still owes an answer."""
    answers: tuple[str | None, ...] = ()
    """The paths of the answers that are in, hidden until the last one is (ruling C11)."""
    winner: Seat | None = None
    vacated: str = "computer"
    """Who plays on for somebody who leaves: a "computer", or "nobody"."""
    goal: int | None = None
    """How many points win in a short game; None: as many as the rulebook says."""
    shown: tuple[Cards, ...] = ()
    """Of each hand, the cards that all have seen go there and none has seen leave; each sorted."""
    schema: int = STATE_SCHEMA
    """The number of this layout; it rises when older states need to be upgraded."""

    @property
    def target(self) -> int:
        """Return how many points win."""
        return self.goal or compute_target(len(self.points))


class View(Struct, frozen=True):
    """What one viewer may know (ruling C37). Tuples by seat unless said otherwise."""

    viewer: Seat | None
    factions: Cards
    """The five in play, ascending."""
    points: tuple[int, ...]
    target: int
    """How many points win."""
    hand_sizes: tuple[int, ...]
    hand: Cards
    """The viewer's own cards, sorted; empty for an onlooker."""
    shown: tuple[Cards, ...]
    """Of each hand, the cards that all have seen go there and none has seen leave; each sorted."""
    market: Cards
    """Sorted ascending."""
    pile: int
    """Cards left to draw."""
    discards: Cards
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
    table: Cards
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
    """The path of the viewer's own answer that is in."""
    present: tuple[bool, ...]
    """False: the seat was left for good."""
    hands: tuple[Cards, ...] = ()
    """Everybody's cards once the game is over; empty before."""
