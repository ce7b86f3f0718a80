"""The moves of Council: a team, and a vote for or against it."""

from bot.engine.moves import Move


class Team(Move, tag="team", frozen=True):
    """Pick the players of the team."""

    seats: tuple[int, ...]
    """In ascending order."""


class Vote(Move, tag="vote", frozen=True):
    """Vote for (1) or against (0) the team."""

    is_for: int
