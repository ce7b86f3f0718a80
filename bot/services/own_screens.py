"""Shows people their own screens anew: what one person alone sees of a table.

Each is shown in an ephemeral message of the person's `Conversation`.
"""

import asyncio
from contextlib import suppress

from msgspec.structs import replace

from bot.domain import news
from bot.domain.changes import Gone
from bot.domain.table import Match, Table, is_closed, shows_game
from bot.engine.package import GamePackage
from bot.engine.screen import OwnPage, OwnWords, QuietScreen, Screen
from bot.presenters import page_news, screens
from bot.presenters.panels import TablePanel, render_table_panel
from bot.services.delivery import Target
from bot.services.events import AnswerBegun, PeopleErased, PersonForgotten, TableChanged
from bot.services.messenger import (
    EphemeralMessage,
    LatePictures,
    RequestFailed,
    Unreachable,
    wait_for_pictures,
)
from bot.services.service import Service

MIN_NEWS_INTERVAL_SECONDS = 10.0
"""The minimum time between two sentences of news on a page that is read."""
PANEL_DELAY_SECONDS = 1.0
"""For how long an open panel waits to show a change by time, as timers of the table fire first."""


class OwnScreens(Service):
    """Shows people what is new on their own screens of tables."""

    def add_news(
        self, screen: Screen, table: Table, package: GamePackage, user: int, language: str
    ) -> Screen:
        """Return a page with the news that its reader has missed, or any other screen unchanged."""
        here = self._conversations.find_open(table.id, user)
        if here is None or here.unread_seats is None or not isinstance(screen, OwnPage):
            return screen
        return page_news.add_news(screen, table, package, user, language, here.unread_seats)

    def show_if_reachable(self, table: Table, package: GamePackage, user: int) -> bool:
        """Show a person's own screen anew soon. Return False if they read a page or none can."""
        here = self._conversations.find_open(table.id, user)
        if here is None or here.open_page:
            return False
        self._push_screen(table, package, user)
        return True

    def on_table_changed(self, event: TableChanged) -> None:
        """Show the own screens of all people anew for whom a change of a table is news.

        The answer to the click that caused the change may show it already. Short answers to people
        with news are deleted. So are all outdated panels when the game starts or is over. Who has
        left the table sees that in their message once.
        """
        before, change, package = event.before, event.change, event.package
        after, answered, own = change.table, event.answered_user, self._conversations
        others = [user for player in after.players if (user := player.user) and user != answered]
        own.note_moves(after.id, others, news.find_moved_seats(change))
        if type(after) is not type(before):
            own.delete_panels(after.id, event.pressed_message)
        readers = own.find_readers(after.id)
        for user in news.find_users_with_news(before, change, package, readers):
            message = own.find_own_screen(after.id, user)
            if user != answered:
                own.delete_temporary(after.id, user, keep_panel=True)
                if message and (message.screen or not is_closed(after)):
                    self._push_screen(after, package, user)
            elif message and message.message_id != event.pressed_message and is_closed(after):
                self._background.run(message.delete())  # the answer says the same
        for user in news.find_departed_users(before, after):
            message = own.find_own_screen(after.id, user)
            own.forget_own_screen(after.id, user)
            if message and message.screen and user != answered:
                self._push_screen(after, package, user, message)
            elif message and message.screen and isinstance(after, Match):
                self._background.run(message.delete())  # the answer in the panel says the same

    def on_answer_begun(self, event: AnswerBegun) -> None:
        """Show a table's panel anew when time has changed it, if it is still open then."""
        panel = event.message.screen
        if isinstance(panel, TablePanel) and panel.changes_at:
            seconds = max(0.0, panel.changes_at - self._tables.now()) + PANEL_DELAY_SECONDS
            asyncio.get_running_loop().call_later(
                seconds, lambda: self._background.run(self._renew_panel(event, panel))
            )

    async def _renew_panel(self, event: AnswerBegun, panel: TablePanel) -> None:
        message, click = event.message, panel.click
        here = self._conversations.find(panel.table, event.user)
        is_open = here and message in (here.panel, here.short_answer)
        if click is None or not is_open or not self._conversations.can_change(message):
            return
        with suppress(Gone, RequestFailed):
            table = await self._tables.load(panel.table)
            package = self._tables.find_package(table)
            context = screens.make_context(table, package, click.language)
            await message.show(
                render_table_panel(table, package, click, context, self._tables.now())
            )
            self.on_answer_begun(event)

    def on_person_forgotten(self, event: PersonForgotten) -> None:
        """Show a person nothing any more."""
        self._conversations.forget_person(event.user)

    def on_people_erased(self, _: PeopleErased) -> None:
        """Read anew who wants to be left alone, because another process may have stored it."""
        self._background.run(self._load_preferences_of_readers())

    async def _load_preferences_of_readers(self) -> None:
        for user in self._conversations.list_people():
            await self._tables.store.people.load_preferences(user)

    def _push_screen(
        self, table: Table, package: GamePackage, user: int, last: EphemeralMessage | None = None
    ) -> None:
        """Show a person's own screen in `last`, or in their newest message at the table.

        A page that is being read stays, and gets a sentence of news. A page on which the person
        enters a move goes once the decision is over.
        """

        async def show() -> None:
            message = last or self._conversations.find_own_screen(table.id, user)
            if message is None:
                return
            page = message.screen if isinstance(message.screen, OwnPage) else None
            if page and not last and not page_news.asks_in_vain(page, table, user):
                self._tell_reader(table.id, user)
                return
            language, reads_text = message.language, self._tables.reads_text(user)
            if isinstance(message.screen, OwnWords) and shows_game(table):
                screen = screens.render_words(table, package, user, language, reads_text=reads_text)
            else:
                screen = screens.render_own(table, package, user, language, reads_text=reads_text)
            if isinstance(screen, QuietScreen):
                await message.delete()
            else:
                await self._show(table.id, user, message, screen)

        self._delivery.schedule(Target(table.id, "own-screen", user), show, is_urgent=True)

    def _tell_reader(self, table_id: int, user: int) -> None:
        """Add a sentence with the current news to the page that a person is reading."""

        async def tell() -> None:
            with suppress(Gone):
                table = await self._tables.load(table_id)
                here = self._conversations.find_open(table_id, user)
                if here is None or here.own_screen is None or here.open_page is None:
                    return
                here.unread_seats = here.unread_seats or {}
                package, message = self._tables.find_package(table), here.own_screen
                page = replace(here.open_page, note="")
                noted = self.add_news(page, table, package, user, message.language)
                await self._show(table_id, user, message, noted)

        target, pause = Target(table_id, "page-news", user), MIN_NEWS_INTERVAL_SECONDS
        self._delivery.schedule(target, tell, is_urgent=True, min_interval_seconds=pause)

    async def _show(
        self, table_id: int, user: int, message: EphemeralMessage, screen: Screen
    ) -> None:
        """Show a screen in a person's message, unless the person wants to be left alone.

        Forget the message if it cannot be changed any more. If a newer interaction came in the
        meantime, this screen may have replaced its answer, so the newer screen is shown again.

        Raises:
            Unreachable: No newer interaction came, and a later try may succeed.
        """
        if not self._tables.store.people.recall_preferences(user).served:
            return
        late_pictures, failure = None, None
        try:
            late_pictures = await message.show(screen)
            self._tables.sessions[table_id].note_shown(screen, user)
        except RequestFailed as problem:
            failure = problem
        newest = self._conversations.find_own_screen(table_id, user)
        if newest and newest is not message:
            await self.show_again(table_id, user)
        elif isinstance(failure, Unreachable):
            raise failure
        elif failure and newest:
            self._conversations.forget_own_screen(table_id, user)
        elif late_pictures:
            self.show_when_drawn(table_id, user, message, late_pictures)

    async def show_again(self, table_id: int, user: int) -> None:
        """Show the newest screen again, because an older one may have reached Discord after it."""
        newest = self._conversations.find_own_screen(table_id, user)
        if newest is None:
            return
        newest.forget_shown()
        page = newest.screen
        if not isinstance(page, OwnPage):
            with suppress(Gone):
                table = await self._tables.load(table_id)
                self._push_screen(table, self._tables.find_package(table), user)
            return

        async def show() -> None:
            if self._conversations.find_own_screen(table_id, user) is newest:
                await self._show(table_id, user, newest, page)

        self._delivery.schedule(Target(table_id, "own-screen", user), show, is_urgent=True)

    def show_when_drawn(
        self, table: int, user: int, message: EphemeralMessage, late_pictures: LatePictures
    ) -> None:
        """Show a message's screen again when its missing pictures are drawn, if it is still new."""
        screen = message.screen

        async def show() -> None:
            if screen and message.screen is screen:
                await self._show(table, user, message, screen)

        async def wait_and_show() -> None:
            if not await wait_for_pictures(late_pictures):
                return
            newest = self._conversations.find_own_screen(table, user)
            is_current = newest is message and message.screen is screen
            if is_current and not self._delivery.is_scheduled(Target(table, "own-screen", user)):
                self._delivery.schedule(Target(table, "own-screen", user), show, is_urgent=True)

        self._background.run(wait_and_show())
