"""The private lines to people, by which their own screens are pushed while they are fresh."""

import asyncio
from contextlib import suppress

from msgspec.structs import replace

from bot.domain.changes import Change, Gone
from bot.domain.table import Match, Table, is_closed
from bot.engine.box import GamePackage
from bot.engine.events import Seat
from bot.engine.game import ActRecord
from bot.engine.screen import OwnPage, QuietScreen, Screen
from bot.presenters import screens
from bot.services.background import Background
from bot.services.delivery import Delivery
from bot.services.events import TableChanged
from bot.services.heartbeat import Clock
from bot.services.messenger import LatePictures, OwnMessage, wait_for_pictures
from bot.services.sessions import EphemeralState
from bot.services.tables import Tables

TOKEN_LIFETIME_SECONDS = 14 * 60.0
"""How long an interaction token is used (Discord takes it for 15 minutes)."""
MIN_NEWS_INTERVAL_SECONDS = 10.0
"""Seconds at least between two sentences above the buttons of a page that somebody reads."""
PAGE_NEWS_TARGET = 1
"""What tells the delivery of such a sentence from that of the own screen, to the same person."""
MIN_STALE_DELETE_INTERVAL_SECONDS = 6.0
"""At least, from one stale copy of a person's that is deleted at a table to the next one."""


class OwnScreens:
    """Shows people their own screens, by the newest interaction of each person at each table.

    When a newer copy of an own screen was sent to the end of the channel, the stale one is deleted.
    Whoever presses again and again gets a copy each time; of those that became stale since the last
    deletion only the newest is deleted, when `MIN_STALE_DELETE_INTERVAL_SECONDS` are over. A
    request for each is worth nothing to anybody: what stays is answered in place as ever, its
    reader can dismiss it, and Discord's clients forget all such messages by themselves
    (https://support.discord.com/hc/en-us/articles/1500000580222-Ephemeral-Messages-FAQ). There is
    no request that deletes several of them
    (https://docs.discord.com/developers/interactions/receiving-and-responding#endpoints).
    """

    def __init__(
        self,
        tables: Tables,
        background: Background,
        delivery: Delivery,
        clock: Clock,
    ) -> None:
        """Show the people at these tables what they alone may see, by this queue."""
        self._tables = tables
        self._background = background
        self._delivery = delivery
        self._monotonic = clock.monotonic

    def retire_transient(self, table: int, user: int, passing: OwnMessage | None) -> None:
        """Take away what was said in passing to a person who presses or gets something else there.

        Else such sentences pile up below a board, push it out of sight and are no longer true.
        `passing`: the line of such a sentence that answers this press.
        """
        person = self._find_state(table, user)
        former = person.transient_message if person else None
        if former and person and person.transient_expires_at <= self._monotonic():
            former = None
        if person:
            person.transient_message = None
        if passing:
            self._set_transient(table, user, passing)
        if former:
            self._background.run(former.retire())

    def goes_on(self, table: int, user: int, passing: OwnMessage) -> None:
        """Note that a panel which passes was pressed: its message shows the next one now."""
        person = self._find_state(table, user)
        if person and person.transient_message and person.transient_expires_at > self._monotonic():
            self._set_transient(table, user, passing)

    def _set_transient(self, table: int, user: int, passing: OwnMessage) -> None:
        person = self._tables.sessions[table].get_person(user)
        person.transient_message, person.transient_expires_at = (
            passing,
            self._monotonic() + TOKEN_LIFETIME_SECONDS,
        )

    def remember_interaction(self, table: int, user: int, own_message: OwnMessage) -> None:
        """Keep a person's newest interaction; one that shows their own screen is preferred."""
        known = self._find_fresh_state(table, user)
        former = known.line if known and known.line and known.line.own else None
        goes_back = own_message.own and own_message.reading is None
        if own_message.own or known is None or former is None:
            person = self._tables.sessions[table].get_person(user)
            person.seats_with_news = person.seats_with_news if known and not goes_back else None
            person.line, person.expires_at = own_message, self._monotonic() + TOKEN_LIFETIME_SECONDS
        if (
            own_message.own
            and former
            and not (own_message.place and own_message.place == former.place)
        ):
            self._delete_stale(table, user, former)

    def _delete_stale(self, table: int, user: int, copy: OwnMessage) -> None:
        """Delete a copy now or later, unless a newer one becomes stale meanwhile."""
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
        """Take a copy of the own screen away, unless it is where the newest one stands by now."""
        newest = self._find_fresh_message(table, user)
        here, there = await copy.message(), await newest.message() if newest else 0
        if here and there and here != there:
            await copy.retire()

    def mark_overwritten(self, table: int, user: int) -> None:
        """Note that something else than the own screen may stand in its message now."""
        if own_message := self._find_fresh_message(table, user):
            own_message.may_be_overwritten = True

    def forget(self, table: int, user: int) -> None:
        """Drop the line to a person at a table, because its message shows something else now."""
        if person := self._find_state(table, user):
            person.line = person.seats_with_news = None

    def _find_state(self, table: int, user: int) -> EphemeralState | None:
        session = self._tables.sessions.peek(table)
        return session.find_person(user) if session else None

    def _find_fresh_state(self, table: int, user: int) -> EphemeralState | None:
        """Return what is known of a person to whom there is a fresh interaction."""
        person = self._find_state(table, user)
        fresh = person and person.line and person.expires_at > self._monotonic()
        return person if fresh else None

    def _find_fresh_message(self, table: int, user: int) -> OwnMessage | None:
        person = self._find_fresh_state(table, user)
        return person.line if person else None

    def answered(self, screen: Screen, user: int) -> None:
        """Take note that Discord has taken an answer that is a person's own screen."""
        self._tables.sessions[screen.table].note_shown(screen, user)

    def add_news(
        self, screen: Screen, table: Table, box: GamePackage, user: int, language: str
    ) -> Screen:
        """Return a screen that a person opens; one to read comes with the news that waits."""
        line = self._find_fresh_state(table.id, user)
        if line is None or line.seats_with_news is None or not isinstance(screen, OwnPage):
            return screen
        return screens.add_news(screen, table, box, user, language, line.seats_with_news)

    def show_if_reachable(self, table: Table, box: GamePackage, user: int) -> bool:
        """Show a person their own screen if there is a fresh line to them; tell if so.

        A page that they read stays.
        """
        own_message = self._find_fresh_message(table.id, user)
        if own_message is None or own_message.reading:
            return False
        self._push_screen(table, box, user)
        return True

    def on_table_changed(self, event: TableChanged) -> None:
        """Show their own screens to those who have news, or to all when the phase changes.

        News is to be asked for something, or what happened for that seat's eyes alone. Whoever does
        not sit here any more is told so, too, in place of the own screen, and the line to them is
        dropped. What was said to them in passing goes, as it spoke of what is over.
        """
        before, change, box, answered = event.before, event.change, event.box, event.answered_user
        after = change.table
        self._note_moves(change, answered)
        for seat in _find_concerned_seats(before, change):
            user = after.players[seat].user
            if not user or user == answered:
                continue
            self.retire_transient(after.id, user, None)
            own_message = self._find_fresh_message(after.id, user)
            if own_message and (own_message.own or not is_closed(after)):
                self._push_screen(after, box, user)
        for user in _find_departed_users(before, after):
            own_message = self._find_fresh_message(after.id, user)
            self.forget(after.id, user)
            if own_message and own_message.own:
                if user != answered:
                    self._push_screen(after, box, user, own_message)
                elif isinstance(after, Match):  # a panel's answer says the same, elsewhere
                    self._background.run(own_message.retire())

    def _note_moves(self, change: Change, answered: int | None) -> None:
        """Note for all who read who has played: also what concerns them only later."""
        after = change.table
        played = {entered.seat: None for entered in change.given if isinstance(entered, ActRecord)}
        for user in (player.user for player in after.players):
            line = self._find_fresh_state(after.id, user) if user and user != answered else None
            if user and played and line and line.line and line.line.reading:
                line.seats_with_news = {**(line.seats_with_news or {}), **played}

    def _push_screen(
        self, table: Table, box: GamePackage, user: int, last: OwnMessage | None = None
    ) -> None:
        """Show a person the own screen, by the newest line there is then, or by this last one.

        Whoever reads is told above the buttons of the page, which stays, that there is news.
        """

        async def show() -> None:
            own_message = last or self._find_fresh_message(table.id, user)
            if own_message is None:
                return
            if own_message.reading and not last:
                self._tell_reader(table.id, user)
                return
            screen = screens.render_own(table, box, user, own_message.language)
            if isinstance(screen, QuietScreen):
                await own_message.retire()
            else:
                await self._show(table.id, user, own_message, screen)

        self._delivery.schedule((table.id, user), show, first=True)

    def _tell_reader(self, table_id: int, user: int) -> None:
        """Tell somebody who reads what there is new by then, now and then at most."""

        async def tell() -> None:
            line = self._find_fresh_state(table_id, user)
            if line is None or line.line is None or line.line.reading is None:
                return
            line.seats_with_news = line.seats_with_news or {}
            own_message, page = line.line, replace(line.line.reading, note="")
            with suppress(Gone):
                table = await self._tables.load(table_id)
                box = self._tables.box(table)
                noted = self.add_news(page, table, box, user, own_message.language)
                await self._show(table_id, user, own_message, noted)

        target = (table_id, user, PAGE_NEWS_TARGET)
        self._delivery.schedule(target, tell, first=True, pause=MIN_NEWS_INTERVAL_SECONDS)

    async def _show(
        self, table_id: int, user: int, own_message: OwnMessage, screen: Screen
    ) -> None:
        """Show a screen by a line, and forget the line if that fails.

        An answer that came meanwhile may have been overtaken: then it is shown as it is now.
        """
        key = (table_id, user)
        sent = await own_message.show(screen)
        if sent.taken:
            self._tables.sessions[table_id].note_shown(screen, user)
        newest = self._find_fresh_message(*key)
        if newest is own_message and not sent.taken:
            self.forget(*key)
        elif newest and newest is not own_message:
            newest.may_be_overwritten = True
            await self._show_again(table_id, user, newest)
        elif sent.late:
            self.show_when_drawn(table_id, user, own_message, screen, sent.late)

    async def _show_again(self, table_id: int, user: int, newest: OwnMessage) -> None:
        """Show what stands on the newest line, as something older may have landed after it."""
        page = newest.reading
        if page is None:
            with suppress(Gone):
                table = await self._tables.load(table_id)
                self._push_screen(table, self._tables.box(table), user)
            return

        async def show() -> None:
            if self._find_fresh_message(table_id, user) is newest:
                await self._show(table_id, user, newest, page)

        self._delivery.schedule((table_id, user), show, first=True)

    def show_when_drawn(
        self, table: int, user: int, own_message: OwnMessage, screen: Screen, late: LatePictures
    ) -> None:
        """Show a screen once more that went out without a picture, when that is drawn.

        Unless there is something newer by then, or it could not be drawn.
        """
        key, shown = (table, user), own_message.shown

        async def show() -> None:
            await self._show(table, user, own_message, screen)

        async def made_up() -> None:
            if not await wait_for_pictures(late):
                return
            is_newest = self._find_fresh_message(*key) is own_message and own_message.shown == shown
            if is_newest and not self._delivery.is_scheduled(key):
                self._delivery.schedule(key, show, first=True)

        self._background.run(made_up())


def _find_concerned_seats(before: Table, change: Change) -> tuple[Seat, ...]:
    """Return the seats whose own screen has news for them.

    Nobody's when a lesson is left: that is answered, and the same message may show the next one.
    """
    after = change.table
    if after.is_lesson:  # without a board, the own screen tells all
        return () if is_closed(after) else tuple(range(len(after.players)))
    if isinstance(before, Match) and isinstance(after, Match):
        asked = _find_open_decisions(after) - _find_open_decisions(before)
        news = {seat for _, seat in asked}.union(*(event.to or () for event in change.events))
        moved = {entered.seat for entered in change.given if isinstance(entered, ActRecord)}
        computers = _find_waiting_seats(before, after, moved) | _find_overdue_seats(before, moved)
        return tuple(sorted(news | computers))
    if type(after) is not type(before):
        return tuple(range(len(after.players)))
    return ()


def _find_waiting_seats(before: Match, after: Match, moved: set[Seat]) -> set[Seat]:
    """Return who waits while a computer has moved: their own screens tell what it did."""
    if all(before.players[seat].user for seat in moved):
        return set()
    asked = {prompt.seat for prompt in after.prompts}
    return {seat for seat in range(len(before.players)) if seat not in asked}


def _find_overdue_seats(before: Match, moved: set[Seat]) -> set[Seat]:
    """Return whose time was up, now that the computer has played: no screen asks them still."""
    prompts = {seat: before.prompt_of(seat) for seat in moved}
    return {
        seat
        for seat, prompt in prompts.items()
        if prompt and before.players[seat].is_overdue_for(prompt)
    }


def _find_open_decisions(table: Match) -> set[tuple[int, Seat]]:
    """Return the decisions that people who are here may answer now, with their seats.

    Whoever's time has run out may, too, before the computer does.
    """
    asked = ((prompt.decision, prompt.seat) for prompt in table.prompts)
    here = {seat for seat, player in enumerate(table.players) if player.user and not player.away}
    return {(decision, seat) for decision, seat in asked if seat in here}


def _find_departed_users(before: Table, after: Table) -> tuple[int, ...]:
    """Return the user ids of those who have lost or given up their seat."""
    seated = {player.user for player in after.players}
    users = (player.user for player in before.players if player.user not in seated)
    return tuple(user for user in users if user)
