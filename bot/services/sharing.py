"""Posts in a channel what a person shares there, without notifying anybody."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from bot.domain.changes import Asleep, Click, Refused, check_can_post
from bot.engine.screen import Button, Link, Screen
from bot.i18n import Text
from bot.presenters.shared_posts import make_shared_row
from bot.services.messenger import RequestFailed, wait_for_pictures
from bot.services.personal_limit import PersonalLimit
from bot.services.service import Service, Shared

SECONDS_BETWEEN_SHARES = 60.0
"""The minimum number of seconds between two posts of one kind by one person in the same channel.
One kind shares a finished game, scores or a profile with everybody there. The other one opens a
watch party.
"""


class Sharing(Service):
    """Posts in channels what people share there, and limits how often each person may do so."""

    def __init__(self, shared: Shared) -> None:
        super().__init__(shared)
        self._limit = PersonalLimit(
            shared.clock, SECONDS_BETWEEN_SHARES, "share-soon", "share-wait"
        )

    @contextmanager
    def admit(self, click: Click, *, text_only: bool, is_party: bool = False) -> Iterator[None]:
        """Check that a person may share something in the channel now, and count what they share.

        The post is made in the block of this context manager. If the block fails, the person may
        try again at once.

        Raises:
            Refused: The person may not write in the channel, or the bot lacks a permission there.
                The person's last such post there was less than `SECONDS_BETWEEN_SHARES` ago, or
                another one is still being made. Discord does not accept the post.
        """
        if not click.can_write:
            raise Refused("share-read-only")
        check_can_post(click, text_only=text_only, refusal_key="share-missing")
        with self._limit.admit(click.user, (click.channel, is_party)):
            try:
                yield
            except RequestFailed:
                raise Refused("share-not-taken") from None

    def make_row(self, say: Text, game: str = "") -> tuple[Button | Link, ...]:
        """Return the buttons below shared scores: play the game, and add the bot to a server.

        Args:
            game: The name of the game. "" means that the post is about no single game.
        """
        package = self._registry.get(game)
        is_offered = package is not None and package.offered
        return make_shared_row(say, game if is_offered else "", self._messenger.invitation_url())

    async def post(self, click: Click, screen: Screen) -> None:
        """Post a screen in the channel of a press, and add a picture that is drawn late.

        Raises:
            RequestFailed: Discord does not accept the post.
        """
        posted = await self._messenger.post(click.channel, screen, f"share-{click.id}")
        if posted.late_pictures and await wait_for_pictures(posted.late_pictures):
            with suppress(RequestFailed):  # the text says the same
                await self._messenger.edit(click.channel, posted.id, screen)

    async def find_language(self, click: Click) -> str:
        """Return the language for a post: that of the channel's table, or else the person's."""
        try:
            table = await self._tables.find_latest_table(click.channel)
        except Asleep as sleeping:  # its language is known without its game
            table = sleeping.table
        return table.language if table else click.language


def may_share(click: Click) -> bool:
    """Return whether a press or command came from a channel in which the person may write.

    That is never so in direct messages.
    """
    return click.guild != 0 and click.can_write
