"""What a game needs that is a race for the first click, and so is measured in seconds."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from bot.engine.events import Seat
from bot.engine.moves import Move
from bot.engine.screens import ScreenContext


class Race(Struct, frozen=True):
    """A race for the first click.

    All see each answer at once, also while others still answer the same decision. In all other
    games, an answer stays hidden until the last player has answered.
    """

    get_turn_seconds: Callable[[Mapping[str, str]], int | None]
    """Returns the time limit of a turn in seconds, unless the host of the table chooses one. It
    gets the choice for each option, by the option's name. None means ten minutes, as in games in
    which people think.
    """
    clock: str
    """The last part of the message key `option-<clock>`, which explains that time limit."""
    explain_late_press: Callable[[Any, Seat, int, Move, ScreenContext], str]
    """Returns a sentence that explains to a player why their press of a button came too late. It
    gets the player's view and seat, the number of the decision to which the pressed button
    belongs, and the button's move. It reveals only what the player may know now. "" stands for the
    table's own sentence.
    """
