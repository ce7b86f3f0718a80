"""Adapts simcord, a library that simulates Discord, for the demo and the tests.

This module uses private names of simcord, so `pyproject.toml` pins it to one version.
"""

import asyncio
import copy
import math
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from types import SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

import discord
import orjson
import simcord
from aiohttp import web
from cachetools import LRUCache, cached
from msgspec.structs import replace
from simcord import (
    _dpy_internals,
    _runtime,
    _settlement,
    components,
    gateway,
    interactions,
    results,
)
from simcord.backend import serializers
from simcord.backend.cdn import CDN_BASE
from simcord.backend.errors import BackendError
from simcord.enums import MessageType
from simcord.http import router
from simcord.preview import _component_projection, _markdown, _messages, _queries
from simcord.preview._server import PreviewServer

from bot.demo import client_page
from bot.discord_adapter.emojis import EmojiSource, read_signs
from bot.discord_adapter.rest import THREAD_EXISTS_CODE
from bot.engine.package import GameRegistry
from bot.i18n import match_language, text

MAX_IMMEDIATE_SECONDS = 0.001
"""The length of the longest timer that ends without `Env.advance_time`."""
MAX_MARKDOWN_PARSERS = 64
"""The number of parsers that are kept. Each knows the names that a channel's texts use."""
MAX_MARKDOWN_TEXTS = 1024
"""The number of texts that are kept as the page shows them. It asks for each several times."""
CACHED_PATHS = ("/fonts/", "/vendor/")
"""How the paths of files begin that change only with a new version of simcord."""
CACHE_SECONDS = 3600


def _copy_json(value: Any) -> Any:
    try:
        return orjson.loads(orjson.dumps(value, option=orjson.OPT_PASSTHROUGH_DATETIME))
    except TypeError:
        return copy.deepcopy(value)


# simcord copies messages with `copy.deepcopy`, which takes a fifth of the time of a click.
for _module in (components, results, serializers, _component_projection, _queries):
    vars(_module)["deepcopy"] = _copy_json
for _module in (gateway, router):
    vars(_module)["copy"] = SimpleNamespace(deepcopy=_copy_json)

# What follows is called for each task whenever the bot might have nothing to do. With simcord's own
# functions, tests with many clicks take about a tenth more time.
GROUP_WAIT_CODES = frozenset(
    function.__code__
    for function in (asyncio.wait, vars(asyncio.tasks)["_wait"], asyncio.TaskGroup.__aexit__)
)
"""The code of the functions in which a task waits for a group of others."""
_find_any_dependencies = _dpy_internals.composed_tasks
_is_any_wait_for_listener = _dpy_internals.is_wait_for_listener


def _find_dependencies(task: asyncio.Task[Any], waiter: Any) -> list[Any]:
    """Return the other tasks that a task waits for.

    simcord's function makes Python create a frame object for each function that waits. This one
    only calls it for tasks that can wait for others.
    """
    if type(waiter) is not asyncio.Future or len(waiter._callbacks or ()) > 1:
        return _find_any_dependencies(task, waiter)
    function: Any = task.get_coro()
    while function is not None:
        if getattr(function, "cr_code", None) in GROUP_WAIT_CODES:
            return _find_any_dependencies(task, waiter)
        function = getattr(function, "cr_await", None)
    return []


def _is_wait_for_listener(client: discord.Client, task: asyncio.Task[Any]) -> bool:
    """Return whether a task waits for an event of Discord. Without listeners, none does."""
    has_listeners = bool(_dpy_internals.listener_futures(client))
    return has_listeners and _is_any_wait_for_listener(client, task)


def _read_clock() -> float:
    """Return the simulated time within the bot, and the real time elsewhere.

    simcord's function imports a module each time.
    """
    env = _runtime._selected_env(driver=False)
    return _dpy_internals.real_monotonic() if env is None else env._virtual_time


vars(_dpy_internals).update(
    composed_tasks=_find_dependencies,
    is_wait_for_listener=_is_wait_for_listener,
    _clock_monotonic=_read_clock,
)


class PatientEnv(simcord.Env):
    """A simulated Discord that waits for the bot without polling, as long as its creator allows."""

    def __init__(self, bot: discord.Client, timeout_seconds: float) -> None:
        super().__init__(bot, settle_timeout=timeout_seconds)
        self._stuck: WeakSet[Any] = WeakSet()
        """What the bot's tasks waited for in vain. Nobody waits for it again."""
        self._parked = WeakKeyDictionary[asyncio.Task[Any], Any]()
        """By task, what is known to be a timer or an event of Discord."""

    def _capture_errors(self) -> None:
        """Note the errors of a bot that is about to log in, but do not record its callbacks.

        `_settle_internal` reads the loop's own callbacks. To record them takes a tenth of the time
        of a click.
        """
        super()._capture_errors()
        loop: Any = self._loop
        runtime: Any = self._runtime
        loop.call_soon = runtime.call_soon
        loop.call_soon_threadsafe = runtime.call_soon_threadsafe

    def _schedule_timer(self, *_: Any) -> None:
        """Let a timer of the bot depend on the simulated clock alone.

        simcord would also end it in real time, so that each click waits for timers that are short.
        """

    async def _settle_internal(
        self, *, dispatch: str | None = None, _deadline: float | None = None, **_: Any
    ) -> None:
        """Wait until the bot has nothing to do, at most for the time given to the constructor.

        simcord's method checks every task again and again. This one sleeps until something happens,
        and checks a task only when it waits for something new. It does not wait for tasks that a
        timer lets go on, because the simulated clock stands still meanwhile.

        Raises:
            TimeoutError: The bot still has something to do. The next call does not wait for that.
        """
        loop: Any = self._loop
        self._last_dispatch = dispatch
        deadline = _deadline or loop.time() + self.settle_timeout
        awaited: set[Any] = set()
        while True:
            await asyncio.sleep(0)
            if loop.time() > deadline:
                self._stuck.update(awaited)
                state = self._settlement_state()
                tasks, seconds = _settlement._owned_tasks(state), self.settle_timeout
                why = _settlement._settle_timeout_message(state, tasks, tasks, seconds, [])
                raise TimeoutError(why)
            if loop._ready:
                continue
            state = self._settlement_state()
            _settlement._run_due_virtual_callbacks(state, deadline)
            if loop._ready:
                continue
            awaited = self._find_awaited(state, deadline)
            timers = [timer.when for timer in _settlement._active_callbacks(state) if timer.when]
            ends = min(timers, default=math.inf)
            if awaited:
                seconds = deadline - loop.time()
                await asyncio.wait(awaited, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            elif ends - self._virtual_time <= MAX_IMMEDIATE_SECONDS and not self._advancing:
                self._move_clock(ends)
            else:
                return

    def _find_awaited(self, state: Any, deadline: float) -> set[Any]:
        """Return what the bot's tasks wait for, except for timers and events of Discord."""
        awaited: set[Any] = set(self._work.executors)
        limited: set[Any] | None = None
        for task in _settlement._owned_tasks(state):
            waiter = getattr(task, "_fut_waiter", None)
            if waiter is None or self._parked.get(task) is waiter:
                continue
            limited = _find_limited_tasks(state) if limited is None else limited
            if task in limited or _settlement._is_parked(state, task, deadline):
                self._parked[task] = waiter
            else:
                awaited.add(waiter)
        return awaited.difference(self._stuck)


def _find_limited_tasks(state: Any) -> set[Any]:
    """Return the bot's tasks that are inside of `asyncio.timeout`, whose timer lets them go on."""
    timers = (timer for timer in _settlement._active_callbacks(state) if timer.when)
    handles: list[Any] = [timer.handle for timer in timers]
    calls = (_dpy_internals._original_callback(handle._callback) for handle in handles)
    limits = (getattr(call, "__self__", None) for call in calls)
    return {vars(limit)["_task"] for limit in limits if isinstance(limit, asyncio.Timeout)}


def exclude_ephemeral_messages(env: simcord.Env) -> None:
    """Make the simulated Discord ignore ephemeral messages as the last message of a channel.

    The real Discord does so, too.
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


def correct_threads(env: simcord.Env) -> None:
    """Make the simulated Discord start threads from messages as the real one does.

    A message can have only one thread. A thread from a message that was just posted is announced by
    no further message: https://docs.discord.com/developers/topics/threads#new-message-types
    """
    backend: Any = env.backend
    create, announce = backend.create_thread, backend.create_system_message

    def create_thread(*given: Any, message_id: int | None = None, **named: Any) -> Any:
        if message_id in backend.channels:
            raise BackendError(400, THREAD_EXISTS_CODE, "")
        return create(*given, message_id=message_id, **named)

    def create_system_message(channel: int, kind: MessageType, *given: Any, **named: Any) -> Any:
        is_redundant = kind is MessageType.THREAD_CREATED
        return None if is_redundant else announce(channel, kind, *given, **named)

    backend.create_thread, backend.create_system_message = create_thread, create_system_message


async def kill_bot(env: simcord.Env) -> None:
    """Stop the bot abruptly, as a crash does. `Env.restart_bot` then starts another one."""
    inside: Any = env
    await inside._detach_bot()


def get_world_time() -> float:
    """Return the simulated time in seconds since 1970, or outside of a simulation the real one."""
    env = _runtime._selected_env()
    return time.time() if env is None else float(env.now().timestamp())


def set_clock(env: simcord.Env, time: datetime) -> None:
    """Set the time at which the simulated clock starts, before the bot does."""
    env.backend.clock._epoch = time


def add_emojis(env: simcord.Env, registry: GameRegistry) -> GameRegistry:
    """Return the games with their signs as emojis of the simulated bot.

    The bot cannot upload the signs itself, because simcord drops the images.
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
    """Set the avatar of the simulated bot to a PNG."""
    backend = env.backend
    backend.bot_user.avatar = "avatar"
    blobs = backend.cdn._blobs
    blobs[f"{CDN_BASE}/avatars/{backend.bot_user.id}/{backend.bot_user.avatar}.png"] = image


def set_client_locales(env: simcord.Env, locales: Mapping[int, str]) -> Callable[[], None]:
    """Set the language of each person's Discord client, by user id. The default is English.

    Discord sends it with each interaction, and on a server also the server's. Later changes to the
    mapping take effect. The returned function undoes all this.
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


_get_markdown_parser = cached(
    LRUCache(maxsize=MAX_MARKDOWN_PARSERS), key=lambda policy, context: repr((policy, context))
)(_markdown._markdown_parser)


@cached(
    LRUCache(maxsize=MAX_MARKDOWN_TEXTS),
    key=lambda value, profile, context: (value, profile, repr(context)),
)
def _encode_markdown(value: Any, profile: str, context: Mapping[str, Any] | None) -> bytes:
    return orjson.dumps(_markdown.markdown_tokens(value, profile, context=context))


def _parse_markdown(
    value: Any, profile: str = "message", *, context: Mapping[str, Any] | None = None
) -> Any:
    """Return what simcord's `markdown_tokens` returns. Its callers change it."""
    return orjson.loads(_encode_markdown(value, profile, context))


def speed_up_page(preview: Any) -> None:
    """Make the simulated Discord's page faster.

    It shows pictures without checking them first, which takes half a second for each. It keeps the
    parsers of texts, because to make one for each text takes a fifth of the page's time, and what
    they have found.
    """
    vars(_markdown)["_markdown_parser"] = _get_markdown_parser
    for module in (_component_projection, _messages, _queries):
        vars(module)["markdown_tokens"] = _parse_markdown

    async def prepare(context: str | None, picture: str, **_: Any) -> tuple[str, bytes, str]:
        _page, record, data = preview._authorized_asset(context, picture)
        return record.contentType, data, record.filename

    preview._prepare_asset = prepare


class ClientLikeServer(PreviewServer):
    """Serves the simulated Discord's web page with the look and language of Discord's client."""

    def __init__(self, preview: Any, port: int) -> None:
        """Let mentions in embeds be shown as names, as Discord does."""
        super().__init__(preview, port)
        for part in ("embed_description", "embed_field_value"):
            _markdown._FIELD_POLICIES[part]["mentions"] = True

    async def _static(self, request: web.Request) -> web.Response:
        response: web.Response = await super()._static(request)
        path = request.path
        if path.startswith(CACHED_PATHS):
            response.headers["Cache-Control"] = f"max-age={CACHE_SECONDS}"
            del response.headers["Pragma"]
        elif path == "/preview.css":
            response.text = f"{response.text}{client_page.read_page_file('client.css')}"
        elif path in client_page.CODE_PATCHES or path in client_page.WORD_PATCHES:
            say = text(match_language(self.preview.locale))
            code, words = client_page.CODE_PATCHES, client_page.WORD_PATCHES
            changed = client_page.apply_patches(response.text or "", code.get(path, ()))
            response.text = client_page.translate_words(changed, words.get(path, ()), say)
        return response
