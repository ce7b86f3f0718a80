"""The interfaces by which services send messages to Discord, and the errors of failed requests."""

from collections.abc import Awaitable, Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from bot.engine.screen import Picture, Press, Screen


class RequestFailed(Exception):
    """Raised if Discord did not carry out a request."""


class BoardGone(RequestFailed):
    """The message was deleted, or can no longer be edited."""


class ThreadArchived(BoardGone):
    """The message's thread is archived. A new post in the thread opens it again."""


class EditLimited(BoardGone):
    """Discord takes no further edit of the message for a while. A new one can replace it."""


class ChannelGone(RequestFailed):
    """The channel was deleted."""


class MemberGone(RequestFailed):
    """The person is not on the server any more."""


class NoAccess(RequestFailed):
    """Discord does not let the bot post or edit in the channel, usually for lack of permission."""

    def __init__(self, code: int) -> None:
        """Store Discord's error code, or 0."""
        super().__init__(code)
        self.code = code


class RouteClosed(NoAccess):
    """Discord accepts no such request for a while, because of a rate limit."""

    def __init__(self, seconds: float) -> None:
        """Store after how many seconds Discord accepts such requests again."""
        super().__init__(0)
        self.seconds = seconds


class Unreachable(RequestFailed):
    """The request failed this time, but may succeed if it is repeated later."""

    def __init__(self, refusal: NoAccess | None = None) -> None:
        """Store the refusal to show to people who wait for the message, if it is known."""
        super().__init__()
        self.refusal = refusal


class Rejected(NoAccess):
    """Discord rejects the content. It may accept it without pictures and the bot's emojis."""


LatePictures = Awaitable[Sequence[object]]
"""The pictures of a message that are still being drawn. Results that are no bytes are failures."""


async def wait_for_pictures(late_pictures: LatePictures) -> bool:
    """Wait until late pictures are drawn, and return whether at least one succeeded."""
    return any(isinstance(picture, bytes) for picture in await late_pictures)


class PostedMessage(NamedTuple):
    """A message that Discord has just accepted in a channel."""

    id: int
    late_pictures: LatePictures | None


class Audience(Protocol):
    """Tells who can see a channel. Requests raise `RequestFailed`."""

    async def includes(self, user: int) -> bool:
        """Return whether a person can see the channel.

        Raises:
            MemberGone: The person has left the server.
        """

    def has_role(self, role: int) -> bool:
        """Return whether the server has a role, which may have been deleted."""


class Messenger(Protocol):
    """Posts, edits and deletes the bot's public messages. Requests raise `RequestFailed`."""

    async def post(self, channel: int, screen: Screen, nonce: str) -> PostedMessage:
        """Post a message. If that is repeated with the same nonce, Discord makes no second one."""

    async def start_thread(self, channel: int, message: int, name: str) -> int:
        """Start a public thread from one of the bot's own messages, and return its id.

        If that is repeated, Discord makes no second one.
        """

    async def find_own_thread_name(self, channel: int) -> str:
        """Return the name of a thread that the bot has started, or "" for any other channel."""

    async def rename_thread(self, channel: int, name: str) -> None:
        """Give a thread that the bot has started another name."""

    async def create_post(self, forum: int, name: str, screen: Screen) -> int:
        """Create a post with a first message in a forum or media channel, and return its id."""

    async def is_forum(self, channel: int) -> bool:
        """Return whether a channel is a forum or media channel, in which all threads are posts."""

    async def make_animation(
        self, frames: Sequence[tuple[Picture, float]], max_bytes: int
    ) -> bytes | None:
        """Return an animation of pictures, each shown for some seconds, or None if none was drawn.

        It is larger than `max_bytes` only if it cannot be made that small.
        """

    async def edit(self, channel: int, message: int, screen: Screen) -> LatePictures | None:
        """Replace the content of one of the bot's own messages."""

    async def delete(self, channel: int, message: int) -> None:
        """Delete one of the bot's own messages."""

    async def find_newest_message(self, channel: int) -> int | None:
        """Return the id of the channel's newest message, if it has any."""

    async def find_audience(self, guild: int, channel: int) -> Audience:
        """Return what tells who can see a channel, which is no thread."""

    async def has_message(self, channel: int, message: int) -> bool:
        """Return whether a message exists and the bot can see it."""

    async def wait_for_lull(self) -> None:
        """Wait until a message may be posted for which nobody waits.

        All other requests of the process go first, and such messages have a pace of their own.
        """

    async def has_posted(self, channel: int, presses: Collection[Press], since: float) -> bool:
        """Return whether the bot has posted one of some buttons in a channel since a time.

        The time is in seconds since 1970. Return False if the bot may not read older messages.
        """

    async def has_left(self, guild: int, user: int) -> bool:
        """Return whether a person is no member of a server."""

    async def reopen(self, channel: int) -> None:
        """Open an archived thread again."""

    async def find_channels(self, guild: int, ids: Collection[int]) -> Collection[int]:
        """Return those of the channels that a server still has. If unknown, return all."""

    async def find_roles(self, guild: int, ids: Collection[int]) -> Collection[int]:
        """Return those of the roles that a server still has. If unknown, return all."""

    def find_language(self, guild: int) -> str:
        """Return the language of a server, which its managers choose in Discord.

        Raises:
            Unreachable: It is not known now.
        """

    def links(self) -> Mapping[str, str]:
        """Return the URLs of the "policy" on privacy and of the "terms", as far as they are set."""

    def support_contact(self) -> str:
        """Return how to contact the bot's operator, or "" if that is not set."""

    def invitation_url(self) -> str:
        """Return the URL at which people add the bot, or "" if shared posts must not show it."""


class EphemeralMessage(Protocol):
    """An ephemeral message in which a click is answered, and which later screens can replace."""

    language: str
    screen: Screen | None
    """The newest screen for the message. None means that the click was acknowledged without one."""
    expires_at: float
    """When the message can no longer be changed, in seconds of the steady clock."""

    @property
    def message_id(self) -> int:
        """Discord's id of the message, or 0 while it is unknown."""

    async def wait_for_message_id(self) -> int | None:
        """Wait for running requests, and return the message's id, 0 for none, None if unknown."""

    async def show(self, screen: Screen) -> LatePictures | None:
        """Show a screen once the click is answered, in a new message if there is none.

        Nothing is sent if the message is known to show the same screen.

        Raises:
            Unreachable: A later try may succeed.
            BoardGone: Discord has no such answer, or accepts no change of the message any more.
        """

    def forget_shown(self) -> None:
        """Send the next screen even if it is the same, because the message may show another."""

    async def delete(self) -> None:
        """Delete the message. A screen that is shown later is sent as a new message."""
