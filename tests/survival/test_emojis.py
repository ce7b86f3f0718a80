"""The application's emojis by the real HTTP client, with a Discord that fails in many ways."""

import asyncio
import io
import logging
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.discord_adapter.client import CatsClient
from bot.discord_adapter.emojis import FINGERPRINTS_SETTING_KEY
from bot.engine.pictures import Pictures
from bot.games.cloaked_cats.package import PACKAGE
from bot.games.cloaked_cats.words import FEATURE_SIGNS, MASK_SIGNS
from tests.games.cloaked_cats.looks import SIGNS
from tests.patience import HANG_TIMEOUT_SECONDS, until
from tests.survival.emojis import FILES, STRANGER
from tests.survival.loopback import Loopback
from tests.survival.people import People, find_asked_person, start_game
from tests.survival.processes import run_client, run_process

EMOJIS = "/applications/*/emojis"
NO_ROOM = {"status": 400, "code": 30008}

Start = Callable[[], AbstractAsyncContextManager[CatsClient]]


def draw(folder: Path, stem: str, colour: int) -> None:
    """Draw a sign anew."""
    image = io.BytesIO()
    Image.new("RGB", (8, 8), (colour, 0, 99)).save(image, "WEBP", lossless=True)
    (folder / f"{stem}.webp").write_bytes(image.getvalue())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files of all signs."""
    folder = tmp_path / "signs"
    folder.mkdir()
    for number, stem in enumerate(SIGNS):
        draw(folder, stem, number)
    return folder


@pytest.fixture
def start(
    discord: Loopback, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, folder: Path
) -> Start:
    """Starts the bot with these signs; every start reads them again."""
    registry = {"cloaked_cats": replace(PACKAGE, pictures=Pictures(signs=folder))}

    @asynccontextmanager
    async def with_signs() -> AsyncIterator[CatsClient]:
        discord.online.clear()
        async with run_client(
            discord, monkeypatch, tmp_path / "signs.db", registry=registry, emojis=True
        ) as client:
            yield client

    return with_signs


def in_use(client: CatsClient) -> int:
    """Return how many signs have an emoji."""
    return len(client.services.tables.registry["cloaked_cats"].emojis)


async def wait_for_emoji_setup(client: CatsClient) -> None:
    """Wait until all is done."""
    assert client._emoji_task
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        await asyncio.wait((client._emoji_task,))


def asked_of(discord: Loopback, method: str) -> list[str]:
    """Return the names or ids of emojis for which there were requests, and forget the requests."""
    found = [
        request.body.get("name", request.path.rsplit("/", 1)[-1])
        for request in discord.requests
        if request.method == method and "/emojis" in request.path
    ]
    discord.requests.clear()
    return found


async def guess_buttons(people: People) -> list[dict[str, str]]:
    """Play until a cat is masked, and return the emojis of the buttons for its features."""
    await start_game(people)
    while True:
        person = await find_asked_person(people)
        screen = (await person.press(":cat/", on=person.private())).message
        assert screen is not None
        guesses = (c for c in screen.controls() if re.match("c1:m:.*:guess/.*/", c["custom_id"]))
        if emojis := [button["emoji"] for button in guesses]:
            return emojis
        await person.press(":skip", on=person.private())


def list_log_lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return what the host reads, but for what discord.py itself says."""
    return [
        record.getMessage()
        for record in caplog.records
        if record.levelno >= logging.WARNING and record.name.startswith(("bot", "cogs"))
    ]


async def test_the_first_start_uploads_all_signs_and_the_screens_use_them(
    discord: Loopback, start: Start, people: People
) -> None:
    async with start() as client:
        await wait_for_emoji_setup(client)
        uploaded = asked_of(discord, "POST")
        assert sorted(uploaded) == sorted(s.replace("-", "_") for s in SIGNS)
        assert in_use(client) == len(SIGNS)
        buttons = await guess_buttons(people)
        assert buttons
        for emoji in buttons:
            assert discord.emojis.kept[str(emoji["id"])]["name"] == emoji["name"]
        await discord.wait_for_board_text("<:mask_a:")


async def test_signs_are_uploaded_several_at_a_time(discord: Loopback, start: Start) -> None:
    held, at_once = asyncio.Event(), asyncio.Event()
    at_once.set()
    discord.fail("POST", "*/emojis", held=at_once)  # before it is over, discord.py sends no other
    second = discord.fail("POST", "*/emojis", held=held)
    async with start() as client:
        await until(lambda: in_use(client) == len(SIGNS) - 1)
        assert second.hit.is_set()
        held.set()
        await wait_for_emoji_setup(client)
        assert in_use(client) == len(SIGNS)


async def test_further_starts_use_what_is_there_from_the_first_board_on_and_upload_nothing(
    discord: Loopback, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start() as client:
        await wait_for_emoji_setup(client)
    asked_of(discord, "POST")
    for _ in range(2):
        async with start() as client:
            assert in_use(client) == len(SIGNS)
            await wait_for_emoji_setup(client)
            assert in_use(client) == len(SIGNS)
            await client.store.bot.set_setting(FINGERPRINTS_SETTING_KEY, "{}")  # as if it were lost
    monkeypatch.setattr("bot.discord_adapter.client.EMOJI_LIST_WAIT_SECONDS", 0.1)
    slow = discord.fail("GET", EMOJIS, held=asyncio.Event())
    async with start() as client:
        assert in_use(client) == 0
        assert slow.held
        slow.held.set()
        await wait_for_emoji_setup(client)
        assert in_use(client) == len(SIGNS), "a slow list is used as soon as it comes"
    assert not [request for request in discord.requests if request.method in ("POST", "DELETE")]


async def test_a_changed_file_is_uploaded_and_its_former_emoji_goes_one_start_later(
    discord: Loopback, start: Start, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def use_top_hat() -> str:
        """Start once more; return the emoji that is in use for the top hat."""
        async with start() as client:
            await wait_for_emoji_setup(client)
            assert in_use(client) == len(SIGNS)
            return client.services.tables.registry["cloaked_cats"].emojis["top-hat"]

    draw(folder, "top-hat", 100)
    discord.fail("POST", EMOJIS, status=429, retry_after=0.2, times=2)
    old = await use_top_hat()
    assert list_log_lines(caplog) == [], "a rate limit only delays the uploads"
    (former,) = (id_ for id_, e in discord.emojis.kept.items() if e["name"] == "top_hat")
    stranger = discord.emojis.add("top_hat_2", STRANGER)
    other = discord.emojis.add("top_hat_of_ada")
    asked_of(discord, "POST")
    draw(folder, "top-hat", 200)
    new = await use_top_hat()
    draw(folder, "top-hat", 100)
    assert await use_top_hat() == old != new, "each of two versions uses its own"
    draw(folder, "top-hat", 200)
    await use_top_hat()
    fault = discord.fail("DELETE", f"{EMOJIS}/*", status=403)
    await use_top_hat()
    assert fault.hit.is_set()
    assert former in discord.emojis.kept, "the next start tries again"
    await use_top_hat()
    assert discord.emojis.names.count("top_hat_3") == 1
    assert former not in discord.emojis.kept
    assert {stranger["id"], other["id"]} <= discord.emojis.kept.keys()
    assert len(discord.emojis.kept) == len(SIGNS) + 2
    assert {*asked_of(discord, "POST")} == {"top_hat_3"}, "nothing else is uploaded again"


FAULTS = [
    pytest.param({"status": 403, "code": 50013}, "status 403, code 50013", id="403"),
    pytest.param({"status": 503}, "status 503", id="503", marks=pytest.mark.thorough),
    pytest.param({"status": 500}, "TimeoutError", id="500", marks=pytest.mark.thorough),
    pytest.param({"reset": True}, "ClientOSError", id="reset", marks=pytest.mark.thorough),
    pytest.param({}, "TimeoutError", id="hang"),
]


@pytest.mark.parametrize(("fault", "what"), [*FAULTS, pytest.param(NO_ROOM, "30008", id="full")])
async def test_without_an_upload_standard_emojis_stand_in_and_the_host_is_told_once(
    discord: Loopback,
    start: Start,
    people: People,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    fault: dict[str, int],
    what: str,
) -> None:
    if what == "TimeoutError":
        monkeypatch.setattr("bot.discord_adapter.emojis.EMOJI_REQUEST_TIMEOUT_SECONDS", 0.5)
    discord.fail("POST", EMOJIS, **fault, times=99)
    async with start() as client:
        await wait_for_emoji_setup(client)
        buttons = await guess_buttons(people)
        assert buttons
        assert {emoji["name"] for emoji in buttons} <= set(FEATURE_SIGNS)
        await discord.wait_for_board_text(MASK_SIGNS[0])
    (line,) = list_log_lines(caplog)
    assert what in line
    assert "23 of 23 signs" in line
    assert ("developer portal" in line) == (fault == NO_ROOM)


@pytest.mark.parametrize(("fault", "what"), FAULTS)
async def test_emojis_that_cannot_be_listed_delay_no_start_and_are_replaced(
    discord: Loopback,
    start: Start,
    people: People,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    fault: dict[str, int],
    what: str,
) -> None:
    monkeypatch.setattr("bot.discord_adapter.client.EMOJI_LIST_WAIT_SECONDS", 0.1)
    if what == "TimeoutError":
        monkeypatch.setattr("bot.discord_adapter.emojis.EMOJI_REQUEST_TIMEOUT_SECONDS", 0.5)
    discord.fail("GET", EMOJIS, **fault, times=99)
    async with start() as client:
        await start_game(people)
        await wait_for_emoji_setup(client)
        await discord.wait_for_board_text(MASK_SIGNS[0])
        assert in_use(client) == 0
    (line,) = list_log_lines(caplog)
    assert what in line


@pytest.mark.parametrize("done", [False, True])
async def test_a_bot_that_is_stopped_half_way_stops_at_once_and_finishes_at_the_next_start(
    discord: Loopback, start: Start, folder: Path, caplog: pytest.LogCaptureFixture, done: bool
) -> None:
    for stem in SIGNS[:5]:
        (folder / f"{stem}.webp").rename(folder / f"{stem}.later")
    async with start() as client:
        await wait_for_emoji_setup(client)
    for stem in SIGNS[:5]:
        (folder / f"{stem}.later").rename(folder / f"{stem}.webp")
    fault = discord.fail("POST", EMOJIS, done=done)
    async with start() as client:
        await fault.hit.wait()
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            await client.close()
    assert len(discord.emojis.kept) == len(SIGNS) - 5 + done
    async with start() as client:
        await wait_for_emoji_setup(client)
        assert in_use(client) == len(SIGNS)
    assert len(discord.emojis.kept) == len(SIGNS)
    assert list_log_lines(caplog) == []


async def test_a_process_that_is_killed_half_way_leaves_the_rest_to_the_next_one(
    discord: Loopback, tmp_path: Path
) -> None:
    fault = discord.fail("POST", EMOJIS, done=True)
    async with run_process(discord, tmp_path):
        await fault.hit.wait()
    assert len(discord.emojis.kept) == 1
    async with run_process(discord, tmp_path):
        await until(lambda: len(discord.emojis.kept) == len(FILES))
    assert "WARNING" not in (tmp_path / "log").read_text()


async def test_two_bots_in_one_process_share_no_emojis(
    discord: Loopback, start: Start, client: CatsClient
) -> None:
    async with start() as with_emojis:
        await wait_for_emoji_setup(with_emojis)
        assert in_use(with_emojis) == len(SIGNS)
        assert in_use(client) == len(PACKAGE.emojis) == 0
