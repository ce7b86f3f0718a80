"""The demo: the real bot in a simulated Discord, played in the visitor's browser.

One server, one channel, four people of whom the visitor is one; computer cats take the other seats.
No account, no network, and nothing is kept.
"""

import asyncio
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

import simcord

from bot.config import DEMO_PORT, StartProblem
from bot.demo.live_preview import LivePreview
from bot.demo.simulated import (
    PatientEnv,
    begin_at,
    keep_private_ones_aside,
    only_moved_time,
    speak,
    with_avatar,
    with_emojis,
    world_time,
)
from bot.edge.channels import Channels
from bot.edge.client import CatsClient
from bot.edge.installation import AVATAR
from bot.games.box import Shelf, games_on, offered
from bot.store.store import Store
from bot.tables.showing.welcome import welcome
from bot.text import LANGUAGES, text

PEOPLE = ("Ada", "Ben", "Cleo", "Dan")
COMPUTERS = 3
PATIENCE = 60.0
"""Seconds after which a bot that still works hangs; the visitor's computer may be slow."""
CLOSING = 5.0
"""Seconds for all that runs to finish."""
COMMAND = "python -m bot --demo"
"""What starts it."""
LOCALES = {"en": "en-US", "de": "de"}
"""Discord's name for each language of the catalogues."""


class Demo:
    """A running demo: what stands around the simulated Discord, in the visitor's language."""

    def __init__(self, client: CatsClient, env: simcord.Env, language: str) -> None:
        """Set up the server with its people."""
        self.channels = Channels(client, client.easel)
        self.shelf = offered(client.manager.tables.shelf)
        self.language = language
        self.locales: dict[int, str] = {}
        self.env = env
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel(text(language)("demo-channel"))
        self.people = {
            name: self.guild.add_member(env.create_user(name.lower(), global_name=name))
            for name in PEOPLE
        }
        self.welcome: int | None = None

    @property
    def locale(self) -> str:
        """The language as Discord's locale."""
        return LOCALES[self.language]

    async def choose_language(self, language: str) -> None:
        """Let the server and everybody's client speak `language`, if it is one of ours.

        A table that is open keeps its own language.
        """
        if language not in LANGUAGES:
            return
        self.language = language
        say, backend = text(language), self.env.backend
        for person in self.people.values():
            self.locales[person.id] = self.locale
        backend.edit_bot_profile(say("demo-bot"))
        backend.edit_guild(
            self.guild.id, {"name": say("demo-server"), "preferred_locale": self.locale}
        )
        backend.edit_channel(self.channel.id, {"topic": say("demo-topic")})
        await self.show_welcome()

    async def show_welcome(self) -> None:
        """Post the welcome with a button for each game, or show it in a new language."""
        say = text(self.language)
        told = say("demo-welcome")
        screen = welcome(say("demo-welcome-title"), told, self.language, self.shelf)
        if self.welcome is None:
            posted = await self.channels.post(self.channel.id, screen, "welcome")
            self.welcome = posted.id
        else:
            await self.channels.edit(self.channel.id, self.welcome, screen)

    @property
    def title(self) -> str:
        """The title of all pages."""
        return text(self.language)("demo-title")

    @property
    def skip(self) -> str:
        """What the link past everything older is called."""
        return text(self.language)("demo-skip")

    def bar(self, shown: Sequence[str]) -> str:
        """Return the bar of a page: whose it is, the others, two at once, the languages."""
        say = text(self.language)
        first, *second = shown
        other = second[0] if second else next(one for one in PEOPLE if one != first)
        people = "".join(_link(one, _one(one), not second and one == first) for one in PEOPLE)
        two = _link(say("demo-two"), _two(first, other), bool(second), "demo-side-by-side")
        here = _two(first, other) if second else _one(first)
        languages = "".join(
            _link(say(f"language-{one}"), f"{here}&language={one}", one == self.language)
            for one in LANGUAGES
        )
        who = f"<em>{escape(say('demo-you-are'))}</em>{people}{two}"
        return (
            f'<nav class="demo-bar"><span>{who}</span>'
            f'<span class="demo-languages">{languages}</span></nav>'
        )

    def pane_bar(self, shown: Sequence[str], place: int) -> str:
        """Return the bar above one of two people; who is chosen there changes with that one."""
        mine, other = shown[place], shown[1 - place]

        def pair(one: str) -> str:
            beside = mine if one == other else other
            return _two(one, beside) if place == 0 else _two(beside, one)

        people = "".join(_link(one, pair(one), one == mine) for one in PEOPLE)
        return f'<nav class="demo-bar"><span>{people}</span></nav>'

    def ended(self, port: int) -> str:
        """Return how to start the demo again, so that the pages that are open find it."""
        command = COMMAND if port == DEMO_PORT else " ".join((COMMAND, "--port", str(port)))
        return text(self.language)("demo-ended", command=command)


def _one(name: str) -> str:
    return f"as={quote(name)}"


def _two(left: str, right: str) -> str:
    return f"two={quote(left)},{quote(right)}"


def _link(label: str, query: str, current: bool, kind: str = "") -> str:
    mark = (f' class="{kind}"' if kind else "") + (' aria-current="page"' if current else "")
    return f'<a href="/?{escape(query)}"{mark}>{escape(label)}</a>'


def run(port: int, language: str, shelf: Shelf) -> None:
    """Run the demo of these games until Ctrl-C or SIGTERM ends it; `port` 0 is any free one.

    Raises `StartProblem` if the port is taken.
    """
    asyncio.run(_run(port, language, shelf))


async def _run(port: int, language: str, shelf: Shelf) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        # Windows cannot; there Ctrl-C cancels this task.
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with _bot(shelf) as (client, env):
        demo = Demo(client, env, language)
        undo = speak(env, demo.locales)
        try:
            await demo.choose_language(language)
            async with AsyncExitStack() as stack:
                preview = LivePreview(env, demo.channel, demo.people, port, demo)
                try:
                    live = await stack.enter_async_context(preview)
                except OSError:
                    raise StartProblem("demo-port-taken") from None
                print(text(language)("demo-open", address=live.address), flush=True)
                await _until(stop, live)
        finally:
            undo()


@asynccontextmanager
async def _bot(shelf: Shelf) -> AsyncIterator[tuple[CatsClient, simcord.Env]]:
    """Run the bot in a simulated Discord, on a database that is deleted in the end."""
    with TemporaryDirectory(prefix="cats-demo-") as folder:
        store = await Store.open(f"sqlite:///{Path(folder) / 'cats.db'}", games_on(shelf))
        client = CatsClient(
            store,
            shelf,
            steady=world_time,
            computers=COMPUTERS,
            emojis=False,
            install_settings=False,
        )
        env = PatientEnv(client, PATIENCE)
        begin_at(env, datetime.now(UTC))
        only_moved_time(env)
        keep_private_ones_aside(env)
        try:
            await env.start()
            client.manager.use(with_emojis(env, client.manager.tables.shelf))
            with_avatar(env, AVATAR.read_bytes())
            yield client, env
        finally:
            try:
                with env.time_context(), suppress(TimeoutError):
                    async with asyncio.timeout(CLOSING):
                        await client.close()
                        await env.shutdown()
            finally:
                await store.close()


async def _until(stop: asyncio.Event, live: LivePreview) -> None:
    """Let the preview live until `stop` is set; whatever ends it before is raised."""
    living = asyncio.create_task(live.run())
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait((living, stopping), return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    living.cancel()
    with suppress(asyncio.CancelledError):
        await living
