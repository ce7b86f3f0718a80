"""Lessons: a first game that teaches the rules to one person, against computers.

The game explains itself on its screens wherever `ScreenContext.lesson` is True.
"""

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from bot.engine.events import Notice, Seat
from bot.engine.screen import Button, Item, OpenScreen, Screen, SubmitMove, TableAction
from bot.engine.screens import ScreenContext

S = TypeVar("S", bound=Screen)


class Lesson(Struct, frozen=True, gc=False):
    """The deal with which a lesson begins. It is the same for everybody."""

    state: Struct
    notices: tuple[Notice, ...]
    """The events of the deal."""
    seat: Seat
    """The seat of the person who learns."""
    seats: int = 2


def format_lesson_hint(sentences: str, context: ScreenContext) -> str:
    """Format sentences as a hint for a learner, or return "" for no sentences."""
    return context.say("lesson-line", line=sentences) if sentences else ""


def make_go_on_button(context: ScreenContext, *, advised: bool = True) -> Button:
    """Return the button with which a learner lets the game go on to its next step.

    The table adds it while the game asks the learner nothing. A game adds it where the learner can
    also wait instead of answering; if the lesson advises that, it is green.
    """
    return Button(
        label=context.say("button-go-on"),
        press=TableAction("go-on"),
        style="good" if advised else "plain",
        emoji="🐾",
    )


def highlight_advice(screen: S, advised_path: str) -> S:
    """Return a lesson's screen on which only the buttons for the advised move are green.

    `advised_path` is the move or its beginning, such as "bid/3". "" advises no move.
    """
    rows = tuple(tuple(_colour(item, advised_path) for item in row) for row in screen.rows)
    return replace(screen, rows=rows)


def _colour(item: Item, advised_path: str) -> Item:
    if not isinstance(item, Button):
        return item
    is_advised = not item.disabled and _leads_to(item, advised_path)
    return replace(item, style="good" if is_advised else "plain")


def _leads_to(button: Button, advised_path: str) -> bool:
    """Return whether a button makes a move that begins as advised, or leads to such a move."""
    press = button.press
    if not isinstance(press, SubmitMove | OpenScreen) or not press.path or not advised_path:
        return False
    path, advised = f"{press.path}/", f"{advised_path}/"
    return path.startswith(advised) or (isinstance(press, OpenScreen) and advised.startswith(path))
