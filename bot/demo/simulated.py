"""The simulated Discord as the demo and the tests' bench need it: what simcord lacks of Discord.

simcord is pinned to one version in `pyproject.toml`: its private names are used here.
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

from bot.demo.client_page import LOOKS, WORDS, patched, worded
from bot.discord_adapter.emojis import EmojiSource, signs_of
from bot.engine.box import GameRegistry
from bot.i18n import match_language, text

NO_DELAY = 0.001
"""Seconds up to which a timer counts as "at once"."""
IDLE = 0.001
"""Seconds between two looks at a working bot; simcord's 0.05 makes up most of a click."""
PAGE = Path(__file__).parent / "page"
"""Our own styles and scripts for simcord's page."""


class PatientEnv(simcord.Env):
    """simcord's world, which gives the bot as many real seconds to come to rest as it is told."""

    def __init__(self, bot: discord.Client, patience: float) -> None:
        """Prepare a world; nobody waits longer than `patience` seconds for the bot."""
        super().__init__(bot, settle_timeout=patience)

    async def _settle_internal(self, **arguments: Any) -> None:
        """Wait until the bot rests; simcord itself gives one that starts five seconds."""
        await super()._settle_internal(**{**arguments, "idle": IDLE, "timeout": None})


def only_moved_time(env: simcord.Env) -> None:
    """Let the bot's timers run out by `Env.advance_time` alone, never by the wall clock.

    Otherwise each click waits for every timer that is about to run out. To be called before the
    bot is started.
    """
    inside: Any = env
    schedule_for_real = inside._schedule_timer

    def schedule(record: Any, *arguments: Any) -> None:
        if record.when - inside._virtual_time <= NO_DELAY:
            schedule_for_real(record, *arguments)

    inside._schedule_timer = schedule


def keep_private_ones_aside(env: simcord.Env) -> None:
    """Let no private message count as its channel's newest: Discord keeps none of them there."""
    backend: Any = env.backend
    commit = backend.commit_message

    def committed(message: Any, **arguments: Any) -> Any:
        channel = backend.get_channel(message.channel_id)
        newest = channel.last_message_id
        made = commit(message, **arguments)
        if made.is_ephemeral:
            channel.last_message_id = newest
        return made

    backend.commit_message = committed


async def kill(env: simcord.Env) -> None:
    """Take the bot away in the middle of what it does; Discord stays. For `Env.restart_bot`."""
    inside: Any = env
    await inside._detach_bot()


def click(
    env: simcord.Env, guild: int | None, channel: int, user: int, wire: Any, data: dict[str, Any]
) -> tuple[Any, Any]:
    """Return the interaction of a press that is ready to be emitted: its record, its payload.

    `wire` is the message as Discord shows it, or showed it before; `data` is what is pressed there:
    https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-data
    """
    record, payload = interactions.base_payload(
        env.backend,
        type=InteractionType.MESSAGE_COMPONENT,
        channel_id=channel,
        guild_id=guild,
        user_id=user,
        data=data,
    )
    record.source_message_id = int(wire["id"])
    return record, {**payload, "message": wire}


def world_time() -> float:
    """Return the time of the world that the caller's code runs in; there nobody sets the clock."""
    return discord.utils.utcnow().timestamp()


def begin_at(env: simcord.Env, moment: datetime) -> None:
    """Set the simulated clock. To be called before the bot is started."""
    env.backend.clock._epoch = moment


def with_emojis(env: simcord.Env, shelf: GameRegistry) -> GameRegistry:
    """Return the games with their signs as emojis of the simulated application.

    The bot cannot upload them itself: simcord throws the images away.
    """
    backend = env.backend

    def create(sign: EmojiSource) -> str:
        emoji = backend.create_application_emoji(sign.name)
        backend.cdn._blobs[f"{CDN_BASE}/emojis/{emoji.id}.png"] = sign.image
        return f"<:{emoji.name}:{emoji.id}>"

    return {
        game: replace(box, emojis={sign.stem: create(sign) for sign in signs_of(box)})
        for game, box in shelf.items()
    }


def with_avatar(env: simcord.Env, image: bytes) -> None:
    """Give the simulated bot a picture of itself."""
    backend = env.backend
    backend.bot_user.avatar = "avatar"
    blobs = backend.cdn._blobs
    blobs[f"{CDN_BASE}/avatars/{backend.bot_user.id}/{backend.bot_user.avatar}.png"] = image


def speak(env: simcord.Env, locales: Mapping[int, str]) -> Callable[[], None]:
    """Give each click the client language of its user, by user id; English for all others.

    Returns what undoes it.
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


class ClientLike(PreviewServer):
    """simcord's server, with pages like Discord's client in the language of the preview."""

    async def _static(self, request: web.Request) -> web.Response:
        response: web.Response = await super()._static(request)
        path = request.path
        if path == "/preview.css":
            response.text = f"{response.text}{(PAGE / 'client.css').read_text(encoding='utf-8')}"
        elif path in LOOKS or path in WORDS:
            say = text(match_language(self.preview.locale))
            looks = patched(response.text or "", LOOKS.get(path, ()))
            response.text = worded(looks, WORDS.get(path, ()), say)
        return response
