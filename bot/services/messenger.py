"""What a table asks of Discord: calls for its public board, and a private line to a person."""

from collections.abc import Awaitable, Mapping, Sequence
from typing import NamedTuple, Protocol

from bot.engine.screen import OwnPage, Picture, Screen


class RequestFailed(Exception):
    """Discord did not do what it was asked; each kind tells what that says of where it was."""


class BoardGone(RequestFailed):
    """The message does not exist any more, or cannot be edited where it is."""


class ThreadArchived(BoardGone):
    """The message cannot be changed while its thread is archived; a new post opens the thread."""


class ChannelGone(RequestFailed):
    """The channel does not exist any more."""


class NoAccess(RequestFailed):
    """Discord does not let the bot show anything there."""

    def __init__(self, code: int) -> None:
        """Keep Discord's error code, 0 if it gave none."""
        super().__init__(code)
        self.code = code


class Unreachable(RequestFailed):
    """Discord did not take it this time; trying again later makes sense."""

    def __init__(self, refusal: NoAccess | None = None) -> None:
        """Keep what whoever waits for it is told; None: nothing is known yet."""
        super().__init__()
        self.refusal = refusal


class Rejected(NoAccess):
    """Discord takes no such message, but maybe one without pictures and emojis of our own."""


LatePictures = Awaitable[Sequence[object]]
"""Is over when the pictures are drawn that were not ready in time; bytes are those that can be
sent now."""


async def wait_for_pictures(late: LatePictures) -> bool:
    """Wait until late pictures are drawn; tell whether any of them is there."""
    return any(isinstance(picture, bytes) for picture in await late)


class PostedMessage(NamedTuple):
    """A message that was posted."""

    id: int
    late: LatePictures | None
    """None: it shows all its pictures."""


class SendResult(NamedTuple):
    """What became of a private screen."""

    taken: bool
    """Discord took it."""
    late: LatePictures | None = None
    """None: it shows all its pictures."""


class Messenger(Protocol):
    """Public messages, by channel and message id.

    Each call may raise any kind of `RequestFailed`.
    """

    async def post(self, channel: int, screen: Screen, nonce: str) -> PostedMessage:
        """Post a message; a repeated nonce posts nothing new.

        Without a mention it notifies nobody.
        """
        ...

    async def make_animation(
        self, pictures: Sequence[Picture], seconds: float, most: int
    ) -> bytes | None:
        """Return pictures as one that moves, each for so many seconds; None: none was drawn.

        It has at most so many bytes, if it can be made that small.
        """
        ...

    async def edit(self, channel: int, message: int, screen: Screen) -> LatePictures | None:
        """Show another screen in a message of the bot's own."""
        ...

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message of the bot's own."""
        ...

    async def newest(self, channel: int) -> int | None:
        """Return the id of the channel's newest message, None if there is none."""
        ...

    async def reopen(self, channel: int) -> None:
        """Open an archived thread again."""
        ...

    def links(self) -> Mapping[str, str]:
        """Return the addresses of the bot's "policy" and "terms", as far as it has them."""
        ...

    def support_contact(self) -> str:
        """Return how people reach the host, "" if that is not told."""
        ...


class OwnMessage(Protocol):
    """A private line to one person: an interaction token, good for 15 minutes."""

    language: str
    own: bool
    """True: it shows the person's own screen already, which is then edited in place."""
    reading: OwnPage | None
    """What its reader has opened there to read, which news does not replace; None: nothing."""
    shown: int
    """How many screens it has shown after the first: what is late belongs to one of them."""
    may_be_overwritten: bool
    """True: its message may show something else than what this line has shown last."""

    @property
    def place(self) -> int:
        """The id of the message that it shows screens in, 0: that is not known so far."""
        ...

    async def show(self, screen: Screen) -> SendResult:
        """Show a private screen to that person, unless it surely stands there already."""
        ...

    async def retire(self) -> None:
        """Take the private message away; what is shown later comes as a new one."""
        ...

    async def message(self) -> int | None:
        """Return the id of the private message behind this line, once the answer is out.

        None, or 0, if there is none, or it is not known whether it has arrived.
        """
        ...
