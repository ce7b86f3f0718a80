"""Twenty tables play at full speed while the process is killed with SIGKILL again and again."""

import asyncio
from asyncio.subprocess import Process
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from msgspec import json

from benchmarks.crowd import Crowd, Person, Plan, controls
from bot.games.game import one_field
from bot.games.registry import GAMES
from bot.text import text
from tests.patience import HANGS, UNHURRIED, until
from tests.survival.books import Books, acts, books, check
from tests.survival.loopback import CHANNEL, Click, Loopback, loopback
from tests.survival.processes import started

KILLS = 20
ANSWERS = 300
"""How many presses are answered at most between two kills."""
TABLES = {"cloaked_cats": 7, "catham_city": 7, "quickpick": 6}
AS_FAST_AS_IT_GOES = {**UNHURRIED, "bot.flood.SECONDS": 0.0}
NOT_MOVED = {
    "catham_city": ("moved-on", "moved-on-board", "not-in-hand", "no-points"),
    "quickpick": ("breath", "hand-is-down", "mime-knows"),
}
"""What may be said to a move that does not count, by keys of the catalogues."""


class Town:
    """The people of all channels."""

    def __init__(self, discord: Loopback) -> None:
        self.discord = discord
        self.crowds: list[Crowd] = []
        self.channels = set[int]()
        for game, tables in TABLES.items():
            plan = Plan(game, tables, people=3, seats=3, think=(0.0, 0.1), text_only=True)
            crowd = Crowd(discord, plan, CHANNEL + len(self.channels))
            self.crowds.append(crowd)
            self.channels |= {party.channel for party in crowd.parties}

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
        async with asyncio.timeout(HANGS), self.playing():
            for crowd in self.crowds:
                await crowd.all_play()

    async def play(self, presses: int, process: Process | None = None) -> None:
        """Let them play until so many presses are answered; a process is killed at that moment."""
        async with self.playing():
            await self._deliver_again()
            await until(lambda: self._answered() >= presses)
            if process:
                process.kill()
                await process.wait()
                await self.discord.offline.wait()

    def _answered(self) -> int:
        presses = [times for crowd in self.crowds for times in crowd.presses or ()]
        return sum(times.acknowledged is not None for times in presses)

    def moves(self) -> list[Click]:
        """Return all presses of moves that were ever made."""
        return [click for click in self.discord.clicks.values() if click.is_move]

    async def _deliver_again(self) -> None:
        """Let the moves arrive once more of which nobody knows what became of them."""
        for click in self.moves():
            if not click.acknowledged.is_set():
                await self.discord.deliver_again(click)


def counted(discord: Loopback) -> list[Click]:
    """Return the moves that were answered, without those that do not count by their answers."""
    says = {game: text("en", GAMES[game].text) for game in NOT_MOVED}
    refusals = [says[game](key) for game, keys in NOT_MOVED.items() for key in keys]
    answers = {}
    for request in discord.requests:
        match request.path.strip("/").split("/"):
            case "interactions", id_, _, "callback":
                answers[int(id_)] = json.encode(request.body).decode()
    return [
        click
        for click in discord.clicks.values()
        if click.is_move
        and click.acknowledged.is_set()
        and not any(refusal in answers[click.id] for refusal in refusals)
    ]


def check_clicks(held: Books, clicks: list[Click]) -> None:
    """Check that the moves are in the books: each once, and what was pressed by whom and where."""
    moved = acts(held)
    for click in clicks:
        _, _, table, decision, path = click.data["custom_id"].split(":", 4)
        field = one_field(value.split("~")[0] for value in click.data.get("values", ()))
        where, act = moved[click.id]
        assert (where.id, where.users[act.seat]) == (int(table), click.user)
        assert (act.decision, act.move) == (int(decision), "/".join(filter(None, (path, field))))
        assert click.id in held.interactions


def boards(discord: Loopback, channel: int) -> set[int]:
    """Return how many boards that can be pressed the tables of a channel have."""
    shown = discord.messages.public(channel).values()
    tables = Counter(table for each in shown for table in {c.table for c in controls(each)})
    return set(tables.values())


async def test_no_move_is_lost_or_made_twice_at_any_table_and_all_play_on(
    tmp_path: Path, database: str
) -> None:
    luck, kills, scored = Random(11), 0, False
    async with loopback() as discord:
        town = Town(discord)
        while kills < KILLS or not scored:
            async with started(discord, tmp_path, AS_FAST_AS_IT_GOES, database) as process:
                if kills == 0:
                    await town.all_play()
                await town.play(luck.randint(1, ANSWERS), process)
            kills += 1
            held = books(database)
            check(held)
            check_clicks(held, counted(discord))
            scored = bool(held.scores)

        async with started(discord, tmp_path, AS_FAST_AS_IT_GOES, database):
            since, moved = discord.id(), set[int]()
            while moved != town.channels:
                await town.play(ANSWERS)
                fresh = [click for click in counted(discord) if click.id > since]
                moved = {int(click.wire["channel_id"]) for click in fresh}
            await until(lambda: all(click.acknowledged.is_set() for click in town.moves()))
            await until(lambda: all(boards(discord, each) == {1} for each in town.channels))
        held = books(database)
        check(held)
        check_clicks(held, counted(discord))
        nonces = [nonce for nonce, _ in discord.posted]
        assert len(set(nonces)) == len(nonces), "a board was posted twice for one version"
    assert " ERROR " not in (tmp_path / "log").read_text()
