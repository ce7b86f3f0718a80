"""Secret answers of several seats: who is asked, who has answered, and what may change."""

import pytest
from msgspec.json import decode, encode
from msgspec.structs import replace

from bot.engine.answers import Answers, AnswersView
from bot.engine.game import Prompt, Stale, find_waiting
from bot.testing.suite import check_game
from tests.toys.council.package import PACKAGE
from tests.toys.council.rules import Council, State

ASKED = Answers[str](decision=3, seats=(0, 2, 5))
CHANGEABLE = Answers[str](decision=3, seats=(0, 2, 5), may_change=True)
GAMES = 15


def test_answers_are_kept_by_seat_whatever_their_order() -> None:
    one = ASKED.add(5, 3, "late").add(0, 3, "early")
    assert one == ASKED.add(0, 3, "early").add(5, 3, "late")
    assert (one.answered, one.waiting) == ((0, 5), (2,))
    assert (one.find(5), one.find(2)) == ("late", None)
    assert one.add(2, 3, "last").waiting == ()


@pytest.mark.parametrize(("seat", "decision"), [(1, 3), (0, 2), (2, 3)])
def test_an_answer_that_nobody_asked_for_is_stale(seat: int, decision: int) -> None:
    with pytest.raises(Stale):
        ASKED.add(2, 3, "once").add(seat, decision, "again")


def test_an_answer_may_change_until_the_last_one_is_in() -> None:
    changed = CHANGEABLE.add(2, 3, "once").add(2, 3, "again")
    assert changed.given == ((2, "again"),)
    full = changed.add(0, 3, "a").add(5, 3, "b")
    assert full.open_seats == ()
    with pytest.raises(Stale):
        full.add(2, 3, "too late")


def test_only_those_are_asked_who_may_answer() -> None:
    once = ASKED.add(2, 3, "x")
    assert once.prompts("card", "card:3", 0.5) == (
        Prompt(3, 0, "card", "card:3", clock_share=0.5),
        Prompt(3, 5, "card", "card:3", clock_share=0.5),
    )
    again = CHANGEABLE.add(2, 3, "x").prompts("card")
    assert [(prompt.seat, prompt.has_answered) for prompt in again] == [
        (0, False),
        (2, True),
        (5, False),
    ]
    assert [prompt.seat for prompt in find_waiting(again)] == [0, 5]


def test_a_viewer_sees_who_has_answered_and_their_own_answer() -> None:
    once = ASKED.add(2, 3, "x").add(5, 3, "y")
    assert once.view(2) == AnswersView((0, 2, 5), (2, 5), "x")
    assert once.view(0) == once.view(None) == AnswersView[str]((0, 2, 5), (2, 5))
    assert once.view(None).waiting == (0,)


def test_others_answers_are_drawn_anew_and_the_view_stays() -> None:
    once = ASKED.add(2, 3, "x").add(5, 3, "y")
    other = once.resample(2, lambda seat: f"drawn for {seat}")
    assert other.given == ((2, "x"), (5, "drawn for 5"))
    assert other.view(2) == once.view(2)


def test_who_leaves_is_asked_no_longer() -> None:
    left = ASKED.add(2, 3, "x").remove(2).remove(0)
    assert (left.seats, left.given, left.waiting) == ((5,), (), (5,))


def test_answers_are_stored_and_read() -> None:
    for answers in (ASKED, CHANGEABLE.add(5, 3, "x")):
        assert decode(encode(answers), type=Answers[str]) == answers
        assert decode(encode(answers.view(5)), type=AnswersView[str]) == answers.view(5)


class Unlabelled(Council):
    """Its time to talk has a button without words."""

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        talk = state.phase == "talk"
        label = "button-nothing" if talk else ""
        return tuple(replace(prompt, ready_label=label) for prompt in super().prompts(state))


def test_a_time_to_talk_without_words_for_its_button_is_noticed() -> None:
    found = check_game(replace(PACKAGE, game=Unlabelled()), range(GAMES))
    broken = [(verdict.rule.name, verdict.reason) for verdict in found if not verdict.holds]
    assert broken == [("events-have-words", "en.ftl lacks button-nothing")]


def test_a_game_with_votes_that_may_change_keeps_the_contract() -> None:
    found = check_game(PACKAGE, range(GAMES))
    assert [str(each) for each in found if not each.holds] == []
