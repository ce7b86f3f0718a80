"""The server of the demo: the real bot in a simulated Discord, one channel, four people."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

import simcord

from bot.demo.scenario import PEOPLE
from bot.demo.simulated import (
    PatientEnv,
    begin_at,
    keep_private_ones_aside,
    kill,
    only_moved_time,
    speak,
    with_avatar,
    with_emojis,
    world_time,
)
from bot.discord_adapter.application_setup import AVATAR
from bot.discord_adapter.channels import Channels
from bot.discord_adapter.client import CatsClient
from bot.engine.box import GameRegistry, games_on, offered
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from bot.presenters.welcome import welcome
from bot.storage.store import Store

COMPUTERS = 3
PATIENCE = 60.0
"""Seconds after which a bot that still works hangs; the visitor's computer may be slow."""
CLOSING = 5.0
"""Seconds for all that runs to finish."""
LOCALES = {"en": "en-US", "de": "de"}
"""Discord's name for each language of the catalogues."""


class Stage:
    """A server with the bot, its people and a channel, in one language. Made by `stage`."""

    def __init__(self, client: CatsClient, env: simcord.Env, database: str, language: str) -> None:
        """Set up the server with its people; the bot runs there already."""
        self.client = client
        self.env = env
        self.database = database
        self.shelf = with_emojis(env, client.services.tables.shelf)
        client.services.use(self.shelf)
        with_avatar(env, AVATAR.read_bytes())
        self.language = language
        self.locales: dict[int, str] = {}
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel(text(language)("demo-channel"))
        self.people = {
            name: self.guild.add_member(env.create_user(name.lower(), global_name=name))
            for name in PEOPLE
        }
        self.welcome: int | None = None
        self._fresh_seed: Callable[[], bytes] | None = None

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
        screen = welcome(say("demo-welcome-title"), told, self.language, offered(self.shelf))
        channels = Channels(self.client, self.client.renderer)
        if self.welcome is None:
            posted = await channels.post(self.channel.id, screen, "welcome")
            self.welcome = posted.id
        else:
            await channels.edit(self.channel.id, self.welcome, screen)

    def deal_from(self, fresh_seed: Callable[[], bytes]) -> None:
        """Let all deals from now on come from these seeds, and with them the computers' luck.

        Whoever can do that runs the bot's code by themselves: no setting, no command and nobody on
        Discord can. A bot that serves draws each seed from the system (`Lobby.fresh_seed`).
        """
        self._fresh_seed = fresh_seed
        self.client.services.lobby.fresh_seed = fresh_seed

    async def restart(self) -> None:
        """Kill the bot and start it on its database; Discord keeps all that it shows."""
        with self.env.time_context():
            await kill(self.env)
            await self.client.store.close()
            self.client = await _client(self.database, self.shelf)
            await self.env.restart_bot(self.client)
        self.client.services.use(self.shelf)
        if self._fresh_seed:
            self.deal_from(self._fresh_seed)


@asynccontextmanager
async def stage(language: str, shelf: GameRegistry = GAMES) -> AsyncIterator[Stage]:
    """Run the bot in a simulated Discord, on a database that is deleted in the end."""
    with TemporaryDirectory(prefix="cats-demo-") as folder:
        database = f"sqlite:///{Path(folder) / 'cats.db'}"
        client = await _client(database, shelf)
        env = PatientEnv(client, PATIENCE)
        begin_at(env, datetime.now(UTC))
        only_moved_time(env)
        keep_private_ones_aside(env)
        try:
            await env.start()
            made = Stage(client, env, database, language)
            undo = speak(env, made.locales)
            try:
                await made.choose_language(language)
                yield made
            finally:
                undo()
        finally:
            await _close(env)


async def _client(database: str, shelf: GameRegistry) -> CatsClient:
    store = await Store.open(database, games_on(shelf))
    return CatsClient(
        store,
        shelf,
        steady=world_time,
        computers=COMPUTERS,
        emojis=False,
        install_settings=False,
    )


async def _close(env: simcord.Env) -> None:
    client = cast(CatsClient, env.bot)
    try:
        with env.time_context(), suppress(TimeoutError):
            async with asyncio.timeout(CLOSING):
                await client.close()
                await env.shutdown()
    finally:
        await client.store.close()
