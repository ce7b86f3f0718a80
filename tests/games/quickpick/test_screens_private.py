"""What one player alone may see: the mime's mask, a guesser's choice, the own masks."""

from collections.abc import Mapping

import pytest

from bot.games.game import Prompt
from bot.games.quickpick.masks import FEATURES, SYLLABLES
from bot.games.quickpick.state import Hand, View
from bot.games.screen import Button, Move, Screen
from bot.text import LANGUAGES
from tests.games.looks import LONG, assert_fits, button, buttons_of, everything_of
from tests.games.quickpick.looks import (
    BIM,
    DRAW,
    EMOJIS,
    KEZ,
    LOOKS,
    LUM,
    MIME,
    MODES,
    SCREENS,
    SLAP,
    before,
    crowded,
    scene,
    view,
)

SOUNDS = tuple(f"sound/{syllable}" for syllable in SYLLABLES)
SHOWS = tuple(f"show/{feature}" for feature in FEATURES)
SLAPS = (*(f"tile/{mask}" for mask in range(16)), "pass")
OPEN = ("show/tongue", "show/head", "done")
"""What Ada may show after brows, eyes and mouth."""


def private(
    shown: View,
    prompt: Prompt | None = None,
    moves: tuple[str, ...] = (),
    **how: object,
) -> Screen:
    """Return the private screen of whoever views."""
    assert shown.viewer is not None
    return SCREENS.private(shown, shown.viewer, prompt, moves, "", scene(**how))  # type: ignore[arg-type]


def labels(screen: Screen) -> list[list[str]]:
    return [[item.label for item in row if isinstance(item, Button)] for row in screen.rows]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("pictures", "emojis"), LOOKS)
@pytest.mark.parametrize("mode", MODES)
def test_every_private_screen_fits_and_leaves_a_row_to_the_table(
    language: str, pictures: bool, emojis: Mapping[str, str], mode: str
) -> None:
    won = tuple(range(16)) + tuple(range(8))
    mime = crowded(viewer=0, mask=BIM, mode=mode, won=won)
    guesser = crowded(viewer=7, mode=mode, won=won)
    told = scene(language, names=(LONG,) * 8, pictures=pictures, emojis=emojis)
    ways = (
        (crowded(viewer=0, mode=mode, phase="draw", won=won), DRAW, ("draw", "pass-on")),
        (mime, MIME, (*SHOWS, *SOUNDS, "done")),
        (mime, None, ()),
        (guesser, SLAP, SLAPS),
        (guesser, None, ()),
    )
    for shown, prompt, moves in ways:
        screen = SCREENS.private(shown, shown.viewer or 0, prompt, moves, "", told)
        assert_fits(screen)
        assert len(screen.rows) <= 4
    assert_fits(SCREENS.page("masks", guesser, (), told))


def test_the_mime_looks_with_one_press_and_may_pass_on_where_the_rules_let_it() -> None:
    screen = private(before(viewer=0), DRAW, ("draw",))
    assert labels(screen) == [["Look at my mask"]]
    assert buttons_of(screen)[0].press == Move(64, "draw")
    camera = private(before(viewer=0, mode="camera"), DRAW, ("draw", "pass-on"))
    assert labels(camera) == [["Look at my mask", "Pass on"]]
    assert "no hands, no sounds" in camera.text
    assert "out of the game" not in camera.text


def test_whoever_has_passed_on_once_is_warned_before_the_second_time() -> None:
    """Ruling Q19."""
    camera = before(viewer=0, mode="camera", passed=(1, 0, 0, 0))
    warned = private(camera, DRAW, ("draw", "pass-on"))
    assert "If you pass on again, you are out of the game" in warned.text
    elsewhere = before(viewer=0, mode="camera", passed=(0, 1, 1, 1))
    assert "out of the game" not in private(elsewhere, DRAW, ("draw", "pass-on")).text


def test_whoever_is_out_is_told_so_instead_of_being_sent_to_the_board() -> None:
    gone = view(viewer=2, mode="camera", present=(True, True, False, True))
    assert "You are out of this game" in private(gone).text


def test_the_mime_sees_the_mask_and_shows_what_is_not_shown_so_far() -> None:
    screen = private(view(viewer=0, mask=BIM), MIME, OPEN, emojis=EMOJIS)
    assert f"{EMOJIS['face-b']} Bim** (brows down, eyes wide, mouth round" in screen.text
    assert screen.picture is not None
    assert screen.picture.draw()[:2] == b"\xff\xd8"
    parts, done = screen.rows
    assert [item.disabled for item in buttons_of(screen)] == [True] * 3 + [False] * 3
    assert [item.emoji for item in buttons_of(screen)[:5]] == [
        EMOJIS[name]
        for name in ("brows-down", "eyes-wide", "mouth-round", "tongue-in", "head-left")
    ]
    assert button(screen, "Tongue").press == Move(65, "show/tongue")
    assert button(screen, "That is all").press == Move(65, "done")
    assert (len(parts), len(done)) == (5, 1)


def test_with_sounds_the_mime_has_ten_syllables_until_the_last_is_made() -> None:
    shown = view(viewer=0, mask=BIM, mode="sounds")
    screen = private(shown, MIME, (*OPEN, *SOUNDS))
    assert labels(screen)[1:3] == [
        ["Grr", "Muaa", "Zzz", "Pff", "Brr"],
        ["Uuh", "Tss", "Wah", "Iih", "Rrr"],
    ]
    assert button(screen, "Muaa").press == Move(65, "sound/muaa")
    assert len(private(shown, MIME, OPEN).rows) == 2


def test_with_a_camera_the_mime_has_the_mask_and_instructions_alone() -> None:
    screen = private(view(viewer=0, mask=BIM, mode="camera", shown=()))
    assert "Make this face now" in screen.text
    assert "Bim" in screen.text
    assert screen.rows == ()


def test_a_mime_who_is_done_still_sees_the_mask() -> None:
    screen = private(view(viewer=0, mask=BIM, done=True))
    assert "straight face" in screen.text
    assert "Bim" in screen.text
    assert screen.rows == ()


def test_a_guesser_is_sent_to_the_board_and_may_have_no_idea() -> None:
    """Ruling Q8."""
    screen = private(view(viewer=2, won=(LUM,)), SLAP, SLAPS)
    assert "tap a tile on the board" in screen.text
    assert labels(screen) == [["No idea"]]
    assert buttons_of(screen)[0].press == Move(64, "pass")


@pytest.mark.parametrize("phase", ["race", "closing"])
def test_whoever_has_chosen_is_told_what(phase: str) -> None:
    hand = private(view(viewer=2, phase=phase, own=Hand(2, BIM, 5)))
    assert "Your hand is on **Bim**" in hand.text
    assert hand.rows == ()
    assert "No idea" in private(view(viewer=2, phase=phase, own=Hand(2, None, 5))).text


def test_the_prize_and_the_kept_mask_of_the_last_race_are_named() -> None:
    """Ruling Q12."""
    assert "Your prize: **Lum**" in private(before(viewer=1, won=(BIM, LUM))).text
    kept = private(before(viewer=3, won=(BIM, KEZ))).text
    assert "2️⃣ Ben understood your face. You keep **Kez**." in kept
    for nobody in (before(viewer=2, won=(LUM,)), before(viewer=1, won=(LUM,), turns=())):
        assert "🎁" not in private(nobody).text


def test_the_next_mime_who_was_right_sees_the_prize_beside_the_button() -> None:
    screen = private(before(viewer=1, mime=1, won=(LUM,)), DRAW, ("draw",))
    assert "Your prize: **Lum**" in screen.text
    assert labels(screen) == [["Look at my mask"]]


def test_the_own_masks_are_a_page_for_players_alone() -> None:
    assert SCREENS.pages(view(viewer=1)) == ("masks",)
    assert SCREENS.pages(view()) == ()
    page = SCREENS.page("masks", before(viewer=1, won=(BIM, KEZ, BIM)), (), scene())
    assert "Bim · Kez · Bim" in page.text
    assert page.picture is not None
    assert "Bim, Kez, Bim" in page.picture.alt
    assert page.picture.draw()[:2] == b"\xff\xd8"
    empty = SCREENS.page("masks", before(viewer=2), (), scene())
    assert "no masks yet" in empty.text
    assert empty.picture is None


def test_when_the_game_is_over_everybody_is_sent_to_the_board() -> None:
    for viewer in (0, 1):
        screen = private(view(viewer=viewer, phase="over", won=(BIM,)))
        assert "The game is over" in screen.text


@pytest.mark.parametrize("pictures", [True, False])
def test_a_text_only_table_has_no_pictures(pictures: bool) -> None:
    screens = (
        private(view(viewer=0, mask=BIM), MIME, OPEN, pictures=pictures),
        SCREENS.page("masks", view(viewer=1, won=(BIM,)), (), scene(pictures=pictures)),
    )
    assert [screen.picture is not None for screen in screens] == [pictures] * 2
    assert all("Bim" in everything_of(screen) for screen in screens)
