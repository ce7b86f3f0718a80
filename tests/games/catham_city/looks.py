"""Views made by hand, and their scenes, for the tests of screens."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from bot.engine.events import EventRecord, Seat
from bot.engine.game import Prompt
from bot.engine.moves import EMPTY_PREFIX, parse_prefix
from bot.engine.records import read_events, read_move
from bot.engine.screen import Screen
from bot.engine.screens import Question, ScreenContext
from bot.games.catham_city.model.state import FACTIONS, View
from bot.games.catham_city.package import PACKAGE
from tests.games.looks import longest_emojis, scene_of

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
SCREENS = PACKAGE.screens
SIGNS = (*FACTIONS, *(f"seat-{letter}" for letter in "abcdef"))
"""The stems of the files of all signs."""
EMOJIS = longest_emojis(SIGNS)
context = partial(scene_of, PACKAGE, names=NAMES)
"""A scene of the game, for `NAMES` unless told otherwise."""

ACTION = Prompt(decision=6, seat=0, kind="action", clock="turn:3")
DISCARD = Prompt(decision=7, seat=0, kind="discard", clock="turn:3")


def answer(kind: str, seat: int = 0) -> Prompt:
    """Return the question that a faction asks."""
    return Prompt(decision=9, seat=seat, kind=kind, clock="answers:9")


def own(
    view: View,
    seat: Seat,
    prompt: Prompt | None,
    paths: Sequence[str],
    path: str,
    context: ScreenContext,
) -> Screen:
    """Return the own screen of a seat that may make the moves with these paths."""
    moves = tuple(map(partial(read_move, PACKAGE.game), paths))
    entered = parse_prefix(PACKAGE.game.move_types, path) or EMPTY_PREFIX
    return SCREENS.own_screen(Question(view, seat, prompt, moves, entered, context))


def tell_news(
    events: Sequence[EventRecord], view: View, seat: Seat, context: ScreenContext
) -> tuple[str, ...]:
    return SCREENS.news(read_events(PACKAGE.game, events), view, seat, context)


def view(**changes: Any) -> View:
    """Return what seat 0 of four sees on its turn, with the given changes.

    In play: detectives, mafia, hackers, police and journalists.
    """
    base = View(
        viewer=0,
        factions=(0, 3, 4, 5, 6),
        points=(5, 12, 0, 1),
        target=13,
        hand_sizes=(6, 8, 1, 7),
        hand=(0, 4, 4, 5, 5, 6),
        shown=((),) * 4,
        market=(0, 4, 4, 4, 5, 6, 6),
        pile=21,
        discards=(0, 0, 3),
        turn=8,
        active=0,
        phase="action",
        actions=1,
        left=1,
        table=(),
        played=None,
        extra=None,
        owing=(),
        answered=(),
        answer=None,
        present=(True,) * 4,
    )
    return replace(base, **changes)


def answers(kind: str, **changes: Any) -> View:
    """Return what seat 0 of four sees when seat 1 has played a faction that all others answer."""
    faction = FACTIONS.index(kind)
    extra = 4 if kind == "detectives" else None
    asked = {
        "active": 1,
        "phase": "answers",
        "table": (0, 0, 0, 4) if kind == "detectives" else (faction,) * 4,
        "played": faction,
        "extra": extra,
        "owing": (0, 2, 3),
    }
    return view(**{**asked, **changes})
