"""The cards and the state of Catham City, and the view that one seat or an onlooker has.

The box has eight factions of 15 cats each (rulebook p. 1). A card is the number of its faction.
"""

from collections.abc import Iterable

from msgspec import Struct

from bot.engine.events import Seat

Cards = tuple[int, ...]
"""Several cards, each as the number of its faction, which is an index into `FACTIONS`."""

FACTIONS = (
    "detectives", "scientists", "robocats", "mafia",
    "hackers", "police", "journalists", "bureaucrats",
)  # fmt: skip
"""The names of the eight factions, as message keys use them.

Everywhere else, a faction or a card is an index into this tuple.
"""
DETECTIVES, SCIENTISTS, ROBOCATS, MAFIA, HACKERS, POLICE, JOURNALISTS, BUREAUCRATS = range(8)

SEATS = range(2, 7)
"""The numbers of players with which the game can be played."""
CARDS_PER_FACTION = 15
"""The number of cards that the box has of each faction (rulebook p. 1)."""
FACTIONS_IN_PLAY = 5
"""The number of factions, out of eight, whose cards are used in one game (rulebook p. 2)."""
FIRST_GAME_FACTIONS = (DETECTIVES, SCIENTISTS, ROBOCATS, MAFIA, HACKERS)
"""The five factions that the rulebook recommends for the first game (rulebook p. 2)."""
MARKET_CARDS = 7
"""The number of cards in a full market, the face-up cards that players take (rulebook p. 2)."""
HAND_LIMIT = 10
"""The largest number of cards that a player may hold at the end of a turn (rulebook p. 3)."""
MAX_HACKERS = 4
"""The largest number of hackers that can be played at once (rulebook, "The hackers")."""
CARDS_DROPPED_FOR_MAFIA = 2
"""The number of cards that a player discards for the mafia (rulebook, "The mafia")."""
MIN_CARDS_TO_PLAY = (3, 3, 2, 4, 1, 1, 2, 1)
"""The smallest number of cards with which a faction can be played, in the order of `FACTIONS`."""
ANSWERED_FACTIONS = (DETECTIVES, MAFIA, JOURNALISTS)
"""The factions whose play asks the other players for answers before it ends (ruling C11)."""
STATE_SCHEMA = 2
"""The version number of the layout of `State`, so that stored games can be upgraded."""


def compute_target(seats: int) -> int:
    """Return how many election points win a game with this number of players (rulebook p. 2)."""
    return 16 if seats <= 3 else 13


def remove_cards(cards: Cards, removed: Iterable[int]) -> Cards:
    """Return `cards` without those of `removed`, each of which is taken away once.

    Raises:
        ValueError: One of the removed cards is missing.
    """
    left = list(cards)
    for card in removed:
        left.remove(card)
    return tuple(left)


class State(Struct, frozen=True):
    """The whole state of a game, with all secrets.

    Tuples are ordered by seat unless their docstring says otherwise. A card is its faction's
    number.
    """

    factions: Cards
    """The five factions used in this game, in ascending order."""
    hands: tuple[Cards, ...]
    """The cards in each player's hand, sorted ascending."""
    points: tuple[int, ...]
    market: Cards
    """The face-up cards that players can take, sorted ascending."""
    pile: Cards
    """The face-down draw pile; its first card is drawn next."""
    discards: Cards
    """The face-up discard pile; its last card lies on top."""
    turn: int
    """The number of the current turn, counted from 0 over the turns of all players."""
    active: Seat
    """The seat of the active player, whose turn it is."""
    phase: str
    """What the turn waits for: "action", "answers" or "discard"; "over" once the game has ended.

    "answers" are those of the other players, and "discard" is about cards above the hand limit.
    """
    decision: int
    """The number of the open decision, by which late answers are recognized.

    It rises with each new decision. Seats that are asked together share it.
    """
    actions: int
    """How many actions a player has in each turn: one, or two in the expert variant."""
    left: int
    """How many actions the current turn still has, including the one that is under way."""
    present: tuple[bool, ...]
    """Whether each seat still takes part; False means that its player left for good (ruling C39).
    """
    table: Cards = ()
    """The played cards whose effect has not ended yet.

    They lie apart from all piles, so a reshuffle does not include them (ruling C9).
    """
    played: int | None = None
    """The faction whose effect waits for answers; after the game, the faction that decided it.

    It is None while no effect waits, or if no faction decided the game.
    """
    extra: int | None = None
    """The extra card that was played with detectives, while answers to them are awaited.

    At all other times it is None.
    """
    owing: tuple[Seat, ...] = ()
    """The seats that have been asked for an answer and have not given it yet."""
    answers: tuple[str | None, ...] = ()
    """The answers given so far, hidden until the last one is given (ruling C11).

    Each is the path of a move, its form as text. None means that the seat was not asked or has not
    answered. The tuple is empty while nobody is asked.
    """
    winner: Seat | None = None
    vacated: str = "computer"
    """Who takes the seat of a player who leaves: "computer" for a computer player, or "nobody"."""
    goal: int | None = None
    """How many points win a short game; None means the number that the rulebook gives."""
    shown: tuple[Cards, ...] = ()
    """The cards of each hand that all players know, sorted.

    All players saw them enter the hand, and nobody has seen them leave it.
    """
    schema: int = STATE_SCHEMA
    """The version number of this layout; it rises whenever stored games need an upgrade."""

    @property
    def target(self) -> int:
        """How many points win this game."""
        return self.goal or compute_target(len(self.points))


class View(Struct, frozen=True):
    """All that one player or onlooker may know of a game (ruling C37).

    Tuples are ordered by seat unless their docstring says otherwise. A card is its faction's
    number.
    """

    viewer: Seat | None
    factions: Cards
    """The five factions used in this game, in ascending order."""
    points: tuple[int, ...]
    target: int
    """How many points win this game."""
    hand_sizes: tuple[int, ...]
    """How many cards each player holds."""
    hand: Cards
    """The viewer's own cards, sorted; an onlooker has none."""
    shown: tuple[Cards, ...]
    """The cards of each hand that all players know, sorted.

    All players saw them enter the hand, and nobody has seen them leave it.
    """
    market: Cards
    """The face-up cards that players can take, sorted ascending."""
    pile: int
    """How many cards the face-down draw pile has."""
    discards: Cards
    """The face-up discard pile; its last card lies on top."""
    turn: int
    """The number of the current turn, counted from 0 over the turns of all players."""
    active: Seat
    phase: str
    """What the turn waits for: "action", "answers" or "discard"; "over" once the game has ended."""
    actions: int
    """How many actions a player has in each turn: one, or two in the expert variant."""
    left: int
    """How many actions the current turn still has, including the one that is under way."""
    table: Cards
    """The played cards, face up, whose effect has not ended yet."""
    played: int | None
    """The faction whose effect waits for answers; after the game, the faction that decided it.

    It is None while no effect waits, or if no faction decided the game.
    """
    extra: int | None
    """The extra card that was played with detectives, while answers to them are awaited.

    At all other times it is None.
    """
    owing: tuple[Seat, ...]
    """The seats that have been asked for an answer and have not given it yet."""
    answered: tuple[Seat, ...]
    """The seats that have given their answers, which are still hidden."""
    answer: str | None
    """The viewer's own answer as a path, its form as text, while it is hidden from the others.

    It is None if there is no such answer.
    """
    present: tuple[bool, ...]
    """Whether each seat still takes part; False means that its player left for good."""
    hands: tuple[Cards, ...] = ()
    """The cards in all hands once the game is over; empty before."""
