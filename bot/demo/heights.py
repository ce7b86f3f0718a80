"""Checks in a real browser that each screen of a game fits on a phone and on a desktop.

A screen is a message of the bot. `python -m bot.demo.heights path.to.PACKAGE FIRST STOP` plays the
games with these numbers, and prints each screen that is higher than a device shows at once. `python
-m bot.testing` calls it if Chromium is installed.
"""

import asyncio
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache
from itertools import count, cycle, islice
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from bot.common.terminal import replace_unshowable
from bot.demo.scenario import PERSON_NAMES
from bot.demo.simulated import ClientLikeServer, speed_up_page
from bot.demo.stage import Stage, open_stage
from bot.discord_adapter import picture_renderer
from bot.discord_adapter.channels import ChannelMessenger
from bot.domain.table import Match, Player, Table
from bot.engine.package import GamePackage
from bot.engine.screen import OpenScreen, OwnScreen, Screen
from bot.games.packages import load_module
from bot.i18n import LANGUAGES
from bot.presenters import screens
from bot.testing.people import list_presses
from bot.testing.playing import RANDOM_PLAYERS, Play, Step, make_setup, play_game
from bot.testing.subprocesses import EXIT_NO_BROWSER, EXIT_TOO_HIGH

if TYPE_CHECKING:
    from playwright.async_api import Page
    from simcord import Env
    from simcord.builders import ChannelHandle


CHROMIUM_PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The names of Chromium's program. The first found is used. `chromium-headless-shell` draws the
same pages without a window, in less CPU time.
https://playwright.dev/python/docs/browsers#chromium-headless-shell
"""
CHROMIUM_ARGUMENTS = ("--no-sandbox", "--font-render-hinting=none")
"""The first lets Chromium run as root. The second makes letters as wide as with a window. Without
it, `chromium-headless-shell` places letters at whole pixels, and lines break elsewhere.
https://chromium.googlesource.com/chromium/src/+/main/headless/public/switches.cc
"""
MISSING_PACKAGE = (
    "{} is missing: pictures of what people see need Chromium and an emoji font,"
    " `apt-get install chromium-headless-shell fontconfig fonts-noto-color-emoji`"
)
MISSING_DRIVER = "playwright is missing: `pip install playwright`"
WINDOW_PIXELS: Mapping[str, tuple[int, int]] = {"phone": (390, 844), "desktop": (1280, 900)}
"""The width and height of the browser's window on each simulated device, in CSS pixels."""
VISIBLE_HEIGHT_PIXELS: Mapping[str, int] = {"phone": 700, "desktop": 752}
"""The height of the part of the window where Discord shows messages."""
MESSAGES_PER_PAGE = 40
"""The number of messages that are measured together. The simulated Discord's page shows 50."""
FIRST_PORT, PORT_COUNT = 20_000, 10_000
"""The first port that may serve the page, and their number. Each process begins at another one.
Linux gives ports from 32768 on to programs that ask for any.
"""
PAGE_TIMEOUT_MILLISECONDS = 300_000.0
IS_DRAWN_JS = """() => window.simcordPreview?.ready && !document.querySelector(".media-unavailable")
  && [...document.images].every((image) => image.complete && image.naturalWidth)"""
"""Returns whether all pictures of the page are loaded."""
MEASURE_JS = """(messages) => messages.map((message) => {
  const sum = (part) => [...message.querySelectorAll(`:scope > ${part}`)]
    .reduce((all, one) => all + one.getBoundingClientRect().height, 0);
  const parts = [".message-content", ".message-attachments", ".embed-card", ".message-components"];
  const heights = [message.getBoundingClientRect().height, ...parts.map(sum)];
  return [message.dataset.messageId, ...heights.map(Math.round)];
})"""
"""Returns the id of each message, and then the fields of `Height` in their order."""


class NoBrowser(LookupError):
    """Raised if no browser or emoji font is installed. The message says what to install."""


class Height(Struct, frozen=True):
    """The heights of a Discord message and of its parts, in CSS pixels. Gaps belong to no part."""

    total: int
    """With the sender's name and the note "Only you can see this", if there is one."""
    content: int
    """The plain text above the embeds."""
    picture: int
    embed: int
    rows: int


def find_chromium() -> str:
    """Return the path of Chromium's program.

    Raises:
        NoBrowser: Chromium or an emoji font is missing. Without the font, emojis are empty boxes.
    """
    for name in CHROMIUM_PROGRAMS:
        if path := shutil.which(name):
            break
    else:
        raise NoBrowser(MISSING_PACKAGE.format("Chromium"))
    fonts = shutil.which("fc-list")
    listed = subprocess.check_output([fonts], text=True) if fonts else ""  # noqa: S603 - from PATH
    if "emoji" not in listed.lower():
        raise NoBrowser(MISSING_PACKAGE.format("An emoji font"))
    return path


@asynccontextmanager
async def open_browser() -> AsyncIterator["Page"]:
    """Run Chromium until the block ends. Yield an empty page.

    Raises:
        NoBrowser: Chromium, an emoji font or the library playwright is missing.
    """
    path = find_chromium()
    try:
        from playwright.async_api import async_playwright  # noqa: PLC0415 - an extra brings it
    except ImportError as missing:
        raise NoBrowser(MISSING_DRIVER) from missing
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
        try:
            page = await browser.new_page(reduced_motion="reduce")
            page.set_default_timeout(PAGE_TIMEOUT_MILLISECONDS)
            yield page
        finally:
            await browser.close()


async def measure_channel(
    page: "Page", env: "Env", channel: "ChannelHandle", viewer: Any, locale: str
) -> dict[str, dict[int, Height]]:
    """Show a channel to a person in a browser, and measure its messages. Leave the page empty.

    Returns:
        The heights by device ("phone" or "desktop") and by the message's id.
    """
    async with _serve_preview(env, channel, viewer, locale) as address:
        await page.goto(address)
        found = {}
        for device, (width, height) in WINDOW_PIXELS.items():
            await page.set_viewport_size({"width": width, "height": height})
            found[device] = await _measure_page(page)
        await page.goto("about:blank")
        return found


@asynccontextmanager
async def _serve_preview(
    env: "Env", channel: "ChannelHandle", viewer: Any, locale: str
) -> AsyncIterator[str]:
    """Serve the page of a channel until the block ends. Yield its URL."""
    preview: Any = env.preview(channel, viewers=[viewer], layout="channel", locale=locale)
    preview._server = ClientLikeServer(preview, _choose_port())
    speed_up_page(preview)
    with env.time_context():
        async with preview:
            yield preview.url


@cache
def _choose_port() -> int:
    """Return a free port, always the same, so that the browser loads the fonts only once."""
    first = FIRST_PORT + os.getpid() % PORT_COUNT
    return next(port for port in count(first) if _is_free(port))


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


async def _measure_page(page: "Page") -> dict[int, Height]:
    """Wait until a page's pictures are loaded, and return the heights of its messages by id."""
    await page.wait_for_function(IS_DRAWN_JS)
    values = await page.eval_on_selector_all(".channel-message", MEASURE_JS)
    return {int(message): Height(*heights) for message, *heights in values}


MAX_HEIGHT_PIXELS: Mapping[str, int] = {"phone": 840, "desktop": 890}
"""The maximum height of a message on each device. A higher one cannot be seen as a whole."""
MAX_MEASURED_STEPS = 3
"""The maximum number of steps of a game whose screens are measured, besides its deal and end."""
LONG_NAMES = ("Charlotte", "Maximilian", "Emilia", "Jonas K.", "Alexander", "Frederike")
EPHEMERAL_FLAG = 64
"""https://docs.discord.com/developers/resources/message#message-object-message-flags"""
PICTURE_TIMEOUT_SECONDS = 60.0
"""Long enough that no message is posted without its picture."""
GAME_NAME = "game"


class NamedScreen(Struct, frozen=True):
    """A message to measure."""

    name: str
    """Where it appears, such as "the board at step 3 of game 1"."""
    screen: Screen


def make_screens(package: GamePackage, number: int, language: str) -> Iterator[NamedScreen]:
    """Play a game at random, and yield some of its screens as a real table shows them."""
    setup = make_setup(package, number)
    setup = replace(setup, seats=package.game.seats[-1], players=RANDOM_PLAYERS)
    play = play_game(package, setup)
    chosen = {step.number: step for step in play.sample_steps(MAX_MEASURED_STEPS, play.rng)}
    for step in (chosen | {0: play.steps[0], -1: play.steps[-1]}).values():
        table = _make_table(play, step, language)
        where = f"step {step.number} of {setup}, in {language}"
        yield NamedScreen(f"the board at {where}", screens.render_board(table, package))
        yield from _make_own_screens(play, table, where)


def _make_own_screens(play: Play, table: Table, step_name: str) -> Iterator[NamedScreen]:
    """Yield what the first player whom the game asks sees while entering a move, press by press."""
    prompts = table.prompts if isinstance(table, Match) else ()
    asked = [prompt for prompt in prompts if prompt.seat is not None]
    for prompt in asked[:1]:
        seat, path, seen = prompt.seat or 0, "", set[str]()
        while path not in seen:
            look = OpenScreen(prompt.decision, path)
            own = screens.render_own(table, play.package, seat + 1, table.language, look)
            name = f"seat {seat}'s screen after {path!r} at {step_name}"
            yield NamedScreen(name, own)
            seen.add(path)
            presses = list_presses(own, prompt, play.rng)
            looks = [each for each in presses if isinstance(each, OpenScreen)]
            path = play.rng.choice(looks).path if looks else path


def _make_table(play: Play, step: Step, language: str) -> Table:
    named = islice(cycle(LONG_NAMES), play.setup.seats)
    table = Match(
        game=GAME_NAME,
        guild=1,
        channel=1,
        language=language,
        clock="60",
        opened_at=0.0,
        clicked_at=0.0,
        id=1,
        state=step.state,
        host=1,
        players=tuple(Player(name, seat) for seat, name in enumerate(named, 1)),
        options=tuple(play.setup.options.items()),
        seed=bytes(32),
        dealt=encode(play.steps[0].state),
    )
    for past in play.steps[: step.number + 1]:
        table = table.add_events(past.events)
    table = table.in_state(step.state, play.game)
    return table if table.prompts else table.complete()


async def check_heights(page: "Page", package: GamePackage, numbers: Sequence[int]) -> list[str]:
    """Play games in each language, and return a sentence for each message that is too high."""
    found = list[str]()
    for language in LANGUAGES:
        async with open_stage(language, {GAME_NAME: package}) as world:
            shown = world.registry[GAME_NAME]
            wanted = [s for n in numbers for s in make_screens(shown, n, language)]
            for first in range(0, len(wanted), MESSAGES_PER_PAGE):
                part = wanted[first : first + MESSAGES_PER_PAGE]
                found += find_too_high(part, await _measure_screens(world, part, page))
    return found


async def _measure_screens(
    stage: Stage, named_screens: Sequence[NamedScreen], page: "Page"
) -> dict[str, list[Height]]:
    """Post messages in a new channel, and return their heights by device, in their order."""
    channel, viewer = stage.guild.create_text_channel("heights"), stage.people[PERSON_NAMES[0]]
    posting, ids = ChannelMessenger(stage.client, stage.client.renderer), []
    with stage.env.time_context():
        for number, named in enumerate(named_screens):
            posted = await posting.post(channel.id, named.screen, str(number))
            ids.append(posted.id)
            if isinstance(named.screen, OwnScreen):
                message = stage.env.backend.messages[channel.id][posted.id]
                message.flags |= EPHEMERAL_FLAG
                message.interaction_metadata = {"user": {"id": str(viewer.id)}, "type": 3}
    measured = await measure_channel(page, stage.env, channel, viewer, stage.locale)
    return {device: [found[id_] for id_ in ids] for device, found in measured.items()}


def find_too_high(
    named_screens: Sequence[NamedScreen], heights_by_device: Mapping[str, Sequence[Height]]
) -> Iterator[str]:
    """Yield a sentence for each message that is too high for a device."""
    for device, most in MAX_HEIGHT_PIXELS.items():
        for named, height in zip(named_screens, heights_by_device[device], strict=True):
            if height.total > most:
                yield f"{named.name} is {height.total} pixels high on a {device}, not {most}"


async def _open_and_check(package: GamePackage, numbers: Sequence[int]) -> list[str]:
    """Run a browser, and check heights in it.

    Raises:
        NoBrowser: Chromium, an emoji font or the library playwright is missing.
    """
    async with open_browser() as page:
        return await check_heights(page, package, numbers)


def main(path: str, start: str, stop: str) -> int:
    """Play games, and print a line for each message that is too high for a phone or desktop.

    Returns:
        The exit code: 0 if all messages fit, otherwise `EXIT_TOO_HIGH` or `EXIT_NO_BROWSER`.
    """
    picture_renderer.DEFAULT_PICTURE_TIMEOUT_SECONDS = PICTURE_TIMEOUT_SECONDS
    try:
        found = asyncio.run(_open_and_check(load_module(path), range(int(start), int(stop))))
    except NoBrowser as missing:
        print(missing)
        return EXIT_NO_BROWSER
    for each in found:
        print(each)
    return EXIT_TOO_HIGH if found else 0


if __name__ == "__main__":
    replace_unshowable()
    sys.exit(main(*sys.argv[1:]))
