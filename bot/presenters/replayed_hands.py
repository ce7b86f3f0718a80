"""Renders what players alone saw on their own screens, for replays of finished games."""

from collections.abc import Sequence

from msgspec import Struct

from bot.drawing.collage import arrange_pictures
from bot.engine.events import Seat
from bot.engine.moves import EMPTY_PREFIX
from bot.engine.package import GamePackage
from bot.engine.replays import ReplayedStep
from bot.engine.screen import Field, Picture, Screen
from bot.engine.screens import Question, ScreenContext
from bot.engine.text_helpers import (
    MAX_FIELD_TEXT_CHARACTERS,
    count_utf16_units,
    fit_lines,
    shorten_name,
    truncate_text,
)

MAX_HAND_NAME_WIDTH = 20
"""In quarters of an em: about 10 small letters."""
MAX_HAND_HEIGHT, MAX_HANDS_HEIGHT = 0.5, 0.45
"""Maximum heights of the picture of one hand, and of several together, as a part of its width.

With the board above, such a picture fits on a phone's screen of 844 pixels.
"""
MAX_ALT_LENGTH = 1000
"""Discord accepts 1,024 characters for a file."""
MAX_EMBED_LENGTH = 5800
"""Discord accepts 6,000 characters in an embed's texts together."""

Key = tuple[object, ...]
"""The function that draws a picture, and its arguments."""


class Hands(Struct, frozen=True):
    """What some players alone saw at a step of a finished game, such as their cards."""

    text: str = ""
    """The names of the players whose hands the picture shows."""
    picture: Picture | None = None
    fields: tuple[Field, ...] = ()
    """The hands in words, as fields of an embed."""


def render_hands(
    package: GamePackage,
    step: ReplayedStep,
    seats: Sequence[Seat],
    board: Screen,
    context: ScreenContext,
) -> Hands:
    """Return what some players alone saw on their own screens after a step of a game.

    A picture that several players saw appears once, and one that the board shows is left out.
    """
    own = dict[Seat, Screen]()
    for seat in seats:
        question = Question(step.views[1 + seat], seat, None, (), EMPTY_PREFIX, context)
        own[seat] = package.screens.own_screen(question)
    if not context.pictures:
        return Hands(fields=_hand_fields(own, board, context))
    shown = {picture.key for picture in (board.picture, board.below) if picture}
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
        drawn = (MAX_HAND_HEIGHT, *drawings)
        alone = Picture(picture.name, picture.alt, arrange_pictures, drawn)
        return Hands(picture=alone, fields=fields)
    alt = " ".join(
        f"{', '.join(context.labels[seat] for seat in owners[key])}: {picture.alt}"
        for key, picture in pictures.items()
    )
    drawn = (MAX_HANDS_HEIGHT, *drawings)
    together = Picture("hands.jpg", truncate_text(alt, MAX_ALT_LENGTH), arrange_pictures, drawn)
    names = " · ".join(
        ", ".join(shorten_name(context.names[n], MAX_HAND_NAME_WIDTH, context.say) for n in own)
        for own in owners.values()
    )
    return Hands(context.say("replay-hands", names=names), together, fields)


def _hand_fields(
    own_screens: dict[Seat, Screen], board: Screen, context: ScreenContext
) -> tuple[Field, ...]:
    """Return a field for each player, with texts cut so that all of the embed fits."""
    words = [board.title, board.text, board.footer]
    words += [word for field in board.fields for word in (field.name, field.text)]
    room = (MAX_EMBED_LENGTH - sum(map(count_utf16_units, words))) // max(1, len(own_screens))
    found = []
    for seat, screen in own_screens.items():
        told = [
            line for each in screen.fields for line in (f"**{each.name}**", *each.text.split("\n"))
        ]
        name = context.names[seat]
        most = min(MAX_FIELD_TEXT_CHARACTERS, room - count_utf16_units(name))
        text = "\n".join(fit_lines(told or screen.text.split("\n"), most))
        if text.strip():
            found.append(Field(name, text))
    return tuple(found)
