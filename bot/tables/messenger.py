"""What a table asks of Discord: calls for its public board, and a private line to a person."""

from typing import Protocol

from bot.games.screen import Screen


class BoardGone(Exception):  # noqa: N818 - a fact about the channel, not an error of the program
    """The message does not exist any more, or cannot be edited where it is."""


class ChannelGone(Exception):  # noqa: N818
    """The channel does not exist any more."""


class NoAccess(Exception):  # noqa: N818
    """The bot may not see the channel or write there."""


class Unreachable(Exception):  # noqa: N818
    """Discord did not take it this time; trying again later makes sense."""


class Messenger(Protocol):
    """Public messages, by channel and message id.

    Each call may raise `BoardGone`, `ChannelGone`, `NoAccess` or `Unreachable`.
    """

    async def post(self, channel: int, screen: Screen, nonce: str) -> int:
        """Post a message and return its id; a repeated nonce posts nothing new."""
        ...

    async def edit(self, channel: int, message: int, screen: Screen) -> None:
        """Show another screen in a message of the bot's own."""
        ...

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message of the bot's own."""
        ...

    async def newest(self, channel: int) -> int | None:
        """Return the id of the channel's newest message, None if there is none."""
        ...


class Whisper(Protocol):
    """A private line to one person: an interaction token, good for 15 minutes."""

    language: str
    at: float
    """When the interaction came, in seconds since 1970."""
    own: bool
    """True: it shows the person's own screen already, which is then edited in place."""

    async def show(self, screen: Screen) -> bool:
        """Show a private screen to that person, best effort. Tell whether Discord took it."""
        ...
