"""Discord's API and gateway on a loopback port: just enough for a real process to log in."""

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from email.utils import formatdate
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

APPLICATION = 1000
USER = {"id": str(APPLICATION), "username": "cats", "discriminator": "0", "avatar": None}
GUILD = {"id": "2000", "unavailable": True}
DRIVER = """
import inspect, json, os, pkgutil, runpy, sys
from msgspec.structs import force_setattr
api = sys.argv.pop(1)
os.environ.setdefault("API_BASE", api)
os.environ.setdefault("GATEWAY_URL", api.replace("http", "ws", 1) + "/gateway")
os.environ.setdefault("REQUESTS_PER_SECOND", "10000")
for name, value in json.loads(sys.argv.pop(1)).items():
    path, _, constant = name.rpartition(".")
    owner = pkgutil.resolve_name(path)
    (setattr if inspect.ismodule(owner) else force_setattr)(owner, constant, value)
module = sys.argv.pop(1)
runpy.run_module(module, run_name="__main__", alter_sys=True)
"""


AS_IT_IS: Mapping[str, float] = {}


def command(
    address: str, *arguments: str, constants: Mapping[str, float] = AS_IT_IS, module: str = "bot"
) -> list[str]:
    """Return a command that runs `python -m bot`, or another module, with Discord at `address`.

    `constants` of the bot have other values, by names such as "bot.common.config.DEMO_PORT" or
    "bot.common.timings.DEFAULT_TIMINGS.pause".
    Discord has no limit of requests there, and the bot has none unless `REQUESTS_PER_SECOND` is
    set.
    """
    return [sys.executable, "-c", DRIVER, address, json.dumps(dict(constants)), module, *arguments]


def reply(data: object, status: int = 200) -> web.Response:
    """Answer in the exact type that discord.py takes for JSON."""
    headers = {"Content-Type": "application/json"}
    return web.Response(body=msgspec.json.encode(data), status=status, headers=headers)


class FakeDiscord:
    """Answers requests; `status` other than 200 refuses all of them."""

    def __init__(self, status: int = 200) -> None:
        self.status = status
        self.shards = 1
        """How many are recommended."""
        self.buckets = 16
        """How many shards may identify at the same time."""
        self.address = ""
        self.application: dict[str, object] = {
            "id": str(APPLICATION),
            "name": "cats",
            "description": "",
            "icon": None,
            "verify_key": "",
            "owner": USER | {"id": "1"},
            "bot_public": True,
            "bot_require_code_grant": False,
            "flags": 0,
            "integration_types_config": {"0": {}, "1": {}},
        }
        """As a new application is set up."""
        self.user: dict[str, object] = {**USER}
        """The bot's own user: a new one has no avatar."""
        self.servers: list[dict[str, object]] = []
        """Those that the bot is told to be in, when it asks for them: ids, names, permissions."""
        self.starts = {"total": 1000, "remaining": 1000, "reset_after": 0}
        """How often the bot may still identify, and in how many ms it may as often as ever."""
        self.clock_ahead = 0.0
        """Seconds by which its answers are dated later than this machine's clock says."""
        self.ends_sessions = 0
        """The close code that the gateway answers whoever identifies with; 0: it welcomes them."""
        self.tokens: set[str] = set()
        self.online = asyncio.Event()
        self.offline = asyncio.Event()

    async def date(self, _: web.Request, answer: web.StreamResponse) -> None:
        answer.headers["Date"] = formatdate(time.time() + self.clock_ahead, usegmt=True)

    async def answer(self, request: web.Request) -> web.Response:
        """Answer a request to the REST interface."""
        self.tokens.add(request.headers["Authorization"])
        if self.status != 200:
            return reply({"code": 0, "message": "no"}, status=self.status)
        match request.method, request.path.rsplit("/", 1)[-1]:
            case method, "@me":
                about = self.application if "applications" in request.path else self.user
                about |= await request.json() if method == "PATCH" else {}
                return reply(about)
            case "GET", ("bot" | "emojis" | "guilds") as what:
                return reply(self._told(what, request))
            case "POST", "emojis":
                name = (await request.json())["name"]
                return reply({"id": "3000", "name": name, "user": USER})
            case _:
                return reply([])

    def _told(self, what: str, request: web.Request) -> object:
        """Return what Discord has of something."""
        if what == "bot":
            return self.gateway_bot()
        if what == "emojis":
            return {"items": []}
        after, most = (int(request.query.get(name, 0)) for name in ("after", "limit"))
        return [each for each in self.servers if int(str(each["id"])) > after][:most]

    def gateway_bot(self) -> dict[str, object]:
        """Return how many shards are recommended, and what limits identifications."""
        limit = self.starts | {"max_concurrency": self.buckets}
        return {"url": self.address, "shards": self.shards, "session_start_limit": limit}

    async def gateway(self, request: web.Request) -> web.StreamResponse:
        """Hold a gateway session until the bot closes it."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41250}})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            given = json.loads(message.data)
            if given["op"] == 1:
                await socket.send_json({"op": 11})
            elif given["op"] == 2 and self.ends_sessions:
                await socket.close(code=self.ends_sessions)
            elif given["op"] == 2:
                ready: dict[str, object] = {"v": 10, "user": self.user, "guilds": []}
                ready |= {"session_id": "s", "shard": [0, 1]}
                ready |= {"application": {"id": str(APPLICATION), "flags": 0}}
                ready |= {"resume_gateway_url": str(request.url.with_scheme("ws"))}
                await socket.send_json({"op": 0, "s": 1, "t": "READY", "d": ready})
                self.online.set()
        self.offline.set()
        return socket


@asynccontextmanager
async def serve_app(app: web.Application, **settings: Any) -> AsyncIterator[str]:
    """Serve an application on a free loopback port, with aiohttp's settings; yields its address."""
    runner = web.AppRunner(app, **settings)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


@asynccontextmanager
async def fake_discord(status: int = 200) -> AsyncIterator[FakeDiscord]:
    """Run a fake Discord on a free loopback port."""
    discord = FakeDiscord(status)
    app = web.Application()
    app.on_response_prepare.append(discord.date)
    app.router.add_get("/gateway", discord.gateway)
    app.router.add_route("*", "/{path:.*}", discord.answer)
    async with serve_app(app) as discord.address:
        yield discord
