"""The notebook: what a player can know of the others' features."""

from functools import partial
from math import comb

from msgspec import Struct

from bot.games.cloaked_cats import charts
from bot.games.cloaked_cats.cards import FAN, FEATURES
from bot.games.cloaked_cats.deduction import possible_fans
from bot.games.cloaked_cats.pictures import words
from bot.games.cloaked_cats.state import View
from bot.games.cloaked_cats.words import brief, feature
from bot.games.game import Seat
from bot.games.screen import Field, Picture, Scene, Screen
from bot.text import Text

ALL = comb(len(FEATURES), FAN)
"""So many secret cats there can be."""


class Notes(Struct, frozen=True):
    """What the viewer can know of one opponent."""

    seat: Seat
    left: int
    """How many secret cats, three features each, still fit."""
    chances: tuple[float, ...]
    """How likely each of the 19 features is: 0 is impossible, 1 certain."""


def notes(view: View) -> tuple[Notes, ...]:
    """Return what can be known of each opponent, by seat."""
    from bot.games.cloaked_cats.chances import chances  # noqa: PLC0415 - it loads NumPy

    fans = possible_fans(view)
    known = enumerate(chances(view))
    return tuple(
        Notes(seat, len(fans[seat]), each.of_feature) for seat, each in known if each is not None
    )


def page(view: View, scene: Scene) -> Screen:
    """Return the notebook of the viewer, with chances if the table's help allows them."""
    say, taken = scene.say, notes(view)
    odds = view.help == "odds"
    return Screen(
        title=say("button-notebook"),
        text=say("notebook-odds" if odds else "notebook-marks"),
        fields=tuple(_told(each, odds, scene) for each in taken),
        picture=_picture(taken, odds, say) if scene.pictures else None,
    )


def _told(taken: Notes, odds: bool, scene: Scene) -> Field:
    """Return how much is known of one opponent; beside a picture, only how many cats still fit."""
    say = scene.say
    head = say("notebook-left", left=taken.left, all=ALL)
    name = brief(taken.seat, scene)
    if scene.pictures:
        return Field(name, head)
    certain, possible, impossible = [], [], []
    for number, chance in enumerate(taken.chances):
        called = feature(number, say)
        if chance == 0:
            impossible.append(called)
        elif chance == 1:
            certain.append(called)
        else:
            percent = str(_percent(chance))
            told = say("notebook-chance", feature=called, chance=percent) if odds else called
            possible.append(told)
    lists = (
        ("notebook-certain", certain),
        ("notebook-open", possible),
        ("notebook-impossible", impossible),
    )
    lines = (say(key, features=", ".join(features)) for key, features in lists if features)
    return Field(name, "\n".join((head, *lines)))


def _percent(chance: float) -> int:
    """Return a chance between 0 and 1 in percent, never 0 or 100."""
    return min(99, max(1, round(100 * chance)))


def _picture(taken: tuple[Notes, ...], odds: bool, say: Text) -> Picture:
    columns = tuple(
        (each.seat, tuple(_mark(chance, odds) for chance in each.chances)) for each in taken
    )
    drawn = (columns, words(say).features)
    alt = say("notebook-alt")
    return Picture("notebook.jpg", alt, partial(charts.notebook, *drawn), ("notebook", *drawn))


def _mark(chance: float, odds: bool) -> str:
    """Return what stands in the table: "yes", "no", "?" or a percentage."""
    if chance in (0, 1):
        return "yes" if chance else "no"
    return f"{_percent(chance)}%" if odds else "?"
