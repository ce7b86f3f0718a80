"""What happens in a game of Council."""

from bot.engine.events import Event


class Sent(Event, tag="sent", frozen=True):
    """All votes are in; those for the team are told."""

    votes_for: tuple[int, ...]
    team: tuple[int, ...]
