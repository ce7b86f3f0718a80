"""The demo's page as Discord's client: in a real browser, on a desktop and on a phone."""

import asyncio
import re
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from unittest.mock import patch
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect, sync_playwright

from bot.demo import live_preview
from bot.demo.heights import CHROMIUM_ARGUMENTS
from bot.games.registry import GAMES
from bot.i18n import text
from bot.services.commands import Commands
from tests.bench.browser import chromium_or_skip
from tests.demo.test_demo import demo
from tests.forked import bot
from tests.patience import HANG_TIMEOUT_SECONDS

GAME = "cloaked_cats"
DESKTOP = ViewportSize(width=1280, height=900)
PHONE = ViewportSize(width=390, height=844)
SMALL = ViewportSize(width=350, height=700)
MILLISECONDS = 1000.0
TOLERANCE_PIXELS = 24
"""Pixels that decide nothing."""
expect.set_options(timeout=HANG_TIMEOUT_SECONDS * MILLISECONDS)

STEP = 0.05
READY = "Boolean(window.simcordPreview?.ready)"
FROM_THE_END = """() => {
  const all = document.querySelector("#channel-timeline");
  return all.scrollHeight - all.scrollTop - all.clientHeight;
}"""
OVERFLOW = """() => {
  const all = document.querySelector("#channel-timeline");
  return all.scrollHeight - all.clientHeight;
}"""
PLACE = """() => {
  const top = document.querySelector("#channel-timeline").getBoundingClientRect().top;
  const seen = [...document.querySelectorAll("[data-message-id]")].filter(
    (message) => message.getBoundingClientRect().bottom > top)[0];
  return [seen.dataset.messageId, seen.getBoundingClientRect().top - top];
}"""
MEASURE = """async image => {
    await image.decode();
    const box = image.getBoundingClientRect();
    return [box.width, box.height, image.naturalWidth / image.naturalHeight];
}"""
"""Measures a picture at one moment, as the page may put another one there."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium; its pages share nothing."""
    path = chromium_or_skip()
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
        yield running
        running.close()


@pytest.fixture(scope="module")
def quiet() -> Iterator[Callable[[str], str]]:
    """Give the address of a demo in a language, for tests that leave everything as it was."""
    with ExitStack() as stack:
        yield cache(lambda language: stack.enter_context(demo("--language", language))[1])


@contextmanager
def open_page(browser: Browser, address: str, size: ViewportSize) -> Iterator[Page]:
    """The page at an address, in a window of that size."""
    with browser.new_context(viewport=size) as context:
        page = context.new_page()
        page.set_default_timeout(HANG_TIMEOUT_SECONDS * MILLISECONDS)
        page.goto(address)
        wait_until_drawn(page)
        yield page


@contextmanager
def visited(browser: Browser, language: str, size: ViewportSize) -> Iterator[Page]:
    with demo("--language", language) as (_, address), open_page(browser, address, size) as page:
        yield page


def wait_until_drawn(page: Page) -> None:
    until(page, READY)


def until(page: Page, condition: str) -> None:
    """Wait until an expression holds; Playwright's own way is against the page's security."""
    for _ in range(int(HANG_TIMEOUT_SECONDS / STEP)):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(STEP * MILLISECONDS)
    raise AssertionError(condition)


def button(page: Page, label: str) -> Locator:
    return page.locator("button.component-button", has_text=label).last


def begin(page: Page, language: str) -> None:
    """Sit down to a game with computers, until one's own cards are there."""
    say = text(language, GAMES[GAME].text)
    button(page, say("game-title")).click()
    button(page, say("button-start")).click()
    expect(page.locator(".message-ephemeral-note").first).to_be_visible()
    # The lobby's banner has given way to the board's picture.
    expect(page.get_by_alt_text(say("banner-alt"), exact=True)).to_have_count(0)
    expect(page.locator("img.attachment-image").last).to_be_visible()
    wait_until_drawn(page)


def at_the_end(page: Page) -> None:
    until(page, f"{READY} && ({FROM_THE_END})() <= {TOLERANCE_PIXELS}")


@pytest.fixture(scope="module")
def begun(browser: Browser) -> Iterator[str]:
    """Give the address of a demo in which a game has begun, for tests that only look at it."""
    with demo("--language", "en") as (_, address):
        with open_page(browser, address, PHONE) as page:
            begin(page, "en")
            at_the_end(page)
        yield address


@pytest.mark.parametrize(
    ("size", "attachment", "embed"),
    [(DESKTOP, (550, 350), (400, 300)), (PHONE, (306, 400), (306, 400))],
    ids=["desktop", "phone"],
)
def test_pictures_are_as_large_as_discord_shows_them(
    browser: Browser,
    begun: str,
    size: ViewportSize,
    attachment: tuple[int, int],
    embed: tuple[int, int],
) -> None:
    with open_page(browser, begun, size) as page:
        for kind, (width, height) in (("attachment", attachment), ("embed", embed)):
            for picture in page.locator(f"img.{kind}-image").all():
                picture.wait_for(state="visible")
                shown_width, shown_height, natural = picture.evaluate(MEASURE)
                assert shown_width <= width + 1
                assert shown_height <= height + 1
                assert (
                    shown_width > width - TOLERANCE_PIXELS
                    or shown_height > height - TOLERANCE_PIXELS
                )
                assert shown_width / shown_height == pytest.approx(natural, rel=0.02)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_client_speaks_the_language_of_the_demo(browser: Browser, language: str) -> None:
    say = text(language)
    with visited(browser, language, PHONE) as page:
        assert page.locator("html").get_attribute("lang") == language
        composer = page.locator("#channel-composer-input")
        expect(composer).to_have_attribute(
            "placeholder", f"{say('client-message-to')} #{say('demo-channel')}"
        )
        composer.press_sequentially("/cats he")
        page.keyboard.press("Enter")
        expect(page.locator(".command-chip")).to_be_focused()
        page.keyboard.press("Enter")
        note = page.locator(".message-ephemeral-note").last
        expect(note).to_have_text(f"{say('client-only-you')} • {say('client-dismiss')}")

        message = page.locator(".channel-message", has=page.locator(".message-ephemeral-note"))
        above = message.last.locator(".embed-card").bounding_box()
        below = note.bounding_box()
        assert above and below and below["y"] > above["y"] + above["height"]
        note.get_by_text(say("client-dismiss")).click()
        expect(message).to_be_hidden()


@pytest.mark.parametrize(
    ("language", "size"),
    [("en", PHONE), ("de", SMALL), ("de", DESKTOP)],
    ids=["en phone", "de small", "de desktop"],
)
def test_the_welcome_is_seen_whole(
    browser: Browser, quiet: Callable[[str], str], language: str, size: ViewportSize
) -> None:
    with open_page(browser, quiet(language), size) as page:
        first = page.locator(".message-author").bounding_box()
        last = page.locator("button.component-button").last.bounding_box()
        around = page.locator("#channel-timeline").bounding_box()
        assert first and last and around
        assert around["y"] <= first["y"]
        assert last["y"] + last["height"] <= around["y"] + around["height"]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator("button.component-button").count() == len(GAMES)
        expect(page.get_by_text(text(language)("learn-which"))).to_have_count(1)
        expect(page.locator(".message-author")).to_have_text(text(language)("demo-bot"))
        avatar = page.locator(".channel-message img").first
        assert avatar.evaluate("image => image.naturalWidth") == 512, "the bot's own picture"


def test_where_the_welcome_is_too_high_it_begins_at_its_top(browser: Browser) -> None:
    say = text("en", GAMES[GAME].text)
    with visited(browser, "en", ViewportSize(width=360, height=460)) as page:
        until(page, f"({OVERFLOW})() > 100")
        assert page.evaluate("document.querySelector('#channel-timeline').scrollTop") == 0
        button(page, say("game-title")).evaluate("button => button.click()")
        expect(button(page, say("button-start"))).to_be_visible()
        at_the_end(page)


def test_two_keys_lead_to_the_newest_message(browser: Browser, begun: str) -> None:
    say = text("en", GAMES[GAME].text)
    newest = "[...document.querySelectorAll('#channel-message-list [data-message-id]')].at(-1)"
    with open_page(browser, begun, DESKTOP) as page:
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name=say("demo-skip"))).to_be_focused()
        page.keyboard.press("Enter")
        until(page, f"document.activeElement === {newest}")
        page.keyboard.press("Tab")
        assert page.evaluate(f"{newest}.contains(document.activeElement)")
        assert page.evaluate("document.activeElement !== document.body")


def test_it_opens_at_the_end_and_stays_there_whoever_looks(browser: Browser, begun: str) -> None:
    with open_page(browser, begun, PHONE) as page:
        assert page.evaluate(OVERFLOW) > 200
        at_the_end(page)
        page.reload()
        at_the_end(page)
        page.get_by_role("link", name="Ben", exact=True).click()
        expect(page.locator('a[aria-current="page"]', has_text="Ben")).to_be_visible()
        at_the_end(page)


def test_it_keeps_the_place_where_somebody_reads(browser: Browser, begun: str) -> None:
    with open_page(browser, begun, PHONE) as page:
        at_the_end(page)
        page.mouse.move(200, 400)
        page.mouse.wheel(0, -100_000)
        until(page, f"({FROM_THE_END})() >= ({OVERFLOW})() - 1")
        page.mouse.wheel(0, 60)
        until(page, f"({FROM_THE_END})() < ({OVERFLOW})() - 50")
        message, top = page.evaluate(PLACE)
        for name in ("Cleo", "Ada"):
            page.get_by_role("link", name=name, exact=True).click()
            expect(page.locator('a[aria-current="page"]', has_text=name)).to_be_visible()
            wait_until_drawn(page)
            near = f"id === '{message}' && Math.abs(at - ({top})) <= {TOLERANCE_PIXELS}"
            until(page, f"(([id, at]) => {near})(({PLACE})())")


def test_it_says_when_it_has_stopped_and_goes_on_when_it_runs_again(browser: Browser) -> None:
    say = text("de", GAMES[GAME].text)
    with ExitStack() as stack:
        with demo("--language", "de") as (_, address):
            port = str(urlsplit(address).port)
            page = stack.enter_context(open_page(browser, address, DESKTOP))
            ended = page.locator("#demo-ended")
            expect(ended).to_be_hidden()
        command = f"python -m bot --demo --port {port}"
        expect(ended).to_be_visible()
        expect(ended).to_have_text(say("demo-ended", command=command))
        with demo("--language", "de", "--port", port):
            expect(ended).to_be_hidden()
            expect(button(page, say("game-title"))).to_be_visible()


def test_two_people_are_shown_side_by_side_and_each_can_be_another(
    browser: Browser, quiet: Callable[[str], str]
) -> None:
    with open_page(browser, quiet("en"), DESKTOP) as page:
        page.get_by_role("link", name=text("en")("demo-two")).click()
        panes = page.locator("iframe")
        expect(panes).to_have_count(2)
        page.wait_for_load_state()  # with its style sheet, which gives the panes their size
        for pane in panes.all():
            shown = pane.bounding_box()
            assert shown and shown["width"] > 600 and shown["height"] > 750
        page.locator("section").last.get_by_role("link", name="Dan").click()
        expect(page.locator('iframe[title="Dan"]')).to_be_visible()
        expect(page.locator('iframe[title="Ada"]')).to_be_visible()
        right = page.frame_locator('iframe[title="Dan"]')
        expect(right.locator("button.component-button").last).to_be_visible()


def test_a_command_offers_its_list_before_a_letter_is_typed_and_is_answered(
    browser: Browser,
) -> None:
    say = text("de", GAMES[GAME].text)
    with visited(browser, "de", DESKTOP) as page:
        page.locator("#channel-composer-input").press_sequentially("/cats pl")
        entry = page.locator(".command-entry", has_text="/cats play")
        expect(entry).to_contain_text(say("command-play"))
        entry.click()
        label = page.locator(".command-pill-label").first
        expect(label).to_have_text(say("command-play-game-name"))
        page.locator(".command-suggestion", has_text=say("game-title")).click()
        field = page.locator(".command-option-input").first
        expect(field).to_have_value(say("game-title"))
        page.locator(".command-chip").focus()
        page.keyboard.press("Enter")
        expect(button(page, say("button-start"))).to_be_visible()
        at_the_end(page)


def test_a_required_option_that_is_missing_is_named_with_its_list(
    browser: Browser, quiet: Callable[[str], str]
) -> None:
    with open_page(browser, quiet("de"), DESKTOP) as page:
        page.locator("#channel-composer-input").press_sequentially("/cats pl")
        page.keyboard.press("Enter")
        expect(page.locator(".command-suggestion")).to_have_count(len(GAMES))
        page.keyboard.press("Escape")
        page.keyboard.press("Enter")
        expect(page.locator(".command-error")).to_have_text(text("de")("client-required"))
        expect(page.locator(".command-suggestion")).to_have_count(len(GAMES))


def test_what_is_wrong_with_an_option_can_be_read(
    browser: Browser, quiet: Callable[[str], str]
) -> None:
    with open_page(browser, quiet("en"), DESKTOP) as page:
        page.locator("#channel-composer-input").press_sequentially("/cats pl")
        page.keyboard.press("Enter")
        page.locator(".command-option-input").press_sequentially("Chess")
        page.keyboard.press("Enter")
        row = page.locator(".command-row").bounding_box()
        error = page.locator(".command-error").bounding_box()
        assert row and error
        assert error["y"] >= row["y"]
        assert error["y"] + error["height"] <= row["y"] + row["height"]


def test_the_levels_of_the_chosen_game_are_offered_before_a_letter_is_typed(
    browser: Browser, quiet: Callable[[str], str]
) -> None:
    say = text("en", GAMES[GAME].text)
    with open_page(browser, quiet("en"), DESKTOP) as page:
        page.locator("#channel-composer-input").press_sequentially("/cats pl")
        page.keyboard.press("Enter")
        page.locator(".command-suggestion", has_text=say("game-title")).click()
        page.locator(".command-chip").click()
        level = page.locator(".command-suggestion", has_text=say("command-play-level-name"))
        level.click()
        names = [say(f"level-{level}") for level in GAMES[GAME].computers.levels]
        for name in names:
            expect(page.locator(".command-suggestion", has_text=re.compile(name))).to_be_visible()


def test_a_link_to_the_board_leads_there_and_not_out_of_the_demo(browser: Browser) -> None:
    say, other = (text("de", GAMES[game].text) for game in (GAME, "catham_city"))
    with visited(browser, "de", PHONE) as page:
        button(page, say("game-title")).click()
        expect(page.get_by_text(say("seated-title", game=say("game-title")))).to_be_visible()
        page.locator("button.component-button", has_text=other("game-title")).first.click()
        link = page.get_by_role("link", name=say("button-board"))
        address = link.get_attribute("href")
        wait_until_drawn(page)  # what is drawn later would move the board away
        link.click()
        assert address
        board = f'#channel-message-list [data-message-id="{address.rpartition("/")[2]}"]'
        top = "document.querySelector('#channel-timeline').getBoundingClientRect().top"
        found = f"document.querySelector('{board}').getBoundingClientRect().top"
        until(page, f"Math.abs({found} - {top}) < {TOLERANCE_PIXELS}")
        assert len(page.context.pages) == 1


def test_no_sign_covers_a_picture_on_a_touch_screen(browser: Browser, begun: str) -> None:
    with browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True) as context:
        page = context.new_page()
        page.goto(begun)
        wait_until_drawn(page)
        expect(page.locator("img.attachment-image").last).to_be_visible()
        expect(page.locator(".attachment-media-actions").first).to_be_hidden()


def test_double_taps_are_answered_and_the_demo_ends_on_ctrl_c(browser: Browser) -> None:
    say = text("en", GAMES["liars_dice"].text)
    with (
        demo("--language", "en") as (process, address),
        open_page(browser, address, DESKTOP) as page,
    ):
        game = page.locator("button.component-button", has_text=say("game-title")).first
        game.dblclick()
        expect(page.get_by_text(say("seated-title", game=say("game-title")))).to_be_visible()
        for label in (say("button-computer-remove"), say("button-computer-add")):
            button(page, label).dblclick()
            expect(game).to_be_enabled()
            game.dblclick()
            expect(game).to_be_enabled()
        button(page, say("button-join")).dblclick()
        expect(game).to_be_enabled()
        button(page, say("button-start")).dblclick()
        expect(page.locator(".message-ephemeral-note").first).to_be_visible()
        expect(page.get_by_text(say("button-hand")).first).to_be_visible()
        expect(game).to_be_enabled()
        game.dblclick()
        expect(game).to_be_enabled()
        process.send_signal(signal.SIGINT)
        process.join()


async def never_end(*_: object) -> None:
    await asyncio.get_running_loop().create_future()


def run_with_a_stuck_command(words: Sequence[str]) -> Callable[[], object]:
    """Return what runs the bot with these arguments, with a command that never ends."""
    return partial(_run_with_a_stuck_command, words)


def _run_with_a_stuck_command(words: Sequence[str]) -> None:
    live_preview.PRESS_TIMEOUT_SECONDS = 0.5
    with patch.object(Commands, "show_own_screen", never_end):
        bot(words)()


def test_a_press_that_never_ends_holds_up_nobody(browser: Browser) -> None:
    say = text("en", GAMES[GAME].text)
    with (
        demo("--language", "en", quiet=False, run=run_with_a_stuck_command) as (process, address),
        open_page(browser, address, DESKTOP) as page,
    ):
        composer = page.locator("#channel-composer-input")
        composer.press_sequentially("/cats hand")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        expect(page.locator(".message-loading")).to_be_visible()
        button(page, say("game-title")).click()
        expect(page.get_by_text(say("seated-title", game=say("game-title")))).to_be_visible()
        process.send_signal(signal.SIGINT)
        process.join()
