"""The cards and the state of Catham City, and the view that one seat or an onlooker has.

The box has eight factions of 15 cats each (rulebook p. 1). A card is the number of its faction.
"""

from collections.abc import Iterable

from msgspec import Struct

from bot.engine.events import Seat

Cards = tuple[int, ...]
"""A tuple of cards, each represented by the index of its faction in `FACTIONS`."""

FACTIONS = (
    "detectives", "scientists", "robocats", "mafia",
    "hackers", "police", "journalists", "bureaucrats",
)  # fmt: skip
"""The names of the eight factions, the kinds of card, as used in message keys. Elsewhere in this
game's code, a faction or a card is an index into this tuple.
"""
DETECTIVES, SCIENTISTS, ROBOCATS, MAFIA, HACKERS, POLICE, JOURNALISTS, BUREAUCRATS = range(8)

SEATS = range(2, 7)
"""The allowed numbers of players: 2 to 6."""
CARDS_PER_FACTION = 15
"""The number of cards of each faction in the box (rulebook p. 1)."""
FACTIONS_IN_PLAY = 5
"""The number of factions (kinds of card) used in one game, out of eight (rulebook p. 2)."""
FIRST_GAME_FACTIONS = (DETECTIVES, SCIENTISTS, ROBOCATS, MAFIA, HACKERS)
"""The five factions (kinds of card) recommended for a first game (rulebook p. 2)."""
MARKET_CARDS = 7
"""The number of cards in a full market, the row of face-up cards to take from (rulebook p. 2)."""
HAND_LIMIT = 10
"""The maximum number of cards in a hand at the end of a turn (rulebook p. 3)."""
MAX_HACKERS = 4
"""The maximum number of hacker cards in one play (rulebook, "The hackers")."""
CARDS_DROPPED_FOR_MAFIA = 2
"""The number of cards that a player discards as an answer to the mafia (rulebook, "The mafia")."""
MIN_CARDS_TO_PLAY = (3, 3, 2, 4, 1, 1, 2, 1)
"""The minimum number of cards needed to play each faction, in the order of `FACTIONS`."""
ANSWERED_FACTIONS = (DETECTIVES, MAFIA, JOURNALISTS)
"""The factions (kinds of card) that make the other players answer when played (ruling C11)."""
STATE_SCHEMA = 2


def compute_target(seats: int) -> int:
    """Return the number of points that wins a game with this number of players (rulebook p. 2)."""
    return 16 if seats <= 3 else 13


def remove_cards(cards: Cards, removed: Iterable[int]) -> Cards:
    """Return `cards` without the cards in `removed`, each of which takes away one equal card.

    Raises:
        ValueError: One of the removed cards is missing.
    """
    left = list(cards)
    for card in removed:
        left.remove(card)
    return tuple(left)


class State(Struct, frozen=True):
    """The complete state of a game, with everything that is hidden from players.

    Tuples are ordered by seat unless their docstring says otherwise.
    """

    factions: Cards
    """The five factions (kinds of card) used in this game, in ascending order."""
    hands: tuple[Cards, ...]
    """The cards in each player's hand, by seat, each hand in ascending order."""
    points: tuple[int, ...]
    market: Cards
    """The face-up cards from which players can take, in ascending order."""
    pile: Cards
    """The cards of the face-down draw pile; the first one is drawn next."""
    discards: Cards
    """The cards of the face-up discard pile; the last one is on top."""
    turn: int
    """The number of the current turn, counted from 0 over the turns of all players together."""
    active: Seat
    """The seat of the active player, whose turn it is."""
    phase: str
    """What the game is waiting for: "action", "answers", "discard", or "over" if it has ended.
    During "answers", other players react to the played cards. During "discard", the active player
    discards cards above the hand limit.
    """
    decision: int
    """The number of the current decision, shared by players who are asked at the same time."""
    actions: int
    """The number of actions in each turn: one, or two in the expert variant."""
    left: int
    """The number of actions left in the current turn, including the current one."""
    present: tuple[bool, ...]
    """Whether each player still takes part, or has left for good (ruling C39)."""
    table: Cards = ()
    """The played cards whose effect has not ended; a reshuffle leaves them out (ruling C9)."""
    played: int | None = None
    """The played faction that waits for answers; once the game is over, the one that decided it."""
    extra: int | None = None
    """The faction of the detectives' extra card, while answers to them are awaited."""
    owing: tuple[Seat, ...] = ()
    """The seats of the players who have been asked for an answer but have not given it yet."""
    answers: tuple[str | None, ...] = ()
    """The answers given so far, hidden until the last one is given (ruling C11). Each is a move in
    its text form, such as "give/3/discard", or None. The tuple is empty while nobody is asked.
    """
    winner: Seat | None = None
    vacated: str = "computer"
    """Who replaces a player who leaves: "computer" for a computer player, or "nobody"."""
    goal: int | None = None
    """The number of points that wins a short game; None means the number in the rulebook."""
    shown: tuple[Cards, ...] = ()
    """The cards in each hand that all players saw enter it, in ascending order."""
    schema: int = STATE_SCHEMA
    """The version number of the fields, used to upgrade stored games."""

    @property
    def target(self) -> int:
        """The number of points that wins this game."""
        return self.goal or compute_target(len(self.points))


class View(Struct, frozen=True):
    """Everything that one player or onlooker is allowed to know about a game (ruling C37).

    Tuples are ordered by seat. Fields without a docstring mean the same as in `State`.
    """

    viewer: Seat | None
    factions: Cards
    points: tuple[int, ...]
    target: int
    hand_sizes: tuple[int, ...]
    hand: Cards
    """The viewer's own cards, in ascending order; empty for an onlooker."""
    shown: tuple[Cards, ...]
    market: Cards
    pile: int
    """The number of cards in the face-down draw pile."""
    discards: Cards
    turn: int
    active: Seat
    phase: str
    actions: int
    left: int
    table: Cards
    played: int | None
    extra: int | None
    owing: tuple[Seat, ...]
    answered: tuple[Seat, ...]
    """The seats of the players whose answers are given but still hidden from the others."""
    answer: str | None
    """The viewer's own answer, as text, while it is hidden from the others."""
    present: tuple[bool, ...]
    hands: tuple[Cards, ...] = ()
    """The cards in all hands, by seat, once the game is over; empty before."""
