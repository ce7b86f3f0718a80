"""The renderer draws each picture once, aside from the loop, and is never waited for too long."""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
import pytest_asyncio

from bot.discord_adapter import picture_renderer as module
from bot.discord_adapter.picture_renderer import PictureRenderer
from bot.engine.screen import Picture
from tests.patience import HANG_TIMEOUT_SECONDS, until


@pytest_asyncio.fixture
async def renderer(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PictureRenderer]:
    """A renderer with all the time in the world."""
    monkeypatch.setattr(module, "DEFAULT_PICTURE_TIMEOUT_SECONDS", HANG_TIMEOUT_SECONDS)
    made = PictureRenderer()
    yield made
    made.close()


@dataclass(frozen=True)
class Sketch:
    """What is drawn; equal ones may be drawn in different ways."""

    key: object
    draw: Callable[[], bytes] = field(compare=False)


def draw_sketch(sketch: Sketch) -> bytes:
    return sketch.draw()


def picture(key: object, draw: Callable[[], bytes]) -> Picture:
    return Picture("hand.jpg", "", draw_sketch, (Sketch(key, draw),))


async def test_a_picture_is_drawn_in_a_thread_of_its_own(renderer: PictureRenderer) -> None:
    def draw() -> bytes:
        return threading.current_thread().name.encode()

    drawn = await renderer.draw(picture(1, draw))
    assert drawn is not None
    assert drawn.startswith(b"pictures")


async def test_equal_keys_are_drawn_once(renderer: PictureRenderer) -> None:
    drawings: list[int] = []

    def draw() -> bytes:
        drawings.append(1)
        return b"cat"

    both = await asyncio.gather(renderer.draw(picture(1, draw)), renderer.draw(picture(1, draw)))
    again = await renderer.draw(picture(1, draw))
    assert [*both, again] == [b"cat"] * 3
    assert len(drawings) == 1
    await renderer.draw(picture(2, draw))
    assert len(drawings) == 2


async def test_a_picture_that_is_larger_than_all_that_is_kept_is_shown_all_the_same(
    renderer: PictureRenderer,
) -> None:
    drawings: list[int] = []

    def draw() -> bytes:
        drawings.append(1)
        return bytes(module.MAX_CACHED_PICTURE_BYTES + 1)

    for _ in range(2):
        assert len(await renderer.draw(picture(1, draw)) or b"") > module.MAX_CACHED_PICTURE_BYTES
    assert len(drawings) == 2


async def test_games_that_draw_of_the_same_never_get_each_others_picture(
    renderer: PictureRenderer,
) -> None:
    def cats(hand: tuple[int, ...]) -> bytes:
        return b"cats"

    def dogs(hand: tuple[int, ...]) -> bytes:
        return b"dogs"

    both = [Picture("hand.jpg", "", draw, ((1, 2),)) for draw in (cats, dogs)]
    assert [await renderer.draw(each) for each in both] == [b"cats", b"dogs"]
    assert [await renderer.draw(each) for each in both] == [b"cats", b"dogs"]


async def test_a_late_picture_is_left_out_and_found_the_next_time(
    renderer: PictureRenderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "DEFAULT_PICTURE_TIMEOUT_SECONDS", 0.05)
    dry = threading.Event()
    drawings: list[int] = []

    def draw() -> bytes:
        drawings.append(1)
        dry.wait(HANG_TIMEOUT_SECONDS)
        return b"cat"

    assert await renderer.draw(picture(1, draw)) is None
    assert await renderer.draw(picture(1, draw)) is None
    dry.set()
    monkeypatch.setattr(module, "DEFAULT_PICTURE_TIMEOUT_SECONDS", HANG_TIMEOUT_SECONDS)
    assert await renderer.draw(picture(1, draw)) == b"cat"
    assert len(drawings) == 1


async def test_giving_up_waiting_leaves_the_drawing_alone(renderer: PictureRenderer) -> None:
    dry = threading.Event()

    begun = threading.Event()

    def draw() -> bytes:
        begun.set()
        dry.wait(HANG_TIMEOUT_SECONDS)
        return b"cat"

    waiting = asyncio.create_task(renderer.draw(picture(1, draw)))
    await until(begun.is_set)
    waiting.cancel()
    dry.set()
    assert await renderer.draw(picture(1, draw)) == b"cat"


async def test_a_failed_drawing_is_told_once_and_tells_no_secret(
    renderer: PictureRenderer, caplog: pytest.LogCaptureFixture
) -> None:
    def draw() -> bytes:
        raise ValueError("the top hat")

    with caplog.at_level(logging.DEBUG):
        secret = picture("the top hat", draw)
        both = await asyncio.gather(renderer.draw(secret), renderer.draw(secret))
    assert list(both) == [None, None]
    (record,) = [record for record in caplog.records if record.name == module.__name__]
    assert record.levelno == logging.WARNING
    assert "ValueError" in record.getMessage()
    assert "hat" not in caplog.text


async def test_a_failed_drawing_is_tried_again(renderer: PictureRenderer) -> None:
    results = [b"cat", b""]

    def draw() -> bytes:
        return results.pop() or bytes(1 // 0)

    assert await renderer.draw(picture(1, draw)) is None
    assert await renderer.draw(picture(1, draw)) == b"cat"


async def test_the_pictures_longest_unused_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DEFAULT_PICTURE_TIMEOUT_SECONDS", HANG_TIMEOUT_SECONDS)
    monkeypatch.setattr(module, "MAX_CACHED_PICTURE_BYTES", 300)
    renderer = PictureRenderer()
    drawings: list[int] = []

    async def ask(key: int) -> None:
        def draw() -> bytes:
            drawings.append(key)
            return bytes(100)

        await renderer.draw(picture(key, draw))

    for key in (1, 2, 3, 1, 4):
        await ask(key)
    assert drawings == [1, 2, 3, 4]
    for key in (1, 3, 4, 2):
        await ask(key)
    assert drawings == [1, 2, 3, 4, 2]
    renderer.close()


async def test_a_closed_renderer_draws_nothing_more() -> None:
    renderer = PictureRenderer()
    assert await renderer.draw(picture(1, lambda: b"cat")) == b"cat"
    renderer.close()
    assert await renderer.draw(picture(1, lambda: b"cat")) == b"cat"
    assert await renderer.draw(picture(2, lambda: b"cat")) is None
    assert renderer.find_drawing(picture(3, lambda: b"cat")) is None


def noted(key: object, drawn: list[object]) -> Picture:

    def draw() -> bytes:
        drawn.append(key)
        return b"cat"

    return picture(key, draw)


@asynccontextmanager
async def keep_renderer_busy(
    renderer: PictureRenderer, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[None]:
    """Let the renderer, with one thread, draw something else all the time."""
    monkeypatch.setattr(module, "MAX_CONCURRENT_DRAWINGS", 1)
    dry = threading.Event()

    def wait() -> bytes:
        dry.wait(HANG_TIMEOUT_SECONDS)
        return b"something else"

    drawing = asyncio.create_task(renderer.draw(picture("something else", wait)))
    await asyncio.sleep(0)
    yield
    dry.set()
    await drawing


async def test_what_was_asked_for_last_is_drawn_first(
    renderer: PictureRenderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting, drawn = list[asyncio.Task[bytes | None]](), list[object]()
    async with keep_renderer_busy(renderer, monkeypatch):
        for key in (1, 2, 3, 1):  # the first of them is asked for again
            waiting.append(asyncio.create_task(renderer.draw(noted(key, drawn))))
            await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    assert drawn == [1, 3, 2]


async def test_a_picture_that_its_place_wants_no_more_is_given_up(
    renderer: PictureRenderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting, drawn = list[asyncio.Task[bytes | None]](), list[object]()
    asked = [("old", (1,)), ("both", (1,)), ("both", (2,)), ("new", (1,)), ("nobody's", None)]
    async with keep_renderer_busy(renderer, monkeypatch):
        for key, place in asked:
            drawing = renderer.draw(noted(key, drawn), None, place)
            waiting.append(asyncio.create_task(drawing))
            await asyncio.sleep(0)
        assert await waiting[0] is None
    await asyncio.gather(*waiting)
    assert drawn == ["nobody's", "new", "both"], "another place still wants that one"


async def test_a_picture_at_hand_gives_up_what_its_place_waited_for(
    renderer: PictureRenderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = list[object]()
    await renderer.draw(noted("at hand", drawn))
    async with keep_renderer_busy(renderer, monkeypatch):
        late = asyncio.create_task(renderer.draw(noted("late", drawn), None, (1, 7)))
        await asyncio.sleep(0)
        assert await renderer.draw(noted("at hand", drawn), None, (1, 7)) == b"cat"
        assert await late is None
        assert renderer.find_drawing(noted("late", drawn)) is None
    assert drawn == ["at hand"]


async def test_while_too_many_wait_those_that_wait_longest_are_given_up(
    renderer: PictureRenderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_WAITING_DRAWINGS", 2)
    waiting, drawn = list[asyncio.Task[bytes | None]](), list[object]()
    async with keep_renderer_busy(renderer, monkeypatch):
        for key in range(4):
            drawing = renderer.draw(noted(key, drawn), None, (key, 7))
            waiting.append(asyncio.create_task(drawing))
            await asyncio.sleep(0)
        assert await waiting[0] is await waiting[1] is None
        assert renderer.find_drawing(noted(1, drawn)) is None
        waiting.append(asyncio.create_task(renderer.draw(noted(0, drawn), None, (0, 7))))
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    assert drawn == [0, 3]


async def test_closing_drops_what_has_not_begun(renderer: PictureRenderer) -> None:
    dry = threading.Event()
    begun: list[int] = []

    def draw() -> bytes:
        begun.append(1)
        dry.wait(HANG_TIMEOUT_SECONDS)
        return b"cat"

    waiting = [asyncio.create_task(renderer.draw(picture(key, draw))) for key in range(3)]
    await until(lambda: len(begun) == module.MAX_CONCURRENT_DRAWINGS)
    renderer.close()
    dry.set()
    ends = await asyncio.gather(*waiting)
    assert ends == [b"cat"] * module.MAX_CONCURRENT_DRAWINGS + [None] * (
        3 - module.MAX_CONCURRENT_DRAWINGS
    )


async def test_what_nobody_waits_for_goes_behind_all_others_and_is_not_kept(
    renderer: PictureRenderer,
) -> None:
    order: list[int] = []
    held = threading.Event()

    def drawing(number: int) -> Picture:
        def draw() -> bytes:
            held.wait(HANG_TIMEOUT_SECONDS)
            order.append(number)
            return b"cat"

        return picture(number, draw)

    first = asyncio.ensure_future(renderer.draw(drawing(1)))
    await asyncio.sleep(0)
    film = asyncio.ensure_future(renderer.draw(drawing(2), is_low_priority=True))
    others = [asyncio.ensure_future(renderer.draw(drawing(number))) for number in (3, 4)]
    await asyncio.sleep(0)
    held.set()
    await asyncio.gather(first, film, *others)
    assert order == [1, 4, 3, 2]
    await renderer.draw(drawing(3))
    assert order == [1, 4, 3, 2], "it was kept"
    await renderer.draw(drawing(2))
    assert order == [1, 4, 3, 2, 2], "it was not"
