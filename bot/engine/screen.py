"""Parts of messages for people, described without Discord's own types.

`bot/discord_adapter/messages.py` turns them into Discord's embeds, buttons and files. Discord's
limits: https://discord.com/developers/docs/resources/message and
https://discord.com/developers/docs/components/reference.
"""

from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct


class SubmitMove(Struct, frozen=True, gc=False):
    """The effect of a button that submits a complete move as the answer to the game's question."""

    decision: int
    """The number of the decision that the move answers. A press whose number is no longer current
    is too late.
    """
    path: str
    """The move as text, such as "bid/3/6"."""


class OpenScreen(Struct, frozen=True, gc=False):
    """The effect of a button that shows the person's own screen, which nobody else sees."""

    decision: int
    """The number of the decision that the person is answering. 0 means that there is none."""
    path: str = ""
    """The part of a move that the person has chosen so far, as text, such as "bid/3". "" means
    that nothing is chosen.
    """


class TableAction(Struct, frozen=True, gc=False):
    """The effect of a button that concerns the table and is no move, such as joining it."""

    action: str
    """The name of the action, such as "join" to join the table or "page" to show a page."""
    argument: str = ""
    """The subject of the action, such as the name of a page. "" means that it needs none."""


Press = SubmitMove | OpenScreen | TableAction
"""The effect of a button: submit a move, show a private screen, or do something at the table."""


class Button(Struct, frozen=True, gc=False):
    """A button below a message.

    Its label is plain text of at most 80 characters (Discord's limit).
    """

    label: str
    press: Press
    """The effect of the button when somebody presses it."""
    style: Literal["plain", "main", "good", "bad"] = "plain"
    """The button's colour. "plain" is grey, and the others mark a main, a good or a bad choice."""
    emoji: str = ""
    """The emoji before the label, or "" for none."""
    disabled: bool = False
    """Whether the button is shown, but cannot be pressed."""


class Link(Struct, frozen=True, gc=False):
    """A button that opens a web page in the reader's browser. The bot is not told of the press."""

    label: str
    url: str


class Select(Struct, frozen=True, gc=False):
    """A drop-down menu, which takes up a whole row below a message.

    When somebody chooses a value, it is added to the press: as the next field of the move's path,
    or of the action's argument. Several chosen values become one field: they are sorted and joined
    with "." (`bot.engine.moves.join_values`). Numbers come first, in ascending order. Words follow
    in alphabetical order.

    Discord requires all values of a menu to be distinct. A value may therefore end with "~" and a
    number, which are removed before values are joined: "4~1" and "4~2", chosen together, become
    "4.4".
    """

    placeholder: str
    """The text in the menu while nothing is chosen."""
    press: Press
    """The effect of the menu. When somebody chooses, the chosen values are added to it."""
    options: tuple[tuple[str, str], ...]
    """The options as pairs of a value and a label, at most 25."""
    min_values: int = 1
    """The minimum number of options that the person has to choose."""
    max_values: int = 1
    """The maximum number of options that the person can choose."""
    chosen: tuple[str, ...] = ()
    """The values of the options that are already selected when the menu appears."""
    descriptions: tuple[str, ...] = ()
    """The description below the label of each option, in the order of the options. Each has at
    most 100 characters. () means that the options have no descriptions.
    """


class Picture(Struct, frozen=True, gc=False):
    """A picture in a message: the function that draws it, and the function's arguments.

    The picture is drawn only when the message is sent. The text of the message says the same, for
    people who cannot see pictures.
    """

    name: str
    """The name of the picture's file in Discord's message, such as "hand.jpg". The name does not
    depend on what the picture shows, so that it reveals nothing.
    """
    alt: str
    """The alternative text, which screen readers read aloud, with at most 1,024 characters."""
    function: Callable[..., bytes]
    """The function that draws the picture as a JPEG. It runs in a thread and uses nothing but its
    arguments.
    """
    arguments: tuple[object, ...]
    """The arguments of `function`: all that the picture depends on. They are hashable."""

    @property
    def key(self) -> tuple[object, ...]:
        """The key under which the drawn picture is cached. Equal keys mean equal pictures."""
        return (self.function, *self.arguments)

    def draw(self) -> bytes:
        """Draw the picture, and return it as a JPEG."""
        return self.function(*self.arguments)


class Attachment(Struct, frozen=True, gc=False):
    """A file that is attached to a message, in addition to the message's pictures."""

    name: str
    """The name of the file, as people see it."""
    content: bytes


class Field(Struct, frozen=True, gc=False):
    """A named section of a message.

    Discord allows 256 characters for the name, and 1,024 for the text.
    """

    name: str
    text: str
    inline: bool = False
    """Whether Discord may show the section beside other sections instead of below them."""


MAX_ROWS_PER_MESSAGE, MAX_BUTTONS_PER_ROW = 5, 5
"""Discord's limits: at most this many rows below a message, and this many buttons in a row."""


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
    """The heading of the message."""
    text: str = ""
    """The text below the title."""
    fields: tuple[Field, ...] = ()
    """The sections with a name each, below the text."""
    footer: str = ""
    """The small text at the end, or "" for none."""
    colour: int = 0x7C5CBF
    """The colour of the stripe beside the message, as 0xRRGGBB."""
    picture: Picture | None = None
    """The large picture above the text. None means no picture."""
    below: Picture | None = None
    """The picture below the text. None means no picture."""
    rows: tuple[tuple[Button | Link | Select, ...], ...] = ()
    """The rows of controls below the message, at most five. Each row has up to five buttons or one
    menu.
    """
    content: str = ""
    """Plain text above everything else in the message. Discord notifies people only if this text
    mentions them.
    """
    mentions: tuple[int, ...] = ()
    """The ids of the users whom Discord notifies if `content` mentions them."""
    table: int = 0
    """The id of the table to which the buttons and menus belong. 0 means no table."""
    note: str = ""
    """A refusal or warning for the reader, right above the buttons, or "" for none."""
    attachment: Attachment | None = None
    """A file that is attached in addition to the pictures. None means no file."""


class FixedBoard(Screen, frozen=True, gc=False):
    """A board (a table's public message) that must not move, because people press its buttons.

    Any other board can be posted again at the end of the channel, where people see it.
    """


class OwnScreen(Screen, frozen=True, gc=False):
    """A message about a table that only one person sees. A newer such message may replace it."""


class QuietScreen(OwnScreen, frozen=True, gc=False):
    """A message for one person that is sent only on request, as the public board says the same.

    On a phone it would otherwise push the board out of sight.
    """


class OwnPage(OwnScreen, frozen=True, gc=False):
    """A message for one person who is reading a page, such as the rules, or entering a move.

    News about the game does not replace this message, but waits until the reader goes back.
    """


class OwnWords(OwnScreen, frozen=True, gc=False):
    """A message for one person that tells a running game of seconds in words, and follows it."""


class TemporaryScreen(Screen, frozen=True, gc=False):
    """A message that is useful only for a short time, such as a brief answer or the host's options.

    It is deleted once its reader presses a button of the board, once the game starts, and once the
    table is over.
    """
