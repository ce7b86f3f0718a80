"""What there is to talk about: each question is true, comes from open facts, and is new."""

from collections import Counter

import pytest

from bot.games.who_barked.model.deduction import find_open_packs
from bot.games.who_barked.model.state import Proposal, View
from bot.games.who_barked.model.talk import Talk, find_talk, list_talks
from bot.games.who_barked.words import describe_talk
from tests.games.who_barked.looks import context, crew, view
from tests.games.who_barked.nights import play_night

MANY_GAMES = 48
QUIET, BARK = crew(0, 1), crew(0, 3, barks=1)


def ask(*proposals: Proposal) -> str:
    return describe_talk(view(*proposals), context()).removeprefix("💬 ")


def kinds_of(*proposals: Proposal) -> list[str]:
    return [talk.kind for talk in list_talks(view(*proposals))]


@pytest.mark.parametrize(
    ("proposals", "question"),
    [
        ((), "No cat knows anything yet. Whom would you take along, and why?"),
        ((crew(0, 3, barks=1, against=(4,)),), "Only Eve said “Stay”. Just a hunch?"),
        ((BARK,), "All of you said “Go”. Who talked you into that crew?"),
        (
            (crew(0, 3, barks=1, against=(1, 4)),),
            "Ben and Eve said “Stay” and had a point. What made you wonder?",
        ),
        (
            (BARK, crew(1, 4, barks=1)),
            "Do the sums: only 4 pairs of dogs still fit. Which one is it?",
        ),
        ((BARK, crew(1, 3, barks=1)), "Dan was along both times it barked. Bad luck?"),
        (
            (crew(3, 4, barks=2),),
            "There's no other way: the dogs can only be Dan and Eve. So who goes now?",
        ),
        (
            (crew(0, 3, barks=1), crew(1, 3, barks=1), crew(2, 3, barks=1)),
            "There's no other way: Dan must be a dog! Who else is?",
        ),
        ((QUIET,), "All of you said “Go”, and all was quiet. Was there really no dog?"),
        (
            (crew(0, 1, against=(4,)),),
            "Eve said “Stay”, but all was quiet. What were you afraid of?",
        ),
        (
            (BARK, crew(0, 1, goal=0)),
            "Ada was along when it barked before, and now all was quiet."
            " A cat after all, or a patient dog?",
        ),
        ((crew(0, 1, against=(0, 1, 2, 3)),), "Only Eve wanted Ada and Ben to go. Why them?"),
        (
            (crew(0, 1, against=range(5)),),
            "Nobody wanted this crew, not even Ada. What was the plan?",
        ),
        (
            (crew(0, 1, against=(2, 3, 4)),),
            "Only the crew itself wanted to go. What would win over the rest of you?",
        ),
        (
            (crew(0, 1, against=(1, 3, 4)),),
            "Ben was picked and said “Stay” all the same. Why?",
        ),
    ],
)
def test_the_question_fits_what_has_just_happened(
    proposals: tuple[Proposal, ...], question: str
) -> None:
    assert ask(*proposals) == question


def test_further_questions_are_there_for_later_rounds() -> None:
    stayed_out = crew(0, 1, barks=1, against=(0, 3), leader=2)
    assert {"reluctant", "stayed-out", "who-barked", "hours"} <= {*kinds_of(stayed_out)}
    assert "doubters" in kinds_of(crew(0, 1, barks=1, against=(2, 3)))
    assert "fans" in kinds_of(crew(0, 1, barks=1, against=(1, 3), leader=0))
    assert "same-leader" in kinds_of(BARK, crew(0, 1, barks=1))
    assert "again" in kinds_of(BARK, crew(0, 1, barks=1))
    assert "one-short" in kinds_of(crew(0, 1, against=(0, 1, 2)))
    assert "wanted" in kinds_of(crew(0, 1, against=(0, 1, 2)))
    assert "last-alarm" in kinds_of(BARK, BARK, BARK)
    assert "last-goal" in kinds_of(QUIET, crew(0, 1, goal=1))
    assert "twice-quiet" in kinds_of(QUIET, crew(0, 1, goal=1))
    assert "never-along" in kinds_of(BARK, BARK, crew(0, 1, barks=1))
    assert "no-spare-hour" in kinds_of(*[crew(0, 1, against=range(5))] * 6)


def test_nobody_is_asked_about_a_crew_that_has_not_come_back() -> None:
    gone = crew(0, 3, barks=None)
    assert find_talk(view(BARK, gone)) == find_talk(view(BARK))


def test_the_questions_of_each_game_are_true_and_new() -> None:
    kinds = Counter[str]()
    for seed in range(MANY_GAMES):
        seats = 5 + seed % 4
        asked = dict[int, Talk]()
        for entry in play_night(seats, seed):
            public: View = entry.views[0]
            if public.phase not in ("meet", "talk"):
                continue
            talk = find_talk(public)
            assert all(find_talk(seen) == talk for seen in entry.views), "roles do not matter"
            asked[len(public.proposals)] = talk
            dogs = [seat for seat, seen in enumerate(entry.views[1:]) if seen.role == "dog"]
            if talk.kind in ("caught", "exposed"):
                assert {*talk.seats} <= {*dogs}
            if talk.kind == "few-packs":
                assert talk.count == len(find_open_packs(public))
            if public.proposals:
                check(talk, public.proposals[-1], public)
        assert len({*asked.values()}) == len(asked)
        kinds.update(talk.kind for talk in asked.values())
    assert len(kinds) >= 15
    assert max(kinds.values()) == kinds["first"] == MANY_GAMES


def check(talk: Talk, last: Proposal, seen: View) -> None:
    """Check a question about votes and crews against the last proposal."""
    supporters = tuple(seat for seat, vote in enumerate(last.votes) if vote)
    opponents = tuple(seat for seat, vote in enumerate(last.votes) if not vote)
    match talk.kind:
        case "alone" | "doubters" | "reluctant":
            along = {*opponents} & {*last.crew}
            is_reluctant = talk.kind == "reluctant"
            assert {*talk.seats} == (along if is_reluctant else {*opponents} - along) and last.barks
        case "worried":
            assert talk.seats == opponents and not last.barks
        case "all-for" | "all-for-quiet":
            assert not opponents
            assert bool(last.barks) == (talk.kind == "all-for")
        case "fans":
            assert {*talk.seats} <= {*supporters} - {*last.crew}
        case "self-doubt":
            assert talk.seats == tuple(seat for seat in last.crew if seat in opponents)
        case "only-one" | "wanted":
            assert talk.seats == supporters and talk.others == last.crew
        case "again":
            barked = [each for each in seen.proposals if each.barks]
            assert talk.count == len(barked)
            assert all({*talk.seats} <= {*each.crew} for each in barked)
        case "quiet-now":
            barked = [each for each in seen.proposals if each.barks]
            assert last.barks == 0
            assert all(any(seat in each.crew for each in barked) for seat in talk.seats)
        case "last-alarm":
            assert seen.alarms == 3
        case "no-spare-hour":
            assert seen.spare_hours == 0
        case "nobody":
            assert not supporters
        case _:
            pass
