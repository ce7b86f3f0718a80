"""The state of a game of Liar's Dice, and the view of it for one player or an onlooker."""

from msgspec import Struct

from bot.engine.events import Seat

FACES_PER_DIE = 6
"""The number of faces of a die, which show 1 to 6."""
WILD_FACE = 1
"""The face that counts as every other face, if the host chose wild ones."""


class Bid(Struct, frozen=True, array_like=True):
    """A bid: its player claims that at least `count` of all dice on the table count as `face`."""

    seat: Seat
    """The seat of the player who made the bid."""
    count: int
    face: int
    """The face of the bid: 2 to 6 if ones are wild, else 1 to 6."""


class LiftedChallenge(Struct, frozen=True):
    """A challenge of a bid, with all dice that were revealed to decide it."""

    cups: tuple[tuple[int, ...], ...]
    """The dice of each player in that round, sorted; empty for a player who was out."""
    bid: Bid
    challenger: Seat
    found: int
    """The number of dice that count for the bid, including ones if they are wild."""
    loser: Seat
    """The seat of the player who loses a die.

    It is the challenger if the bid was true, else the bidder.
    """


class State(Struct, frozen=True):
    """The complete state of a game, with all players' secret dice.

    The index of a tuple is the seat unless the field says otherwise.
    """

    decision: int
    """The number of the open decision, which counts the bids, challenges and pauses so far."""
    wild: bool
    """True if ones count as every face, as the host chose it."""
    cups: tuple[tuple[int, ...], ...]
    """The dice of each player, sorted; empty for a player who is out.

    They are secret, except while `looking` and after the game. Then these are the revealed dice
    without the lost one.
    """
    turn: Seat
    """The seat of the player who is to bid or to challenge.

    While `looking`, it is the player who begins the next round.
    """
    bids: tuple[Bid, ...] = ()
    """The bids of this round, oldest first; empty before the first one."""
    opened: LiftedChallenge | None = None
    """The most recent challenge of the game; None means that there was none yet."""
    looking: bool = False
    """True while the game pauses so that everybody can see the dice before the next roll."""
    out: tuple[Seat, ...] = ()
    """The seats of the players who have no dice left, in the order in which they went out."""
    help: str = "odds"
    """How much the bot helps players, as the host chose it: "odds" or "none".

    With "odds", players have a notebook that shows how likely bids are.
    """


class View(Struct, frozen=True):
    """All that one player, or an onlooker, may know of a `State`.

    The index of a tuple is the seat unless the field says otherwise. Fields without a description
    mean the same as in `State`.
    """

    viewer: Seat | None
    """The seat that sees this view; None means an onlooker."""
    decision: int
    wild: bool
    dice: tuple[int, ...]
    """The viewer's own dice, sorted; empty for an onlooker and for a player who is out."""
    counts: tuple[int, ...]
    """The number of dice that each player has left."""
    turn: Seat
    bids: tuple[Bid, ...] = ()
    opened: LiftedChallenge | None = None
    looking: bool = False
    out: tuple[Seat, ...] = ()
    help: str = "odds"

    @property
    def is_over(self) -> bool:
        """True if the game is over because only one player has dice left."""
        return len(self.out) == len(self.counts) - 1

    @property
    def open_challenge(self) -> LiftedChallenge | None:
        """The most recent challenge while everybody sees its dice; None while dice are covered."""
        return self.opened if self.looking or self.is_over else None


def count_matching(dice: tuple[int, ...], face: int, wild: bool) -> int:
    """Return how many of some dice count for a bid on a face (ruling L4).

    Args:
        dice: The faces that the dice show.
        face: The face of the bid.
        wild: True if ones count as every face.
    """
    return sum(die == face or (wild and die == WILD_FACE) for die in dice)
