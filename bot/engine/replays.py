"""What is shown of a finished game: replays, highlights and films."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from bot.engine.events import Seat
from bot.engine.records import LogEntry
from bot.engine.screen import Picture
from bot.engine.screens import ScreenContext, Screens


class ReplayedStep(LogEntry, frozen=True, gc=False):
    """A step of a finished game, and what each person could see of the game after it."""

    views: tuple[Any, ...]
    """The view of onlookers, then that of each player in the order of seats."""


class Highlight(Struct, frozen=True, gc=False):
    """A remarkable step of a finished game, with a sentence that people may enjoy reading."""

    step: int
    seat: Seat
    """The player whom the sentence is about. Highlights of people are told first."""
    kind: str
    """Such as "bluff". At most one of each kind is told."""
    when: str
    """The turn or round, such as "Round 3" (messages `when-turn`, `when-round`), or "" for none."""
    text: str
    """What the player did and why it matters, in at most 90 characters without names."""
    tells_result: bool = False
    """Whether it says who wins or loses in the end. Replays then show it at the end only."""
    told_event: str = ""
    """The tag of the step's event of which the sentence tells everything. Replays leave out the
    line about it.
    """


class FilmShot(Struct, frozen=True, gc=False):
    """A picture of a film that shares a finished game, with the words below it."""

    picture: Picture
    caption: str
    """Who did what, such as "Ben bids 7 fours." Emojis are left out when it is drawn."""


class FilmScene(Struct, frozen=True, gc=False):
    """A step of a finished game in a film: what led to it, and what came of it."""

    step: int
    """The step that ends the scene, such as the answer to a guess."""
    shots: tuple[FilmShot, ...]
    """The last one tells the result, and is never left out."""
    weight: int = 0
    """If a film has too little time, scenes of higher weight stay."""


class Replays(Struct, frozen=True):
    """What a game tells of its finished games, apart from the steps themselves."""

    find_rounds: Callable[[Sequence[LogEntry]], tuple[int, ...]] = lambda log: ()  # noqa: ARG005
    """Returns the numbers of the steps with which rounds begin, from all steps of a game, or ()
    without rounds. The first is step 0, the deal.
    """
    find_highlights: Callable[[Sequence[ReplayedStep], ScreenContext], Iterable[Highlight]] = (
        lambda log, context: ()  # noqa: ARG005
    )
    """Returns remarkable steps of several players, the best first, from all steps and hidden
    events. `choose_highlights` in `bot/engine/highlights.py` chooses which are told. The function
    runs in a thread and may take at most two seconds.
    """
    find_film_scenes: Callable[
        [Screens[Any], Sequence[ReplayedStep], ScreenContext], Iterable[FilmScene]
    ] = lambda screens, log, context: ()  # noqa: ARG005
    """Returns the scenes of a film that shares a finished game, in the order of the game. It gets
    the game's screens, and what everybody could see of all steps: public events, no actions, and
    the onlookers' view alone. The context has no emojis, and `pictures` is False, so that lines
    name the players.

    Without scenes, the film shows the steps with events in `Screens.reveals`, or else the end of
    each round, or else all steps that are told. Each has the board before and after it, with the
    lines of `describe_event`. `bot/engine/films.py` helps to make such scenes.
    """
