"""Views made by hand, and their scenes, for the tests of screens."""

from collections.abc import Collection
from functools import partial
from typing import Any

from bot.engine.answers import AnswersView
from bot.engine.events import Seat
from bot.games.who_barked.model.state import Proposal, View
from bot.games.who_barked.package import PACKAGE
from tests.games.looks import scene_of

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")
SCREENS = PACKAGE.screens
context = partial(scene_of, PACKAGE, names=NAMES, pictures=False)
"""A scene of the game without pictures, for `NAMES` unless told otherwise."""


def crew(
    *seats: Seat,
    barks: int | None = 0,
    against: Collection[Seat] = (),
    leader: Seat = 0,
    goal: int = 0,
) -> Proposal:
    """Return a proposal among five, which stays at home if three or more are against it."""
    votes = tuple(seat not in against for seat in range(5))
    return Proposal(leader, seats, goal, votes, barks if 2 * sum(votes) > 5 else None)


def view(*proposals: Proposal, **changes: Any) -> View:
    """Return what Cleo sees, who is a cat, while all talk about these proposals."""
    seen: dict[str, Any] = {
        "seats": 5,
        "leader": len(proposals) % 5,
        "phase": "talk" if proposals else "meet",
        "decision": 7,
        "crew": proposals[-1].crew if proposals else (),
        "proposals": proposals,
        "viewer": 2,
        "role": "cat",
        "dogs": (),
        "nose": None,
        "answers": AnswersView(),
        "scents": (),
        "winner": None,
    }
    return View(**seen | changes)
