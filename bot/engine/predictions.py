"""Questions to people who only watch a game, about what it is going to reveal."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from bot.engine.events import Event, EventRecord, Seat
from bot.engine.game import Game
from bot.engine.records import read_events
from bot.engine.screens import ScreenContext


class Prediction(Struct, frozen=True, gc=False):
    """A question about what a game is going to reveal, for people who only watch it.

    The game has a message `predict-<kind>` for the question (`Predictions.describe`), and
    `predict-<kind>-<choice>` for each choice that is not a player.
    """

    decision: int
    """The number of the question, such as the open decision's. A prediction counts for it only."""
    kind: str
    """The game's own name for the kind of question, such as "lie"."""
    choices: tuple[str | Seat, ...]
    """At most ten. A number is a seat, shown as that player's name."""
    is_open: bool = True
    """Whether people may still predict."""


class Predictions(Struct, frozen=True):
    """What a game asks people who only watch. What they answer stays secret.

    Once a public event proves an answer right, the table says how many were right. If there is
    another question before, what people predicted lapses.
    """

    find: Callable[[Any], Prediction | None]
    """Returns the question for an onlooker's view, or None if there is none now."""
    settle: Callable[[Event], str]
    """Returns the choice that a public event proves right, as text, or "". The event follows on a
    state with the question.
    """
    describe: Callable[[Any, Prediction, ScreenContext], str] = (
        lambda view, asked, context: context.say(f"predict-{asked.kind}")  # noqa: ARG005
    )
    """Returns the question as people read it, given an onlooker's view. Replace it if the question
    has to name what it is about, such as the last bid.
    """

    def find_right(self, game: Game[Any, Any], records: Iterable[EventRecord]) -> str:
        """Return the choice that the public events among stored ones prove right, or ""."""
        public = read_events(game, (record for record in records if record.to is None))
        return next(filter(None, (self.settle(told.event) for told in public)), "")
