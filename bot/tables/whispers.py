"""The private lines to people, by which their own screens are pushed while they are fresh."""

from contextlib import suppress

from bot.games.box import Box
from bot.games.game import Act, Seat
from bot.games.screen import Screen
from bot.store.records import Table
from bot.tables import screens
from bot.tables.background import Background
from bot.tables.change import Change, Gone
from bot.tables.delivery import Delivery
from bot.tables.messenger import Late, Whisper, is_drawn
from bot.tables.playing import waiting
from bot.tables.tables import Tables

REMEMBERED = 1024
"""Sentences that are taken away some time."""
FRESH = 14 * 60.0
"""Seconds for which an interaction token is used (Discord takes it for 15 minutes)."""


class Whispers:
    """The newest private line to each person at each table; they live in memory only."""

    def __init__(self, tables: Tables, background: Background, delivery: Delivery) -> None:
        """Show the people at these tables what they alone may see, by this queue."""
        self._tables = tables
        self._background = background
        self._delivery = delivery
        self._newest: dict[tuple[int, int], Whisper] = {}
        """The one that was remembered last comes last."""
        self._passing: dict[tuple[int, int], Whisper] = {}
        """The last sentence to each person that the next press takes away."""

    def sweep(self, table: int, user: int, passing: Whisper | None) -> None:
        """Take away what was said in passing to a person who presses or gets something else there.

        Else such sentences pile up below a board, push it out of sight and are no longer true.
        `passing`: the line of such a sentence that answers this press.
        """
        former = self._passing.pop((table, user), None)
        if passing:
            self._passing[table, user] = passing
            if len(self._passing) > REMEMBERED:
                del self._passing[next(iter(self._passing))]
        if former and not self._is_old(former):
            self._background.run(former.retire())

    def remember(self, table: int, user: int, whisper: Whisper) -> None:
        """Keep a person's newest private line; one that shows their own screen is preferred."""
        self._forget_old()
        known = self._fresh(table, user)
        if whisper.own or known is None or not known.own:
            self._newest.pop((table, user), None)
            self._newest[table, user] = whisper
        if whisper.own and known and known.own:
            self._background.run(self._retire(known, whisper))

    async def _retire(self, former: Whisper, newest: Whisper) -> None:
        """Take an older copy of the own screen away, if there is one.

        Else copies pile up, and whoever scrolls back presses what is long past.
        """
        here, there = await former.message(), await newest.message()
        if here and there and here != there:
            await former.retire()

    def forget(self, table: int, user: int) -> None:
        """Drop the line to a person at a table, because its message shows something else now."""
        self._newest.pop((table, user), None)

    def _fresh(self, table: int, user: int) -> Whisper | None:
        whisper = self._newest.get((table, user))
        return None if whisper is None or self._is_old(whisper) else whisper

    def _is_old(self, whisper: Whisper) -> bool:
        return self._tables.now() - whisper.at > FRESH

    def _forget_old(self) -> None:
        while self._newest and self._is_old(next(iter(self._newest.values()))):
            del self._newest[next(iter(self._newest))]

    def told(self, table: Table, box: Box, user: int) -> bool:
        """Show a person their own screen if there is a fresh line to them; tell if so."""
        if self._fresh(table.id, user) is None:
            return False
        self._push(table, box, user)
        return True

    def push(self, before: Table, change: Change, box: Box, told: int | None) -> None:
        """Show their own screens to those who have news, or to all when the phase changes.

        News is to be asked for something, or what happened for that seat's eyes alone. Whoever does
        not sit here any more is told so, too, in place of the own screen, and the line to them is
        dropped. What was said to them in passing goes, as it spoke of what is over. `told` is whom
        the answer to a click tells already.
        """
        after = change.table
        for seat in _concerned(before, change):
            user = after.players[seat].user
            if not user or user == told:
                continue
            self.sweep(after.id, user, None)
            whisper = self._fresh(after.id, user)
            if whisper and (whisper.own or after.phase != "closed"):
                self._push(after, box, user)
        for user in _gone(before, after):
            whisper = self._fresh(after.id, user)
            self._newest.pop((after.id, user), None)
            if whisper and whisper.own and user != told:
                self._push(after, box, user, whisper)

    def _push(self, table: Table, box: Box, user: int, last: Whisper | None = None) -> None:
        """Show a person the own screen, by the newest line there is then, or by this last one."""

        async def show() -> None:
            whisper = last or self._fresh(table.id, user)
            if whisper is not None:
                screen = screens.own(table, box, user, whisper.language)
                if screen.quiet:
                    await whisper.retire()
                else:
                    await self._show(table.id, user, whisper, screen)

        self._delivery.want((table.id, user), show, first=True)

    async def _show(self, table_id: int, user: int, whisper: Whisper, screen: Screen) -> None:
        """Show a screen by a line, and forget the line if that fails.

        An answer that came meanwhile may have been overtaken: then it is shown as it is now.
        """
        key = (table_id, user)
        sent = await whisper.show(screen)
        newest = self._newest.get(key)
        if newest is whisper and not sent.taken:
            del self._newest[key]
        elif newest and newest is not whisper:
            with suppress(Gone):
                table = await self._tables.load(table_id)
                self._push(table, self._tables.box(table), user)
        elif sent.late:
            self.make_up(table_id, user, whisper, screen, sent.late)

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
            is_newest = self._newest.get(key) is whisper and whisper.shown == shown
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
        return tuple(sorted(news | _waiting_for_computers(before, change)))
    if after.phase != before.phase and {"playing", "closed"} & {before.phase, after.phase}:
        return tuple(range(len(after.players)))
    return ()


def _waiting_for_computers(before: Table, change: Change) -> set[Seat]:
    """Return who waits while a computer has moved: their own screens tell what it did."""
    seats = (entered.seat for entered in change.given if isinstance(entered, Act))
    if all(before.players[seat].user for seat in seats):
        return set()
    asked = {prompt.seat for prompt in change.table.prompts}
    return {seat for seat in range(len(before.players)) if seat not in asked}


def _asked(table: Table) -> set[tuple[int, Seat]]:
    """Return the decisions that people owe now, with their seats."""
    owing = waiting(table)
    return {(prompt.decision, prompt.seat) for prompt in owing if prompt.seat is not None}


def _gone(before: Table, after: Table) -> tuple[int, ...]:
    """Return the user ids of those who have lost or given up their seat."""
    seated = {player.user for player in after.players}
    users = (player.user for player in before.players if player.user not in seated)
    return tuple(user for user in users if user)
