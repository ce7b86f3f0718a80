"""Adapts simcord, a library that simulates Discord, for the demo and the tests.

This module uses private names of simcord, so `pyproject.toml` pins it to one version.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import discord
import simcord
from aiohttp import web
from msgspec.structs import replace
from simcord import interactions
from simcord.backend.cdn import CDN_BASE
from simcord.enums import InteractionType
from simcord.preview._server import PreviewServer

from bot.demo.client_page import CODE_PATCHES, WORD_PATCHES, apply_patches, translate_words
from bot.discord_adapter.emojis import EmojiSource, read_signs
from bot.engine.package import GameRegistry
from bot.i18n import match_language, text

MAX_IMMEDIATE_SECONDS = 0.001
"""The length of the longest timer that still runs in real time, in seconds.

With `use_simulated_timers`, longer timers wait for the simulated clock.
"""
IDLE_CHECK_SECONDS = 0.001
"""The time between two checks whether the bot has nothing to do, in seconds.

simcord's default of 0.05 would make up most of the time that a click takes.
"""
PAGE_FOLDER = Path(__file__).parent / "page"
"""The folder of the styles and scripts that the demo adds to the simulated Discord's page."""


class PatientEnv(simcord.Env):
    """A simulated Discord whose creator sets how long to wait for the bot."""

    def __init__(self, bot: discord.Client, timeout_seconds: float) -> None:
        """Create a simulated Discord for a bot.

        Args:
            bot: The bot that connects to it.
            timeout_seconds: The maximum real time to wait until the bot has nothing to do.
        """
        super().__init__(bot, settle_timeout=timeout_seconds)

    async def _settle_internal(self, **arguments: Any) -> None:
        """Wait until the bot has nothing to do, at most for the time given to the constructor.

        A timeout in `arguments` is ignored, because simcord allows only five seconds for the bot's
        start.
        """
        await super()._settle_internal(**{**arguments, "idle": IDLE_CHECK_SECONDS, "timeout": None})


def use_simulated_timers(env: simcord.Env) -> None:
    """Make the bot's timers depend on the simulated clock, which only `Env.advance_time` moves.

    With real timers, each click would wait for every timer that is about to run out. Call this
    function before the bot starts.
    """
    inside: Any = env
    schedule_for_real = inside._schedule_timer

    def schedule(record: Any, *arguments: Any) -> None:
        if record.when - inside._virtual_time <= MAX_IMMEDIATE_SECONDS:
            schedule_for_real(record, *arguments)

    inside._schedule_timer = schedule


def exclude_ephemeral_messages(env: simcord.Env) -> None:
    """Make the simulated Discord ignore ephemeral messages as the last message of a channel.

    The real Discord does so, too. An ephemeral message is one that only one person sees.
    """
    backend: Any = env.backend
    commit = backend.commit_message

    def commit_message(message: Any, **arguments: Any) -> Any:
        channel = backend.get_channel(message.channel_id)
        newest = channel.last_message_id
        committed = commit(message, **arguments)
        if committed.is_ephemeral:
            channel.last_message_id = newest
        return committed

    backend.commit_message = commit_message


async def kill_bot(env: simcord.Env) -> None:
    """Stop the bot abruptly, as a crash does.

    The simulated Discord keeps running. `Env.restart_bot` then starts another bot.
    """
    inside: Any = env
    await inside._detach_bot()


def make_click(
    env: simcord.Env,
    guild: int | None,
    channel: int,
    user: int,
    message_payload: Any,
    data: dict[str, Any],
) -> tuple[Any, Any]:
    """Create the interaction that Discord sends when a person presses a button or uses a menu.

    Args:
        env: The simulated Discord.
        guild: The id of the server. None means a direct message.
        channel: The id of the channel.
        user: The id of the person.
        message_payload: The message with the button, as JSON, in its present or an earlier version.
        data: The interaction's data:
            https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-data

    Returns:
        simcord's record of the interaction, and the payload to send to the bot.
    """
    record, payload = interactions.base_payload(
        env.backend,
        type=InteractionType.MESSAGE_COMPONENT,
        channel_id=channel,
        guild_id=guild,
        user_id=user,
        data=data,
    )
    record.source_message_id = int(message_payload["id"])
    return record, {**payload, "message": message_payload}


def get_world_time() -> float:
    """Return the simulated time in seconds since 1970.

    Outside of a simulation, it is the real time.
    """
    return discord.utils.utcnow().timestamp()


def set_clock(env: simcord.Env, time: datetime) -> None:
    """Set the time at which the simulated clock starts.

    Call this function before the bot starts.
    """
    env.backend.clock._epoch = time


def add_emojis(env: simcord.Env, registry: GameRegistry) -> GameRegistry:
    """Add the games' signs (small images for texts and buttons) as emojis of the simulated bot.

    The bot cannot upload the signs itself, because simcord drops the images.

    Returns:
        The games, with the emojis added.
    """
    backend = env.backend

    def create(sign: EmojiSource) -> str:
        emoji = backend.create_application_emoji(sign.name)
        backend.cdn._blobs[f"{CDN_BASE}/emojis/{emoji.id}.png"] = sign.image
        return f"<:{emoji.name}:{emoji.id}>"

    return {
        game: replace(
            package, emojis={sign.file_stem: create(sign) for sign in read_signs(package)}
        )
        for game, package in registry.items()
    }


def set_avatar(env: simcord.Env, image: bytes) -> None:
    """Set the avatar of the simulated bot, which its messages show.

    Args:
        env: The simulated Discord.
        image: The content of a PNG file.
    """
    backend = env.backend
    backend.bot_user.avatar = "avatar"
    blobs = backend.cdn._blobs
    blobs[f"{CDN_BASE}/avatars/{backend.bot_user.id}/{backend.bot_user.avatar}.png"] = image


def set_client_locales(env: simcord.Env, locales: Mapping[int, str]) -> Callable[[], None]:
    """Set the language of each person's Discord client.

    Discord sends this language to the bot with each interaction, such as a click. Interactions on a
    server also get the server's language.

    Args:
        env: The simulated Discord.
        locales: The locales by the ids of users. Later changes to the mapping take effect. All
            other users have English.

    Returns:
        A function that undoes this change.
    """
    original = interactions.base_payload

    def base_payload(backend: Any, **arguments: Any) -> Any:
        record, payload = original(backend, **arguments)
        if backend is env.backend:
            payload["locale"] = locales.get(arguments["user_id"], "en-US")
            if arguments["guild_id"] is not None:
                guild = backend.get_guild(arguments["guild_id"])
                payload["guild_locale"] = guild.preferred_locale
        return record, payload

    interactions.base_payload = base_payload

    def undo() -> None:
        interactions.base_payload = original

    return undo


def skip_picture_checks(preview: Any) -> None:
    """Make the simulated Discord's page show pictures without checking them first.

    The check takes half a second for each picture.
    """

    async def prepare(context: str | None, picture: str, **_: Any) -> tuple[str, bytes, str]:
        _page, record, data = preview._authorized_asset(context, picture)
        return record.contentType, data, record.filename

    preview._prepare_asset = prepare


class ClientLikeServer(PreviewServer):
    """Serves the simulated Discord's web page with the look and language of Discord's client."""

    async def _static(self, request: web.Request) -> web.Response:
        response: web.Response = await super()._static(request)
        path = request.path
        if path == "/preview.css":
            response.text = (
                f"{response.text}{(PAGE_FOLDER / 'client.css').read_text(encoding='utf-8')}"
            )
        elif path in CODE_PATCHES or path in WORD_PATCHES:
            say = text(match_language(self.preview.locale))
            code = apply_patches(response.text or "", CODE_PATCHES.get(path, ()))
            response.text = translate_words(code, WORD_PATCHES.get(path, ()), say)
        return response
