"""The contract's rule of heights: seen by the command, and by a game whose screens are too high."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, expect, sync_playwright

from bot.demo.heights import CHROMIUM_ARGUMENTS, make_screens
from bot.engine.screen import OwnScreen, Screen
from bot.engine.screens import ScreenContext
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from bot.services.sessions import MISCLICK_GUARD_SECONDS
from bot.testing.__main__ import main
from tests.bench.browser import chromium_or_skip
from tests.demo.test_demo import demo
from tests.patience import HANG_TIMEOUT_SECONDS
from tests.toys import REGISTRY
from tests.toys.secret_numbers.model.state import View
from tests.toys.secret_numbers.package import PACKAGE
from tests.toys.secret_numbers.screens import SecretNumbersScreens


class Towering(SecretNumbersScreens):
    """Its board has a line for each number that there is."""

    def board(self, view: View, scene: ScreenContext) -> Screen:
        screen = super().board(view, scene)
        return replace(screen, text="\n".join([screen.text, *map(str, range(50))]))


TOWERING = replace(PACKAGE, screens=Towering())


@pytest.mark.parametrize("name", REGISTRY)
def test_boards_own_screens_and_the_end_are_looked_at(name: str) -> None:
    for language in LANGUAGES:
        taken = [*make_screens(REGISTRY[name], 2, language)]
        own = [shot for shot in taken if isinstance(shot.screen, OwnScreen)]
        assert len({shot.name for shot in taken}) == len(taken)
        assert 3 <= len(taken) - len(own) <= 5
        assert any("after ''" in shot.name for shot in own) or name == "race"
        assert all(shot.screen.table for shot in own)


def test_a_screen_that_is_too_high_is_told_with_the_line_that_shows_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    chromium_or_skip()
    module = ["--module", f"{__name__}.TOWERING", "--rule", "screen-heights", "--games", "1"]
    assert main(module) == 1
    told = capsys.readouterr().out
    assert re.search("screen-heights +BROKEN: Each screen is seen whole", told)
    assert "the board at step 0 of game 0:" in told
    assert "pixels high on a phone, not 840" in told
    assert f"--module {__name__}.TOWERING --seed 0 --games 1 --rule screen-heights" in told


def test_without_a_browser_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["quickpick", "--rule", "screen-heights", "--games", "1"]) == 0
    told = capsys.readouterr().out
    assert re.search("screen-heights +not looked at: Chromium is missing", told)


SAY = text("en", GAMES["cloaked_cats"].text)
MILLISECONDS = 1000.0
expect.set_options(timeout=HANG_TIMEOUT_SECONDS * MILLISECONDS)


@pytest.fixture
def ada() -> Iterator[Page]:
    path = chromium_or_skip()
    with demo("--language", "en") as (_, address), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
        page = browser.new_context().new_page()
        page.set_default_timeout(HANG_TIMEOUT_SECONDS * MILLISECONDS)
        page.goto(address)
        yield page
        browser.close()


def button(page: Page, label: str | re.Pattern[str]) -> Locator:
    return page.locator("button.component-button", has_text=label).last


def own_cat(page: Page) -> Locator:
    return page.get_by_alt_text(SAY("hand-features"))


def play_a_turn(page: Page) -> None:
    """Play the first cat, and bluff about the first opponent, no sooner than a press counts."""
    button(page, re.compile(r"1\. ")).click()
    button(page, SAY("mark-computer").strip()).click()
    expect(page.locator("img.custom-emoji").first).to_be_visible()
    button(page, SAY("guess-bluff")).click()
    expect(button(page, SAY("guess-yes"))).to_be_visible()
    page.wait_for_timeout(MISCLICK_GUARD_SECONDS * MILLISECONDS)
    button(page, SAY("guess-yes")).click()


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
