"""The private lines to people, by which their own screens are pushed while they are fresh."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import inf

from cachetools import TTLCache
from msgspec.structs import replace

from bot.games.box import Box
from bot.games.events import Seat
from bot.games.game import ActRecord
from bot.games.screen import Screen
from bot.store.records import Table
from bot.tables.background import Background
from bot.tables.change import Change, Gone
from bot.tables.people.haste import Haste
from bot.tables.showing import reading, screens
from bot.tables.showing.delivery import Delivery
from bot.tables.showing.leftovers import Leftovers
from bot.tables.showing.messenger import Late, Whisper, is_drawn
from bot.tables.tables import Tables

REMEMBERED = 1024
"""Sentences that are taken away some time."""
FRESH = 14 * 60.0
"""Seconds for which an interaction token is used (Discord takes it for 15 minutes)."""
BETWEEN_NEWS = 10.0
"""Seconds at least between two sentences above the buttons of a page that somebody reads."""
ABOVE_THE_BUTTONS = 1
"""What tells the delivery of such a sentence from that of the own screen, to the same person."""

_Key = tuple[int, int]
"""A table and a person."""


@dataclass(eq=False)
class _Line:
    """What there is of a person at a table."""

    whisper: Whisper
    """The newest."""
    waits: dict[Seat, None] | None = None
    """Who has played while the person reads: the news waits until they go back to their cards."""


class Whispers:
    """The newest private line to each person at each table; they live in memory only."""

    def __init__(
        self,
        tables: Tables,
        background: Background,
        delivery: Delivery,
        haste: Haste,
        steady: Callable[[], float],
    ) -> None:
        """Show the people at these tables what they alone may see, by this queue.

        `haste` is told what stands on the own screens. `steady`: a clock that nobody sets.
        """
        self._tables = tables
        self._background = background
        self._delivery = delivery
        self._haste = haste
        self._leftovers = Leftovers(background, self._take_away)
        self._lines: TTLCache[_Key, _Line, float] = TTLCache(inf, FRESH, steady)
        self._passing: TTLCache[_Key, Whisper, float] = TTLCache(REMEMBERED, FRESH, steady)
        """The last sentence to each person that the next press takes away."""

    def sweep(self, table: int, user: int, passing: Whisper | None) -> None:
        """Take away what was said in passing to a person who presses or gets something else there.

        Else such sentences pile up below a board, push it out of sight and are no longer true.
        `passing`: the line of such a sentence that answers this press.
        """
        former = self._passing.pop((table, user), None)
        if passing:
            self._passing[table, user] = passing
        if former:
            self._background.run(former.retire())

    def goes_on(self, table: int, user: int, passing: Whisper) -> None:
        """Note that a panel which passes was pressed: its message shows the next one now."""
        if (table, user) in self._passing:
            self._passing[table, user] = passing

    def remember(self, table: int, user: int, whisper: Whisper) -> None:
        """Keep a person's newest private line; one that shows their own screen is preferred."""
        known = self._lines.get((table, user))
        goes_back = whisper.own and whisper.reading is None
        if whisper.own or known is None or not known.whisper.own:
            waits = known.waits if known and not goes_back else None
            self._lines[table, user] = _Line(whisper, waits)
        former = known.whisper if known and known.whisper.own else None
        if whisper.own and former and not (whisper.place and whisper.place == former.place):
            self._leftovers.leave((table, user), former)

    async def _take_away(self, key: _Key, copy: Whisper) -> None:
        """Take a copy of the own screen away, unless it is where the newest one stands by now."""
        newest = self._fresh(*key)
        here, there = await copy.message(), await newest.message() if newest else 0
        if here and there and here != there:
            await copy.retire()

    def covered(self, table: int, user: int) -> None:
        """Note that something else than the own screen may stand in its message now."""
        if whisper := self._fresh(table, user):
            whisper.unsure = True

    def forget(self, table: int, user: int) -> None:
        """Drop the line to a person at a table, because its message shows something else now."""
        self._lines.pop((table, user), None)

    def _fresh(self, table: int, user: int) -> Whisper | None:
        line = self._lines.get((table, user))
        return line.whisper if line else None

    def answered(self, screen: Screen, user: int) -> None:
        """Take note that Discord has taken an answer that is a person's own screen."""
        self._haste.shown((screen.table, user), screen)

    def noted(self, screen: Screen, table: Table, box: Box, user: int, language: str) -> Screen:
        """Return a screen that a person opens; one to read comes with the news that waits."""
        line = self._lines.get((table.id, user))
        if line is None or line.waits is None or not screen.reading:
            return screen
        return reading.noted(screen, table, box, user, language, line.waits)

    def showed(self, table: Table, box: Box, user: int) -> bool:
        """Show a person their own screen if there is a fresh line to them; tell if so.

        A page that they read stays.
        """
        whisper = self._fresh(table.id, user)
        if whisper is None or whisper.reading:
            return False
        self._push(table, box, user)
        return True

    def push(self, before: Table, change: Change, box: Box, answered: int | None) -> None:
        """Show their own screens to those who have news, or to all when the phase changes.

        News is to be asked for something, or what happened for that seat's eyes alone. Whoever does
        not sit here any more is told so, too, in place of the own screen, and the line to them is
        dropped. What was said to them in passing goes, as it spoke of what is over. `answered`
        is whom the answer to a click tells already.
        """
        after = change.table
        self._note_played(change, answered)
        for seat in _concerned(before, change):
            user = after.players[seat].user
            if not user or user == answered:
                continue
            self.sweep(after.id, user, None)
            whisper = self._fresh(after.id, user)
            if whisper and (whisper.own or after.phase != "closed"):
                self._push(after, box, user)
        for user in _gone(before, after):
            whisper = self._fresh(after.id, user)
            self.forget(after.id, user)
            if whisper and whisper.own:
                if user != answered:
                    self._push(after, box, user, whisper)
                elif after.phase == "playing":  # a panel's answer says the same, elsewhere
                    self._background.run(whisper.retire())

    def _note_played(self, change: Change, answered: int | None) -> None:
        """Note for all who read who has played: also what concerns them only later."""
        after = change.table
        played = {entered.seat: None for entered in change.given if isinstance(entered, ActRecord)}
        for user in (player.user for player in after.players):
            line = self._lines.get((after.id, user)) if user and user != answered else None
            if user and played and line and line.whisper.reading:
                line.waits = {**(line.waits or {}), **played}

    def _push(self, table: Table, box: Box, user: int, last: Whisper | None = None) -> None:
        """Show a person the own screen, by the newest line there is then, or by this last one.

        Whoever reads is told above the buttons of the page, which stays, that there is news.
        """

        async def show() -> None:
            whisper = last or self._fresh(table.id, user)
            if whisper is None:
                return
            if whisper.reading and not last:
                self._tell_reader(table.id, user)
                return
            screen = screens.own(table, box, user, whisper.language)
            if screen.quiet:
                await whisper.retire()
            else:
                await self._show(table.id, user, whisper, screen)

        self._delivery.want((table.id, user), show, first=True)

    def _tell_reader(self, table_id: int, user: int) -> None:
        """Tell somebody who reads what there is new by then, now and then at most."""

        async def tell() -> None:
            line = self._lines.get((table_id, user))
            if line is None or line.whisper.reading is None:
                return
            line.waits = line.waits or {}
            whisper, page = line.whisper, replace(line.whisper.reading, note="")
            with suppress(Gone):
                table = await self._tables.load(table_id)
                box = self._tables.box(table)
                page = self.noted(page, table, box, user, whisper.language)
                await self._show(table_id, user, whisper, page)

        target = (table_id, user, ABOVE_THE_BUTTONS)
        self._delivery.want(target, tell, first=True, pause=BETWEEN_NEWS)

    async def _show(self, table_id: int, user: int, whisper: Whisper, screen: Screen) -> None:
        """Show a screen by a line, and forget the line if that fails.

        An answer that came meanwhile may have been overtaken: then it is shown as it is now.
        """
        key = (table_id, user)
        sent = await whisper.show(screen)
        if sent.taken:
            self._haste.shown(key, screen)
        newest = self._fresh(*key)
        if newest is whisper and not sent.taken:
            self.forget(*key)
        elif newest and newest is not whisper:
            newest.unsure = True
            await self._show_again(table_id, user, newest)
        elif sent.late:
            self.make_up(table_id, user, whisper, screen, sent.late)

    async def _show_again(self, table_id: int, user: int, newest: Whisper) -> None:
        """Show what stands on the newest line, as something older may have landed after it."""
        page = newest.reading
        if page is None:
            with suppress(Gone):
                table = await self._tables.load(table_id)
                self._push(table, self._tables.box(table), user)
            return

        async def show() -> None:
            if self._fresh(table_id, user) is newest:
                await self._show(table_id, user, newest, page)

        self._delivery.want((table_id, user), show, first=True)

    def make_up(self, table: int, user: int, whisper: Whisper, screen: Screen, late: Late) -> None:
        """Show a screen once more that went out without a picture, when that is drawn.

        Unless there is something newer by then, or it could not be drawn.
        """
        key, shown = (table, user), whisper.shown

        async def show() -> None:
            await self._show(table, user, whisper, screen)

        async def made_up() -> None:
            if not await is_drawn(late):
                return
            is_newest = self._fresh(*key) is whisper and whisper.shown == shown
            if is_newest and not self._delivery.is_wanted(key):
                self._delivery.want(key, show, first=True)

        self._background.run(made_up())


def _concerned(before: Table, change: Change) -> tuple[Seat, ...]:
    """Return the seats whose own screen has news for them.

    Nobody's when a lesson is left: that is answered, and the same message may show the next one.
    """
    after = change.table
    if after.is_lesson:  # without a board, the own screen tells all
        return () if after.phase == "closed" else tuple(range(len(after.players)))
    if after.phase == before.phase == "playing":
        asked = _asked(after) - _asked(before)
        news = {seat for _, seat in asked}.union(*(event.to or () for event in change.events))
        computers = _waiting_for_computers(before, change) | _played_for(before, change)
        return tuple(sorted(news | computers))
    if after.phase != before.phase and {"playing", "closed"} & {before.phase, after.phase}:
        return tuple(range(len(after.players)))
    return ()


def _waiting_for_computers(before: Table, change: Change) -> set[Seat]:
    """Return who waits while a computer has moved: their own screens tell what it did."""
    seats = (entered.seat for entered in change.given if isinstance(entered, ActRecord))
    if all(before.players[seat].user for seat in seats):
        return set()
    asked = {prompt.seat for prompt in change.table.prompts}
    return {seat for seat in range(len(before.players)) if seat not in asked}


def _played_for(before: Table, change: Change) -> set[Seat]:
    """Return whose time was up, now that the computer has played: no screen asks them still."""
    seats = (entered.seat for entered in change.given if isinstance(entered, ActRecord))
    prompts = {seat: before.prompt_of(seat) for seat in seats}
    return {
        seat
        for seat, prompt in prompts.items()
        if prompt and before.players[seat].is_overdue_for(prompt)
    }


def _asked(table: Table) -> set[tuple[int, Seat]]:
    """Return the decisions that people who are here may answer now, with their seats.

    Whoever's time has run out may, too, before the computer does.
    """
    asked = ((prompt.decision, prompt.seat) for prompt in table.prompts)
    here = {seat for seat, player in enumerate(table.players) if player.user and not player.away}
    return {(decision, seat) for decision, seat in asked if seat in here}


def _gone(before: Table, after: Table) -> tuple[int, ...]:
    """Return the user ids of those who have lost or given up their seat."""
    seated = {player.user for player in after.players}
    users = (player.user for player in before.players if player.user not in seated)
    return tuple(user for user in users if user)
