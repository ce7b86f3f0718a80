"""When computers answer, and that the time tells nothing of what they know."""

import pytest
from msgspec.structs import replace

from bot.domain.changes import Change
from bot.domain.levels import LIKE_US
from bot.domain.table import ComputerTurn, Match
from bot.engine.answers import Answers
from bot.games.registry import GAMES
from bot.games.who_barked.model.state import Proposal, State
from tests.tables import deal_table, settle

PACKAGE = GAMES["who_barked"]
CREW = (0, 3, 4)
GONE = Proposal(0, CREW, 2, (True,) * 5, None)


def send_crew(dogs: tuple[int, int], **fields: str) -> Match:
    """Return a game in which a person and two computers are in the kitchen."""
    table = deal_table("Ada", "Ben", game="who_barked", computers=3, **fields)
    answers = Answers[bool](7, CREW)
    state = State(
        seats=5, leader=0, phase="raid", decision=7, crew=CREW, proposals=(GONE,), dogs=dogs,
        nose=2, answers=answers,
    )  # fmt: skip
    return table.in_state(state, PACKAGE.game)


def list_times(table: Match) -> list[tuple[int, float]]:
    """Return the seats of the computers that answer, each with the seconds until then."""
    turns = (timer for timer in settle(Change(table), 1000.0).timers)
    return [
        (timer.seat, round(timer.at - 1000, 3))
        for timer in turns
        if isinstance(timer, ComputerTurn)
    ]


@pytest.mark.parametrize(("pace", "first"), [("slow", 4.0), ("normal", 2.0), ("fast", 0.8)])
def test_computers_that_are_asked_together_answer_one_after_another(
    pace: str, first: float
) -> None:
    times = list_times(send_crew((1, 3), pace=pace))
    assert times == [(3, first), (4, round(1.3 * first, 3))]


@pytest.mark.parametrize("dogs", [(0, 1), (1, 3), (4, 1), (3, 4)])
@pytest.mark.parametrize("level", [LIKE_US, *PACKAGE.computers.levels])
def test_the_time_in_the_kitchen_tells_neither_role_nor_level(
    dogs: tuple[int, int], level: str
) -> None:
    table = send_crew(dogs)
    usual = list_times(table)
    for seat in (2, 3, 4):
        table = table.change_player(seat, level=level)
    assert list_times(table) == usual


def test_a_computer_that_waits_already_keeps_its_time_when_another_has_answered() -> None:
    before = settle(Change(send_crew((1, 3))), 1000.0)
    assert isinstance(before.state, State) and before.state.answers
    answers = before.state.answers.add(3, 7, True)
    after = before.in_state(replace(before.state, answers=answers), PACKAGE.game)
    (turn,) = (t for t in settle(Change(after), 1002.0).timers if isinstance(t, ComputerTurn))
    assert (turn.seat, round(turn.at, 3)) == (4, 1002.6)
