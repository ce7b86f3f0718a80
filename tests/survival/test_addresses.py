"""The real process behind a proxy: all requests go through it, and none goes around it."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
from aiohttp import web

from tests.fake_discord import serve_app
from tests.patience import until
from tests.survival.emojis import FILES
from tests.survival.loopback import Loopback
from tests.survival.people import People, start_game
from tests.survival.processes import run_process
from tests.survival.test_checking import run_check

PREFIX = "/api/v10"
ROUTES = "applications", "channels", "gateway", "interactions", "users", "webhooks"
"""The first words of the paths that a start and a game need."""


class Proxy:
    """Hands requests on, as nirn-proxy does, and counts them."""

    def __init__(self, discord: Loopback) -> None:
        self.address = ""
        self.paths: list[str] = []
        self._discord = discord

    async def answer(self, request: web.Request) -> web.Response:
        assert request.path.startswith(PREFIX)
        data = await request.read()
        self.paths.append(request.path.removeprefix(PREFIX))
        url = self._discord.address + request.path_qs.removeprefix(PREFIX)
        headers = {name: value for name, value in request.headers.items() if name != "Host"}
        async with (
            aiohttp.ClientSession(auto_decompress=False) as session,
            session.request(request.method, url, data=data, headers=headers) as answered,
        ):
            body, told = await answered.read(), answered.headers.get("Content-Type")
            return web.Response(
                body=body, status=answered.status, headers={"Content-Type": told} if told else {}
            )


@asynccontextmanager
async def proxied(discord: Loopback) -> AsyncIterator[Proxy]:
    """Run a proxy before Discord."""
    proxy, app = Proxy(discord), web.Application()
    app.router.add_route("*", "/{path:.*}", proxy.answer)
    async with serve_app(app) as address:
        proxy.address = address + PREFIX
        yield proxy


async def test_all_requests_of_a_process_go_through_the_proxy(
    discord: Loopback, people: People, tmp_path: Path
) -> None:
    gateway = discord.address.replace("http", "ws", 1) + "/gateway"
    (tmp_path / ".env").write_text(f"GATEWAY_URL={json.dumps(gateway)}\n")
    async with proxied(discord) as proxy:
        async with run_process(
            discord, tmp_path, API_BASE=f"{proxy.address}/", GATEWAY_URL=" "
        ) as process:
            await start_game(people)
            await until(lambda: {path.split("/")[1] for path in proxy.paths} >= {*ROUTES})
            await until(lambda: len(discord.emojis.kept) == len(FILES))
            process.terminate()  # a process that is killed may leave a request half sent
            assert await process.wait() == 0
        assert len(proxy.paths) == discord.calls
        assert any(path.endswith("/emojis") for path in proxy.paths)


async def test_all_requests_of_a_check_go_through_the_proxy(
    discord: Loopback, tmp_path: Path
) -> None:
    async with proxied(discord) as proxy:
        await run_check(discord.address, tmp_path, API_BASE=proxy.address)
        assert len(proxy.paths) == discord.calls > 0
