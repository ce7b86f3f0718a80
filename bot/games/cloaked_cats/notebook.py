"""The notebook: what a player can know of the others' features."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from math import comb

from msgspec import Struct

from bot.games.cloaked_cats import charts
from bot.games.cloaked_cats.cards import FAN, FEATURES
from bot.games.cloaked_cats.deduction import possible_fans
from bot.games.cloaked_cats.pictures import words
from bot.games.cloaked_cats.state import View
from bot.games.cloaked_cats.words import KINDS, brief, feature
from bot.games.events import Seat
from bot.games.screen import Field, Picture, Scene, Screen
from bot.text import Text

ALL = comb(len(FEATURES), FAN)
"""So many secret cats there can be."""


Chances = tuple[float, ...]
"""How likely each of the 19 features is: 0 is impossible, 1 certain; (): it is not told."""


class Notes(Struct, frozen=True):
    """What the viewer can know of one opponent."""

    seat: Seat
    left: int
    """How many secret cats, three features each, still fit."""
    chances: Chances


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
    with_odds = view.help == "odds"
    return Screen(
        title=say("button-notebook"),
        text=say("notebook-odds" if with_odds else "notebook-marks"),
        fields=tuple(_told(each, with_odds, scene) for each in taken),
        picture=_picture(taken, with_odds, scene) if scene.pictures else None,
    )


def odds(view: View, opponent: Seat) -> Chances:
    """Return how likely each feature is the opponent's; () where the table tells no chances."""
    return chances_of(view, opponent) if view.help == "odds" else ()


def chances_of(view: View, opponent: Seat) -> Chances:
    """Return how likely each of the 19 features is the opponent's."""
    from bot.games.cloaked_cats.chances import chances  # noqa: PLC0415 - it loads NumPy

    known = chances(view)[opponent]
    return known.of_feature if known else ()


def by_chance(features: Iterable[int], likely: Chances) -> tuple[int, ...]:
    """Return features with the likeliest first; in their order where chances are equal or ()."""
    return tuple(sorted(features, key=lambda number: -likely[number] if likely else 0))


def told(name: str, chance: float, say: Text) -> str:
    """Return a feature with its chance, such as "Red · 52%"; nothing is added to a certain one."""
    if chance in (0, 1):
        return name
    return say("notebook-chance", feature=name, chance=str(_percent(chance)))


def _told(taken: Notes, with_odds: bool, scene: Scene) -> Field:
    """Return how much is known of one opponent; beside a picture, only how many cats still fit."""
    say = scene.say
    head = say("notebook-left", left=taken.left, all=ALL)
    name = brief(taken.seat, scene)
    if scene.pictures:
        return Field(name, head)
    certain = [number for number, chance in enumerate(taken.chances) if chance == 1]
    maybe = [number for number, chance in enumerate(taken.chances) if 0 < chance < 1]
    never = [number for number, chance in enumerate(taken.chances) if chance == 0]
    groups = _by_percent(maybe, taken.chances) if with_odds else _by_kind(maybe)
    lines = (
        head,
        say("notebook-certain", features=_listed(certain, say)) if certain else "",
        say("notebook-open") if maybe else "",
        *(say(key, **values, features=_listed(group, say)) for key, values, group in groups),
        say("notebook-impossible", features=_listed(never, say)) if never else "",
    )
    return Field(name, "\n".join(filter(None, lines)))


Group = tuple[str, dict[str, str], list[int]]
"""A line's message, its values, and the features in it."""


def _by_percent(features: list[int], likely: Chances) -> Iterator[Group]:
    """Yield a line for each chance, the likeliest first."""
    ordered = by_chance(features, likely)
    for percent, group in groupby(ordered, lambda number: _percent(likely[number])):
        yield "notebook-likely", {"chance": str(percent)}, list(group)


def _by_kind(features: list[int]) -> Iterator[Group]:
    """Yield a line for each kind of features."""
    for kind, numbers in KINDS:
        if group := [number for number in features if number in numbers]:
            yield f"notebook-{kind}", {}, group


def _listed(features: Iterable[int], say: Text) -> str:
    return ", ".join(feature(number, say) for number in features)


def _percent(chance: float) -> int:
    """Return a chance between 0 and 1 in percent, never 0 or 100."""
    return min(99, max(1, round(100 * chance)))


def _picture(taken: tuple[Notes, ...], with_odds: bool, scene: Scene) -> Picture:
    columns = tuple(
        (scene.letter(each.seat), tuple(_mark(chance, with_odds) for chance in each.chances))
        for each in taken
    )
    drawn = (columns, words(scene.say).features)
    alt = scene.say("notebook-alt")
    return Picture("notebook.jpg", alt, charts.notebook, drawn)


def _mark(chance: float, with_odds: bool) -> str:
    """Return what stands in the table: "yes", "no", "?" or a percentage."""
    if chance in (0, 1):
        return "yes" if chance else "no"
    return f"{_percent(chance)}%" if with_odds else "?"
