"""What a game of Liar's Dice is made of: the state, and what one viewer may know of it."""

from msgspec import Struct

from bot.engine.events import Seat

FACES_PER_DIE = 6
"""A die shows 1 to 6."""
WILD_FACE = 1
"""The face that counts as every other one, where ones are wild."""


class Bid(Struct, frozen=True, array_like=True):
    """A claim: among all dice on the table there are at least so many of this face."""

    seat: Seat
    """Who bid."""
    count: int
    face: int
    """2 to 6 where ones are wild, else 1 to 6."""


class LiftedChallenge(Struct, frozen=True):
    """A challenge, and what was under the cups."""

    cups: tuple[tuple[int, ...], ...]
    """By seat: the dice of the round, sorted; () for who was out."""
    bid: Bid
    challenger: Seat
    found: int
    """How many dice count for the bid, ones among them where they are wild."""
    loser: Seat
    """Who loses a die: the challenger if there are at least as many as bid, else the bidder."""


class State(Struct, frozen=True):
    """A whole game, secrets and all. Tuples by seat unless said otherwise."""

    decision: int
    """Counts bids, challenges and pauses."""
    wild: bool
    """Ones count as every face."""
    cups: tuple[tuple[int, ...], ...]
    """Each seat's dice, sorted; () for who is out. While `looking`, those left lie open."""
    turn: Seat
    """Who bids or challenges; while `looking`, who begins the next round."""
    bids: tuple[Bid, ...] = ()
    """Of this round, oldest first."""
    opened: LiftedChallenge | None = None
    """The last challenge of the game, if there was one."""
    looking: bool = False
    """The table looks at what was opened; then all dice are rolled anew."""
    out: tuple[Seat, ...] = ()
    """Who has no dice left, in the order of going out."""
    help: str = "odds"
    """The notebook tells how likely bids are: "odds", or nothing: "none"."""


class View(Struct, frozen=True):
    """What one viewer may know. Tuples by seat unless said otherwise; see `State`."""

    viewer: Seat | None
    """None: an onlooker."""
    decision: int
    wild: bool
    dice: tuple[int, ...]
    """The viewer's own dice, sorted; () for onlookers and those who are out."""
    counts: tuple[int, ...]
    """How many dice each has left."""
    turn: Seat
    bids: tuple[Bid, ...] = ()
    opened: LiftedChallenge | None = None
    looking: bool = False
    out: tuple[Seat, ...] = ()
    help: str = "odds"

    @property
    def over(self) -> bool:
        """Tell whether a single seat has dice left."""
        return len(self.out) == len(self.counts) - 1

    @property
    def open(self) -> LiftedChallenge | None:
        """Return the last challenge while its dice lie open."""
        return self.opened if self.looking or self.over else None


def count_matching(dice: tuple[int, ...], face: int, wild: bool) -> int:
    """Return how many of the dice count for a bid on `face` (ruling L4)."""
    return sum(die == face or (wild and die == WILD_FACE) for die in dice)
