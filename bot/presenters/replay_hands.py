"""What people held at a step of a game that is over, as they alone saw it then."""

from collections.abc import Sequence

from msgspec import Struct

from bot.drawing.beside import beside
from bot.engine.box import Box
from bot.engine.events import Seat
from bot.engine.moves import START
from bot.engine.screen import Field, Picture, Question, ReplayedStep, Scene, Screen
from bot.engine.text_helpers import shortened
from bot.presenters.text_limits import FIELD, cut, fitting, size

NAME = 20
"""The room of a name among others, as `shortened` counts it: 10 small letters."""
ONE, ALL = 0.5, 0.45
"""Height of a hand's picture and of that of all hands at most, in widths: with the board above it,
a phone of 844 pixels shows what is new between two steps.
"""
ALT = 1000
"""Signs of the alternative text, of the 1,024 of a file's."""
EMBED = 5800
"""Signs of an embed's words, of 6,000."""

Key = tuple[object, ...]


class Hands(Struct, frozen=True):
    """What stands beside the board."""

    text: str = ""
    """Whose the pictures are."""
    picture: Picture | None = None
    fields: tuple[Field, ...] = ()


def hands(
    box: Box, step: ReplayedStep, seats: Sequence[Seat], public: Screen, here: Scene
) -> Hands:
    """Return what these seats held; `public` is the board, which shows the rest.

    What several of them saw alike stands there once, and what the board shows itself does not.
    """
    own = {
        seat: box.screens.private(Question(step.views[1 + seat], seat, None, (), START, here))
        for seat in seats
    }
    if not here.pictures:
        return Hands(fields=_in_words(own, public, here))
    shown = {picture.key for picture in (public.picture, public.below) if picture}
    pictures: dict[Key, Picture] = {}
    owners: dict[Key, list[Seat]] = {}
    for seat, screen in own.items():
        picture = screen.picture or screen.below
        if picture and picture.key not in shown:
            pictures.setdefault(picture.key, picture)
            owners.setdefault(picture.key, []).append(seat)
    fields = tuple(field for screen in own.values() for field in screen.fields)
    if not pictures:
        return Hands(fields=fields)
    drawings = tuple((picture.function, picture.arguments) for picture in pictures.values())
    if len(seats) == 1:
        (picture,) = pictures.values()
        return Hands(
            picture=Picture(picture.name, picture.alt, beside, (ONE, *drawings)), fields=fields
        )
    alt = _alt([*pictures.values()], [*owners.values()], here)
    together = Picture("hands.jpg", alt, beside, (ALL, *drawings))
    return Hands(_whose([*owners.values()], here), together, fields)


def _whose(owners: Sequence[Sequence[Seat]], here: Scene) -> str:
    """Return the names in the order of the pictures."""
    told = (
        ", ".join(shortened(here.names[seat], NAME, here.say) for seat in own) for own in owners
    )
    return here.say("replay-hands", names=" · ".join(told))


def _alt(pictures: Sequence[Picture], owners: Sequence[Sequence[Seat]], here: Scene) -> str:
    """Return in words what the pictures show, and whose each is."""
    alt = " ".join(
        f"{', '.join(here.labels[seat] for seat in seats)}: {picture.alt}"
        for picture, seats in zip(pictures, owners, strict=True)
    )
    return cut(alt, ALT)


def _in_words(own: dict[Seat, Screen], public: Screen, here: Scene) -> tuple[Field, ...]:
    """Return a field for each seat, with its own text where the game has no fields for it."""
    words = [public.title, public.text, public.footer]
    words += [word for field in public.fields for word in (field.name, field.text)]
    room = (EMBED - sum(map(size, words))) // max(1, len(own))
    found = []
    for seat, screen in own.items():
        told = [
            line for each in screen.fields for line in (f"**{each.name}**", *each.text.split("\n"))
        ]
        name = here.names[seat]
        text = "\n".join(fitting(told or screen.text.split("\n"), min(FIELD, room - size(name))))
        if text.strip():
            found.append(Field(name, text))
    return tuple(found)
