"""Keeps simcord's preview, a web page that shows the simulated Discord, up to date.

The preview shows in a browser what one person sees. This module lets simulated time pass, and shows
immediately what other people do. Like `bot/demo/simulated.py`, it uses private names of simcord, so
`pyproject.toml` pins simcord to one version.
"""

import asyncio
import json
import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from html import escape
from http import HTTPStatus
from typing import Any, ClassVar, Self
from urllib.parse import quote

import simcord
from aiohttp import web
from simcord.interactions import command_leaves
from simcord.preview._server import PreviewServer

from bot.common.config import DEMO_PORT
from bot.demo.bars import make_bar, make_pane_bar
from bot.demo.client_page import SCRIPT_PATCHES, apply_patches, read_page_file
from bot.demo.simulated import ClientLikeServer, speed_up_page
from bot.demo.stage import Stage
from bot.i18n import text

log = logging.getLogger(__name__)

PRESS_TIMEOUT_SECONDS = 15.0
"""How long the pages wait until the bot has nothing to do. The rest is shown later."""
SHUTDOWN_TIMEOUT_SECONDS = 1.0
"""How long the end of the demo waits for presses that are not answered."""
TICK_SECONDS = 0.2
"""The time between two updates of the simulated clock and of the pages."""
DEMO_COMMAND = "python -m bot --demo"
OWN_FILES = {"/demo.css": "text/css", "/demo.js": "application/javascript"}
"""The demo's files that the server offers, by URL path, with their MIME types."""
STYLE_TAG = '<link rel="stylesheet" href="/demo.css">'
SCRIPT_TAG = '<script type="module" src="/demo.js"></script>'
VIEWPORT_TAG = '<meta name="viewport" content="width=device-width, initial-scale=1">'
PREVIEW_KEY = "demo"
"""The key that a browser must send to use the pages. It need not be secret: the server listens on
this machine only, and refuses other sites.
"""


class LivePreview:
    """Web pages that show a channel of the simulated Discord and update themselves.

    `/` shows what the first person sees, and `/?as=Ben` what Ben sees. `/?two=Ada,Ben` shows what
    both see, side by side. A POST to `/api/pages?language=de` chooses a language.
    """

    def __init__(self, stage: Stage, port: int) -> None:
        """Prepare the pages without serving them yet. Port 0 means any free port."""
        self.stage = stage
        self._env = stage.env
        self._env.settle_timeout = PRESS_TIMEOUT_SECONDS
        preview: Any = self._env.preview(
            stage.channel, viewers=(*stage.people.values(),), layout="channel", port=port
        )
        self._preview = preview
        self._preview.capability = PREVIEW_KEY
        self._preview.locale = stage.locale
        self._preview._server = _Server(self, self._preview, port)
        self._handle_action = self._preview._action
        self._preview._action = self._action
        speed_up_page(self._preview)
        self._lock = asyncio.Lock()
        self._shown = 0

    async def __aenter__(self) -> Self:
        """Start to serve the pages.

        Raises:
            OSError: Another program uses the port.
        """
        try:
            await self._preview.__aenter__()
        except simcord.SetupError as problem:
            raise problem.__cause__ or problem from None
        # Every page opens at the newest message, and follows newer ones.
        self._preview._python.target_id = self._preview._python.window_end_id = None
        return self

    async def __aexit__(self, *problem: object) -> None:
        """Stop serving the pages."""
        await self._preview.close()

    @property
    def address(self) -> str:
        """The URL of the page that shows what the first person sees."""
        return f"{self._preview._origin}/"

    async def run(self) -> None:
        """Let simulated time pass as fast as real time, and keep the pages up to date."""
        before = time.perf_counter()
        while True:
            await asyncio.sleep(TICK_SECONDS)
            async with self._lock:
                now = time.perf_counter()
                try:
                    await self._env.advance_time(now - before)
                    await self._show_changes()
                except TimeoutError as slow:
                    log.warning("the bot does not come to rest: %s", slow)
                before = now

    async def choose_language(self, language: str) -> None:
        """Switch everything that the pages show to another language."""
        async with self._lock:
            await self.stage.choose_language(language)
            self._preview.locale = self.stage.locale
            await self._show_changes()

    async def _show_changes(self) -> None:
        """Update the pages if anything has happened in the simulated Discord."""
        happened = len(self._env.backend.transcript)
        if happened != self._shown:
            await self._preview.refresh()
            self._shown = happened

    async def _action(self, context: str | None, body: Any) -> Any:
        """Handle what a visitor does on a page, once no update of the pages is under way.

        Accept the action even if the page shows an older state of the channel.
        """
        async with self._lock:
            if isinstance(body, dict):
                with suppress(simcord.SetupError):
                    page = self._preview._get_page(context)
                    body = {**body, "published_revision": page.revision}
            return await self._handle_action(context, body)


class _Server(ClientLikeServer):
    """Serves the simulated Discord's pages with the demo's files and changes."""

    _STATIC_FILES: ClassVar = {**PreviewServer._STATIC_FILES, **dict.fromkeys(OWN_FILES, "")}
    _SECURITY_HEADERS: ClassVar = {
        **PreviewServer._SECURITY_HEADERS,
        "X-Frame-Options": "SAMEORIGIN",
        "Content-Security-Policy": PreviewServer._SECURITY_HEADERS[
            "Content-Security-Policy"
        ].replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    }

    def __init__(self, live_preview: LivePreview, preview: Any, port: int) -> None:
        super().__init__(preview, port)
        self.live_preview = live_preview

    async def start(self) -> None:
        """Start to serve the pages."""
        await super().start()
        self.runner._shutdown_timeout = SHUTDOWN_TIMEOUT_SECONDS

    async def _pages(self, request: web.Request) -> web.Response:
        """Open a page, or switch all pages to the language in the query."""
        language = request.query.get("language")
        if language is not None:
            if not self._authorized(request):
                raise web.HTTPUnauthorized
            await self.live_preview.choose_language(language)
            return web.Response(status=HTTPStatus.NO_CONTENT)
        with _refuse_deep_json():
            opened: web.Response = await super()._pages(request)
        return opened

    async def _action(self, request: web.Request) -> web.Response:
        with _refuse_deep_json():
            done: web.Response = await super()._action(request)
        return done

    async def _index(self, request: web.Request) -> web.Response:
        response: web.Response = await super()._index(request)
        query = dict(request.query)
        index = response.text or ""
        is_pair = "two" in query
        response.text = self._render_pair(query) if is_pair else self._render_person(query, index)
        return response

    def _render_person(self, query: Mapping[str, str], index: str) -> str:
        """Return the page of one person. As one half of a page for two, it has no bar."""
        stage = self.live_preview.stage
        say, people = text(stage.language), stage.people
        name = query["as"] if query.get("as") in people else next(iter(people))
        above = "" if "framed" in query else make_bar(stage, (name,))
        port = "" if self.port == DEMO_PORT else f" --port {self.port or 0}"
        ended = escape(say("demo-ended", command=f"{DEMO_COMMAND}{port}"))
        return apply_patches(
            index,
            (
                ("<title>SimCord Preview</title>", f"<title>{escape(say('demo-title'))}</title>"),
                ("</head>", f"{STYLE_TAG}{SCRIPT_TAG}</head>"),
                (
                    "<body>",
                    f'<body data-viewer="{people[name].id}">'
                    f'<a id="demo-skip" href="#">{escape(say("demo-skip"))}</a>{above}'
                    f'<p id="demo-ended" role="alert" hidden>{ended}</p>',
                ),
            ),
        )

    def _render_pair(self, query: Mapping[str, str]) -> str:
        """Return a page that shows what two people see, side by side."""
        stage = self.live_preview.stage
        asked = [name for name in query["two"].split(",") if name in stage.people]
        shown = tuple(dict.fromkeys([*asked, *stage.people]))[:2]
        panes = "".join(
            f"<section>{make_pane_bar(stage, shown, place)}"
            f'<iframe name="pane {place}" src="/?as={quote(name)}&amp;framed"'
            f' title="{escape(name)}"></iframe></section>'
            for place, name in enumerate(shown)
        )
        return (
            f'<!doctype html><meta charset="utf-8">{VIEWPORT_TAG}'
            f"<title>{escape(text(stage.language)('demo-title'))}</title>{STYLE_TAG}{SCRIPT_TAG}"
            f"<body>{make_bar(stage, shown)}"
            f'<main class="demo-two">{panes}</main>'
        )

    async def _commands(self, request: web.Request) -> web.Response:
        response: web.Response = await super()._commands(request)
        catalog = json.loads(response.text or "{}")
        leaves = {
            f"{command['id']}:{'.'.join(path)}": leaf
            for commands in self.preview.env.backend.commands.values()
            for command in commands.values()
            for path, leaf in command_leaves(command)
        }
        for entry in catalog.get("entries", ()):
            _localize(entry, leaves[entry["key"]], self.preview.locale)
        response.text = json.dumps(catalog)
        return response

    async def _static(self, request: web.Request) -> web.Response:
        if request.path in OWN_FILES:
            if request.headers.get("Host", "") not in self._allowed_hosts():
                raise web.HTTPForbidden
            own, kind = read_page_file(request.path[1:]), OWN_FILES[request.path]
            return web.Response(text=own, content_type=kind, headers=self._SECURITY_HEADERS)
        response: web.Response = await super()._static(request)
        if request.path in SCRIPT_PATCHES:
            response.text = apply_patches(response.text or "", SCRIPT_PATCHES[request.path])
        return response


@contextmanager
def _refuse_deep_json() -> Iterator[None]:
    """Answer a request whose JSON is nested too deeply with a sentence about that."""
    try:
        yield
    except RecursionError:
        raise web.HTTPBadRequest(text="The JSON is nested too deeply.") from None


def _localize(entry: dict[str, Any], command: Mapping[str, Any], locale: str) -> None:
    """Translate a slash command and its options into a person's language, as Discord's client does.

    https://docs.discord.com/developers/interactions/application-commands#localization
    """

    def local(definition: Mapping[str, Any], field: str) -> str:
        return str(
            (definition.get(f"{field}_localizations") or {}).get(locale)
            or definition.get(field, "")
        )

    entry["description"] = local(command, "description")
    for option, localized in zip(entry["options"], command.get("options") or (), strict=True):
        option["label"] = local(localized, "name")
        option["description"] = local(localized, "description")
        for choice, known in zip(option["choices"], localized.get("choices") or (), strict=True):
            choice["name"] = local(known, "name")
