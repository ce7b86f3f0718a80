"""Checks the heights of a game's screens in a real browser, for the contract suite.

`python -m bot.demo.heights path.to.PACKAGE FIRST STOP` plays the games with these numbers and
prints each screen that is higher than a phone or a desktop shows at once. `python -m bot.testing`
calls it if Chromium is installed.
"""

import asyncio
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from bot.demo.scenario import PERSON_NAMES
from bot.demo.simulated import ClientLikeServer, skip_picture_checks
from bot.demo.stage import Stage, open_stage
from bot.discord_adapter import picture_renderer
from bot.discord_adapter.channels import ChannelMessenger
from bot.domain.table import Match, Player, Table
from bot.engine.package import GamePackage
from bot.engine.screen import OpenScreen, OwnScreen, Screen
from bot.i18n import LANGUAGES
from bot.presenters import screens
from bot.testing.people import list_presses
from bot.testing.playing import RANDOM_PLAYERS, Play, Step, make_setup, play_game
from bot.testing.subprocesses import EXIT_NO_BROWSER, EXIT_TOO_HIGH, import_package

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page
    from simcord import Env
    from simcord.builders import ChannelHandle


MISSING_PACKAGE = (
    "{} is missing: pictures of what people see need Chromium and an emoji font,"
    " `apt-get install chromium fontconfig fonts-noto-color-emoji`"
)
MISSING_DRIVER = "playwright is missing: `pip install playwright`"
WINDOW_PIXELS: Mapping[str, tuple[int, int]] = {"phone": (390, 844), "desktop": (1280, 900)}
"""Width and height of the window, in CSS pixels, by device."""
VISIBLE_HEIGHT_PIXELS: Mapping[str, int] = {"phone": 700, "desktop": 752}
"""Height that a device leaves for messages, in CSS pixels."""
MESSAGES_PER_PAGE = 40
"""Messages in one channel; simcord's page shows 50."""
PAGE_TIMEOUT_MILLISECONDS = 300_000.0
IS_DRAWN_JS = """() => window.simcordPreview?.ready && !document.querySelector(".media-unavailable")
  && [...document.images].every((image) => image.complete && image.naturalWidth)"""
"""Returns whether all pictures are loaded."""
MEASURE_JS = """(messages) => messages.map((message) => {
  const sum = (part) => [...message.querySelectorAll(`:scope > ${part}`)]
    .reduce((all, one) => all + one.getBoundingClientRect().height, 0);
  const parts = [".message-content", ".message-attachments", ".embed-card", ".message-components"];
  const heights = [message.getBoundingClientRect().height, ...parts.map(sum)];
  return [message.dataset.messageId, ...heights.map(Math.round)];
})"""
"""Returns the id of each message and the values of its `Height`."""


class NoBrowser(LookupError):
    """No browser or emoji font is installed; the text says what to install."""


class Height(Struct, frozen=True):
    """Heights of a message and its parts, in CSS pixels. Gaps belong to no part."""

    total: int
    """With the sender's name and the note about an ephemeral message."""
    content: int
    picture: int
    embed: int
    """All embeds, with their images."""
    rows: int
    """All rows of buttons and selects."""


def find_chromium() -> str:
    """Return the path of Chromium. Raises `NoBrowser` if it or an emoji font is missing.

    Without an emoji font all emojis are empty boxes.
    """
    for name in ("chromium", "chromium-browser", "google-chrome"):
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
async def open_browser() -> AsyncIterator["Browser"]:
    """Run Chromium until the block ends. Raises `NoBrowser` if something is missing."""
    path = find_chromium()
    try:
        from playwright.async_api import async_playwright  # noqa: PLC0415 - an extra brings it
    except ImportError as missing:
        raise NoBrowser(MISSING_DRIVER) from missing
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            await browser.close()


async def measure_channel(
    browser: "Browser", env: "Env", channel: "ChannelHandle", viewer: Any, locale: str
) -> dict[str, dict[int, Height]]:
    """Return the heights of a channel's messages, by device and message id.

    `viewer` is the person who sees the messages, in a client with this locale.
    """
    async with _serve_preview(env, channel, viewer, locale) as address:
        page = await browser.new_page(reduced_motion="reduce")
        page.set_default_timeout(PAGE_TIMEOUT_MILLISECONDS)
        await page.goto(address)
        found = {}
        for device, (width, height) in WINDOW_PIXELS.items():
            await page.set_viewport_size({"width": width, "height": height})
            found[device] = await _measure_page(page)
        await page.close()
        return found


@asynccontextmanager
async def _serve_preview(
    env: "Env", channel: "ChannelHandle", viewer: Any, locale: str
) -> AsyncIterator[str]:
    preview: Any = env.preview(channel, viewers=[viewer], layout="channel", locale=locale)
    preview._server = ClientLikeServer(preview, 0)
    skip_picture_checks(preview)
    with env.time_context():
        async with preview:
            yield preview.url


async def _measure_page(page: "Page") -> dict[int, Height]:
    await page.wait_for_function(IS_DRAWN_JS)
    values = await page.eval_on_selector_all(".channel-message", MEASURE_JS)
    return {int(message): Height(*heights) for message, *heights in values}


MAX_HEIGHT_PIXELS: Mapping[str, int] = {"phone": 840, "desktop": 890}
"""Maximum height of a message. A higher one is never visible as a whole."""
MAX_MEASURED_STEPS = 3
"""Of a game, beside its deal and its end."""
LONG_NAMES = ("Charlotte", "Maximilian", "Emilia", "Jonas K.", "Alexander", "Frederike")
"""Rather long names of people; with more seats, the first ones are used again."""
EPHEMERAL_FLAG = 64
"""https://docs.discord.com/developers/resources/message#message-object-message-flags"""
PICTURE_TIMEOUT_SECONDS = 60.0
"""Long, so that no screen is posted without its picture."""
GAME_NAME = "game"
"""The name of the game in the registry that is made for it."""


class NamedScreen(Struct, frozen=True):
    """A screen to measure, and its description."""

    name: str
    screen: Screen


def make_screens(package: GamePackage, number: int, language: str) -> Iterator[NamedScreen]:
    """Yield screens of the game with this number, as its table shows them."""
    setup = make_setup(package.game, number)
    setup = replace(setup, seats=package.game.seats[-1], players=RANDOM_PLAYERS)
    play = play_game(package, setup)
    chosen = {step.number: step for step in play.sample_steps(MAX_MEASURED_STEPS, play.rng)}
    for step in (chosen | {0: play.steps[0], -1: play.steps[-1]}).values():
        table = _make_table(play, step, language)
        where = f"step {step.number} of {setup}, in {language}"
        yield NamedScreen(f"the board at {where}", screens.render_board(table, package))
        yield from _make_own_screens(play, table, where)


def _make_own_screens(play: Play, table: Table, step_name: str) -> Iterator[NamedScreen]:
    """Yield the screens of a seat that is asked, press by press up to a move."""
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
            looks = [
                each for each in list_presses(own, prompt, play.rng) if isinstance(each, OpenScreen)
            ]
            path = play.rng.choice(looks).path if looks else path


def _make_table(play: Play, step: Step, language: str) -> Table:
    """Make a table of people whose game is at this step."""
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


async def check_heights(package: GamePackage, numbers: Sequence[int]) -> list[str]:
    """Return a sentence for each screen of these games that is too high.

    Raises `NoBrowser` if there is no browser.
    """
    found = list[str]()
    async with open_browser() as browser:
        for language in LANGUAGES:
            async with open_stage(language, {GAME_NAME: package}) as world:
                wanted = [
                    s for n in numbers for s in make_screens(world.registry[GAME_NAME], n, language)
                ]
                for first in range(0, len(wanted), MESSAGES_PER_PAGE):
                    part = wanted[first : first + MESSAGES_PER_PAGE]
                    found += find_too_high(part, await _measure_screens(world, part, browser))
    return found


async def _measure_screens(
    stage: Stage, named_screens: Sequence[NamedScreen], browser: "Browser"
) -> dict[str, list[Height]]:
    """Return the heights of these screens, in their order, by device."""
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
    measured = await measure_channel(browser, stage.env, channel, viewer, stage.locale)
    return {device: [found[id_] for id_ in ids] for device, found in measured.items()}


def find_too_high(
    named_screens: Sequence[NamedScreen], heights_by_device: Mapping[str, Sequence[Height]]
) -> Iterator[str]:
    """Yield a sentence for each screen that is too high on a device."""
    for device, most in MAX_HEIGHT_PIXELS.items():
        for named, height in zip(named_screens, heights_by_device[device], strict=True):
            if height.total > most:
                yield f"{named.name} is {height.total} pixels high on a {device}, not {most}"


def main(path: str, start: str, stop: str) -> int:
    """Print each screen that is too high, and return an exit code."""
    picture_renderer.DEFAULT_PICTURE_TIMEOUT_SECONDS = PICTURE_TIMEOUT_SECONDS
    try:
        found = asyncio.run(check_heights(import_package(path), range(int(start), int(stop))))
    except NoBrowser as missing:
        print(missing)
        return EXIT_NO_BROWSER
    for each in found:
        print(each)
    return EXIT_TOO_HIGH if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
