"""The moves of Catham City, each as a frozen struct.

Every card belongs to a faction. In moves, a faction or a card is its index in `FACTIONS`.
"""

from functools import cache
from typing import ClassVar, Literal

from bot.engine.events import Seat
from bot.engine.moves import Move, parse_move
from bot.games.catham_city.model import state


class Take(Move, tag="take", frozen=True):
    """Take cards of one faction from the market."""

    faction: int
    number: int


class Play(Move, frozen=True):
    """Play cards of a faction for their effect; each of the eight factions has a subclass."""

    faction: ClassVar[int]


class PlayDetectives(Play, tag=f"play/{state.DETECTIVES}", frozen=True):
    """Play three detectives and an extra card for three points.

    Each other player may then discard a card of the extra card's faction for one point.
    """

    faction = state.DETECTIVES
    extra: int
    """The faction of the extra card."""


class PlayScientists(Play, tag=f"play/{state.SCIENTISTS}", frozen=True):
    """Play three scientists for two points, and draw two cards."""

    faction = state.SCIENTISTS


class PlayRobocats(Play, tag=f"play/{state.ROBOCATS}", frozen=True):
    """Play two robocats to draw five cards, or four robocats for three points."""

    faction = state.ROBOCATS
    number: int


class PlayMafia(Play, tag=f"play/{state.MAFIA}", frozen=True):
    """Play four mafia cards for two points; the others then pay a point or discard cards."""

    faction = state.MAFIA


class PlayHackers(Play, tag=f"play/{state.HACKERS}", frozen=True):
    """Mix hackers into another player's hand, then reveal as many random cards of that hand.

    Each revealed hacker brings a point. The others go to the active player's hand.
    """

    faction = state.HACKERS
    number: int
    target: Seat


class PlayPolice(Play, tag=f"play/{state.POLICE}", frozen=True):
    """Reveal as many random cards of another player's hand as police are played.

    Each revealed card of the extra card's faction brings a point.
    """

    faction = state.POLICE
    number: int
    extra: int
    target: Seat


class PlayJournalists(Play, tag=f"play/{state.JOURNALISTS}", frozen=True):
    """Play two journalists for two points, and ask each other player to give a card."""

    faction = state.JOURNALISTS


class PlayBureaucrats(Play, tag=f"play/{state.BUREAUCRATS}", frozen=True):
    """Reveal as many cards from the draw pile, and score a point for each faction among them."""

    faction = state.BUREAUCRATS
    number: int


class Discard(Move, tag="discard", frozen=True):
    """Discard cards above the hand limit at the end of a turn, or answer detectives."""

    cards: state.Cards = ()
    """The cards above the hand limit, in ascending order; empty for an answer to detectives."""


class Pass(Move, tag="pass", frozen=True):
    """Answer another player's detectives or journalists by passing, which changes nothing."""


class Pay(Move, tag="pay", frozen=True):
    """Answer another player's mafia by paying a point."""


class Drop(Move, tag="drop", frozen=True):
    """Answer another player's mafia by discarding two cards instead of paying a point."""

    cards: state.Cards
    """The two discarded cards, in ascending order."""


class Give(Move, tag="give", frozen=True):
    """Answer another player's journalists by giving that player a card."""

    faction: int
    second: Literal["", "discard"] = ""
    """Whether the giver also discards a second card of the same faction for a point."""


PLAYS: tuple[type[Play], ...] = (
    PlayDetectives, PlayScientists, PlayRobocats, PlayMafia,
    PlayHackers, PlayPolice, PlayJournalists, PlayBureaucrats,
)  # fmt: skip
"""The class of move with which each faction is played, in the order of `FACTIONS`."""
MOVE_TYPES: tuple[type[Move], ...] = (Take, *PLAYS, Discard, Pass, Pay, Drop, Give)


@cache
def read_answer(path: str) -> Move | None:
    """Convert an answer of `State` and `View`, such as "give/3/discard", to a move, if valid."""
    return parse_move(MOVE_TYPES, path)
