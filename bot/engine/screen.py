"""Parts of messages for people, described without Discord's own types.

`bot/discord_adapter/messages.py` turns them into Discord's embeds, buttons and files. Discord's
limits: https://discord.com/developers/docs/resources/message and
https://discord.com/developers/docs/components/reference.
"""

from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct


class SubmitMove(Struct, frozen=True, gc=False):
    """The effect of a button that submits a complete move."""

    decision: int
    """The decision that the move answers. If it is no longer current, the press is too late."""
    path: str


class OpenScreen(Struct, frozen=True, gc=False):
    """The effect of a button that shows the person's own screen."""

    decision: int
    """The decision that the person is answering, or 0 for none."""
    path: str = ""
    """The part of a move that the person has chosen so far, such as "bid/3"."""


class TableAction(Struct, frozen=True, gc=False):
    """The effect of a button that concerns the table and is no move, such as joining it."""

    action: str
    """Its name, such as "join" or "page"."""
    argument: str = ""
    """Its subject, such as the name of a page, or "" for none."""


Press = SubmitMove | OpenScreen | TableAction


class Button(Struct, frozen=True, gc=False):
    """A button below a message, whose label is plain text of at most 80 characters."""

    label: str
    press: Press
    style: Literal["plain", "main", "good", "bad"] = "plain"
    """The colour: grey, or that of a main, a good or a bad choice."""
    emoji: str = ""
    disabled: bool = False


class Link(Struct, frozen=True, gc=False):
    """A button that opens a web page. The bot is not told of the press."""

    label: str
    url: str


class Select(Struct, frozen=True, gc=False):
    """A drop-down menu, which takes up a whole row below a message.

    The chosen value is added to the press: as the next field of the move's path, or of the action's
    argument. Several values become one field (`bot.engine.moves.join_values`). Discord requires all
    values of a menu to be distinct. A value may therefore end with "~" and a number, which are
    removed first: "4~1" and "4~2", chosen together, become "4.4".
    """

    placeholder: str
    """The text while nothing is chosen."""
    press: Press
    options: tuple[tuple[str, str], ...]
    """Pairs of a value and a label, at most 25."""
    min_values: int = 1
    max_values: int = 1
    chosen: tuple[str, ...] = ()
    """The values that are already selected when the menu appears."""
    descriptions: tuple[str, ...] = ()
    """What stands below each option's label, at most 100 characters, or () for nothing."""
    emojis: tuple[str, ...] = ()
    """The emoji before each option's label, "" for none, or () if no option has one."""


class EntitySelect(Struct, frozen=True, gc=False):
    """A drop-down menu of the server's text channels or roles, which Discord fills by itself.

    The chosen ids are added to the press like the values of a `Select`.
    """

    placeholder: str
    press: Press
    kind: Literal["channels", "roles"]
    chosen: tuple[int, ...] = ()
    min_values: int = 0
    max_values: int = 25
    has_forums: bool = True
    """Whether channels of posts can be chosen, in which no message can stand alone."""


Item = Button | Link | Select | EntitySelect
"""What a row below a message can hold."""


class Picture(Struct, frozen=True, gc=False):
    """A picture in a message: the function that draws it, and the function's arguments.

    It is drawn only when the message is sent. The text of the message says the same, for people who
    cannot see pictures.
    """

    name: str
    """The name of the file, such as "hand.jpg". It does not depend on what the picture shows, so
    that it reveals nothing.
    """
    alt: str
    """What screen readers read aloud, with at most 1,024 characters."""
    function: Callable[..., bytes]
    """Draws the picture as a JPEG, in a thread and from nothing but its arguments."""
    arguments: tuple[object, ...]
    """All that the picture depends on. They are hashable."""

    @property
    def key(self) -> tuple[object, ...]:
        """The key under which the drawn picture is cached."""
        return (self.function, *self.arguments)

    def draw(self) -> bytes:
        """Draw the picture, and return it as a JPEG."""
        return self.function(*self.arguments)


class Attachment(Struct, frozen=True, gc=False):
    """A file that is attached to a message, beside its pictures."""

    name: str
    content: bytes


class Field(Struct, frozen=True, gc=False):
    """A named section of a message: 256 characters for the name, and 1,024 for the text."""

    name: str
    text: str
    inline: bool = False
    """Whether it may stand beside other sections."""


MAX_ROWS_PER_MESSAGE, MAX_BUTTONS_PER_ROW = 5, 5
"""Discord's limits."""


def arrange_in_rows(
    buttons: Iterable[Button], buttons_per_row: int = MAX_BUTTONS_PER_ROW
) -> tuple[tuple[Button, ...], ...]:
    """Arrange buttons in as few rows as possible."""
    row = tuple(buttons)
    return tuple(
        row[start : start + buttons_per_row] for start in range(0, len(row), buttons_per_row)
    )


class Screen(Struct, frozen=True, gc=False):
    """One message of the bot for one reader or a channel: texts, pictures, buttons and menus."""

    title: str
    text: str = ""
    fields: tuple[Field, ...] = ()
    footer: str = ""
    """The small text at the end."""
    colour: int = 0x7C5CBF
    """The colour of the stripe beside the message, as 0xRRGGBB."""
    picture: Picture | None = None
    """The large picture above the text."""
    below: Picture | None = None
    """The picture below the text."""
    rows: tuple[tuple[Item, ...], ...] = ()
    """At most five rows, each of up to five buttons or one menu."""
    content: str = ""
    """Plain text above everything else. Discord notifies people only if it mentions them."""
    mentions: tuple[int, ...] = ()
    """The ids of the users whom Discord notifies if `content` mentions them."""
    role: int = 0
    """The id of the role that Discord notifies if `content` mentions it, or 0 for none."""
    table: int = 0
    """The id of the table to which the buttons and menus belong, or 0 for none."""
    note: str = ""
    """A refusal or warning for the reader, right above the buttons."""
    attachment: Attachment | None = None


class PictureScreen(Screen, frozen=True, gc=False):
    """A message that says little without its picture, so that it waits longer for it."""


class FixedBoard(Screen, frozen=True, gc=False):
    """A board that must not move, because people press its buttons.

    Any other board can be posted again at the end of the channel, where people see it.
    """


class OwnScreen(Screen, frozen=True, gc=False):
    """A message about a table that only one person sees. A newer one may replace it."""


class QuietScreen(OwnScreen, frozen=True, gc=False):
    """A message for one person that is sent only on request, as the board says the same.

    On a phone it would otherwise push the board out of sight.
    """


class OwnPage(OwnScreen, frozen=True, gc=False):
    """A message for one person who is reading a page, such as the rules, or entering a move.

    News does not replace it, but waits until the reader goes back.
    """


class OwnWords(OwnScreen, frozen=True, gc=False):
    """A message for one person that tells a running game of seconds in words."""


class TemporaryScreen(Screen, frozen=True, gc=False):
    """A message for a short time, such as a brief answer or the host's options.

    It is deleted once its reader presses a button of the board, once the game starts, and once the
    table is over.
    """


MIN_FORM_LETTERS, MAX_FORM_LETTERS = 2, 40
"""The length of what a person writes in a `Form`."""


class Form(Screen, frozen=True, gc=False, kw_only=True):
    """A window with one line to write in, which answers a press on an ephemeral message.

    Discord shows the title, the label, and the text below that. What the person writes is added to
    the press like the value of a `Select`. https://docs.discord.com/developers/components/reference
    """

    label: str
    press: TableAction
