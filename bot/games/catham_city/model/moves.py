"""The moves of Catham City, each as a frozen struct.

Every card belongs to a faction. In moves, a faction or a card is its index in `FACTIONS`.
"""

from functools import cache
from typing import ClassVar, Literal

from bot.engine.events import Seat
from bot.engine.moves import Move, parse_move
from bot.games.catham_city.model.state import (
    BUREAUCRATS,
    DETECTIVES,
    HACKERS,
    JOURNALISTS,
    MAFIA,
    POLICE,
    ROBOCATS,
    SCIENTISTS,
    Cards,
)


class Take(Move, tag="take", frozen=True):
    """Take cards of one faction from the market, the face-up cards that all share."""

    faction: int
    number: int


class Play(Move, frozen=True):
    """Play cards of a faction for its effect; each of the eight factions has its own subclass."""

    faction: ClassVar[int]


class PlayDetectives(Play, tag=f"play/{DETECTIVES}", frozen=True):
    """Play three detectives and one extra card of any faction."""

    faction = DETECTIVES
    extra: int
    """The faction of the extra card. The other players may then discard a card of it for a point.
    """


class PlayScientists(Play, tag=f"play/{SCIENTISTS}", frozen=True):
    """Play three scientists, to score points and draw cards."""

    faction = SCIENTISTS


class PlayRobocats(Play, tag=f"play/{ROBOCATS}", frozen=True):
    """Play two robocats to draw cards, or four robocats for points."""

    faction = ROBOCATS
    number: int


class PlayMafia(Play, tag=f"play/{MAFIA}", frozen=True):
    """Play four mafia cards, to score points and make the others pay a point or discard."""

    faction = MAFIA


class PlayHackers(Play, tag=f"play/{HACKERS}", frozen=True):
    """Mix hackers into another player's hand, then reveal as many random cards of it."""

    faction = HACKERS
    number: int
    target: Seat


class PlayPolice(Play, tag=f"play/{POLICE}", frozen=True):
    """Play police with an extra card, to search a player's hand for the extra card's faction."""

    faction = POLICE
    number: int
    extra: int
    """The faction of the extra card, for which the police search."""
    target: Seat


class PlayJournalists(Play, tag=f"play/{JOURNALISTS}", frozen=True):
    """Play two journalists, to score points and ask the other players for a card each."""

    faction = JOURNALISTS


class PlayBureaucrats(Play, tag=f"play/{BUREAUCRATS}", frozen=True):
    """Play bureaucrats and turn up as many cards of the draw pile; each faction is a point."""

    faction = BUREAUCRATS
    number: int


class Discard(Move, tag="discard", frozen=True):
    """Discard surplus cards at the end of a turn, or one card as an answer to detectives."""

    cards: Cards = ()
    """The surplus cards, in ascending order.

    An empty tuple is an answer to detectives: a card of the same faction as their extra card goes.
    """


class Pass(Move, tag="pass", frozen=True):
    """Answer detectives or journalists by doing nothing."""


class Pay(Move, tag="pay", frozen=True):
    """Answer the mafia by paying a point."""


class Drop(Move, tag="drop", frozen=True):
    """Answer the mafia by discarding two cards."""

    cards: Cards
    """The two discarded cards, in ascending order."""


class Give(Move, tag="give", frozen=True):
    """Answer journalists by giving a card to the active player, the one whose turn it is."""

    faction: int
    second: Literal["", "discard"] = ""
    """Whether the giver also discards a second card of the same faction.

    "discard" means that it is discarded for a point. "" means that it is kept, or that the giver
    has no second one.
    """


PLAYS: tuple[type[Play], ...] = (
    PlayDetectives, PlayScientists, PlayRobocats, PlayMafia,
    PlayHackers, PlayPolice, PlayJournalists, PlayBureaucrats,
)  # fmt: skip
"""The type of move that plays each faction, in the order of `FACTIONS`."""
MOVE_TYPES: tuple[type[Move], ...] = (Take, *PLAYS, Discard, Pass, Pay, Drop, Give)


@cache
def read_answer(path: str) -> Move | None:
    """Convert the path of an answer, such as "give/3/discard", to its move.

    States and views hold answers as paths. The result is None if the path belongs to no move.
    """
    return parse_move(MOVE_TYPES, path)
