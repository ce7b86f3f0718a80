"""Discord on a loopback port, as far as whole games need it, with faults on request.

Unlike the simulated Discord of the bench it is reached by real HTTP and a real websocket, and it
outlives the bot: a process can be killed and started again.
"""

import asyncio
import json
import socket as sockets
import struct
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import Message
from email.parser import BytesParser
from fnmatch import fnmatchcase
from itertools import count
from typing import Any, cast

from aiohttp import WSCloseCode, WSMsgType, web
from discord.utils import time_snowflake, utcnow

from tests.fake_discord import APPLICATION, USER, FakeDiscord, reply
from tests.patience import until
from tests.survival.emojis import ApplicationEmojis

GUILD, CHANNEL = 2000, 3000
EPHEMERAL = 64
ALL_PERMISSIONS = str(2**53 - 1)

Wire = dict[str, Any]


@dataclass
class Fault:
    """What goes wrong with the next `times` requests that match."""

    method: str
    path: str
    status: int = 0
    """The answer's status; 0: none."""
    code: int = 0
    """Discord's code of what is wrong, with a status."""
    retry_after: float = 0.0
    """Seconds, with status 429."""
    everywhere: bool = False
    """With status 429: it is Discord's global limit."""
    reset: bool = False
    """The connection is reset."""
    done: bool = False
    """Discord does what was asked, though the bot never hears of it."""
    held: asyncio.Event | None = None
    """The request is on its way until this is set, then it is answered as ever."""
    times: int = 1
    hit: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Request:
    """One request of the bot to the REST interface."""

    method: str
    path: str
    body: Wire
    files: tuple[str, ...]


@dataclass
class Shown:
    """A message. It changes with each edit."""

    id: int
    wire: Wire
    reader: int | None
    """The user id of who alone sees it."""

    def controls(self) -> Iterator[Wire]:
        """Yield the buttons and selects that can be used."""
        for row in self.wire.get("components", ()):
            yield from (item for item in row["components"] if not item.get("disabled"))

    def ids(self) -> list[str]:
        """Return their custom ids."""
        return [control["custom_id"] for control in self.controls()]

    @property
    def text(self) -> str:
        """All that the message says."""
        return json.dumps([self.wire["content"], self.wire["embeds"]], ensure_ascii=False)


@dataclass
class Click:
    """A click or a command, and what came of it."""

    id: int
    user: int
    data: Wire
    source: Shown | None
    wire: Wire = field(default_factory=dict, repr=False)
    """The interaction as the bot got it."""
    kind: int = 0
    """The type of the first answer, 0 while there is none."""
    message: Shown | None = None
    """What it led to: a new message, or the clicked one."""
    thinking: bool = False
    """The first answer came without words, and is not filled in so far."""
    acknowledged: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_move(self) -> bool:
        """Whether it is a move and not a look."""
        return str(self.data.get("custom_id")).startswith("c1:m:")

    @property
    def text(self) -> str:
        """All that the answer says."""
        assert self.message is not None
        return self.message.text


class Loopback(FakeDiscord):
    """One server with one channel."""

    def __init__(self) -> None:
        super().__init__()
        self.requests: list[Request] = []
        self.faults: list[Fault] = []
        self.messages: dict[int, Shown] = {}
        self.posted: list[tuple[str, int]] = []
        """Nonce and id of each public message that was made."""
        self.clicks: dict[int, Click] = {}
        self.emojis = ApplicationEmojis()
        self.commands: list[Wire] = []
        """The slash commands that Discord has."""
        self.resumes = asyncio.Event()
        """While it is not set, no lost gateway comes back."""
        self.resumes.set()
        self._ids = count(1)
        self._sockets: list[web.WebSocketResponse] = []

    def fail(self, method: str, path: str, **what: Any) -> Fault:
        """Let the next matching request fail; "*" in the path is anything."""
        self.faults.append(Fault(method, path, **what))
        return self.faults[-1]

    def id(self) -> int:
        """Return a new id of the present moment."""
        return time_snowflake(utcnow()) + next(self._ids)

    # What people see and do

    def boards(self) -> list[Shown]:
        """Return the public messages with buttons, oldest first."""
        return [shown for shown in self.messages.values() if not shown.reader and shown.ids()]

    def board(self) -> Shown:
        """Return the newest board."""
        return self.boards()[-1]

    async def board_says(self, text: str) -> None:
        """Wait until the newest board says that."""
        await until(lambda: bool(self.boards()) and text in self.board().text)

    async def dispatch(self, event: str, data: Wire) -> None:
        """Tell the bot of an event; a dead one does not hear it."""
        for socket in self._sockets[-1:]:
            with suppress(ConnectionError):
                await socket.send_json({"op": 0, "s": next(self._ids), "t": event, "d": data})

    async def drop_gateway(self) -> None:
        """Let the gateway's connection break."""
        await self._sockets.pop().close(code=WSCloseCode.GOING_AWAY)

    async def deliver_again(self, click: Click) -> None:
        """Send the same click to the bot once more."""
        await self.dispatch("INTERACTION_CREATE", click.wire)

    async def interact(
        self, user: int, name: str, kind: int, data: Wire, source: Shown | None
    ) -> Click:
        """Send a click or command to the bot."""
        click = Click(self.id(), user, data, source)
        self.clicks[click.id] = click
        member = {"user": _user(user, name), "roles": [], "joined_at": _now(), "flags": 0}
        wire: Wire = {
            "id": str(click.id),
            "token": f"token-{click.id}",
            "type": kind,
            "application_id": str(APPLICATION),
            "version": 1,
            "data": data,
            "guild_id": str(GUILD),
            "channel_id": str(CHANNEL),
            "channel": {"id": str(CHANNEL), "type": 0, "permissions": ALL_PERMISSIONS},
            "member": member | {"deaf": False, "mute": False, "permissions": ALL_PERMISSIONS},
            "app_permissions": ALL_PERMISSIONS,
            "locale": "en-US",
            "guild_locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {},
            "attachment_size_limit": 10_000_000,
        }
        if source is not None:
            wire["message"] = source.wire
        click.wire = wire
        await self.dispatch("INTERACTION_CREATE", wire)
        return click

    # The gateway

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        """Hold a gateway session until the bot ends it or dies."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41250}})
        try:
            await self._converse(request, socket)
        finally:
            if socket in self._sockets:
                self._sockets.remove(socket)
            if not self._sockets:
                self.online.clear()
                self.offline.set()
        return socket

    async def _converse(self, request: web.Request, socket: web.WebSocketResponse) -> None:
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            given = json.loads(message.data)
            if given["op"] == 1:
                await socket.send_json({"op": 11})
            elif given["op"] in (2, 6):
                self._sockets.append(socket)
                await self._welcome(request, resumed=given["op"] == 6)

    async def _welcome(self, request: web.Request, resumed: bool) -> None:
        self.offline.clear()
        if resumed:
            await self.resumes.wait()
            await self.dispatch("RESUMED", {})
            return
        ready = {"v": 10, "user": USER, "session_id": "s", "shard": [0, 1]}
        ready |= {"guilds": [{"id": str(GUILD), "unavailable": True}]}
        ready |= {"application": {"id": str(APPLICATION), "flags": 0}}
        ready |= {"resume_gateway_url": str(request.url.with_scheme("ws"))}
        await self.dispatch("READY", ready)
        await self.dispatch("GUILD_CREATE", _guild())
        self.online.set()

    # The REST interface

    async def answer(self, request: web.Request) -> web.Response:
        """Answer a request, unless something shall go wrong with it."""
        body, files = await _read(request)
        self.requests.append(Request(request.method, request.path, body, files))
        fault = self._fault(request.method, request.path)
        if fault is None:
            return await self._answer(request, body, files)
        if fault.done:
            await self._answer(request, body, files)
        fault.hit.set()
        if fault.held:
            await fault.held.wait()
            return await self._answer(request, body, files)
        if fault.reset:
            _reset(request)
        elif not fault.status:
            await asyncio.Event().wait()
        refusal = {"code": fault.code, "message": "no", "retry_after": fault.retry_after}
        response = reply(refusal | {"global": fault.everywhere}, status=fault.status or 500)
        response.headers["Via"] = "1.1 google"
        return response

    def _fault(self, method: str, path: str) -> Fault | None:
        for fault in self.faults:
            if fault.times and fault.method == method and fnmatchcase(path, fault.path):
                fault.times -= 1
                return fault
        return None

    async def _answer(
        self, request: web.Request, body: Wire, files: tuple[str, ...]
    ) -> web.Response:
        match request.method, *request.path.strip("/").split("/"):
            case "POST", "interactions", id_, _, "callback":
                response = self._callback(self.clicks[int(id_)], body, files)
            case "POST", "webhooks", _, token:
                response = reply(self._follow(self._by_token(token), body, files).wire)
            case method, "webhooks", _, token, "messages", which:
                self._by_token(token).thinking &= method == "GET"
                response = self._change(method, self._told(token, which).id, body, files)
            case "POST", "channels", _, "messages":
                response = reply(self._post(body, files).wire)
            case method, "channels", _, "messages", which:
                response = self._change(method, int(which), body, files)
            case "GET", "applications", _, "commands":
                response = reply(self.commands)
            case "PUT", "applications", _, "commands":
                self.commands = [self._command(command) for command in cast("list[Wire]", body)]
                response = reply(self.commands)
            case method, "applications", _, "emojis", *which_emoji:
                response = self.emojis.answer(method, which_emoji, body)
            case "GET", "channels", _:
                newest = max((id_ for id_, m in self.messages.items() if not m.reader), default=0)
                about = {"guild_id": str(GUILD), "last_message_id": str(newest)}
                response = reply({**_channel(), **about})
            case _:
                response = await super().answer(request)
        return response

    def _command(self, made: Wire) -> Wire:
        """Return a command as Discord keeps it: the same id for ever, another version each time."""
        ids = {command["name"]: command["id"] for command in self.commands}
        version = str(self.id())
        return {"id": ids.get(made["name"], version), "version": version, **made}

    def _callback(self, click: Click, body: Wire, files: tuple[str, ...]) -> web.Response:
        if click.kind:
            return reply({"code": 40060, "message": "already acknowledged"}, status=400)
        click.kind = body["type"]
        data = body.get("data") or {}
        if click.kind in (4, 5):
            reader = click.user if data.get("flags", 0) & EPHEMERAL else None
            click.message = self._make(data, files, reader)
            click.thinking = click.kind == 5
        else:
            assert click.source is not None
            click.message = click.source
            if click.kind == 7:
                self._edit(click.source, data, files)
        click.acknowledged.set()
        told: Wire = {"interaction": {"id": str(click.id), "type": 2, "response_message_id": None}}
        told["resource"] = {"type": click.kind, "message": click.message.wire}
        return reply(told)

    def _follow(self, click: Click, body: Wire, files: tuple[str, ...]) -> Shown:
        return self._make(body, files, click.user if body.get("flags", 0) & EPHEMERAL else None)

    def _by_token(self, token: str) -> Click:
        return self.clicks[int(token.removeprefix("token-"))]

    def _told(self, token: str, which: str) -> Shown:
        if which != "@original":
            return self.messages[int(which)]
        original = self._by_token(token).message
        assert original is not None
        return original

    def _post(self, body: Wire, files: tuple[str, ...]) -> Shown:
        nonce = str(body.get("nonce", ""))
        if body.get("enforce_nonce"):
            for known, id_ in self.posted:
                if known == nonce and id_ in self.messages:
                    return self.messages[id_]
        shown = self._make(body, files, None)
        self.posted.append((nonce, shown.id))
        return shown

    def _change(self, method: str, which: int, body: Wire, files: tuple[str, ...]) -> web.Response:
        if which not in self.messages:
            return reply({"code": 10008, "message": "unknown message"}, status=404)
        if method == "PATCH":
            return reply(self._edit(self.messages[which], body, files).wire)
        if method == "GET":
            return reply(self.messages[which].wire)
        del self.messages[which]
        return web.Response(status=204)

    def _make(self, body: Wire, files: tuple[str, ...], reader: int | None) -> Shown:
        id_ = self.id()
        shown = Shown(id_, _message(id_, reader), reader)
        self.messages[id_] = shown
        return self._edit(shown, body, files)

    def _edit(self, shown: Shown, body: Wire, files: tuple[str, ...]) -> Shown:
        for name in ("content", "embeds", "components"):
            if body.get(name) is not None:
                shown.wire[name] = body[name]
        shown.wire["attachments"] = [_attachment(name, n) for n, name in enumerate(files)]
        return shown


def _now() -> str:
    return datetime.now(UTC).isoformat()


def _user(id_: int, name: str) -> Wire:
    return {"id": str(id_), "username": name, "discriminator": "0", "avatar": None}


def _channel() -> Wire:
    about = {"name": "dance-floor", "type": 0, "position": 0, "permission_overwrites": []}
    return {"id": str(CHANNEL), **about, "nsfw": False, "parent_id": None}


def _guild() -> Wire:
    everyone: Wire = {"id": str(GUILD), "name": "@everyone", "permissions": ALL_PERMISSIONS}
    everyone |= {"color": 0, "hoist": False, "position": 0, "managed": False, "mentionable": False}
    lists = ("members", "threads", "emojis", "stickers", "features", "voice_states", "presences")
    about = {"id": str(GUILD), "name": "Cat Club", "owner_id": "1", "member_count": 3}
    channels = {"roles": [everyone], "channels": [_channel()]}
    return {**about, **channels, **{name: [] for name in lists}, "unavailable": False}


def _message(id_: int, reader: int | None) -> Wire:
    lists = ("mentions", "mention_roles", "attachments", "embeds", "components")
    return {
        "id": str(id_),
        "channel_id": str(CHANNEL),
        "author": USER,
        "content": "",
        "timestamp": _now(),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "pinned": False,
        "type": 0,
        "flags": EPHEMERAL if reader else 0,
        **{name: [] for name in lists},
    }


def _attachment(name: str, number: int) -> Wire:
    url = f"https://cdn.test/{name}"
    return {"id": str(number + 1), "filename": name, "size": 1, "url": url, "proxy_url": url}


async def _read(request: web.Request) -> tuple[Wire, tuple[str, ...]]:
    """Return a request's JSON and the names of its files."""
    data = await request.read()
    if not request.content_type.startswith("multipart/"):
        return (json.loads(data) if data else {}), ()
    head = f"Content-Type: {request.headers['Content-Type']}\r\n\r\n".encode()
    body: Wire = {}
    files: list[str] = []
    for part in BytesParser().parsebytes(head + data).walk():
        name = part.get_param("name", header="content-disposition")
        if name == "payload_json":
            body = json.loads(_bytes(part))
        elif name is not None:
            assert _bytes(part), f"{part.get_filename()} is empty"
            files.append(str(part.get_filename()))
    return body, tuple(files)


def _bytes(part: Message) -> bytes:
    data = part.get_payload(decode=True)
    assert isinstance(data, bytes)
    return data


def _reset(request: web.Request) -> None:
    """End the connection with a TCP reset."""
    assert request.transport is not None
    socket = request.transport.get_extra_info("socket")
    socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_LINGER, struct.pack("ii", 1, 0))
    request.transport.abort()


@asynccontextmanager
async def loopback() -> AsyncIterator[Loopback]:
    """Run it on a free port."""
    discord = Loopback()
    app = web.Application(client_max_size=2**25)
    app.router.add_get("/gateway", discord.gateway)
    app.router.add_route("*", "/{path:.*}", discord.answer)
    runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    discord.address = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield discord
    finally:
        await runner.cleanup()
