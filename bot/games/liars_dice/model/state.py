"""The state of a game of Liar's Dice, and the view of it for one player or an onlooker."""

from collections.abc import Sequence

from msgspec import Struct

from bot.engine.events import Seat
from bot.engine.game import Place, rank_seats

FACES_PER_DIE = 6
"""The number of faces of a die. They show the numbers 1 to 6."""
WILD_FACE = 1
"""The face that counts as every other face, if the host chose that for the game."""


class Bid(Struct, frozen=True, array_like=True):
    """A player's claim that at least `count` of all dice on the table count as `face`."""

    seat: Seat
    """The seat of the player who made the bid."""
    count: int
    face: int
    """The face of the bid: 2 to 6 if ones are wild, else 1 to 6."""


class LiftedChallenge(Struct, frozen=True):
    """A challenge of a bid, with the dice of all players that were revealed to decide it."""

    cups: tuple[tuple[int, ...], ...]
    """The dice of each player when the cups were lifted, sorted; empty for one who was out."""
    bid: Bid
    challenger: Seat
    found: int
    """The number of dice that count as the bid's face, including ones if they are wild."""
    loser: Seat
    """The player who loses a die: the challenger if the bid was true, else the bidder."""


class Tally(Struct, frozen=True, array_like=True):
    """What the lifted cups have told of one player so far, from all rounds of the game."""

    bids: int = 0
    """The number of bids that the player has made."""
    lie: Bid | None = None
    """The player's boldest bid that was too high, challenged or not. None means no such bid."""
    found: int = 0
    """The number of dice that counted for `lie`."""
    caught: int = 0
    """The number of lies that the player has challenged."""

    @property
    def excess(self) -> int:
        """The number of dice by which the boldest lie was too high, or 0 without a lie."""
        return self.lie.count - self.found if self.lie else 0


class State(Struct, frozen=True):
    """The complete state of a game, with all players' secret dice.

    In tuples, the index is the seat unless the field's docstring says otherwise.
    """

    decision: int
    """The number of the open decision, from 0; each bid, challenge and end of a pause adds one."""
    wild: bool
    """True if ones count as every face. The host chooses this before the game."""
    cups: tuple[tuple[int, ...], ...]
    """The secret dice under each player's cup, sorted; empty for a player who has none left. While
    `looking` and after the game, they are the revealed dice without the one that was lost.
    """
    turn: Seat
    """The player who has to bid or to challenge, or while `looking` who begins the next round."""
    bids: tuple[Bid, ...] = ()
    """The bids of this round, oldest first. It is empty at the start of a round."""
    opened: LiftedChallenge | None = None
    """The most recent challenge of the game. None means that nobody has challenged a bid yet."""
    looking: bool = False
    """True during the pause after a challenge, in which everybody sees all dice."""
    out: tuple[Seat, ...] = ()
    """The players who have no dice left, in the order in which they lost their last die."""
    help: str = "odds"
    """The help that the host chose: "odds", with a notebook of the bids' chances, or "none"."""
    lifting: bool = False
    """Whether `turn` has challenged the last bid, and the cups have not gone up yet."""
    tallies: tuple[Tally, ...] = ()
    """What the lifted cups have told of each player; empty in lessons and in old games."""


class View(Struct, frozen=True):
    """All that one player, or an onlooker, may know of the `State` of a game.

    Fields without a docstring mean the same as in `State`.
    """

    viewer: Seat | None
    """The seat of the player who has this view. None means an onlooker."""
    decision: int
    wild: bool
    dice: tuple[int, ...]
    """The viewer's own dice, sorted; empty for onlookers and players who have none left."""
    counts: tuple[int, ...]
    """The number of dice that each player has left."""
    turn: Seat
    bids: tuple[Bid, ...] = ()
    opened: LiftedChallenge | None = None
    looking: bool = False
    out: tuple[Seat, ...] = ()
    help: str = "odds"
    lifting: bool = False
    tallies: tuple[Tally, ...] = ()

    @property
    def is_over(self) -> bool:
        """True if the game is over, because only one player has dice left."""
        return len(self.out) == len(self.counts) - 1

    @property
    def has_notebook(self) -> bool:
        """Whether the viewer can open the notebook, which shows how likely bids are true."""
        return bool(self.dice) and not self.looking and not self.is_over and self.help == "odds"

    @property
    def open_challenge(self) -> LiftedChallenge | None:
        """The challenge whose dice everybody sees, in the pause after it or at the end, if any."""
        return self.opened if self.looking or self.is_over else None


def count_matching(dice: tuple[int, ...], face: int, wild: bool) -> int:
    """Return how many of some dice count as the face of a bid (ruling L4)."""
    return sum(die == face or (wild and die == WILD_FACE) for die in dice)


def rank_by_dice(counts: Sequence[int], out: Sequence[Seat]) -> tuple[Place, ...]:
    """Return the places of players by their dice, best first. Who was `out` later is ahead."""
    scores = [(dice, out.index(seat) if seat in out else 0) for seat, dice in enumerate(counts)]
    return rank_seats(scores, counts)
