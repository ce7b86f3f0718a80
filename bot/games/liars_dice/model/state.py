"""The state of a game of Liar's Dice, and the view of it that one seat or an onlooker has."""

from msgspec import Struct

from bot.engine.events import Seat

FACES_PER_DIE = 6
"""The number of faces of a die. They show 1 to 6."""
WILD_FACE = 1
"""The face that counts as every other face if ones are wild."""


class Bid(Struct, frozen=True, array_like=True):
    """A bid: at least `count` of all dice on the table count as `face`."""

    seat: Seat
    """The seat that bid."""
    count: int
    face: int
    """2 to 6 if ones are wild, else 1 to 6."""


class LiftedChallenge(Struct, frozen=True):
    """A challenge and the dice that it revealed."""

    cups: tuple[tuple[int, ...], ...]
    """The dice of the round by seat, sorted; () for a seat that was out."""
    bid: Bid
    challenger: Seat
    found: int
    """How many dice count for the bid, including ones if they are wild."""
    loser: Seat
    """The seat that loses a die: the challenger if the bid was true, else the bidder."""


class State(Struct, frozen=True):
    """The whole state of a game, with all secrets. Tuples are by seat unless said otherwise."""

    decision: int
    """The number of the open decision. It counts the bids, challenges and pauses so far."""
    wild: bool
    """Whether ones count as every face."""
    cups: tuple[tuple[int, ...], ...]
    """Each seat's dice, sorted; () for a seat that is out.

    They are secret, except while `looking` and after the game. Then these are the revealed dice
    without the lost one.
    """
    turn: Seat
    """The seat that bids or challenges; while `looking`, the seat that begins the next round."""
    bids: tuple[Bid, ...] = ()
    """The bids of this round, oldest first."""
    opened: LiftedChallenge | None = None
    """The most recent challenge; None before the first."""
    looking: bool = False
    """Whether the game pauses so that everybody can see the revealed dice before the next roll."""
    out: tuple[Seat, ...] = ()
    """The seats that have no dice left, in the order in which they went out."""
    help: str = "odds"
    """"odds": the notebook shows how likely bids are. "none": there is no notebook."""


class View(Struct, frozen=True):
    """All that one viewer may know of a `State`. Tuples are by seat unless said otherwise.

    Fields without a description mean the same as in `State`.
    """

    viewer: Seat | None
    """The viewer's seat; None for an onlooker."""
    decision: int
    wild: bool
    dice: tuple[int, ...]
    """The viewer's own dice, sorted; () for an onlooker and for a seat that is out."""
    counts: tuple[int, ...]
    """How many dice each seat has left."""
    turn: Seat
    bids: tuple[Bid, ...] = ()
    opened: LiftedChallenge | None = None
    looking: bool = False
    out: tuple[Seat, ...] = ()
    help: str = "odds"

    @property
    def is_over(self) -> bool:
        """Whether the game is over because only one seat has dice left."""
        return len(self.out) == len(self.counts) - 1

    @property
    def open_challenge(self) -> LiftedChallenge | None:
        """The most recent challenge while everybody sees its dice, else None."""
        return self.opened if self.looking or self.is_over else None


def count_matching(dice: tuple[int, ...], face: int, wild: bool) -> int:
    """Return how many of the dice count for a bid on `face` (ruling L4)."""
    return sum(die == face or (wild and die == WILD_FACE) for die in dice)
