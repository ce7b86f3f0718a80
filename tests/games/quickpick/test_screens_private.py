"""What one player alone may see: the mime's mask, a guesser's choice, the own masks."""

import pytest

from bot.engine.game import Prompt
from bot.engine.moves import EMPTY_PREFIX, Move
from bot.engine.screen import Button, QuietScreen, Screen, SubmitMove
from bot.engine.screens import Question
from bot.games.quickpick.model.moves import DRAW as DRAW_MOVE
from bot.games.quickpick.model.moves import (
    GUESS_MOVES,
    PASS_ON,
    SHOW_MOVES,
    SOUND_MOVES,
    STOP_MIMING,
    ShowFeature,
)
from bot.games.quickpick.model.state import Hand, View
from bot.games.quickpick.package import PACKAGE
from tests.games.looks import button, buttons_of, everything_of
from tests.games.quickpick.looks import (
    BIM,
    DRAW,
    EMOJIS,
    KEZ,
    LUM,
    MIME,
    SCREENS,
    SLAP,
    before,
    context,
    view,
)

OPEN = (ShowFeature("tongue"), ShowFeature("head"), STOP_MIMING)
"""What Ada may show after brows, eyes and mouth."""


def private(
    shown: View, prompt: Prompt | None = None, moves: tuple[Move, ...] = (), **how: object
) -> Screen:
    """Return the private screen of whoever views."""
    assert shown.viewer is not None
    told = context(**how)  # type: ignore[arg-type]
    return SCREENS.own_screen(Question(shown, shown.viewer, prompt, moves, EMPTY_PREFIX, told))


def labels(screen: Screen) -> list[list[str]]:
    return [[item.label for item in row if isinstance(item, Button)] for row in screen.rows]


def test_the_mime_looks_with_one_press_and_may_pass_on_where_the_rules_let_it() -> None:
    screen = private(before(viewer=0), DRAW, (DRAW_MOVE,))
    assert labels(screen) == [["Look at my mask"]]
    assert buttons_of(screen)[0].press == SubmitMove(64, "draw")
    camera = private(before(viewer=0, mode="camera"), DRAW, (DRAW_MOVE, PASS_ON))
    assert labels(camera) == [["Look at my mask", "Pass"]]
    assert "no hands, no words" in camera.text
    assert "out of the game" not in camera.text


def test_whoever_has_passed_on_once_is_warned_before_the_second_time() -> None:
    """Ruling Q19."""
    camera = before(viewer=0, mode="camera", passed=(1, 0, 0, 0))
    warned = private(camera, DRAW, (DRAW_MOVE, PASS_ON))
    assert "Pass again, and you're out of the game" in warned.text
    elsewhere = before(viewer=0, mode="camera", passed=(0, 1, 1, 1))
    assert "out of the game" not in private(elsewhere, DRAW, (DRAW_MOVE, PASS_ON)).text


def test_whoever_is_out_is_told_so_instead_of_being_sent_to_the_board() -> None:
    gone = view(viewer=2, mode="camera", present=(True, True, False, True))
    assert "You're out of this game" in private(gone).text
    assert private(gone).picture is None, "no mask counts any more"


def test_the_mime_sees_the_mask_and_shows_what_is_not_shown_so_far() -> None:
    screen = private(view(viewer=0, mask=BIM), MIME, OPEN, emojis=EMOJIS)
    assert screen.picture is not None
    assert screen.picture.alt.startswith("Your mask: Bim (brows down, eyes wide, mouth round")
    assert screen.picture.draw()[:2] == b"\xff\xd8"
    assert (screen.title, screen.fields) == ("", ())
    assert labels(screen) == [["Brows", "Eyes", "Mouth"], ["Tongue", "Head", "Done"]]
    assert [item.disabled for item in buttons_of(screen)] == [True] * 3 + [False] * 3
    assert [item.emoji for item in buttons_of(screen)[:5]] == [
        EMOJIS[name]
        for name in ("brows-down", "eyes-wide", "mouth-round", "tongue-in", "head-left")
    ]
    assert button(screen, "Tongue").press == SubmitMove(65, "show/tongue")
    assert button(screen, "Done").press == SubmitMove(65, "done")


def test_without_pictures_the_mask_and_what_was_shown_stand_in_words() -> None:
    told = private(view(viewer=0, mask=BIM), MIME, OPEN, pictures=False).text
    assert "Bim** (brows down, eyes wide, mouth round, tongue in, head left)" in told
    assert "Shown so far: 🔽 brows down · 👀 eyes wide · 😮 mouth round" in told


def test_the_mimes_screen_does_not_jump_from_the_look_to_the_last_part() -> None:
    """The mask lies face down at first, in a picture of the same size; buttons stay, greyed."""
    look = private(before(viewer=0), DRAW, (DRAW_MOVE,)).picture
    screens = (
        private(view(viewer=0, mask=BIM, shown=()), MIME, (*SHOW_MOVES, STOP_MIMING)),
        private(view(viewer=0, mask=BIM), MIME, OPEN),
        private(view(viewer=0, mask=BIM, done=True)),
    )
    assert look is not None
    assert look.alt == "Your mask is face down: you haven't looked at it yet."
    assert {screen.picture.name for screen in screens if screen.picture} == {look.name}
    assert len({str(labels(screen)) for screen in screens}) == 1
    assert all(item.disabled for item in buttons_of(screens[-1]))


def test_with_sounds_the_mime_has_ten_syllables_until_the_last_is_made() -> None:
    shown = view(viewer=0, mask=BIM, mode="sounds")
    screen = private(shown, MIME, (*OPEN, *SOUND_MOVES))
    assert labels(screen)[2:] == [
        ["Grr", "Muaa", "Zzz", "Pff", "Brr"],
        ["Uuh", "Tss", "Wah", "Iih", "Rrr"],
    ]
    assert button(screen, "Muaa").press == SubmitMove(65, "sound/muaa")
    assert button(private(shown, MIME, OPEN), "Muaa").disabled


def test_a_mime_who_is_done_or_has_a_camera_sees_the_mask_alone() -> None:
    done = private(view(viewer=0, mask=BIM, done=True))
    camera = private(view(viewer=0, mask=BIM, mode="camera", shown=()))
    assert "straight face" in done.text
    assert "Make this face now" in camera.text
    assert camera.rows == ()
    for screen in (done, camera):
        assert screen.picture is not None
        assert "Bim" in screen.picture.alt


def test_a_guesser_is_sent_to_the_board_and_sees_the_own_masks() -> None:
    screen = private(view(viewer=2, won=(LUM,)), SLAP, GUESS_MOVES)
    assert "Press its letter on the board" in screen.text
    assert "so far" not in screen.text, "the picture has the number"
    assert screen.rows == ()
    assert screen.picture is not None
    assert screen.picture.alt == "Your masks: Lum"
    in_words = private(view(viewer=2, won=(LUM,)), SLAP, GUESS_MOVES, pictures=False)
    assert "You have one mask so far." in in_words.text


@pytest.mark.parametrize("phase", ["race", "closing"])
def test_whoever_has_chosen_is_told_what(phase: str) -> None:
    hand = private(view(viewer=2, phase=phase, own=Hand(2, BIM, 5)))
    assert "Your hand is on **Bim**" in hand.text
    assert hand.rows == ()
    assert "No idea" in private(view(viewer=2, phase=phase, own=Hand(2, None, 5))).text


def test_a_guessers_screen_comes_by_itself_only_when_a_choice_is_spent() -> None:
    """The board is what guessers press, and it stands below an own screen on a phone."""
    late = Hand(2, BIM, 5)
    assert isinstance(private(view(viewer=2, own=late)), QuietScreen)
    spent = private(view(viewer=2, own=late, late=(2,)))
    assert "Somebody got to **Bim** first" in spent.text
    assert not isinstance(spent, QuietScreen)
    assert not isinstance(private(view(viewer=0, mask=BIM), MIME, OPEN), QuietScreen)


def test_the_own_masks_are_a_page_for_players_alone() -> None:
    assert PACKAGE.pages.find_names(view(viewer=1)) == ("masks",)
    assert PACKAGE.pages.find_names(view()) == ()
    page = PACKAGE.pages.make_page("masks", before(viewer=1, won=(BIM, KEZ, BIM)), context())
    assert "Bim · Kez · Bim" in page.text
    assert page.picture is not None
    assert "Bim, Kez, Bim" in page.picture.alt
    assert page.picture.draw()[:2] == b"\xff\xd8"
    empty = PACKAGE.pages.make_page("masks", before(viewer=2), context())
    assert "any masks yet" in empty.text
    assert empty.picture is None, "nothing is no picture"


@pytest.mark.parametrize("pictures", [True, False])
def test_a_text_only_table_has_no_pictures(pictures: bool) -> None:
    screens = (
        private(view(viewer=0, mask=BIM), MIME, OPEN, pictures=pictures),
        PACKAGE.pages.make_page("masks", view(viewer=1, won=(BIM,)), context(pictures=pictures)),
    )
    assert [screen.picture is not None for screen in screens] == [pictures] * 2
    told = (everything_of(each) + (each.picture.alt if each.picture else "") for each in screens)
    assert all("Bim" in words for words in told)
