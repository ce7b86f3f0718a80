"""Keeps what each person sees of each table in ephemeral messages: a conversation.

Discord shows an ephemeral message to one person alone, and lets the bot change it while the token
of the interaction that it answers is valid.
"""

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from bot.domain.news import Readers
from bot.domain.table import Finished
from bot.engine.events import Seat
from bot.engine.screen import OwnPage, OwnScreen, OwnWords, Screen, TemporaryScreen
from bot.services.background import Background
from bot.services.events import AnswerBegun, Events
from bot.services.heartbeat import Clock
from bot.services.messenger import EphemeralMessage
from bot.services.sessions import TableSessions

TOKEN_LIFETIME_SECONDS = 14 * 60.0
"""For how long the bot uses an interaction's token. Discord accepts it for 15 minutes."""
MIN_STALE_DELETE_INTERVAL_SECONDS = 6.0
"""The minimum time between two deletions of a person's outdated copies at a table."""


@dataclass(slots=True, eq=False)
class Conversation:
    """What one person sees of one table."""

    own_screen: EphemeralMessage | None = None
    """The message that shows the person's own screen, or in which it can be sent."""
    panel: EphemeralMessage | None = None
    """The message that shows something to read or to choose, such as the table's options."""
    short_answer: EphemeralMessage | None = None
    """The message that shows the newest answer without buttons."""
    outdated_copy: EphemeralMessage | None = None
    """A former message with the own screen, to be deleted next."""
    is_delete_throttled: bool = False
    """Whether a copy was deleted so recently that the next deletion has to wait."""
    lesson: int = 0
    """The lesson that the person takes while they wait, or 0. Once it is over, its message shows
    the person's own screen, if no newer one does.
    """
    kept_until: float = 0.0
    """Until when the conversation is kept for the lesson, in seconds of the steady clock."""
    last_move: tuple[int, str] | None = None
    """The person's last move and its decision, to recognize a second press of its button."""
    unread_seats: dict[Seat, None] | None = None
    """The seats that have moved while the person reads a page, in order, or None."""

    @property
    def shows_own_screen(self) -> bool:
        """Whether the person has their own screen of the table open."""
        return self.own_screen is not None and self.own_screen.screen is not None

    @property
    def open_page(self) -> OwnPage | None:
        """The page that the person is reading, which news does not replace."""
        screen = self.own_screen.screen if self.own_screen else None
        return screen if isinstance(screen, OwnPage) else None

    @property
    def is_in_words(self) -> bool:
        """Whether the person's own screen tells the game in words."""
        return self.own_screen is not None and isinstance(self.own_screen.screen, OwnWords)

    def replace_panel_or_short_answer(self, message: EphemeralMessage) -> EphemeralMessage | None:
        """Keep a message as panel or short answer, and return the other one that it replaces."""
        if here := message.message_id:
            self.panel = None if self.panel and self.panel.message_id == here else self.panel
            answer = self.short_answer
            self.short_answer = None if answer and answer.message_id == here else answer
        if _is_panel(message):
            former, self.panel = self.panel, message
        else:
            former, self.short_answer = self.short_answer, message
        return former

    def take_temporary(self, *, keep_panel: bool) -> Iterator[EphemeralMessage]:
        """Forget the short answer, and the panel if it is temporary, and return them."""
        if self.panel and _is_temporary(self.panel) and not keep_panel:
            yield self.panel
            self.panel = None
        if self.short_answer:
            yield self.short_answer
            self.short_answer = None

    def is_expired(self, now: float) -> bool:
        """Return whether nothing here can be changed any more, by the steady clock."""
        messages = filter(None, (self.own_screen, self.panel, self.short_answer))
        expiries = (self.kept_until, *(each.expires_at for each in messages))
        return not self.is_delete_throttled and max(expiries) <= now


@dataclass(eq=False)
class Conversations:
    """Finds what each person sees of each table, keeps their messages few, and forgets them.

    The own screen is shown through the person's newest interaction at the table. If that
    interaction shows it in a new message, the former message is an outdated copy. Only the newest
    copy is deleted, once in `MIN_STALE_DELETE_INTERVAL_SECONDS`. A press on a copy that stays is
    answered in place. Discord's clients also discard ephemeral messages
    (https://support.discord.com/hc/en-us/articles/1500000580222-Ephemeral-Messages-FAQ), and no
    request deletes several of them
    (https://docs.discord.com/developers/interactions/receiving-and-responding#endpoints).

    Besides, a person has at most one panel and one short answer of a table.
    """

    _sessions: TableSessions
    _background: Background
    _clock: Clock
    _events: Events
    _by_table: dict[int, dict[int, Conversation]] = field(default_factory=dict)
    """Maps table ids, and then user ids, to conversations."""

    def begin_answer(
        self, table: int, user: int, message: EphemeralMessage, *, is_public: bool
    ) -> None:
        """Note in which message a click is answered, before Discord has the answer.

        A press on a public message puts the person's temporary messages out of date.
        """
        screen = message.screen
        if is_public:
            self.delete_temporary(table, user)
        if screen is None or isinstance(screen, OwnScreen):
            self._keep_own_screen(screen.table if screen else table, user, message)
            return
        own = self.find_own_screen(table, user)
        if own and not is_public and own.message_id in (0, message.message_id):
            own.forget_shown()
        at = screen.table or table
        if conversation := self.get(at, user):
            if former := conversation.replace_panel_or_short_answer(message):
                self._delete(at, user, former)
            self._events.publish(AnswerBegun(user, message))

    def end_answer(self, user: int, screen: Screen | None) -> None:
        """Note that Discord has accepted an answer, to recognize misclicks right after it."""
        if isinstance(screen, OwnScreen):
            self._sessions[screen.table].note_shown(screen, user)

    def forget_answer(self, table: int, user: int, message: EphemeralMessage) -> None:
        """Forget a message that no screen can be shown in, because Discord has no such answer."""
        conversation = self.find((message.screen.table if message.screen else 0) or table, user)
        if conversation and conversation.own_screen is message:
            conversation.own_screen = None

    def get(self, table: int, user: int) -> Conversation | None:
        """Return what a person sees of a table, or None if memory holds nothing of the table."""
        if self._sessions.peek(table) is None:
            return None
        if not self._by_table:
            self._forget_expired_later()
        return self._by_table.setdefault(table, {}).setdefault(user, Conversation())

    def find(self, table: int, user: int) -> Conversation | None:
        """Return what is known of what a person sees of a table."""
        return self._by_table.get(table, {}).get(user)

    def find_open(self, table: int, user: int) -> Conversation | None:
        """Return the conversation in which a person's own screen of a table can be shown now.

        It is that of a lesson if the lesson has taken the place of the own screen and is over.
        """
        conversation = self.find(table, user)
        if conversation and conversation.own_screen is None and conversation.lesson:
            lesson = self._sessions.find_cached(conversation.lesson)
            is_over = isinstance(lesson, Finished)
            return self.find_open(conversation.lesson, user) if is_over else None
        own = conversation.own_screen if conversation else None
        return conversation if own and self.can_change(own) else None

    def find_own_screen(self, table: int, user: int) -> EphemeralMessage | None:
        """Return the message in which a person's own screen of a table can be shown now."""
        conversation = self.find_open(table, user)
        return conversation.own_screen if conversation else None

    def can_change(self, message: EphemeralMessage) -> bool:
        """Return whether Discord still lets the bot change a message."""
        return message.expires_at > self._clock.monotonic()

    def find_readers(self, table: int) -> Readers:
        """Return who has a message of a table open."""
        here = [
            (user, each)
            for user, each in self._by_table.get(table, {}).items()
            if each.own_screen and self.can_change(each.own_screen)
        ]
        return Readers(
            tuple(user for user, each in here if each.shows_own_screen),
            tuple(user for user, each in here if each.is_in_words),
        )

    def note_moves(self, table: int, users: Iterable[int], seats: dict[Seat, None]) -> None:
        """Note which seats have moved, for those of some people who are reading a page."""
        for user in users:
            conversation = self.find_open(table, user)
            if seats and conversation and conversation.open_page:
                conversation.unread_seats = {**(conversation.unread_seats or {}), **seats}

    def note_lesson(self, table: int, user: int, lesson: int) -> None:
        """Note which lesson a person takes while they wait for a table's game."""
        if conversation := self.get(table, user):
            conversation.lesson = lesson
            conversation.kept_until = self._clock.monotonic() + TOKEN_LIFETIME_SECONDS

    def forget_own_screen(self, table: int, user: int) -> None:
        """Show a person's own screen no more until they press a button of that table."""
        if conversation := self.find(table, user):
            conversation.own_screen = conversation.unread_seats = None
            conversation.lesson = 0

    def forget_person(self, user: int) -> None:
        """Forget all that a person sees."""
        for here in self._by_table.values():
            here.pop(user, None)

    def list_people(self) -> set[int]:
        """Return the user ids of all people who may have a message open."""
        return {user for here in self._by_table.values() for user in here}

    def delete_temporary(self, table: int, user: int, *, keep_panel: bool = False) -> None:
        """Delete the temporary messages to a person at a table, because they are out of date."""
        if conversation := self.find(table, user):
            for message in [*conversation.take_temporary(keep_panel=keep_panel)]:
                self._delete(table, user, message)

    def delete_panels(self, table: int, pressed_message: int) -> None:
        """Delete everybody's temporary panels, but for the one that an answer replaces."""
        for user, conversation in self._by_table.get(table, {}).items():
            panel = conversation.panel
            is_pressed = panel and pressed_message and panel.message_id == pressed_message
            if panel and _is_temporary(panel) and not is_pressed:
                conversation.panel = None
                self._delete(table, user, panel)

    def _forget_expired_later(self) -> None:
        asyncio.get_running_loop().call_later(TOKEN_LIFETIME_SECONDS, self._forget_expired)

    def _forget_expired(self) -> None:
        now = self._clock.monotonic()
        self._by_table = {
            table: kept
            for table, here in self._by_table.items()
            if (kept := {user: each for user, each in here.items() if not each.is_expired(now)})
        }
        if self._by_table:
            self._forget_expired_later()

    def _keep_own_screen(self, table: int, user: int, message: EphemeralMessage) -> None:
        """Keep the message of the newest interaction, unless only a former one shows the screen."""
        known = self.find_open(table, user)
        former = known.own_screen if known and known.shows_own_screen else None
        shows = message.screen is not None
        if (conversation := self.get(table, user)) and (shows or former is None):
            if known is None or (shows and not isinstance(message.screen, OwnPage)):
                conversation.unread_seats = None
            conversation.own_screen = message
        is_same = former and message.message_id and message.message_id == former.message_id
        if conversation and former and shows and not is_same:
            self._delete_copy(table, user, conversation, former)

    def _delete_copy(
        self, table: int, user: int, conversation: Conversation, copy: EphemeralMessage
    ) -> None:
        """Delete an outdated copy of an own screen, or a newer one, when that is allowed."""
        conversation.outdated_copy = copy
        if not conversation.is_delete_throttled:
            self._delete_next_copy(table, user, conversation)

    def _delete_next_copy(self, table: int, user: int, conversation: Conversation) -> None:
        copy, conversation.outdated_copy = conversation.outdated_copy, None
        conversation.is_delete_throttled = copy is not None
        if copy is None:
            return
        self._background.run(self._delete_unless_newest(table, user, copy))
        asyncio.get_running_loop().call_later(
            MIN_STALE_DELETE_INTERVAL_SECONDS, self._delete_next_copy, table, user, conversation
        )

    async def _delete_unless_newest(self, table: int, user: int, copy: EphemeralMessage) -> None:
        """Delete a copy of an own screen, unless the newest interaction uses the same message."""
        newest = self.find_own_screen(table, user)
        if newest and await newest.wait_for_message_id() not in (
            None,
            await copy.wait_for_message_id(),
        ):
            await copy.delete()

    def _delete(self, table: int, user: int, message: EphemeralMessage) -> None:
        """Delete a panel or short answer, unless it is too old or shows something else."""
        if self.can_change(message):
            self._background.run(self._delete_unless_shown(table, user, message))

    async def _delete_unless_shown(self, table: int, user: int, message: EphemeralMessage) -> None:
        """Delete a message, unless it shows the person's own screen or a newer panel by now."""
        here = await message.wait_for_message_id()
        conversation = self.find(table, user)
        others = (conversation.panel, conversation.short_answer) if conversation else ()
        for other in (self.find_own_screen(table, user), *others):
            if other and await other.wait_for_message_id() in (here, None):
                return
        await message.delete()


def _is_temporary(message: EphemeralMessage) -> bool:
    return isinstance(message.screen, TemporaryScreen)


def _is_panel(message: EphemeralMessage) -> bool:
    return bool(message.screen and message.screen.rows) or not _is_temporary(message)
