"""Discord on a loopback port, as far as whole games need it, with faults on request.

Unlike the simulated Discord of the bench it is reached by real HTTP and a real websocket, and it
outlives the bot: a process can be killed and started again.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from itertools import count
from time import monotonic
from typing import Any, cast

from aiohttp import WSCloseCode, WSMsgType, web
from discord.utils import time_snowflake, utcnow
from msgspec import Struct, json

from tests.fake_discord import APPLICATION, USER, FakeDiscord, reply, serve_app
from tests.patience import until
from tests.survival import wire
from tests.survival.emojis import ApplicationEmojis
from tests.survival.faults import Fault, Faults, GlobalLimit, counts_towards_limit
from tests.survival.messages import Click, Messages, Shown, Times
from tests.survival.wire import CHANNEL, EPHEMERAL, GUILD, Wire

__all__ = ["CHANNEL", "EPHEMERAL", "GUILD", "Click", "Fault", "Loopback", "Shown", "Wire"]

UPDATE, CHOICES = 7, 8
"""The types of answers: the message that was pressed is edited, or something is offered to type."""
GONE = {"code": 10008, "message": "unknown message"}
NO_FILE = {"code": 50035, "message": "Invalid Form Body: attachments.0.id names no file"}
FORGOTTEN = {"code": 10015, "message": "unknown webhook"}


class Request(Struct, frozen=True):
    """One request of the bot to the REST interface."""

    method: str
    path: str
    body: Wire
    files: tuple[str, ...]


class Loopback(FakeDiscord):
    """A server for each shard, with one channel that the bot knows; there may be others."""

    def __init__(self, keeps: int | None = None, shards: int = 1) -> None:
        """Keep everything, or only the newest: so many requests, posts, messages, clicks.

        Of messages and clicks so many are kept of each channel and each person.
        """
        super().__init__()
        self.shards = shards
        self.latency = 0.0
        """Seconds that each request takes."""
        self.limit = GlobalLimit()
        self.calls = 0
        """How many requests came."""
        self.counted = 0
        """How many of them count towards the global limit."""
        self.received = 0
        """How many bytes they had in their bodies."""
        self.requests: deque[Request] = deque(maxlen=keeps)
        self.faults = Faults()
        self.messages = Messages(keeps)
        self.posted: deque[tuple[str, int]] = deque(maxlen=keeps)
        """Nonce and id of each public message that was made."""
        self.clicks: dict[int, Click] = {}
        self.emojis = ApplicationEmojis()
        self.commands: list[Wire] = []
        """The slash commands that Discord has."""
        self.resumes = asyncio.Event()
        """While it is not set, no lost gateway comes back."""
        self.resumes.set()
        self.told_of: dict[int, Wire] = {}
        """What interactions tell of channels other than text channels, by id."""
        self.names_answers = True
        """Whether the answer to a first answer tells of its message."""
        self.reaches_servers = True
        """Whether it tells of the servers after the login; else they are unavailable."""
        self.tells_newest = True
        """Whether an interaction tells the newest message of its channel."""
        self._keeps = keeps
        self._clicks_of: dict[int, deque[int]] = {}
        self._ids = count(1)
        self._sockets: dict[web.WebSocketResponse, int] = {}
        """The gateway sessions with their shards, the newest last."""
        self._telling: set[asyncio.Task[None]] = set()
        self.identified: list[tuple[int, float]] = []
        """Which shards were identified for, and when."""
        self.identify_pause = 0.0
        """Seconds from one identification in a bucket to the next; who comes sooner is refused."""
        self.refuses_gateways = False
        """Whether nobody is let in."""
        self.most_waiting = 0
        """How many gateway connections at the same time have not identified, at most."""
        self._waiting: set[web.WebSocketResponse] = set()
        self.refused: list[int] = []
        """Shards that were identified for too soon."""
        self.fewest_left = 1000
        """How many starts were left when there were fewest."""

    def fail(self, method: str, path: str, **what: Any) -> Fault:
        """Let the next matching request fail; "*" in the path is anything."""
        return self.faults.add(method, path, **what)

    def id(self) -> int:
        ahead = timedelta(seconds=self.clock_ahead)
        return time_snowflake(utcnow() + ahead) + next(self._ids)

    # What people see and do

    def boards(self) -> list[Shown]:
        return [shown for shown in self.messages.values() if not shown.reader and shown.ids()]

    def board(self) -> Shown:
        return self.boards()[-1]

    async def wait_for_board_text(self, text: str) -> None:
        await until(lambda: bool(self.boards()) and text in self.board().text)

    async def dispatch(self, event: str, data: Wire, shard: int = 0) -> None:
        """Tell all sessions of a shard of an event; one that stands still keeps nobody waiting."""
        for socket in [socket for socket, of in self._sockets.items() if of == shard]:
            telling = asyncio.create_task(self._tell(socket, event, data))
            self._telling.add(telling)
            telling.add_done_callback(self._telling.discard)
        await asyncio.sleep(0)

    async def _tell(self, socket: web.WebSocketResponse, event: str, data: Wire) -> None:
        """Tell a session of an event; a dead one does not hear it."""
        with suppress(ConnectionError):
            told = {"op": 0, "s": next(self._ids), "t": event, "d": data}
            await socket.send_str(json.encode(told).decode())

    async def drop_gateway(self) -> None:
        socket, _ = self._sockets.popitem()
        await socket.close(code=WSCloseCode.GOING_AWAY)

    async def deliver_again(self, click: Click) -> None:
        await self._dispatch_click(click)

    async def _dispatch_click(self, click: Click) -> None:
        shard = (int(click.wire["channel_id"]) - CHANNEL) % self.shards
        await self.dispatch("INTERACTION_CREATE", click.wire, shard)

    async def interact(
        self,
        user: int,
        name: str,
        kind: int,
        data: Wire,
        source: Shown | None,
        channel: int = CHANNEL,
    ) -> Click:
        """Send a click to the bot, or a command that is used in this channel."""
        where, person = source.channel if source else channel, wire.user(user, name)
        click = Click(self.id(), user, data, source, Times(monotonic()))
        guild = wire.guild_of(where, self.shards)
        click.wire = wire.interaction(click.id, person, where, kind, data, guild)
        click.wire["channel"] = self.told_of.get(where, click.wire["channel"])
        if self.tells_newest:
            click.wire["channel"]["last_message_id"] = str(self._newest(where))
        if source is not None:
            click.wire["message"] = source.wire
        self._remember(click)
        await self._dispatch_click(click)
        return click

    def _remember(self, click: Click) -> None:
        self.clicks[click.id] = click
        if self._keeps is not None:
            newest = self._clicks_of.setdefault(click.user, deque())
            newest.append(click.id)
            if len(newest) > self._keeps:
                del self.clicks[newest.popleft()]

    # The gateway

    async def gateway(self, request: web.Request) -> web.StreamResponse:
        """Hold a gateway session until the bot ends it or dies, or tell where the gateway is."""
        if not web.WebSocketResponse().can_prepare(request):
            return await self.answer(request)
        if self.refuses_gateways:
            return web.Response(status=503)
        socket = web.WebSocketResponse()
        try:
            with suppress(ConnectionError):  # it has died while it was being answered
                await socket.prepare(request)
                self._waiting.add(socket)
                self.most_waiting = max(self.most_waiting, len(self._waiting))
                await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41250}})
                await self._converse(request, socket)
        finally:
            self._waiting.discard(socket)
            self._sockets.pop(socket, None)
            if not self._all_shards():
                self.online.clear()
            if not self._sockets:
                self.offline.set()
        return socket

    async def _converse(self, request: web.Request, socket: web.WebSocketResponse) -> None:
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            given = json.decode(message.data)
            if given["op"] == 1:
                await socket.send_json({"op": 11})
            elif given["op"] == 2:
                self._waiting.discard(socket)
                shard, _ = given["d"].get("shard", (0, 1))
                if self._may_identify(shard):
                    await self._welcome(request, socket, shard)
                else:
                    await socket.send_json({"op": 9, "d": False})
            elif given["op"] == 6:
                self._waiting.discard(socket)
                self._sockets[socket] = int(given["d"]["session_id"])
                self.offline.clear()
                await self.resumes.wait()
                await self.dispatch("RESUMED", {}, self._sockets[socket])

    def _may_identify(self, shard: int) -> bool:
        """Count an identification; tell whether the former one in its bucket is long enough ago."""
        self.starts["remaining"] -= 1
        self.fewest_left = min(self.fewest_left, self.starts["remaining"])
        now, bucket = monotonic(), shard % self.buckets
        former = [at for of, at in self.identified if of % self.buckets == bucket]
        self.identified.append((shard, now))
        if former and now < former[-1] + self.identify_pause:
            self.refused.append(shard)
            return False
        return True

    def _all_shards(self) -> bool:
        return len(set(self._sockets.values())) == self.shards

    async def _welcome(
        self, request: web.Request, socket: web.WebSocketResponse, shard: int
    ) -> None:
        self._sockets[socket] = shard
        self.offline.clear()
        ready = {
            "v": 10,
            "user": self.user,
            "session_id": str(shard),
            "shard": [shard, self.shards],
        }
        ready |= {"guilds": [{"id": wire.guild(shard)["id"], "unavailable": True}]}
        ready |= {"application": {"id": str(APPLICATION), "flags": 0}}
        ready |= {"resume_gateway_url": str(request.url.with_scheme("ws"))}
        await self._tell(socket, "READY", ready)
        if self.reaches_servers:
            await self._tell(socket, "GUILD_CREATE", wire.guild(shard))
        if self._all_shards():
            self.online.set()

    # The REST interface

    async def answer(self, request: web.Request) -> web.Response:
        """Answer a request, unless something shall go wrong with it."""
        data = await request.read()
        if refusal := self.limit.refusal(request.path):
            return refusal
        if self.latency:
            await asyncio.sleep(self.latency)
        self.calls += 1
        self.counted += counts_towards_limit(request.path)
        self.received += len(data)
        body, files = wire.read(request.headers.get("Content-Type", ""), data)
        self.requests.append(Request(request.method, request.path, body, files))
        fault = self.faults.next(request.method, request.path)
        if fault is None:
            return await self._answer(request, body, files)
        response = await self._answer(request, body, files) if fault.done else None
        fault.hit.set()
        if fault.held:
            await fault.held.wait()
            return response or await self._answer(request, body, files)
        return await fault.refusal(request)

    async def _answer(
        self, request: web.Request, body: Wire, files: tuple[str, ...]
    ) -> web.Response:
        match request.method, *request.path.strip("/").split("/"):
            case "POST", "interactions", id_, _, "callback":
                asks = request.query.get("with_response") == "1"
                response = self._callback(self.clicks[int(id_)], body, files, asks=asks)
            case method, "webhooks", _, token, *which:
                click = self.clicks.get(int(token.removeprefix("token-")))
                if click is None or not click.kind:
                    return reply(FORGOTTEN, status=404)
                response = self._later(method, click, which, body, files)
            case "POST", "channels", channel, "messages":
                response = reply(self._post(int(channel), body, files).wire)
            case method, "channels", channel, "messages", *message if len(message) <= 1:
                response = (
                    self._change(method, int(message[0]), body, files)
                    if message
                    else self._list(int(channel), int(request.query["after"]))
                )
            case "POST", "channels", channel, *start, "threads":
                response = await self._start_thread(int(channel), start, body)
            case "GET", "applications", _, "commands":
                response = reply(self.commands)
            case "PUT", "applications", _, "commands":
                self.commands = [self._command(command) for command in cast("list[Wire]", body)]
                response = reply(self.commands)
            case "GET", "gateway":
                response = reply({"url": self.address})
            case method, "applications", _, "emojis", *which_emoji:
                response = self.emojis.answer(method, which_emoji, body)
            case "GET", "channels", channel:
                about = {
                    "guild_id": str(wire.guild_of(int(channel), self.shards)),
                    "last_message_id": str(self._newest(int(channel))),
                }
                about |= self.told_of.get(int(channel), {})
                response = reply({**wire.channel(int(channel)), **about})
            case _:
                response = await super().answer(request)
        return response

    async def _start_thread(self, channel: int, start: list[str], body: Wire) -> web.Response:
        """Start a thread from a message, or in a forum with the first message of a post."""
        message = int(start[-1]) if start else self._post(channel, body["message"], ()).id
        if message not in self.messages:
            return reply(GONE, status=404)
        if message in self.told_of:
            return reply({"code": 160004, "message": "the thread exists"}, status=400)
        thread = self.told_of[message] = wire.thread(message, channel, body["name"])
        await self.dispatch("THREAD_CREATE", {**thread, "newly_created": True})
        return reply(thread)

    def threads(self) -> list[Wire]:
        """Return the threads that the bot has started."""
        return [about for about in self.told_of.values() if about.get("owner_id") == USER["id"]]

    def requests_to(self, path: str) -> list[Request]:
        return [request for request in self.requests if request.path == path]

    def _list(self, channel: int, after: int) -> web.Response:
        listed = self.messages.public(channel).values()
        return reply([shown.wire for shown in listed if shown.id > after])

    def _newest(self, channel: int) -> int:
        return next(reversed(self.messages.public(channel)), 0)

    def _command(self, made: Wire) -> Wire:
        """Return a command as Discord keeps it: the same id for ever, another version each time."""
        ids = {command["name"]: command["id"] for command in self.commands}
        version = str(self.id())
        return {"id": ids.get(made["name"], version), "version": version, **made}

    def _callback(
        self, click: Click, body: Wire, files: tuple[str, ...], *, asks: bool
    ) -> web.Response:
        data = body.get("data") or {}
        if click.kind:
            return reply({"code": 40060, "message": "already acknowledged"}, status=400)
        if body["type"] == UPDATE and click.source and click.source.id not in self.messages:
            return reply(GONE, status=404)
        if body["type"] == UPDATE and _keeps_what_is_gone(click.source, data, files):
            return reply(NO_FILE, status=400)
        click.kind, click.said = body["type"], json.encode(body).decode()
        if click.kind == CHOICES:
            click.acknowledged.set()
            return reply({})
        if click.kind in (4, 5):
            click.message = self._private(click, data, files)
        else:
            assert click.source is not None
            click.message = click.source
        if click.message.reader is not None or click.kind != 6:
            click.message.answers = click
        if click.kind == UPDATE:
            self._edit(click.message, data, files)
        elif click.kind == 4:
            click.message.note_picture()
        click.times.answered(monotonic(), words=click.kind in (4, 7), thinking=click.kind == 5)
        click.acknowledged.set()
        if click.kind != 5:
            click.answered.set()
        if not asks:
            return web.Response(status=204)
        told: Wire = {"interaction": {"id": str(click.id), "type": 2}}
        if self.names_answers:
            told["interaction"]["response_message_id"] = str(click.message.id)
            told["resource"] = {"type": click.kind, "message": click.message.wire}
        return reply(told)

    def _private(self, click: Click, body: Wire, files: tuple[str, ...]) -> Shown:
        reader = click.user if body.get("flags", 0) & EPHEMERAL else None
        return self.make(body, files, reader, int(click.wire["channel_id"]))

    def _later(
        self, method: str, click: Click, which: list[str], body: Wire, files: tuple[str, ...]
    ) -> web.Response:
        """Do what is asked with an interaction's token after the first answer."""
        if not which:
            return reply(self._private(click, body, files).wire)
        assert click.message is not None
        if which[-1] != "@original":
            return self._change(method, int(which[-1]), body, files)
        if method != "GET":
            click.times.filled(monotonic(), words=method == "PATCH")
            click.answered.set()
        return self._change(method, click.message.id, body, files)

    def _post(self, channel: int, body: Wire, files: tuple[str, ...]) -> Shown:
        nonce = str(body.get("nonce", ""))
        if body.get("enforce_nonce") and (known := self.messages.by_nonce(nonce)):
            return known
        shown = self.make(body, files, None, channel)
        self.posted.append((nonce, shown.id))
        return shown

    def _change(self, method: str, which: int, body: Wire, files: tuple[str, ...]) -> web.Response:
        if which not in self.messages:
            return reply(GONE, status=404)
        if method == "PATCH":
            if _keeps_what_is_gone(self.messages[which], body, files):
                return reply(NO_FILE, status=400)
            return reply(self._edit(self.messages[which], body, files).wire)
        if method == "GET":
            return reply(self.messages[which].wire)
        del self.messages[which]
        return web.Response(status=204)

    def make(self, body: Wire, files: tuple[str, ...], reader: int | None, channel: int) -> Shown:
        """Make a message of the bot's; `reader` alone sees it, None: everybody."""
        id_, nonce = self.id(), str(body.get("nonce", ""))
        shown = Shown(id_, wire.message(id_, reader, channel), reader, channel, nonce)
        self.messages[id_] = shown
        return self._edit(shown, body, files)

    def _edit(self, shown: Shown, body: Wire, files: tuple[str, ...]) -> Shown:
        for name in ("content", "embeds", "components"):
            if body.get(name) is not None:
                shown.wire[name] = body[name]
        if "flags" in body:
            fixed = shown.wire["flags"] & ~wire.SUPPRESS_EMBEDS
            shown.wire["flags"] = fixed | body["flags"] & wire.SUPPRESS_EMBEDS
        kept = shown.wire["attachments"]
        if "attachments" in body:
            ids = {str(attachment["id"]) for attachment in body["attachments"]}
            kept = [attachment for attachment in kept if attachment["id"] in ids]
        added = [wire.attachment(self.id(), name) for name in files]
        shown.wire["attachments"] = [*kept, *added]
        shown.changed = monotonic()
        shown.note_picture()
        return shown


def _keeps_what_is_gone(shown: Shown | None, body: Wire, files: tuple[str, ...]) -> bool:
    """Tell whether an edit keeps a file that does not hang in the message."""
    there = {str(attachment["id"]) for attachment in shown.wire["attachments"]} if shown else set()
    there |= {str(number) for number in range(len(files))}
    return not {str(attachment["id"]) for attachment in body.get("attachments", ())} <= there


@asynccontextmanager
async def loopback(keeps: int | None = None, shards: int = 1) -> AsyncIterator[Loopback]:
    """Run it on a free port; it keeps everything, or only the newest (see `Loopback`)."""
    discord = Loopback(keeps, shards)
    app = web.Application(client_max_size=2**25)
    app.on_response_prepare.append(discord.date)
    app.router.add_get("/gateway", discord.gateway)
    app.router.add_route("*", "/{path:.*}", discord.answer)
    settings = {"handler_cancellation": True, "shutdown_timeout": 0.1}
    async with serve_app(app, **settings) as discord.address:
        yield discord
