"""What the bot uses of discord.py that its documentation does not promise, and why."""

import ast
import inspect
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import discord
import pytest
from discord import app_commands
from discord.ext import commands
from discord.http import HTTPClient
from discord.state import ConnectionState
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.discord_adapter.client import CatsClient, ClientOptions
from bot.engine.package import extract_games
from bot.games.registry import GAMES
from bot.storage.store import Store
from tests.databases import address
from tests.survival.loopback import loopback
from tests.survival.processes import TOKEN, at_loopback

ROOT = Path(__file__).parents[2]
PLACES = ("bot/*.py", "bot/discord_adapter/*.py", "bot/workers/*.py", "cogs/*.py")
INNER = ("http", "_connection", "_state")
"""Attributes that lead to objects of discord.py's own, whose names all are undocumented."""
DOCUMENTED = ("discord.app_commands", "discord.ext", "discord.utils")
NAMED_TUPLES = ("_replace",)

USES: Mapping[str, str] = {
    "_roles": "the ids of a member's roles: `roles` looks them up in a cache that is empty",
    "_connection": "the state whose parsers read the gateway's events",
    "_state.parsers": "so that channels, roles and threads of all servers are not kept",
    "http._global_over": "a cancelled request would hold all others back in a global rate limit",
    "http.Route": "requests go to another address, such as a proxy",
    "http.bulk_upsert_global_commands": "commands are synced only if they have changed",
    "http.edit_application_info": "the library cannot set a description, tags, or no user install",
    "http.get_bot_gateway": "how many shards Discord recommends, and how many starts are left",
    "http.get_global_commands": "which version of the commands Discord has",
    "http.get_guilds": "the servers of a bot that is not connected, page by page",
    "http.get_member": "a member of a server that is not in the cache, in a single request",
    "http.request": "the library cannot bring hidden embeds back without reading the message",
    "discord.appinfo": "the type of the install settings",
    "discord.gateway": "the gateway's address",
    "discord.http": "the routes of requests",
    "discord.webhook.async_": "requests by an interaction's token, which count to other limits",
    "get_translated_payload": "commands as Discord gets them, to compare and to send",
}
"""Each with its reason."""


def sources() -> Iterator[ast.Module]:
    """Yield the modules that use discord.py."""
    for place in PLACES:
        for file in ROOT.glob(place):
            yield ast.parse(file.read_text("utf-8"))


def undocumented(tree: ast.AST) -> Iterator[str]:
    """Yield the names of discord.py in a module that its documentation does not promise.

    These are private names of objects other than the module's own, names of inner objects, and
    modules that are no part of the documented interface.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("discord."):
            if not str(node.module).startswith(DOCUMENTED):
                yield str(node.module)
        elif isinstance(node, ast.Attribute):
            yield from _attribute(node.value, node.attr)


def _attribute(owner: ast.expr, name: str) -> Iterator[str]:
    match owner:
        case ast.Attribute(attr=last) | ast.Name(id=last):
            pass
        case _:
            last = ""
    if last in INNER and not name.startswith("__"):
        yield f"{last}.{name}"
    elif name.startswith("_") and not name.startswith("__") and last not in ("self", "cls", "sys"):
        yield from () if name in NAMED_TUPLES else (name,)
    elif last == "discord" and name in ("http", "gateway", "state", "webhook"):
        yield f"discord.{name}"
    elif name == "get_translated_payload":
        yield name


def test_each_undocumented_name_of_the_library_has_a_reason_and_is_in_use() -> None:
    found = {name for tree in sources() for name in undocumented(tree)}
    assert found == USES.keys()


@pytest.mark.parametrize(
    "use",
    [
        "client._connection.loop",
        "interaction._state",
        "message._edit()",
        "self._client.http.get_user(1)",
        "http.get_user(1)",
        "from discord.state import ConnectionState",
        "discord.state.ConnectionState",
    ],
)
def test_a_new_use_is_found(use: str) -> None:
    assert set(undocumented(ast.parse(use))) - USES.keys()


@pytest.mark.parametrize(
    "use", ["self._client.user", "from discord.ext import tasks", "discord.utils.utcnow()", "x.__a"]
)
def test_documented_names_are_no_use(use: str) -> None:
    assert not set(undocumented(ast.parse(use)))


def parameters(of: Any) -> list[str]:
    return [*inspect.signature(of).parameters]


def test_the_inner_objects_have_what_is_used_of_them() -> None:
    state = discord.Client(intents=discord.Intents.none())._connection
    assert isinstance(state, ConnectionState)
    assert isinstance(state.parsers, dict)
    assert parameters(HTTPClient.request)[1:] == ["route", "files", "form", "kwargs"]
    assert parameters(HTTPClient.bulk_upsert_global_commands)[1:] == ["application_id", "payload"]
    assert parameters(HTTPClient.edit_application_info)[1:] == ["reason", "payload"]
    assert parameters(HTTPClient.get_bot_gateway)[1:] == []
    assert parameters(HTTPClient.get_global_commands)[1:] == ["application_id"]
    assert {"limit", "after", "with_counts"} <= {*parameters(HTTPClient.get_guilds)}
    taken = {"route", "session", "payload", "multipart", "files", "params"}
    assert taken <= {*parameters(AsyncWebhookAdapter.request)}
    assert isinstance(async_context.get(), AsyncWebhookAdapter)
    assert parameters(app_commands.Group.get_translated_payload)[1:] == ["tree", "translator"]
    assert parameters(discord.Guild)[:2] == ["data", "state"]
    assert discord.http.Route("GET", "/x").url == discord.http.Route.BASE + "/x"
    assert discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    assert inspect.isclass(discord.appinfo.AppInstallParams)


def test_the_client_takes_no_private_name_that_the_library_uses() -> None:
    tree = ast.parse(Path(inspect.getfile(CatsClient)).read_text("utf-8"))
    own = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self"
    }
    client = commands.Bot((), intents=discord.Intents.none())
    theirs = {name for name in (*dir(client), *vars(client)) if name.startswith("_")}
    assert own & theirs == set()


class Renamed:
    """The library's requests, with another name for the event of a global limit."""

    def __init__(self, http: HTTPClient) -> None:
        self._http = http

    def __getattr__(self, name: str) -> Any:
        if name == "_global_over":
            raise AttributeError(name)
        return getattr(self._http, name)


async def test_another_name_for_the_event_of_a_global_limit_is_noticed_at_the_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    store = await Store.open(address(tmp_path / "cats.db"), extract_games(GAMES))
    async with loopback() as at:
        at_loopback(at, monkeypatch)
        client = CatsClient(store, options=ClientOptions(emojis=False, install_settings=False))
        client.http = cast(Any, Renamed(client.http))
        try:
            with pytest.raises(AttributeError, match="_global_over"):
                await client.login(TOKEN)
        finally:
            await client.close()
            await store.close()
