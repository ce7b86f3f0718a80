"""Sets up the demo's server in a simulated Discord: the real bot, a channel and some people."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

import discord
import simcord

from bot.common.timings import Timings
from bot.demo import simulated
from bot.demo.scenario import DEFAULT_PEOPLE, PERSON_NAMES
from bot.discord_adapter.application_setup import AVATAR_FILE
from bot.discord_adapter.channels import ChannelMessenger
from bot.discord_adapter.client import CatsClient, ClientOptions
from bot.engine.package import GameRegistry, extract_games, find_offered_games
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from bot.presenters.welcome import render_welcome
from bot.storage.store import Store

COMPUTER_PLAYERS = 3
"""The number of computer players that a new table in the demo has."""
SETTLE_TIMEOUT_SECONDS = 60.0
"""How long to wait until the bot has nothing to do. The visitor's computer may be slow."""
CLOSE_TIMEOUT_SECONDS = 5.0
"""How long the bot may finish its work when the demo closes."""
DISCORD_LOCALES = {"en": "en-US", "de": "de"}


class Stage:
    """The demo's server in a simulated Discord, with the bot, some people and a channel."""

    def __init__(
        self, client: CatsClient, env: simcord.Env, database: str, language: str, people: int
    ) -> None:
        """Create the server and the first of `PERSON_NAMES` there, of whom one manages the server.

        The bot runs already.
        """
        self.client = client
        self.env = env
        self.database = database
        self.registry = simulated.add_emojis(env, client.services.registry)
        client.services.replace_games(self.registry)
        simulated.set_avatar(env, AVATAR_FILE.read_bytes())
        self.language = language
        self.locales: dict[int, str] = {}
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel(text(language)("demo-channel"))
        self.people = {
            name: self.guild.add_member(env.create_user(name.lower(), global_name=name))
            for name in PERSON_NAMES[:people]
        }
        manager = next(iter(self.people.values()))
        name = text(language)("demo-role")
        role = self.guild.create_role(name, permissions=discord.Permissions(manage_guild=True))
        env.backend.add_member_role(self.guild.id, manager.id, role.id)
        self.welcome: int | None = None
        self._make_seed: Callable[[], bytes] | None = None

    @property
    def locale(self) -> str:
        """The server's language as a Discord locale, such as "en-US"."""
        return DISCORD_LOCALES[self.language]

    async def choose_language(self, language: str) -> None:
        """Set the language of the server and of everybody's client, if it is one of `LANGUAGES`.

        Tables that are open keep their language.
        """
        if language not in LANGUAGES:
            return
        self.language = language
        say, backend = text(language), self.env.backend
        for person in self.people.values():
            self.locales[person.id] = self.locale
        backend.edit_bot_profile(say("demo-bot"))
        server = {"name": say("demo-server"), "preferred_locale": self.locale}
        backend.edit_guild(self.guild.id, server)
        backend.edit_channel(self.channel.id, {"topic": say("demo-topic")})
        await self.show_welcome()

    async def show_welcome(self) -> None:
        """Post the message that welcomes the visitor, or translate it if it is there."""
        say = text(self.language)
        told = say("demo-welcome")
        screen = render_welcome(
            say("demo-welcome-title"), told, self.language, find_offered_games(self.registry)
        )
        channels = ChannelMessenger(self.client, self.client.renderer)
        if self.welcome is None:
            posted = await channels.post(self.channel.id, screen, "welcome")
            self.welcome = posted.id
        else:
            await channels.edit(self.channel.id, self.welcome, screen)

    def use_seeds(self, make_seed: Callable[[], bytes]) -> None:
        """Take the seed of each new game from a function, to make deals repeatable.

        A real bot gets each seed from the operating system (`Lobbies.make_seed`). No setting and no
        command calls this method.
        """
        self._make_seed = make_seed
        self.client.services.lobby.make_seed = make_seed

    async def restart(self) -> None:
        """Kill the bot, as a crash does, and start it again on its database."""
        with self.env.time_context():
            await simulated.kill_bot(self.env)
            await self.client.store.close()
            self.client = await _create_client(self.database, self.registry)
            await self.env.restart_bot(self.client)
        self.client.services.replace_games(self.registry)
        if self._make_seed:
            self.use_seeds(self._make_seed)


@asynccontextmanager
async def open_stage(
    language: str, registry: GameRegistry = GAMES, people: int = DEFAULT_PEOPLE
) -> AsyncIterator[Stage]:
    """Run the bot on a temporary database in a simulated Discord until the block ends."""
    with TemporaryDirectory(prefix="cats-demo-") as folder:
        database = f"sqlite:///{Path(folder) / 'cats.db'}"
        client = await _create_client(database, registry)
        env = simulated.PatientEnv(client, SETTLE_TIMEOUT_SECONDS)
        simulated.set_clock(env, datetime.now(UTC))
        simulated.exclude_ephemeral_messages(env)
        simulated.correct_threads(env)
        try:
            await env.start()
            stage = Stage(client, env, database, language, people)
            undo = simulated.set_client_locales(env, stage.locales)
            try:
                await stage.choose_language(language)
                yield stage
            finally:
                undo()
        finally:
            await _close(env)


async def _create_client(database: str, registry: GameRegistry) -> CatsClient:
    store = await Store.open(database, extract_games(registry))
    options = ClientOptions(
        steady=simulated.get_world_time,
        computers=COMPUTER_PLAYERS,
        emojis=False,
        install_settings=False,
        # A puzzle is made when the visitor opens it, as each click waits for all of the bot's work.
        timings=Timings(between_puzzles=None),
    )
    return CatsClient(store, registry, options=options)


async def _close(env: simcord.Env) -> None:
    """Let the bot finish its work, then close the bot, the simulated Discord and the database."""
    client = cast(CatsClient, env.bot)
    try:
        with env.time_context(), suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_TIMEOUT_SECONDS):
                await client.close()
                await env.shutdown()
    finally:
        await client.store.close()
