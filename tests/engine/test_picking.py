"""Buttons that pick several people for a move, one press each."""

from itertools import combinations
from typing import Any

from bot.engine.game import Prompt
from bot.engine.moves import EMPTY_PREFIX, Move, Prefix
from bot.engine.picking import find_picked, make_pick_rows
from bot.engine.screen import Button, OpenScreen, Screen, SubmitMove
from bot.engine.screens import Question, ScreenContext
from bot.i18n import text
from bot.testing.limits import check_screen

NAMES = ("Ada", "Ben", "Cleo", "Dan")


class Team(Move, tag="team", frozen=True):
    size: int
    seats: tuple[int, ...]


class Pass(Move, tag="pass", frozen=True):
    pass


TEAMS = tuple(Team(2, seats) for seats in combinations(range(4), 2))
BEFORE = Prefix(Team, (2,))


def ask(entered: Prefix, *more: Move) -> Question[Any]:
    context = ScreenContext(text("en"), NAMES, NAMES, pictures=False)
    return Question(TEAMS[0], 0, Prompt(7, 0, "team"), (*TEAMS, *more), entered, context)


def rows(entered: Prefix, *more: Move) -> tuple[list[Button], list[Button]]:
    """Return the buttons of the people, and the last row."""
    question = ask(entered, *more)
    *people, last = make_pick_rows(question, BEFORE, "Go")
    assert [*check_screen(Screen("", rows=(*people, last)))] == []
    return [button for row in people for button in row], [*last]


def test_nobody_is_picked_at_first() -> None:
    people, last = rows(EMPTY_PREFIX)
    assert [button.label for button in people] == [*NAMES]
    assert people[3].press == OpenScreen(7, "team/2/3")
    assert [(button.label, button.disabled) for button in last] == [("Go", True)]


def test_a_picked_name_is_marked_and_taken_back_by_the_same_button() -> None:
    people, _ = rows(Prefix(Team, (2, (3,))))
    assert [button.emoji for button in people] == ["", "", "", "✅"]
    assert people[3].press == OpenScreen(7, "team/2")
    assert people[1].press == OpenScreen(7, "team/2/1.3"), "in ascending order"


def test_a_full_team_is_confirmed_and_takes_nobody_else() -> None:
    entered = Prefix(Team, (2, (0, 3)))
    people, (go, again) = rows(entered)
    assert [button.disabled for button in people] == [False, True, True, False]
    assert (go.press, go.disabled) == (SubmitMove(7, "team/2/0.3"), False)
    assert (again.label, again.press) == ("Pick again", OpenScreen(7, "team/2"))
    assert find_picked(ask(entered), BEFORE) == (0, 3)
    assert find_picked(ask(Prefix(Team, (1, (0,)))), BEFORE) == ()


def test_there_is_a_way_back_to_moves_of_another_kind() -> None:
    _, (_, back) = rows(BEFORE, Pass())
    assert (back.label, back.press) == ("Back", OpenScreen(7))


def test_other_numbers_than_seats_have_labels_of_the_game() -> None:
    (people, _) = make_pick_rows(ask(EMPTY_PREFIX), BEFORE, "Go", lambda number: f"No. {number}")
    assert [button.label for button in people] == ["No. 0", "No. 1", "No. 2", "No. 3"]
