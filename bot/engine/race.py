"""What a game needs that is a race for the first click, and so is measured in seconds."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from bot.engine.events import Seat
from bot.engine.moves import Move
from bot.engine.screens import ScreenContext


class Race(Struct, frozen=True):
    """A race for the first click.

    All see each answer at once. In all other games, an answer stays hidden until the last player
    has answered the same decision.
    """

    get_turn_seconds: Callable[[Mapping[str, str]], int | None]
    """Returns the time limit of a turn from the options, unless the host chooses one. None means
    ten minutes, as in games in which people think.
    """
    clock: str
    """The end of the key `option-<clock>` of the message that explains that limit."""
    explain_late_press: Callable[[Any, Seat, int, Move, ScreenContext], str]
    """Returns a sentence that explains to a player why a press came too late, or "" for the table's
    own. It gets the view, the seat, the decision and move of the button. It reveals only what the
    player may know now.
    """
