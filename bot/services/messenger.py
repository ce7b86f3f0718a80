"""Defines the protocols by which services reach Discord, and the errors of their requests.

`Messenger` handles the public messages of channels. `OwnMessage` is an ephemeral message to one
person.
"""

from collections.abc import Awaitable, Mapping, Sequence
from typing import NamedTuple, Protocol

from bot.engine.screen import OwnPage, Picture, Screen


class RequestFailed(Exception):
    """Discord did not carry out a request.

    Each subclass says what that means for the message or the channel.
    """


class BoardGone(RequestFailed):
    """The message does not exist, or cannot be edited where it is."""


class ThreadArchived(BoardGone):
    """The message cannot be edited while its thread is archived.

    A new post opens the thread.
    """


class ChannelGone(RequestFailed):
    """The channel does not exist."""


class NoAccess(RequestFailed):
    """Discord does not let the bot show anything in the channel."""

    def __init__(self, code: int) -> None:
        """Keep Discord's error code, or 0 if Discord gave none."""
        super().__init__(code)
        self.code = code


class Unreachable(RequestFailed):
    """The request failed this time.

    Trying again later makes sense.
    """

    def __init__(self, refusal: NoAccess | None = None) -> None:
        """Keep the refusal that waiting callers get.

        None means that nothing is known yet.
        """
        super().__init__()
        self.refusal = refusal


class Rejected(NoAccess):
    """Discord rejects this message, but may accept it without pictures and the bot's own emojis."""


LatePictures = Awaitable[Sequence[object]]
"""Completes when the pictures that were not ready in time are drawn. Each result that is bytes is a
picture that can be sent now."""


async def wait_for_pictures(late_pictures: LatePictures) -> bool:
    """Wait until late pictures are drawn.

    Return whether at least one of them can be sent.
    """
    return any(isinstance(picture, bytes) for picture in await late_pictures)


class PostedMessage(NamedTuple):
    """A message that was posted."""

    id: int
    late_pictures: LatePictures | None
    """The pictures that the message still lacks. None if it shows all of them."""


class SendResult(NamedTuple):
    """The outcome of showing a screen in an ephemeral message."""

    is_accepted: bool
    """Whether Discord accepted the screen."""
    late_pictures: LatePictures | None = None
    """The pictures that the message still lacks. None if it shows all of them."""


class Messenger(Protocol):
    """Posts, edits and deletes public messages, by channel id and message id.

    Each call may raise any subclass of `RequestFailed`.
    """

    async def post(self, channel: int, screen: Screen, nonce: str) -> PostedMessage:
        """Post a message.

        A post with a repeated nonce makes no second message. A message without a mention notifies
        nobody.
        """
        ...

    async def make_animation(
        self, pictures: Sequence[Picture], seconds: float, max_bytes: int
    ) -> bytes | None:
        """Return an animation of pictures, each shown for `seconds`.

        Return None if no picture was drawn. `max_bytes` is the maximum size in bytes. The result is
        larger only if it cannot be made that small.
        """
        ...

    async def edit(self, channel: int, message: int, screen: Screen) -> LatePictures | None:
        """Show another screen in one of the bot's own messages."""
        ...

    async def delete(self, channel: int, message: int) -> None:
        """Delete one of the bot's own messages."""
        ...

    async def find_newest_message(self, channel: int) -> int | None:
        """Return the id of the channel's newest message, or None if there is none."""
        ...

    async def reopen(self, channel: int) -> None:
        """Open an archived thread again."""
        ...

    def links(self) -> Mapping[str, str]:
        """Return the URLs of the bot's "policy" and "terms".

        A URL that the bot lacks is left out.
        """
        ...

    def support_contact(self) -> str:
        """Return how people can contact the operator of the bot, or "" if that is not set."""
        ...


class OwnMessage(Protocol):
    """An ephemeral message to one person.

    It is shown by an interaction token, which is valid for 15 minutes.
    """

    language: str
    """The language of the person who made the interaction."""
    shows_own_screen: bool
    """Whether the message shows the person's own screen. If so, it is edited in place."""
    open_page: OwnPage | None
    """The page that the person has opened to read, which news does not replace. None if there is
    none."""
    shown_count: int
    """The number of screens shown after the first one. It tells which of them a late picture
    belongs to."""
    may_be_overwritten: bool
    """Whether the message may show something else than the last screen that was shown through this
    object."""

    @property
    def message_id(self) -> int:
        """The id of the message that shows the screens.

        It is 0 while the id is unknown.
        """
        ...

    async def show(self, screen: Screen) -> SendResult:
        """Show a screen to the person, unless the message surely shows it already."""
        ...

    async def retire(self) -> None:
        """Delete the ephemeral message.

        The next screen is sent as a new one.
        """
        ...

    async def wait_for_message_id(self) -> int | None:
        """Return the id of the ephemeral message, once the answer to the interaction was sent.

        Return None or 0 if there is no message, or if it is unknown whether it has arrived.
        """
        ...
