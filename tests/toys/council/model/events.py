"""What happens in a game of Council."""

from bot.engine.events import Event


class Counted(Event, tag="counted", frozen=True):
    """All votes of a round are in. `View.past` has them."""

    round: int
