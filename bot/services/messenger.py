"""The protocols by which services send messages to Discord, and the errors of failed requests.

`Messenger` handles the public messages of channels. `OwnMessage` is an ephemeral message, which one
person alone sees.
"""

from collections.abc import Awaitable, Mapping, Sequence
from typing import NamedTuple, Protocol

from bot.engine.screen import OwnPage, Picture, Screen


class RequestFailed(Exception):
    """Discord did not carry out a request.

    Each subclass says what that means for the message or the channel.
    """


class BoardGone(RequestFailed):
    """The message was deleted, or cannot be edited where it is."""


class ThreadArchived(BoardGone):
    """The message cannot be edited while its thread is archived.

    A new post opens the thread again.
    """


class ChannelGone(RequestFailed):
    """The channel was deleted."""


class NoAccess(RequestFailed):
    """Discord does not let the bot show anything in the channel, mostly for want of permission."""

    def __init__(self, code: int) -> None:
        """Keep Discord's error code, or 0 if Discord gave none."""
        super().__init__(code)
        self.code = code


class Unreachable(RequestFailed):
    """The request failed this time, but the same request may succeed later."""

    def __init__(self, refusal: NoAccess | None = None) -> None:
        """Keep the refusal to report to people who are waiting for the message.

        None means that it is not known yet whether Discord refuses the message.
        """
        super().__init__()
        self.refusal = refusal


class Rejected(NoAccess):
    """Discord rejects this message, but may accept it without pictures and the bot's own emojis."""


LatePictures = Awaitable[Sequence[object]]
"""Completes when the pictures that were not ready in time are drawn.

Each result that is bytes is a picture that can be sent now.
"""


async def wait_for_pictures(late_pictures: LatePictures) -> bool:
    """Wait until late pictures are drawn, and return whether at least one of them can be sent."""
    return any(isinstance(picture, bytes) for picture in await late_pictures)


class PostedMessage(NamedTuple):
    """A message that Discord has just accepted in a channel."""

    id: int
    """Discord's id of the message."""
    late_pictures: LatePictures | None
    """The pictures that the message still lacks. None means that it shows all of them."""


class SendResult(NamedTuple):
    """The result of sending a screen to an ephemeral message."""

    is_accepted: bool
    """Whether Discord accepted the screen."""
    late_pictures: LatePictures | None = None
    """The pictures that the message still lacks. None means that it shows all of them."""


class Messenger(Protocol):
    """Posts, edits and deletes the bot's public messages in channels.

    Each call may raise any subclass of `RequestFailed`.
    """

    async def post(self, channel: int, screen: Screen, nonce: str) -> PostedMessage:
        """Post a message to a channel. Without mentions in it, Discord notifies nobody.

        Args:
            channel: The channel's id.
            screen: The content of the message.
            nonce: A text that identifies the post. If it is repeated, Discord makes no second
                message.
        """
        ...

    async def make_animation(
        self, pictures: Sequence[Picture], seconds: float, max_bytes: int
    ) -> bytes | None:
        """Return an animation that shows pictures one after another.

        Args:
            pictures: The pictures in their order.
            seconds: The number of seconds for which each picture is shown.
            max_bytes: The maximum size in bytes. The result is larger only if it cannot be made
                that small.

        Returns:
            The animation's file, or None if no picture was drawn.
        """
        ...

    async def edit(self, channel: int, message: int, screen: Screen) -> LatePictures | None:
        """Replace the content of one of the bot's own messages by another screen.

        Args:
            channel: The channel's id.
            message: The message's id.
            screen: The new content.

        Returns:
            The pictures that the message still lacks, or None if it shows all of them.
        """
        ...

    async def delete(self, channel: int, message: int) -> None:
        """Delete one of the bot's own messages, by the channel's id and the message's id."""
        ...

    async def find_newest_message(self, channel: int) -> int | None:
        """Return the id of the channel's newest message, or None if the channel has no message."""
        ...

    async def reopen(self, channel: int) -> None:
        """Open an archived thread again, by its id."""
        ...

    def links(self) -> Mapping[str, str]:
        """Return the URLs of the bot's privacy policy and terms, by the names "policy" and "terms".

        A URL that the operator has not set is left out.
        """
        ...

    def support_contact(self) -> str:
        """Return how people can contact the operator of the bot, or "" if that is not set."""
        ...


class OwnMessage(Protocol):
    """An ephemeral message, which one person alone sees.

    The bot can change it for 15 minutes, while the token of the person's interaction is valid.
    """

    language: str
    """The language of the person who sees the message."""
    shows_own_screen: bool
    """Whether the message shows the person's own screen, their private view of a table.

    If so, the bot edits it to show news.
    """
    open_page: OwnPage | None
    """The page that the person has opened to read, which news does not replace.

    None means that no page is open.
    """
    shown_count: int
    """The number of screens that the message has shown after the first one.

    It tells whether a late picture still belongs to the screen that is shown.
    """
    may_be_overwritten: bool
    """Whether the message may show something else than the last screen sent through this object.

    The next screen is then sent even if it is the same.
    """

    @property
    def message_id(self) -> int:
        """Discord's id of the message, or 0 while it is unknown."""
        ...

    async def show(self, screen: Screen) -> SendResult:
        """Show a screen to the person, unless the message surely shows it already."""
        ...

    async def retire(self) -> None:
        """Delete the ephemeral message. The next screen is sent as a new one."""
        ...

    async def wait_for_message_id(self) -> int | None:
        """Return the id of the ephemeral message, once the answer to the interaction was sent.

        Returns:
            The id, or None or 0 if there is no message, or if it is unknown whether it has arrived.
        """
        ...
