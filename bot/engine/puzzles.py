"""Daily puzzles: what is hidden follows from what lies open, so that nobody has to guess."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping

from msgspec import Struct

from bot.engine.puzzle_data import Mark, Puzzle, Step
from bot.engine.screen import Picture
from bot.i18n import Text

MAX_MAKING_SECONDS = 2.0
"""The maximum number of seconds of one processor core that making a puzzle may take."""


class Choice(Struct, frozen=True, gc=False):
    """A feature that people can mark."""

    feature: int
    label: str
    emoji: str = ""
    is_out: bool = False
    """Whether an open card without the owner's mask, or a right mark, rules it out."""
    bare_card: int | None = None
    """An open card without the owner's mask that rules it out, if there is one."""


class PuzzleView(Struct, frozen=True, gc=False):
    """What a person sees of a puzzle."""

    puzzle: Puzzle
    found: tuple[Mark, ...]
    """The right marks so far, in their order."""
    say: Text
    emojis: Mapping[str, str] = {}
    """As in `ScreenContext.emojis`."""
    shown_cards: tuple[int, ...] = ()
    """The open cards to point at, such as those of a hint."""


class Puzzles(ABC):
    """Makes, explains and shows the daily puzzles of a game.

    The methods for making and reasoning are pure. They may run in another process.
    """

    lesson: Puzzle
    """The puzzle of three steps that teaches how it goes. Each of its steps is of rung 1."""

    @abstractmethod
    def make(self, seed: bytes, weekday: int) -> Puzzle:
        """Make the puzzle of a day from a secret seed of 32 bytes. The same seed gives the same.

        It takes at most `MAX_MAKING_SECONDS`.

        Args:
            weekday: 0 is Monday, 6 is Sunday. Puzzles become harder in the course of a week.
        """

    @abstractmethod
    def find_step(self, puzzle: Puzzle, found: Collection[Mark], mark: Mark | None = None) -> Step:
        """Return the next step that needs the fewest cards, by the reasoning of the puzzle's rung.

        It may take some tenths of a second.

        Args:
            found: The right marks so far.
            mark: Only this mark counts as next step, by the easiest reasoning. If no reasoning
                finds it, the step has no reasons.
        """

    @abstractmethod
    def explain(self, step: Step, view: PuzzleView) -> str:
        """Return a step's reasons as one or two sentences that name its cards."""

    @abstractmethod
    def make_picture(self, view: PuzzleView) -> Picture:
        """Return the picture of the open cards and right marks, with a text twin as `alt`."""

    @abstractmethod
    def tell(self, view: PuzzleView) -> str:
        """Return the open cards and right marks in words, one line each."""

    @abstractmethod
    def name_owners(self, view: PuzzleView) -> tuple[str, ...]:
        """Return the labels of those who hide features, such as "B". There are at most 4.

        Each has a menu, and Discord shows five rows below a message.
        """

    @abstractmethod
    def list_choices(self, view: PuzzleView, owner: int) -> tuple[Choice, ...]:
        """Return all features, at most 25, in the order in which people look for them."""

    @abstractmethod
    def say_mark(self, mark: Mark, view: PuzzleView) -> str:
        """Return a mark as a short sentence without a full stop, such as "B is red"."""
