"""Tables whose people play as fast as it goes, whatever becomes of the bot."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import takewhile
from time import monotonic

from benchmarks.crowd import NOT_NOW, Crowd, Party, Person, Plan, controls
from bot.engine.moves import join_values
from bot.games.registry import GAMES
from bot.i18n import text
from tests.forked import Forked
from tests.patience import HANG_TIMEOUT_SECONDS, until
from tests.survival.books import Books, acts
from tests.survival.loopback import CHANNEL, Click, Loopback

TABLES = {"cloaked_cats": 2, "catham_city": 1, "quickpick": 1, "who_barked": 1}
THOROUGH_TABLES = {"cloaked_cats": 2, "catham_city": 2, "quickpick": 2, "who_barked": 1}
"""How many tables play each game; the second with `--thorough`."""
USUAL_PEOPLE = 3
"""How many play at a table, unless the game needs more."""
NOT_MOVED = {
    "catham_city": ("moved-on", "moved-on-board", "not-in-hand", "no-points"),
    "quickpick": ("breath", "hand-is-down", "mime-knows", "too-late", "too-late-nobody"),
}
"""What may be said to a move that does not count, by keys of the games' catalogues."""
NAMED = {"guesser": "\0", "mask": "\0"}
"""Stands for what differs from one such sentence to the next."""


def _refusals() -> Iterator[str]:
    yield from NOT_NOW
    yield text("en")("old-button")
    yield text("en")("went-wrong", code="\0").split("\0")[0]
    for game, keys in NOT_MOVED.items():
        say = text("en", GAMES[game].text)
        for key in keys:
            yield max(say(key, **NAMED).split("\0"), key=len)


REFUSALS = tuple(_refusals())


class Town:
    """The people of all channels."""

    def __init__(
        self, discord: Loopback, thorough: bool, think: tuple[float, float] = (0.0, 0.1)
    ) -> None:
        """Let everybody think for so many seconds, at least and at most, before each press."""
        self.discord = discord
        self.crowds: list[Crowd] = []
        self._parties: dict[int, Party] = {}
        for game, tables in (THOROUGH_TABLES if thorough else TABLES).items():
            people = max(USUAL_PEOPLE, GAMES[game].game.seats[0])
            plan = Plan(game, tables, people, seats=people, think=think, text_only=True)
            crowd = Crowd(discord, plan, CHANNEL + len(self._parties))
            self.crowds.append(crowd)
            self._parties |= {party.channel: party for party in crowd.parties}

    @property
    def channels(self) -> set[int]:
        return {*self._parties}

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Let them play; at the end all stop at once, whatever they wait for."""
        for crowd in self.crowds:
            crowd.presses = []
        lives = [
            asyncio.create_task(Person(crowd, party, number).live())
            for crowd in self.crowds
            for party in crowd.parties
            for number in range(crowd.plan.people)
        ]
        try:
            yield
        finally:
            for life in lives:
                life.cancel()
            ends = await asyncio.gather(*lives, return_exceptions=True)
        assert all(isinstance(end, asyncio.CancelledError) for end in ends), ends

    async def all_play(self) -> None:
        """Let them open tables, sit down and deal, and stop when a game runs in each channel."""
        async with self.playing():
            try:
                async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
                    for crowd in self.crowds:
                        await crowd.all_play()
            except TimeoutError:
                parties = self._parties.items()
                waiting = [channel for channel, of in parties if not of.playing.is_set()]
                raise AssertionError("\n".join(map(self._describe_channel, waiting))) from None

    async def play(self, presses: int, process: Forked | None = None) -> None:
        """Let them play until so many presses are answered; a process is killed at that moment."""
        async with self.playing():
            await self.deliver_again()
            await until(lambda: self._answered() >= presses)
            if process:
                process.kill()
                await process.wait()
                await self.discord.offline.wait()

    async def wait_for_moves_everywhere(self) -> float:
        """Wait until a move has counted at each table that is pressed from now on.

        Returns how many seconds that takes.
        """
        began, since, lame = monotonic(), self.discord.id(), self.channels
        while lame:
            await asyncio.sleep(0.1)
            newest = reversed(self.discord.clicks.values())
            fresh = takewhile(lambda click: click.id > since, newest)
            there = (click for click in fresh if int(click.wire["channel_id"]) in lame)
            lame -= {int(click.wire["channel_id"]) for click in there if is_counted_move(click)}
            if monotonic() - began > HANG_TIMEOUT_SECONDS:
                raise AssertionError("\n".join(map(self._describe_channel, lame)))
        return monotonic() - began

    async def wait_for_boards(self) -> None:
        """Wait until each table has one board that can be pressed."""
        wrong: list[int] = []

        def is_right() -> bool:
            wrong[:] = [each for each in self.channels if boards(self.discord, each) != {1}]
            return not wrong

        try:
            await until(is_right)
        except TimeoutError:
            raise AssertionError("\n".join(map(self._describe_channel, wrong))) from None

    def _describe_channel(self, channel: int) -> str:
        """Tell what could be pressed in a channel, and what came of the last clicks there."""
        board = [f"{c.kind}:{c.table}:{c.what}" for c in self._parties[channel].board()]
        clicks = (c for c in self.discord.clicks.values() if int(c.wire["channel_id"]) == channel)
        last = [(c.user, c.data.get("custom_id"), c.said[:200]) for c in clicks][-12:]
        return f"channel {channel}: {board}, {last}"

    def _answered(self) -> int:
        presses = [times for crowd in self.crowds for times in crowd.presses or ()]
        return sum(times.acknowledged is not None for times in presses)

    def moves(self) -> list[Click]:
        return [click for click in self.discord.clicks.values() if click.is_move]

    async def deliver_again(self) -> None:
        """Let the moves arrive once more of which nobody knows what became of them."""
        for click in self.moves():
            if not click.acknowledged.is_set():
                await self.discord.deliver_again(click)


def is_counted_move(click: Click) -> bool:
    """Tell whether a click is a move that was answered, and with no refusal."""
    if not click.is_move or not click.acknowledged.is_set():
        return False
    return not any(refusal in click.said for refusal in REFUSALS)


def list_counted_moves(discord: Loopback) -> list[Click]:
    return [click for click in discord.clicks.values() if is_counted_move(click)]


def check_clicks(held: Books, clicks: list[Click]) -> None:
    """Check that the moves are in the books: each once, and what was pressed by whom and where.

    Of two presses of a button, the one that came second is answered like the other, and is in no
    book.
    """
    moved = acts(held)
    first = {
        (where.id, where.users[act.seat], act.decision, act.move): click
        for click, (where, act) in moved.items()
    }
    for click in clicks:
        _, _, table, decision, path = click.data["custom_id"].split(":", 4)
        field = join_values(value.split("~")[0] for value in click.data.get("values", ()))
        made = (int(table), click.user, int(decision), "/".join(filter(None, (path, field))))
        assert made in first, (click.kind, click.data, click.said)
        assert first[made] in held.interactions


def boards(discord: Loopback, channel: int) -> set[int]:
    shown = discord.messages.public(channel).values()
    tables = Counter(table for each in shown for table in {c.table for c in controls(each)})
    return set(tables.values())
