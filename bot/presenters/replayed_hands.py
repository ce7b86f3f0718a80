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
"""Maximum width of a player's name above pictures of hands, in quarters of an em.

That is about 10 small letters. Longer names are shortened.
"""
MAX_HAND_HEIGHT, MAX_HANDS_HEIGHT = 0.5, 0.45
"""Maximum height of the picture of one hand, and of several hands together.

A hand is what a player alone sees, such as cards. The unit is the width of the picture. Together
with the board above, such a picture fits on a phone's screen of 844 pixels.
"""
MAX_ALT_LENGTH = 1000
"""Maximum characters of a picture's alternative text. Discord accepts 1,024 for a file."""
MAX_EMBED_LENGTH = 5800
"""Maximum characters of an embed's texts together. Discord accepts 6,000."""

Key = tuple[object, ...]
"""Identifies a picture by its content: the function that draws it, and its arguments."""


class Hands(Struct, frozen=True):
    """What some players alone saw on their own screens at a step of a finished game.

    A replay shows it beside the board, which everybody saw.
    """

    text: str = ""
    """The names of the players whose hands (such as their cards) the picture shows."""
    picture: Picture | None = None
    """The picture of the hands, such as cards or dice. None means that there is no picture."""
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

    If several players saw the same picture, it appears once. A picture that the board shows is left
    out.

    Args:
        package: The game.
        step: The step, with what each player saw.
        seats: The numbers of the players, from 0.
        board: The public screen of the table after the step.
        context: The names of the players and the texts for the reader.
    """
    own = {
        seat: package.screens.own_screen(
            Question(step.views[1 + seat], seat, None, (), EMPTY_PREFIX, context)
        )
        for seat in seats
    }
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
        return Hands(
            picture=Picture(
                picture.name, picture.alt, arrange_pictures, (MAX_HAND_HEIGHT, *drawings)
            ),
            fields=fields,
        )
    alt = _describe_pictures([*pictures.values()], [*owners.values()], context)
    together = Picture("hands.jpg", alt, arrange_pictures, (MAX_HANDS_HEIGHT, *drawings))
    return Hands(_format_owners([*owners.values()], context), together, fields)


def _format_owners(owners: Sequence[Sequence[Seat]], context: ScreenContext) -> str:
    """Return the names of the players to whom the pictures belong, in the order of the pictures.

    Each item of `owners` has the players of one picture.
    """
    told = (
        ", ".join(
            shorten_name(context.names[seat], MAX_HAND_NAME_WIDTH, context.say) for seat in own
        )
        for own in owners
    )
    return context.say("replay-hands", names=" · ".join(told))


def _describe_pictures(
    pictures: Sequence[Picture], owners: Sequence[Sequence[Seat]], context: ScreenContext
) -> str:
    """Return the alternative text of several pictures, with the names of their players.

    Each item of `owners` has the players of one picture.
    """
    alt = " ".join(
        f"{', '.join(context.labels[seat] for seat in seats)}: {picture.alt}"
        for picture, seats in zip(pictures, owners, strict=True)
    )
    return truncate_text(alt, MAX_ALT_LENGTH)


def _hand_fields(
    own_screens: dict[Seat, Screen], board: Screen, context: ScreenContext
) -> tuple[Field, ...]:
    """Return a field of text for each player, with what this player alone saw.

    The texts are cut so that all fields and the board fit into one embed.
    """
    words = [board.title, board.text, board.footer]
    words += [word for field in board.fields for word in (field.name, field.text)]
    room = (MAX_EMBED_LENGTH - sum(map(count_utf16_units, words))) // max(1, len(own_screens))
    found = []
    for seat, screen in own_screens.items():
        told = [
            line for each in screen.fields for line in (f"**{each.name}**", *each.text.split("\n"))
        ]
        name = context.names[seat]
        text = "\n".join(
            fit_lines(
                told or screen.text.split("\n"),
                min(MAX_FIELD_TEXT_CHARACTERS, room - count_utf16_units(name)),
            )
        )
        if text.strip():
            found.append(Field(name, text))
    return tuple(found)
