"""The demo, played in a real browser: what a newcomer does first."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect, sync_playwright

from bot.games.registry import GAMES
from bot.i18n import text
from tests.bench.browser import chromium_or_skip
from tests.demo.test_demo import demo
from tests.patience import HANGS

SAY = text("en", GAMES["cloaked_cats"].text)
MILLISECONDS = 1000.0
expect.set_options(timeout=HANGS * MILLISECONDS)


@pytest.fixture
def ada() -> Iterator[Page]:
    """Ada's page in a headless Chromium."""
    path = chromium_or_skip()
    with demo("--language", "en") as (_, address), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_context().new_page()
        page.set_default_timeout(HANGS * MILLISECONDS)
        page.goto(address)
        yield page
        browser.close()


def button(page: Page, label: str | re.Pattern[str]) -> Locator:
    """Return the newest button with that in its label."""
    return page.locator("button.component-button", has_text=label).last


def own_cat(page: Page) -> Locator:
    """Return the picture of the own features and cats."""
    return page.get_by_alt_text(SAY("hand-features"))


def play_a_turn(page: Page) -> None:
    """Play the first cat and guess the first feature of the first opponent that may be right."""
    button(page, re.compile(r"1\. ")).click()
    button(page, SAY("mark-computer").strip()).click()
    expect(button(page, SAY("guess-bluff"))).to_be_visible()
    feature = page.locator("button.component-button:has(img.custom-emoji)").first
    expect(feature).to_be_visible()
    feature.click()


def test_a_newcomer_starts_a_game_plays_guesses_and_is_answered_without_reloading(
    ada: Page,
) -> None:
    ada.evaluate("window.neverReloaded = true")
    ben = ada.context.new_page()
    ben.goto(ada.url + "?as=Ben")
    button(ada, SAY("game-title")).click()
    button(ada, SAY("button-start")).click()

    expect(own_cat(ada)).to_be_visible()
    play_a_turn(ada)
    expect(ben.get_by_text(" guesses: ").first).to_be_visible()

    # It is Ada's turn again when all three computer cats have answered.
    expect(button(ada, re.compile(r"1\. "))).to_be_visible()
    assert ada.evaluate("window.neverReloaded") is True
    expect(own_cat(ben)).to_have_count(0)
