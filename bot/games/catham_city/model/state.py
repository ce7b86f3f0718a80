"""The cards and the state of Catham City, and the view that one seat or an onlooker has.

The box has eight factions of 15 cats (rulebook p. 1). A card is the number of its faction.
"""

from collections.abc import Iterable

from msgspec import Struct

from bot.engine.events import Seat

Cards = tuple[int, ...]
"""Cards, each as the number of its faction."""

FACTIONS = (
    "detectives", "scientists", "robocats", "mafia",
    "hackers", "police", "journalists", "bureaucrats",
)  # fmt: skip
"""The factions as in catalogue keys; a faction or card is an index into this tuple."""
DETECTIVES, SCIENTISTS, ROBOCATS, MAFIA, HACKERS, POLICE, JOURNALISTS, BUREAUCRATS = range(8)

SEATS = range(2, 7)
"""How many players a game can have."""
CARDS_PER_FACTION = 15
"""How many cards each faction has (rulebook p. 1)."""
FACTIONS_IN_PLAY = 5
"""How many factions are in a game (rulebook p. 2)."""
FIRST_GAME_FACTIONS = (DETECTIVES, SCIENTISTS, ROBOCATS, MAFIA, HACKERS)
"""The factions for the first game (rulebook p. 2)."""
MARKET_CARDS = 7
"""How many cards lie face up in a full market (rulebook p. 2)."""
HAND_LIMIT = 10
"""How many cards a player may hold at the end of a turn (rulebook p. 3)."""
MAX_HACKERS = 4
"""How many hackers can be played at once (rulebook, "The hackers")."""
CARDS_DROPPED_FOR_MAFIA = 2
"""How many cards a player discards for the mafia (rulebook, "The mafia")."""
MIN_CARDS_TO_PLAY = (3, 3, 2, 4, 1, 1, 2, 1)
"""How many cards of a faction it takes at least to play it, by faction."""
ANSWERED_FACTIONS = (DETECTIVES, MAFIA, JOURNALISTS)
"""The factions whose effect waits for the other players' answers (ruling C11)."""
STATE_SCHEMA = 2
"""The version of the layout of `State`."""


def compute_target(seats: int) -> int:
    """Return how many election points win (rulebook p. 2)."""
    return 16 if seats <= 3 else 13


def remove_cards(cards: Cards, removed: Iterable[int]) -> Cards:
    """Return the cards without those of `removed`. Raises ValueError if one of these is missing."""
    left = list(cards)
    for card in removed:
        left.remove(card)
    return tuple(left)


class State(Struct, frozen=True):
    """The whole state of a game, with all secrets. Tuples are by seat unless said otherwise.

    All cards are numbers of factions.
    """

    factions: Cards
    """The five factions in play, ascending."""
    hands: tuple[Cards, ...]
    """The hands, each sorted ascending."""
    points: tuple[int, ...]
    market: Cards
    """The cards in the market, sorted ascending."""
    pile: Cards
    """The draw pile; the first card is drawn next."""
    discards: Cards
    """The face-up discard pile; the last card lies on top."""
    turn: int
    """The number of the turn, from 0, counting every player's turns."""
    active: Seat
    """The seat whose turn it is."""
    phase: str
    """The phase of the turn: "action", "answers" or "discard"; "over" after the game."""
    decision: int
    """The number of the open decision, which rises; seats that answer together share one."""
    actions: int
    """How many actions a turn has: 1, or 2 in the expert variant."""
    left: int
    """How many actions this turn still has, including the current one."""
    present: tuple[bool, ...]
    """Whether each seat still plays; False: it was left for good (ruling C39)."""
    table: Cards = ()
    """The played cards whose effect has not ended yet; they are not in a reshuffle (ruling C9)."""
    played: int | None = None
    """The faction whose effect waits for answers; after the game, the faction that decided it."""
    extra: int | None = None
    """The extra card of the detectives while answers are awaited."""
    owing: tuple[Seat, ...] = ()
    """The seats that still owe an answer."""
    answers: tuple[str | None, ...] = ()
    """The paths of the given answers, hidden until all are given (ruling C11); None: not yet."""
    winner: Seat | None = None
    vacated: str = "computer"
    """"computer": a computer player takes the seat of a player who leaves; "nobody": none does."""
    goal: int | None = None
    """How many points win a short game; None: the number in the rulebook."""
    shown: tuple[Cards, ...] = ()
    """The cards of each hand that all saw enter it and nobody saw leave it, sorted."""
    schema: int = STATE_SCHEMA
    """The version of this layout; it rises when older states need an upgrade."""

    @property
    def target(self) -> int:
        """How many points win."""
        return self.goal or compute_target(len(self.points))


class View(Struct, frozen=True):
    """All that one viewer may know (ruling C37). Tuples are by seat unless said otherwise."""

    viewer: Seat | None
    factions: Cards
    """The five factions in play, ascending."""
    points: tuple[int, ...]
    target: int
    """How many points win."""
    hand_sizes: tuple[int, ...]
    hand: Cards
    """The viewer's own cards, sorted; () for an onlooker."""
    shown: tuple[Cards, ...]
    """The cards of each hand that all saw enter it and nobody saw leave it, sorted."""
    market: Cards
    """The cards in the market, sorted ascending."""
    pile: int
    """How many cards the draw pile has."""
    discards: Cards
    """The face-up discard pile; the last card lies on top."""
    turn: int
    """The number of the turn, from 0, counting every player's turns."""
    active: Seat
    phase: str
    """The phase of the turn: "action", "answers" or "discard"; "over" after the game."""
    actions: int
    """How many actions a turn has."""
    left: int
    """How many actions this turn still has, including the current one."""
    table: Cards
    """The played cards whose effect has not ended yet."""
    played: int | None
    """The faction whose effect waits for answers; after the game, the faction that decided it."""
    extra: int | None
    """The extra card of the detectives while answers are awaited."""
    owing: tuple[Seat, ...]
    """The seats that still owe an answer."""
    answered: tuple[Seat, ...]
    """The seats whose answers are given but still hidden."""
    answer: str | None
    """The path of the viewer's own answer while it is hidden; None if there is none."""
    present: tuple[bool, ...]
    """Whether each seat still plays; False: it was left for good."""
    hands: tuple[Cards, ...] = ()
    """All hands once the game is over; () before."""
