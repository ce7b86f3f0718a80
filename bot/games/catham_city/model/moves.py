"""The moves of Catham City. Factions and cards are indices into `FACTIONS`."""

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
    """Take cards of one faction from the market."""

    faction: int
    number: int


class Play(Move, frozen=True):
    """Play cards of a faction; each faction has its own subclass."""

    faction: ClassVar[int]


class PlayDetectives(Play, tag=f"play/{DETECTIVES}", frozen=True):
    """Play three detectives and an extra card of any faction."""

    faction = DETECTIVES
    extra: int
    """The faction of the extra card."""


class PlayScientists(Play, tag=f"play/{SCIENTISTS}", frozen=True):
    """Play three scientists."""

    faction = SCIENTISTS


class PlayRobocats(Play, tag=f"play/{ROBOCATS}", frozen=True):
    """Play two robocats to draw cards, or four for points."""

    faction = ROBOCATS
    number: int


class PlayMafia(Play, tag=f"play/{MAFIA}", frozen=True):
    """Play four mafia cards."""

    faction = MAFIA


class PlayHackers(Play, tag=f"play/{HACKERS}", frozen=True):
    """Mix hackers with the hand of another player, and reveal as many cards of it."""

    faction = HACKERS
    number: int
    target: Seat


class PlayPolice(Play, tag=f"play/{POLICE}", frozen=True):
    """Play police with an extra card, to search another player's hand for its faction."""

    faction = POLICE
    number: int
    extra: int
    """The faction of the extra card."""
    target: Seat


class PlayJournalists(Play, tag=f"play/{JOURNALISTS}", frozen=True):
    """Play two journalists."""

    faction = JOURNALISTS


class PlayBureaucrats(Play, tag=f"play/{BUREAUCRATS}", frozen=True):
    """Play any number of bureaucrats."""

    faction = BUREAUCRATS
    number: int


class Discard(Move, tag="discard", frozen=True):
    """Discard surplus cards at the end of a turn, or a card as an answer to detectives."""

    cards: Cards = ()
    """The surplus cards, ascending.

    (): an answer to detectives, which discards a card of the same faction as their extra card.
    """


class Pass(Move, tag="pass", frozen=True):
    """Answer detectives or journalists by doing nothing."""


class Pay(Move, tag="pay", frozen=True):
    """Answer the mafia by paying a point."""


class Drop(Move, tag="drop", frozen=True):
    """Answer the mafia by discarding two cards."""

    cards: Cards
    """The two cards, ascending."""


class Give(Move, tag="give", frozen=True):
    """Answer journalists by giving the active player a card."""

    faction: int
    second: Literal["", "discard"] = ""
    """What happens to a second card of the faction.

    "discard": it is discarded for a point. "": it is kept, or there is none.
    """


PLAYS: tuple[type[Play], ...] = (
    PlayDetectives, PlayScientists, PlayRobocats, PlayMafia,
    PlayHackers, PlayPolice, PlayJournalists, PlayBureaucrats,
)  # fmt: skip
"""The type of move that plays each faction, by faction."""
MOVE_TYPES: tuple[type[Move], ...] = (Take, *PLAYS, Discard, Pass, Pay, Drop, Give)


@cache
def read_answer(path: str) -> Move | None:
    """Convert the path of an answer in a state or view to its move, or None if it is unknown."""
    return parse_move(MOVE_TYPES, path)
