"""Heights of a game's screens, in a real browser: the rule of the contract that needs one.

`python -m bot.demo.heights path.to.BOX FIRST STOP` looks at the games with these numbers and prints
each screen that is higher than a phone or a desktop shows at once. Whoever looks at a game calls
`python -m bot.testing`, which does so where Chromium is installed.
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

from bot.demo.scenario import PEOPLE
from bot.demo.simulated import ClientLike
from bot.demo.stage import Stage, stage
from bot.discord_adapter import picture_renderer
from bot.discord_adapter.channels import Channels
from bot.domain.table import Player, Table
from bot.engine.box import GamePackage
from bot.engine.screen import Look, OwnScreen, Screen
from bot.i18n import LANGUAGES
from bot.presenters import screens
from bot.testing.people import list_presses
from bot.testing.playing import RANDOM_PLAYERS, Play, Step, make_setup, play_game
from bot.testing.subprocesses import EXIT_NO_BROWSER, EXIT_TOO_HIGH, import_package

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page
    from simcord import Env
    from simcord.builders import ChannelHandle


MISSING = (
    "{} is missing: pictures of what people see need Chromium and an emoji font,"
    " `apt-get install chromium fontconfig fonts-noto-color-emoji`"
)
MISSING_DRIVER = "playwright is missing: `pip install playwright`"
DEVICES: Mapping[str, tuple[int, int]] = {"phone": (390, 844), "desktop": (1280, 900)}
"""Width and height of the window, in CSS pixels."""
VISIBLE: Mapping[str, int] = {"phone": 700, "desktop": 752}
"""Pixels that a device leaves for messages."""
MESSAGES_PER_PAGE = 40
"""Messages in one channel to measure; simcord's page shows 50."""
PAGE_TIMEOUT_MILLISECONDS = 300_000.0
"""Milliseconds after which a page counts as hung."""
ALL_DRAWN = """() => window.simcordPreview?.ready && !document.querySelector(".media-unavailable")
  && [...document.images].every((image) => image.complete && image.naturalWidth)"""
"""Is true as soon as all pictures are loaded."""
MEASURE = """(messages) => messages.map((message) => {
  const sum = (part) => [...message.querySelectorAll(`:scope > ${part}`)]
    .reduce((all, one) => all + one.getBoundingClientRect().height, 0);
  const parts = [".message-content", ".message-attachments", ".embed-card", ".message-components"];
  const heights = [message.getBoundingClientRect().height, ...parts.map(sum)];
  return [message.dataset.messageId, ...heights.map(Math.round)];
})"""
"""Returns each message's id and the values of its `Height`."""


class NoBrowser(LookupError):
    """What draws is not installed; the text says what to install."""


class Height(Struct, frozen=True):
    """How high a message is, and what of it, in CSS pixels. The gaps between belong to no part."""

    whole: int
    """With the sender's name, and with the line that says that a message is private."""
    content: int
    picture: int
    embed: int
    """All embeds, with the picture below the words."""
    rows: int
    """All rows of buttons and menus."""


def chromium() -> str:
    """Return the path of the installed Chromium; raises `NoBrowser` that says what to install.

    Without an emoji font all signs would be empty boxes, so that one has to be there, too.
    """
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            break
    else:
        raise NoBrowser(MISSING.format("Chromium"))
    fonts = shutil.which("fc-list")
    listed = subprocess.check_output([fonts], text=True) if fonts else ""  # noqa: S603 - from PATH
    if "emoji" not in listed.lower():
        raise NoBrowser(MISSING.format("An emoji font"))
    return path


@asynccontextmanager
async def opened_browser() -> AsyncIterator["Browser"]:
    """Run the installed Chromium; raises `NoBrowser` that says what to install."""
    path = chromium()
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


async def heights(
    browser: "Browser", env: "Env", channel: "ChannelHandle", viewer: Any, locale: str
) -> dict[str, dict[int, Height]]:
    """Return the heights of a channel's messages by the device and the messages' ids.

    `viewer`: whose client it is, and `locale` its language.
    """
    async with _serve_preview(env, channel, viewer, locale) as address:
        page = await browser.new_page(reduced_motion="reduce")
        page.set_default_timeout(PAGE_TIMEOUT_MILLISECONDS)
        await page.goto(address)
        found = {}
        for device, (width, height) in DEVICES.items():
            await page.set_viewport_size({"width": width, "height": height})
            found[device] = await _on_page(page)
        await page.close()
        return found


@asynccontextmanager
async def _serve_preview(
    env: "Env", channel: "ChannelHandle", viewer: Any, locale: str
) -> AsyncIterator[str]:
    preview: Any = env.preview(channel, viewers=[viewer], layout="channel", locale=locale)
    preview._server = ClientLike(preview, 0)

    async def at_once(context: str | None, picture: str, **_: Any) -> tuple[str, bytes, str]:
        # simcord would examine each picture for half a second.
        _page, record, data = preview._authorized_asset(context, picture)
        return record.contentType, data, record.filename

    preview._prepare_asset = at_once
    with env.time_context():
        async with preview:
            yield preview.url


async def _on_page(page: "Page") -> dict[int, Height]:
    await page.wait_for_function(ALL_DRAWN)
    values = await page.eval_on_selector_all(".channel-message", MEASURE)
    return {int(message): Height(*heights) for message, *heights in values}


MAX_HEIGHTS: Mapping[str, int] = {"phone": 840, "desktop": 890}
"""The most pixels of a message: higher ones are never seen whole."""
MOMENTS = 3
"""So many moments of a game are looked at, with its deal and its end."""
NAMES = ("Charlotte", "Maximilian", "Emilia", "Jonas K.", "Alexander", "Frederike")
"""Names as people have them, rather long; where a game has more seats, the first come again."""
EPHEMERAL = 64
"""https://docs.discord.com/developers/resources/message#message-object-message-flags"""
PICTURE_TIMEOUT_SECONDS = 60.0
"""Seconds for a picture: none goes out without it."""
GAME = "game"
"""What the box is called on a shelf of its own."""


class Shot(Struct, frozen=True):
    """A screen that is measured."""

    name: str
    screen: Screen


def shots(box: GamePackage, number: int, language: str) -> Iterator[Shot]:
    """Yield screens of the game with a number, as the table shows them."""
    setup = make_setup(box.game, number)
    setup = replace(setup, seats=box.game.seats[-1], players=RANDOM_PLAYERS)
    play = play_game(box, setup)
    chosen = {step.number: step for step in play.sample_steps(MOMENTS, play.rng)}
    for step in (chosen | {0: play.steps[0], -1: play.steps[-1]}).values():
        table = _table(play, step, language)
        where = f"step {step.number} of {setup}, in {language}"
        yield Shot(f"the board at {where}", screens.board(table, box))
        yield from _own(play, table, where)


def _own(play: Play, table: Table, where: str) -> Iterator[Shot]:
    """Yield what somebody who is asked sees, press by press on the way to a move."""
    asked = [prompt for prompt in table.prompts if prompt.seat is not None]
    for prompt in asked[:1]:
        seat, path, seen = prompt.seat or 0, "", set[str]()
        while path not in seen:
            look = Look(prompt.decision, path)
            own = screens.own(table, play.box, seat + 1, table.language, look)
            name = f"seat {seat}'s screen after {path!r} at {where}"
            yield Shot(name, own)
            seen.add(path)
            looks = [each for each in list_presses(own, prompt, play.rng) if isinstance(each, Look)]
            path = play.rng.choice(looks).path if looks else path


def _table(play: Play, step: Step, language: str) -> Table:
    """Return the table of people at which a game is at a step."""
    named = islice(cycle(NAMES), play.setup.seats)
    table = Table(
        game=GAME,
        guild=1,
        channel=1,
        language=language,
        clock="60",
        opened_at=0.0,
        clicked_at=0.0,
        id=1,
        phase="playing" if play.game.prompts(step.state) else "over",
        host=1,
        players=tuple(Player(name, seat) for seat, name in enumerate(named, 1)),
        options=tuple(play.setup.options.items()),
        seed=bytes(32),
        dealt=encode(play.steps[0].state),
    )
    for past in play.steps[: step.number + 1]:
        table = table.telling(past.events)
    return table.in_state(step.state, play.game)


async def too_high(box: GamePackage, numbers: Sequence[int]) -> list[str]:
    """Return what is wrong with the heights of these games' screens.

    Raises `NoBrowser` if there is no browser, with what to install.
    """
    found = list[str]()
    async with opened_browser() as browser:
        for language in LANGUAGES:
            async with stage(language, {GAME: box}) as world:
                taken = [s for n in numbers for s in shots(world.shelf[GAME], n, language)]
                for first in range(0, len(taken), MESSAGES_PER_PAGE):
                    some = taken[first : first + MESSAGES_PER_PAGE]
                    found += problems(some, await _measured(world, some, browser))
    return found


async def _measured(
    world: Stage, taken: Sequence[Shot], browser: "Browser"
) -> dict[str, list[Height]]:
    """Return the heights of these screens in their order, by device."""
    channel, viewer = world.guild.create_text_channel("heights"), world.people[PEOPLE[0]]
    posting, ids = Channels(world.client, world.client.renderer), []
    with world.env.time_context():
        for number, shot in enumerate(taken):
            posted = await posting.post(channel.id, shot.screen, str(number))
            ids.append(posted.id)
            if isinstance(shot.screen, OwnScreen):
                message = world.env.backend.messages[channel.id][posted.id]
                message.flags |= EPHEMERAL
                message.interaction_metadata = {"user": {"id": str(viewer.id)}, "type": 3}
    measured = await heights(browser, world.env, channel, viewer, world.locale)
    return {device: [found[id_] for id_ in ids] for device, found in measured.items()}


def problems(taken: Sequence[Shot], measured: Mapping[str, Sequence[Height]]) -> Iterator[str]:
    """Yield each screen that is too high on a device."""
    for device, most in MAX_HEIGHTS.items():
        for shot, height in zip(taken, measured[device], strict=True):
            if height.whole > most:
                yield f"{shot.name} is {height.whole} pixels high on a {device}, not {most}"


def main(path: str, start: str, stop: str) -> int:
    """Print what is wrong with the heights of some games of a box, and return an exit code."""
    picture_renderer.PATIENCE = PICTURE_TIMEOUT_SECONDS
    try:
        found = asyncio.run(too_high(import_package(path), range(int(start), int(stop))))
    except NoBrowser as missing:
        print(missing)
        return EXIT_NO_BROWSER
    for each in found:
        print(each)
    return EXIT_TOO_HIGH if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
