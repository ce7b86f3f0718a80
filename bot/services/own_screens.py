"""Updates people's own screens, and keeps the private messages that each person sees few.

An own screen is what one person alone sees of a table. Discord lets the bot change an ephemeral
message only while the token of its interaction is valid.
"""

import asyncio
from collections.abc import Collection
from contextlib import suppress

from msgspec.structs import replace

from bot.domain.changes import Change, Gone
from bot.domain.guessing import PREDICTED_EVENT, find_prediction, only_watches
from bot.domain.table import Finished, Match, Table, is_closed, shows_game
from bot.engine.events import Seat
from bot.engine.game import ActRecord, find_waiting
from bot.engine.package import GamePackage
from bot.engine.screen import OwnPage, QuietScreen, Screen, TemporaryScreen
from bot.presenters import page_news, screens
from bot.presenters.panels import TablePanel, render_table_panel
from bot.services.background import Background
from bot.services.delivery import Delivery
from bot.services.events import PeopleErased, PersonForgotten, TableChanged
from bot.services.heartbeat import Clock
from bot.services.messenger import LatePictures, OwnMessage, wait_for_pictures
from bot.services.sessions import EphemeralState, HeldMessage, TableSessions
from bot.services.tables import Tables

TOKEN_LIFETIME_SECONDS = 14 * 60.0
"""The number of seconds for which the bot uses the token of an interaction.

Discord accepts a token for 15 minutes.
"""
MIN_NEWS_INTERVAL_SECONDS = 10.0
"""The minimum number of seconds between two updates of a page that a person is reading.

An update adds a sentence of news above the buttons of the page.
"""
PAGE_NEWS_TARGET = 1
"""A number in the delivery's key for a news sentence on the page that a person is reading.

It distinguishes the sentence from the same person's own screen of the table.
"""
PANEL_DELAY_SECONDS = 1.0
"""The number of seconds after a change by time at which an open panel shows it.

The table's own timers fire before that.
"""
MIN_STALE_DELETE_INTERVAL_SECONDS = 6.0
"""The minimum number of seconds between two deletions of outdated copies for the same person.

It applies to one table. The copies are messages with the person's own screen of that table.
"""


class OwnScreens:
    """Shows people their own screens of a table, each in an ephemeral message.

    A screen is shown through the person's newest interaction at the table. If that interaction
    shows the screen in a new message, the former message is an outdated copy and is deleted. A
    person who presses repeatedly gets many copies. Only the newest outdated one is then deleted,
    once in `MIN_STALE_DELETE_INTERVAL_SECONDS`.

    A person has at most two further messages of a table: a panel, such as the rules or the table's
    options, and a short answer. A newer one replaces the former one of its kind.

    Deleting every copy is not worth a request each. A press on a copy that stays is still answered
    in place, and its reader can dismiss it. Discord's clients also discard ephemeral messages by
    themselves (https://support.discord.com/hc/en-us/articles/1500000580222-Ephemeral-Messages-FAQ).
    Discord has no request that deletes several of them
    (https://docs.discord.com/developers/interactions/receiving-and-responding#endpoints).
    """

    def __init__(
        self,
        tables: Tables,
        background: Background,
        delivery: Delivery,
        clock: Clock,
    ) -> None:
        """Show people their own screens of tables.

        Args:
            tables: The tables of this shard.
            background: Runs work that no answer waits for.
            delivery: Decides when each message is sent.
            clock: Tells when interaction tokens are too old.
        """
        self._tables = tables
        self._background = background
        self._delivery = delivery
        self._monotonic = clock.monotonic

    def retire_temporary(self, table: int, user: int, *, keep_panel: bool = False) -> None:
        """Delete the temporary messages to a person at a table, because they are out of date.

        The person has pressed a button of the board, or gets something newer to see.

        Args:
            table: The table's id.
            user: Discord's id of the person.
            keep_panel: Whether the person's panel stays even if it is temporary.
        """
        person = self._find_state(table, user)
        if person and person.held_messages:
            outdated = tuple(
                held
                for held in person.held_messages
                if held.is_temporary and not (held.is_panel and keep_panel)
            )
            self._delete_held(table, user, person, outdated)

    def hold_message(
        self, table: int, user: int, message: OwnMessage, screen: Screen | None
    ) -> None:
        """Remember a message to a person at a table, in place of the former one of its kind.

        The kinds are panels, and short answers without buttons. The former message is deleted,
        unless the same message shows the new screen. So nobody has two panels of a table.

        Args:
            table: The table's id.
            user: Discord's id of the person.
            message: The message, with the token of the newest interaction.
            screen: The screen that the message shows, which is not the person's own screen. None
                means a refusal.
        """
        person = self._get_state(table, user)
        if person is None:
            return
        is_temporary = screen is None or isinstance(screen, TemporaryScreen)
        is_panel = screen is not None and (bool(screen.rows) or not is_temporary)
        here = message.message_id
        others = [
            held for held in person.held_messages if not here or held.message.message_id != here
        ]
        former = tuple(held for held in others if held.is_panel == is_panel)
        expires_at = self._monotonic() + TOKEN_LIFETIME_SECONDS
        person.held_messages = (
            *others,
            HeldMessage(message, expires_at, is_panel, is_temporary),
        )
        self._delete_held(table, user, person, former)
        if isinstance(screen, TablePanel):
            self._renew_panel_later(user, message, screen)

    def _renew_panel_later(self, user: int, message: OwnMessage, panel: TablePanel) -> None:
        """Show a table's panel anew when time has changed it, if it is still open then."""

        async def renew() -> None:
            person, click = self._find_state(panel.table, user), panel.click
            held = person.held_messages if person else ()
            is_open = any(
                each.message is message and each.expires_at > self._monotonic() for each in held
            )
            if not is_open or click is None:
                return
            with suppress(Gone):
                table = await self._tables.load(panel.table)
                package = self._tables.find_package(table)
                context = screens.make_context(table, package, click.language)
                renewed = render_table_panel(table, package, click, context, self._tables.now())
                await message.show(renewed)
                self._renew_panel_later(user, message, renewed)

        if panel.changes_at:
            seconds = max(0.0, panel.changes_at - self._tables.now()) + PANEL_DELAY_SECONDS
            asyncio.get_running_loop().call_later(seconds, lambda: self._background.run(renew()))

    def _delete_held(
        self,
        table: int,
        user: int,
        person: EphemeralState,
        outdated: tuple[HeldMessage, ...],
    ) -> None:
        """Forget some of a person's held messages, and delete those that can still be changed."""
        person.held_messages = tuple(held for held in person.held_messages if held not in outdated)
        for held in outdated:
            if held.expires_at > self._monotonic():
                self._background.run(self._delete_unless_shown(table, user, held.message))

    async def _delete_unless_shown(self, table: int, user: int, message: OwnMessage) -> None:
        """Delete a message, unless it shows the person's own screen or a newer panel by now."""
        here = await message.wait_for_message_id()
        person = self._find_state(table, user)
        shown = [held.message for held in person.held_messages] if person else []
        for other in (self._find_fresh_message(table, user), *shown):
            if other and await other.wait_for_message_id() in (here, None):
                return
        if here:
            await message.retire()

    def remember_interaction(self, table: int, user: int, own_message: OwnMessage) -> None:
        """Store a person's newest interaction at a table, to update their own screen through it.

        An interaction that shows the own screen is not replaced by one that does not. If the new
        one shows the view in another message, the former message is outdated and is deleted.

        Args:
            table: The table's id.
            user: Discord's id of the person.
            own_message: The ephemeral message that the interaction can change.
        """
        known = self._find_fresh_state(table, user)
        former = (
            known.newest_message
            if known and known.newest_message and known.newest_message.shows_own_screen
            else None
        )
        goes_back = own_message.shows_own_screen and own_message.open_page is None
        person = self._get_state(table, user)
        if person and (own_message.shows_own_screen or known is None or former is None):
            person.seats_with_news = person.seats_with_news if known and not goes_back else None
            person.newest_message, person.expires_at = (
                own_message,
                self._monotonic() + TOKEN_LIFETIME_SECONDS,
            )
        if (
            own_message.shows_own_screen
            and former
            and not (own_message.message_id and own_message.message_id == former.message_id)
        ):
            self._delete_stale(table, user, former)

    def _delete_stale(self, table: int, user: int, copy: OwnMessage) -> None:
        """Delete an outdated copy of a person's own screen, now or after the minimum interval.

        If another copy becomes outdated before that, only the newer one is deleted.
        """
        person = self._tables.sessions[table].get_person(user)
        if person.is_delete_throttled:
            person.stale_copy = copy
            return
        person.is_delete_throttled = True
        self._background.run(self._delete_copy(table, user, copy))
        loop = asyncio.get_running_loop()
        loop.call_later(
            MIN_STALE_DELETE_INTERVAL_SECONDS, self._delete_next_stale, table, user, person
        )

    def _delete_next_stale(self, table: int, user: int, person: EphemeralState) -> None:
        copy, person.stale_copy, person.is_delete_throttled = person.stale_copy, None, False
        if copy:
            self._delete_stale(table, user, copy)

    async def _delete_copy(self, table: int, user: int, copy: OwnMessage) -> None:
        """Delete a copy of an own screen, unless the newest interaction uses the same message."""
        newest = self._find_fresh_message(table, user)
        here, there = (
            await copy.wait_for_message_id(),
            await newest.wait_for_message_id() if newest else None,
        )
        if here and there is not None and here != there:
            await copy.retire()

    def mark_overwritten(self, table: int, user: int) -> None:
        """Note that the message with a person's own screen may show something else by now.

        The next update is then sent even if the view is unchanged.
        """
        if own_message := self._find_fresh_message(table, user):
            own_message.may_be_overwritten = True

    def forget_interaction(self, table: int, user: int) -> None:
        """Forget a person's interaction at a table, because its message now shows something else.

        Their own screen is not updated until they press a button of that table again.
        """
        if person := self._find_state(table, user):
            person.newest_message = person.seats_with_news = None
            person.lesson = 0

    def note_lesson(self, table: int, user: int, lesson: int) -> None:
        """Note which lesson a person takes while they wait for a table's game.

        If the lesson has taken the place of their own screen of the table, the end of the lesson is
        replaced by it at the next news, such as the start of the game.
        """
        person = self._tables.sessions[table].get_person(user)
        person.lesson = lesson
        person.expires_at = max(person.expires_at, self._monotonic() + TOKEN_LIFETIME_SECONDS)

    def on_person_forgotten(self, event: PersonForgotten) -> None:
        """Forget all open screens of a person, who gets no more updates of them."""
        for _, session in self._tables.sessions:
            session.people.pop(event.user, None)

    def on_people_erased(self, _: PeopleErased) -> None:
        """Read anew who wants to be left alone, because another process may have stored it."""
        self._background.run(self._load_preferences_of_readers())

    async def _load_preferences_of_readers(self) -> None:
        """Load the settings of all people who have a screen open."""
        readers = {user for _, session in self._tables.sessions for user in session.people}
        for user in readers:
            await self._tables.store.people.load_preferences(user)

    def _get_state(self, table: int, user: int) -> EphemeralState | None:
        """Return what memory holds of a person's ephemeral messages at a table.

        It is created if missing. None means that memory holds nothing of the table: a forged press
        may name one that does not exist.
        """
        session = self._tables.sessions.peek(table)
        return session.get_person(user) if session else None

    def _find_state(self, table: int, user: int) -> EphemeralState | None:
        """Return what memory holds of a person's ephemeral messages at a table, or None."""
        session = self._tables.sessions.peek(table)
        return session.find_person(user) if session else None

    def _find_fresh_state(self, table: int, user: int) -> EphemeralState | None:
        """Return what memory holds of a person's ephemeral messages at a table.

        If a lesson has taken the place of the last one, they are those of the lesson once it is
        over. None means that no interaction of the person there has a valid token.
        """
        person = self._find_state(table, user)
        if person and person.newest_message is None and person.lesson:
            lesson = self._tables.sessions.find_cached(person.lesson)
            is_over = isinstance(lesson, Finished)
            return self._find_fresh_state(person.lesson, user) if is_over else None
        fresh = person and person.newest_message and person.expires_at > self._monotonic()
        return person if fresh else None

    def _find_fresh_message(self, table: int, user: int) -> OwnMessage | None:
        """Return the message through which a person's own screen can be updated.

        None means that no interaction of the person at this table has a valid token.
        """
        person = self._find_fresh_state(table, user)
        return person.newest_message if person else None

    def note_answer(self, screen: Screen, user: int) -> None:
        """Note that Discord has accepted an answer that shows a person's own screen.

        It is used to detect misclicks: presses of a new button that come right after the change.
        """
        self._tables.sessions[screen.table].note_shown(screen, user)

    def add_news(
        self, screen: Screen, table: Table, package: GamePackage, user: int, language: str
    ) -> Screen:
        """Return a page about the game with the news that the person has missed while reading.

        Any other screen is returned unchanged.

        Args:
            screen: The screen that the person opens.
            table: The table as it is now.
            package: The game of the table, with its rules and texts.
            user: Discord's id of the person.
            language: The person's language.
        """
        line = self._find_fresh_state(table.id, user)
        if line is None or line.seats_with_news is None or not isinstance(screen, OwnPage):
            return screen
        return page_news.add_news(screen, table, package, user, language, line.seats_with_news)

    def show_if_reachable(self, table: Table, package: GamePackage, user: int) -> bool:
        """Update a person's own screen soon, if one of their messages can still show it.

        Returns:
            Whether the view will be updated. It will not if the person is reading a page, which
            stays.
        """
        own_message = self._find_fresh_message(table.id, user)
        if own_message is None or own_message.open_page:
            return False
        self._push_screen(table, package, user)
        return True

    def on_table_changed(self, event: TableChanged) -> None:
        """Update the own screens of people for whom a change of a table brings news.

        Somebody has news if the game asks them something or an event is for their seat only. At the
        start and the end of a game and at a reveal, everybody has, also onlookers with an open
        screen. A person who has left the table sees that in their message once, and their
        interaction is forgotten. Short answers to people with news are deleted, and so are all
        outdated panels when the game starts or is over. The person whose click caused the change is
        skipped if the answer to the click shows it.
        """
        before, change, package, answered = (
            event.before,
            event.change,
            event.package,
            event.answered_user,
        )
        after = change.table
        self._note_moves(change, answered)
        if type(after) is not type(before):
            self._retire_outdated_panels(after.id, event.pressed_message)
        for user in _find_concerned_users(before, change, package, self._tables.sessions):
            own_message = self._find_fresh_message(after.id, user) if user else None
            if not user or user == answered:
                is_elsewhere = own_message and own_message.message_id != event.pressed_message
                if own_message and is_elsewhere and is_closed(after):
                    self._background.run(own_message.retire())  # the answer says the same
                continue
            self.retire_temporary(after.id, user, keep_panel=True)
            if own_message and (own_message.shows_own_screen or not is_closed(after)):
                self._push_screen(after, package, user)
        for user in _find_departed_users(before, after):
            own_message = self._find_fresh_message(after.id, user)
            self.forget_interaction(after.id, user)
            if own_message and own_message.shows_own_screen:
                if user != answered:
                    self._push_screen(after, package, user, own_message)
                elif isinstance(after, Match):  # the answer in the panel's message says the same
                    self._background.run(own_message.retire())

    def _retire_outdated_panels(self, table: int, pressed_message: int) -> None:
        """Delete everybody's temporary panels, because the game has started or the table is over.

        The pressed message may be one of them. It stays, because the answer to the press replaces
        it.
        """
        for user, person in self._tables.sessions[table].people.items():
            outdated = tuple(
                held
                for held in person.held_messages
                if held.is_panel
                and held.is_temporary
                and not (pressed_message and held.message.message_id == pressed_message)
            )
            self._delete_held(table, user, person, outdated)

    def _note_moves(self, change: Change, answered_user: int | None) -> None:
        """Note which seats have moved, for every person who is reading a page about the game.

        These people are told later, above the buttons of the page.
        """
        after = change.table
        played = {
            entered.seat: None for entered in change.actions if isinstance(entered, ActRecord)
        }
        for user in (player.user for player in after.players):
            line = (
                self._find_fresh_state(after.id, user) if user and user != answered_user else None
            )
            if user and played and line and line.newest_message and line.newest_message.open_page:
                line.seats_with_news = {**(line.seats_with_news or {}), **played}

    def _push_screen(
        self, table: Table, package: GamePackage, user: int, last_message: OwnMessage | None = None
    ) -> None:
        """Show a person's own screen in `last_message`, or in their newest message at the table.

        If the person is reading a page, the page stays and gets a sentence of news above its
        buttons. A page on which they enter a move goes once the decision is over.
        """

        async def show() -> None:
            own_message = last_message or self._find_fresh_message(table.id, user)
            if own_message is None:
                return
            page = own_message.open_page
            if page and page_news.asks_in_vain(page, table, user):
                own_message.open_page = None
            if own_message.open_page and not last_message:
                self._tell_reader(table.id, user)
                return
            language, reads_text = own_message.language, self._tables.reads_text(user)
            if own_message.tells_in_words and shows_game(table):
                screen = screens.render_words(table, package, user, language, reads_text=reads_text)
            else:
                screen = screens.render_own(table, package, user, language, reads_text=reads_text)
            if isinstance(screen, QuietScreen):
                await own_message.retire()
            else:
                await self._show(table.id, user, own_message, screen)

        self._delivery.schedule((table.id, user), show, is_urgent=True, is_private=True)

    def _tell_reader(self, table_id: int, user: int) -> None:
        """Add a sentence with the current news to the page that a person is reading.

        The page is updated at most once in `MIN_NEWS_INTERVAL_SECONDS`.
        """

        async def tell() -> None:
            line = self._find_fresh_state(table_id, user)
            if line is None or line.newest_message is None or line.newest_message.open_page is None:
                return
            line.seats_with_news = line.seats_with_news or {}
            own_message, page = line.newest_message, replace(line.newest_message.open_page, note="")
            with suppress(Gone):
                table = await self._tables.load(table_id)
                package = self._tables.find_package(table)
                noted = self.add_news(page, table, package, user, own_message.language)
                await self._show(table_id, user, own_message, noted)

        target = (table_id, user, PAGE_NEWS_TARGET)
        self._delivery.schedule(
            target,
            tell,
            is_urgent=True,
            is_private=True,
            min_interval_seconds=MIN_NEWS_INTERVAL_SECONDS,
        )

    async def _show(
        self, table_id: int, user: int, own_message: OwnMessage, screen: Screen
    ) -> None:
        """Show a screen in a person's message.

        Forget the interaction if that fails. A person who wants to be left alone is shown nothing.

        If a newer interaction came in the meantime, this screen may have replaced its answer, so
        the newer screen is shown again.
        """
        key = (table_id, user)
        if not self._tables.store.people.recall_preferences(user).served:
            return
        sent = await own_message.show(screen)
        if sent.is_accepted:
            self._tables.sessions[table_id].note_shown(screen, user)
        newest = self._find_fresh_message(*key)
        if newest is own_message and not sent.is_accepted:
            self.forget_interaction(*key)
        elif newest and newest is not own_message:
            newest.may_be_overwritten = True
            await self._show_again(table_id, user, newest)
        elif sent.late_pictures:
            self.show_when_drawn(table_id, user, own_message, screen, sent.late_pictures)

    async def _show_again(self, table_id: int, user: int, newest_message: OwnMessage) -> None:
        """Show the newest screen again, because an older one may have reached Discord after it."""
        page = newest_message.open_page
        if page is None:
            with suppress(Gone):
                table = await self._tables.load(table_id)
                self._push_screen(table, self._tables.find_package(table), user)
            return

        async def show() -> None:
            if self._find_fresh_message(table_id, user) is newest_message:
                await self._show(table_id, user, newest_message, page)

        self._delivery.schedule((table_id, user), show, is_urgent=True, is_private=True)

    def show_when_drawn(
        self,
        table: int,
        user: int,
        own_message: OwnMessage,
        screen: Screen,
        late_pictures: LatePictures,
    ) -> None:
        """Show a screen again as soon as its missing pictures are drawn.

        Do nothing if a newer screen was shown or scheduled in the meantime, or if no picture could
        be drawn.

        Args:
            table: The table's id.
            user: Discord's id of the person.
            own_message: The ephemeral message that shows the screen.
            screen: The screen.
            late_pictures: Completes when the pictures are drawn.
        """
        key, shown = (table, user), own_message.shown_count

        async def show() -> None:
            await self._show(table, user, own_message, screen)

        async def made_up() -> None:
            if not await wait_for_pictures(late_pictures):
                return
            is_newest = (
                self._find_fresh_message(*key) is own_message and own_message.shown_count == shown
            )
            if is_newest and not self._delivery.is_scheduled(key):
                self._delivery.schedule(key, show, is_urgent=True, is_private=True)

        self._background.run(made_up())


def _find_concerned_users(
    before: Table, change: Change, package: GamePackage, sessions: TableSessions
) -> Collection[int | None]:
    """Return the user ids of the people for whom a change of a table brings news.

    When a lesson is closed, there are none: the answer to the press tells the person. A reveal of
    the game (`Screens.reveals`) is news for everybody, and so is the end of the pause after one. So
    are the beginning and the end of a pause that people can end, because its button comes and goes.
    Everybody includes people without a seat who have a screen of the table open. When predictions
    are settled, that is news for all who guess. A new question for those who watch is news for all
    of them. So is the answer to a request for a seat, for whoever made it. Each change of a race is
    news for those who follow it in words.
    """
    after, reveals = change.table, package.screens.reveals
    if after.is_lesson:  # a lesson has no board: its own screen shows every change
        return () if is_closed(after) else _list_everybody(after, sessions)
    if type(after) is not type(before) or after.game != before.game:
        return _list_everybody(after, sessions)
    if not isinstance(before, Match) or not isinstance(after, Match):
        return ()
    for event in change.events:
        if event.to is None and event.name in reveals:
            return _list_everybody(after, sessions)
    ends_early = before.prompts[0].may_end_early or after.prompts[0].may_end_early
    has_pause = ends_early or (reveals and before.is_pausing)
    if has_pause and before.prompts != after.prompts:
        return _list_everybody(after, sessions)
    asked = _find_open_decisions(after) - _find_open_decisions(before)
    news = {seat for _, seat in asked}.union(*(event.to or () for event in change.events))
    moved = {entered.seat for entered in change.actions if isinstance(entered, ActRecord)}
    idle = _find_waiting_seats(before, after, moved)
    idle |= _find_interrupted_seats(before, change, after)
    is_settled = any(event.name == PREDICTED_EVENT for event in change.events)
    guessers = [person.user for person in after.guessers] if is_settled else []
    if find_prediction(before, package) != find_prediction(after, package):
        everybody = _list_everybody(after, sessions)
        guessers += [user for user in everybody if user and only_watches(after, package, user)]
    readers: list[int] = []
    for prompt in after.prompts:
        if prompt.seat is not None and prompt.seconds is not None:
            readers = _list_word_readers(after, sessions)
            break
    seated = (after.players[seat].user for seat in sorted(news | idle))
    applicants = [each.user for each in {*before.applicants} ^ {*after.applicants}]
    return dict.fromkeys((*seated, *guessers, *readers, *applicants))


def _list_word_readers(table: Table, sessions: TableSessions) -> list[int]:
    """Return the user ids of people who have a table's game open in words."""
    session = sessions.peek(table.id)
    return [
        user
        for user, state in (session.people.items() if session else ())
        if state.newest_message and state.newest_message.tells_in_words
    ]


def _list_everybody(table: Table, sessions: TableSessions) -> Collection[int | None]:
    """Return the user ids of all players, and of people without a seat who have a screen open."""
    session = sessions.peek(table.id)
    watching = [
        user
        for user, state in (session.people.items() if session else ())
        if state.newest_message and state.newest_message.shows_own_screen
    ]
    return dict.fromkeys((*(player.user for player in table.players), *watching))


def _find_waiting_seats(before: Match, after: Match, moved_seats: set[Seat]) -> set[Seat]:
    """Return the seats that owe no answer after a computer player's move.

    Their own screens are updated to tell what the move was. The result is empty if only people
    have moved.
    """
    if all(before.players[seat].user for seat in moved_seats):
        return set()
    asked = {prompt.seat for prompt in find_waiting(after.prompts)}
    return {seat for seat in range(len(before.players)) if seat not in asked}


def _find_interrupted_seats(before: Match, change: Change, after: Match) -> set[Seat]:
    """Return the seats whose question is over though nobody on them has answered it.

    The computer has answered it, or another player's action has ended it. Their own screens still
    show the question, so these have to be updated. If the game pauses then, that of the latter
    waits for the end of the pause, to save a request. All who owe no answer are updated then.
    """
    was = {prompt.seat: (prompt.decision, prompt.has_answered) for prompt in before.prompts}
    now = {prompt.seat: (prompt.decision, prompt.has_answered) for prompt in after.prompts}
    has_pause = None in now
    if None in was and not has_pause:
        owing = {prompt.seat for prompt in find_waiting(after.prompts)}
        return {*range(len(after.players))} - owing
    by_computer = {
        answer.seat: answer.by_computer
        for answer in change.actions
        if isinstance(answer, ActRecord)
    }
    return {
        seat
        for seat, asked in was.items()
        if seat is not None and now.get(seat) != asked and by_computer.get(seat, not has_pause)
    }


def _find_open_decisions(table: Match) -> set[tuple[int, Seat]]:
    """Return the decisions that people who are present can answer now, each with its seat.

    A person whose time is up can still answer until the computer does.
    """
    here = {seat for seat, player in enumerate(table.players) if player.user and not player.away}
    return {
        (prompt.decision, prompt.seat)
        for prompt in table.prompts
        if prompt.seat is not None and prompt.seat in here
    }


def _find_departed_users(before: Table, after: Table) -> tuple[int, ...]:
    """Return the user ids of people who had a seat before a change and have none after it."""
    seated = {player.user for player in after.players}
    users = (player.user for player in before.players if player.user not in seated)
    return tuple(user for user in users if user)
