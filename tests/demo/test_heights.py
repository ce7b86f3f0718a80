"""The contract's rule of heights: seen by the command, and by a game whose screens are too high."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.demo.heights import shots, too_high
from bot.engine.screen import OwnScreen, Scene, Screen
from bot.i18n import LANGUAGES
from bot.testing.__main__ import main
from tests.bench.browser import chromium_or_skip
from tests.toys import SHELF
from tests.toys.secret_numbers.box import BOX
from tests.toys.secret_numbers.screens import SecretNumbersScreens
from tests.toys.secret_numbers.state import View


class Towering(SecretNumbersScreens):
    """Its board has a line for each number that there is."""

    def board(self, view: View, scene: Scene) -> Screen:
        screen = super().board(view, scene)
        return replace(screen, text="\n".join([screen.text, *map(str, range(50))]))


TOWERING = replace(BOX, screens=Towering())


@pytest.mark.parametrize("name", SHELF)
async def test_every_game_on_the_shelf_is_seen_whole(name: str) -> None:
    chromium_or_skip()
    assert await too_high(SHELF[name], range(2, 3)) == []


@pytest.mark.parametrize("name", SHELF)
def test_boards_own_screens_and_the_end_are_looked_at(name: str) -> None:
    for language in LANGUAGES:
        taken = [*shots(SHELF[name], 2, language)]
        own = [shot for shot in taken if isinstance(shot.screen, OwnScreen)]
        assert len({shot.name for shot in taken}) == len(taken)
        assert 3 <= len(taken) - len(own) <= 5
        assert any("after ''" in shot.name for shot in own) or name == "race"
        assert all(shot.screen.table for shot in own)


def test_a_screen_that_is_too_high_is_told_with_the_line_that_shows_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    chromium_or_skip()
    module = ["--module", f"{__name__}.TOWERING", "--rule", "heights", "--games", "1"]
    assert main(module) == 1
    told = capsys.readouterr().out
    assert "heights                    BROKEN: Each screen is seen whole" in told
    assert "the board at step 0 of game 0:" in told
    assert "pixels high on a phone, not 840" in told
    assert f"--module {__name__}.TOWERING --seed 0 --games 1 --rule heights" in told


def test_without_a_browser_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["quickpick", "--rule", "heights", "--games", "1"]) == 0
    assert (
        "heights                    not looked at: Chromium is missing" in capsys.readouterr().out
    )
