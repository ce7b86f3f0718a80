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
"""The maximum number of cards in a hand at the end of a turn (rulebook p. 3). The player has to
discard the surplus.
"""
MAX_HACKERS = 4
"""The maximum number of hacker cards in one play (rulebook, "The hackers")."""
CARDS_DROPPED_FOR_MAFIA = 2
"""The number of cards that a player discards as an answer to the mafia (rulebook, "The mafia")."""
MIN_CARDS_TO_PLAY = (3, 3, 2, 4, 1, 1, 2, 1)
"""The minimum number of cards needed to play each faction, in the order of `FACTIONS`."""
ANSWERED_FACTIONS = (DETECTIVES, MAFIA, JOURNALISTS)
"""The factions (kinds of card) that make the other players answer when played (ruling C11)."""
STATE_SCHEMA = 2
"""The version number of the fields of `State`, used to upgrade stored games."""


def compute_target(seats: int) -> int:
    """Return the number of points that wins a game with this number of players (rulebook p. 2)."""
    return 16 if seats <= 3 else 13


def remove_cards(cards: Cards, removed: Iterable[int]) -> Cards:
    """Return `cards` without the cards in `removed`.

    Each card in `removed` takes away one equal card.

    Raises:
        ValueError: One of the removed cards is missing.
    """
    left = list(cards)
    for card in removed:
        left.remove(card)
    return tuple(left)


class State(Struct, frozen=True):
    """The complete state of a game, including everything that is hidden from players.

    Tuples are ordered by seat unless their docstring says otherwise. A card is represented by the
    number of its faction.
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
    During "action", the active player takes or plays cards. During "answers", other players react
    to the played cards. During "discard", the active player discards cards above the hand limit.
    """
    decision: int
    """The number of the current decision, used to reject clicks that come too late. It increases
    with each new decision. Players who are asked at the same time share the number.
    """
    actions: int
    """The number of actions in each turn: one, or two in the expert variant."""
    left: int
    """The number of actions left in the current turn, including the current one."""
    present: tuple[bool, ...]
    """Whether each seat's player still takes part, by seat. False means that the player has left
    for good (ruling C39).
    """
    table: Cards = ()
    """The played cards whose effect has not ended yet. These cards belong to no pile, so a
    reshuffle does not include them (ruling C9).
    """
    played: int | None = None
    """The played faction whose effect is waiting for answers, or None if there is none. Once the
    game is over, it is the faction that decided the game, or None if none did.
    """
    extra: int | None = None
    """The faction of the extra card played with detectives, while answers to them are awaited. At
    all other times it is None.
    """
    owing: tuple[Seat, ...] = ()
    """The seats of the players who have been asked for an answer but have not given it yet."""
    answers: tuple[str | None, ...] = ()
    """The answers given so far, by seat, hidden until the last one is given (ruling C11). Each
    answer is a move in its text form, such as "give/3/discard". None means that the player was not
    asked or has not answered. The tuple is empty while nobody is asked.
    """
    winner: Seat | None = None
    vacated: str = "computer"
    """Who replaces a player who leaves: "computer" for a computer player, or "nobody"."""
    goal: int | None = None
    """The number of points that wins a short game; None means the number in the rulebook."""
    shown: tuple[Cards, ...] = ()
    """The cards in each hand that all players know, by seat, each hand in ascending order. All
    players saw these cards enter the hand, and have not seen them leave it.
    """
    schema: int = STATE_SCHEMA
    """The version number of the fields of this class. It increases if stored games need an upgrade.
    """

    @property
    def target(self) -> int:
        """The number of points that wins this game."""
        return self.goal or compute_target(len(self.points))


class View(Struct, frozen=True):
    """Everything that one player or onlooker is allowed to know about a game (ruling C37).

    Tuples are ordered by seat unless their docstring says otherwise. A card is represented by the
    number of its faction.
    """

    viewer: Seat | None
    factions: Cards
    """The five factions (kinds of card) used in this game, in ascending order."""
    points: tuple[int, ...]
    target: int
    """The number of points that wins this game."""
    hand_sizes: tuple[int, ...]
    """The number of cards in each player's hand, by seat."""
    hand: Cards
    """The viewer's own cards, in ascending order; empty for an onlooker."""
    shown: tuple[Cards, ...]
    """The cards in each hand that all players know, by seat, each hand in ascending order. All
    players saw these cards enter the hand, and have not seen them leave it.
    """
    market: Cards
    """The face-up cards from which players can take, in ascending order."""
    pile: int
    """The number of cards in the face-down draw pile."""
    discards: Cards
    """The cards of the face-up discard pile; the last one is on top."""
    turn: int
    """The number of the current turn, counted from 0 over the turns of all players together."""
    active: Seat
    phase: str
    """What the game is waiting for: "action", "answers", "discard", or "over" if it has ended.
    During "action", the active player takes or plays cards. During "answers", other players react
    to the played cards. During "discard", the active player discards cards above the hand limit.
    """
    actions: int
    """The number of actions in each turn: one, or two in the expert variant."""
    left: int
    """The number of actions left in the current turn, including the current one."""
    table: Cards
    """The played cards, face up, whose effect has not ended yet."""
    played: int | None
    """The played faction whose effect is waiting for answers, or None if there is none. Once the
    game is over, it is the faction that decided the game, or None if none did.
    """
    extra: int | None
    """The faction of the extra card played with detectives, while answers to them are awaited. At
    all other times it is None.
    """
    owing: tuple[Seat, ...]
    """The seats of the players who have been asked for an answer but have not given it yet."""
    answered: tuple[Seat, ...]
    """The seats of the players whose answers are given but still hidden from the others."""
    answer: str | None
    """The viewer's own answer while it is hidden from the others, or None if there is none. It is a
    move in its text form, such as "give/3/discard".
    """
    present: tuple[bool, ...]
    """Whether each seat's player still takes part, by seat. False means that the player has left
    for good.
    """
    hands: tuple[Cards, ...] = ()
    """The cards in all hands, by seat, once the game is over; empty before."""
