"""What the screens of all lessons share."""

import pytest

from bot.engine.lessons import format_lesson_hint, highlight_advice, make_go_on_button
from bot.engine.screen import Button, OpenScreen, Screen, SubmitMove, TableAction
from bot.engine.screens import ScreenContext
from bot.i18n import text

CONTEXT = ScreenContext(text("en"), (), (), pictures=False, lesson=True)
COUNTS = (Button("2", OpenScreen(5, "bid/2"), "main"), Button("3", OpenScreen(5, "bid/3"), "main"))
FACES = (Button("Fours", SubmitMove(5, "bid/3/4"), "main"), Button("Back", OpenScreen(5), "good"))
LIAR = Button("Liar!", SubmitMove(5, "liar"), "bad")


def list_green_labels(screen: Screen) -> list[str]:
    """Return the labels of the green buttons, after a check that all others are grey."""
    buttons = [item for row in screen.rows for item in row if isinstance(item, Button)]
    assert {button.style for button in buttons} <= {"good", "plain"}
    return [button.label for button in buttons if button.style == "good"]


def test_a_hint_has_a_sign_and_no_hint_is_empty() -> None:
    assert format_lesson_hint("Bid higher!", CONTEXT) == "💡 Bid higher!"
    assert format_lesson_hint("", CONTEXT) == ""


@pytest.mark.parametrize(
    ("advised", "green"),
    [
        ("bid/3/4", ["3", "Fours"]),
        ("bid/3", ["3", "Fours"]),
        ("bid/30", []),
        ("liar", ["Liar!"]),
        ("", []),
    ],
)
def test_only_what_leads_to_the_advised_move_is_green(advised: str, green: list[str]) -> None:
    screen = Screen("", rows=(COUNTS, FACES, (LIAR,)))
    assert list_green_labels(highlight_advice(screen, advised)) == green


def test_what_cannot_be_pressed_is_never_green() -> None:
    closed = Button("Liar!", SubmitMove(5, "liar"), disabled=True)
    assert list_green_labels(highlight_advice(Screen("", rows=((closed,),)), "liar")) == []


@pytest.mark.parametrize(("advised", "style"), [(True, "good"), (False, "plain")])
def test_the_button_that_goes_on_is_green_if_it_is_advised(advised: bool, style: str) -> None:
    button = make_go_on_button(CONTEXT, advised=advised)
    assert (button.label, button.press) == ("Continue", TableAction("go-on"))
    assert button.style == style
