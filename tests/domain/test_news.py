"""For whom a change of a table is news, as a table of cases."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.domain.changes import Change
from bot.domain.guessing import PREDICTED_EVENT
from bot.domain.news import Readers, find_departed_users, find_users_with_news
from bot.domain.table import Applicant, Lobby, Match, Person, Player
from bot.engine.events import EventRecord
from bot.engine.game import Prompt
from bot.engine.package import GamePackage
from bot.engine.records import ActRecord
from tests.tables import in_phase
from tests.toys import REGISTRY

ADA, BEN, CLEO, DAN, EVE = 1, 2, 3, 4, 5
"""Three players, one at the seat that a computer may have, and two who watch."""
PACKAGE = REGISTRY["secret_numbers"]
READERS = Readers(own_screens=(ADA, DAN), in_words=(EVE,))
ASKED, ANSWERED = Prompt(1, 0, "name"), Prompt(1, 0, "name", has_answered=True)
OTHER = Prompt(1, 1, "name")
PAUSE = Prompt(2, None, "pause", seconds=5.0)


class Revealing(type(PACKAGE.screens)):  # type: ignore[misc]
    """Screens on which a reveal is for everybody."""

    reveals = frozenset({"revealed"})


REVEALING = replace(PACKAGE, screens=Revealing())


def match(*prompts: Prompt, computers: tuple[int, ...] = (), **changes: Any) -> Match:
    """Return a game of three, of whom some seats are a computer's, that waits for these."""
    users = [None if seat in computers else user for seat, user in enumerate((ADA, BEN, CLEO))]
    players = tuple(Player("Ann", user, level="" if user else "tomcat") for user in users)
    lobby = Lobby("secret_numbers", 1, 2, "en", "10", 0.0, 0.0, host=ADA, players=players)
    return replace(in_phase(lobby, "playing"), prompts=prompts, **changes)


def act(seat: int, *, by_computer: bool = False) -> ActRecord:
    return ActRecord(seat, 1, "name/1", 0, by_computer)


WAITING = match(ASKED, OTHER)
CASES: dict[str, tuple[Match, Match, dict[str, Any], GamePackage, tuple[int, ...]]] = {
    "who has just moved reads it in the answer": (
        WAITING,
        match(ANSWERED, OTHER),
        {"actions": (act(0),)},
        PACKAGE,
        (),
    ),
    "a new question is for whom it asks": (
        match(OTHER),
        match(Prompt(2, 2, "name")),
        {"actions": (act(1),)},
        PACKAGE,
        (CLEO,),
    ),
    "who is away is asked nothing": (
        match(OTHER),
        match(Prompt(2, 2, "name")).set_player(2, Player("Cleo", CLEO, away=True)),
        {"actions": (act(1),)},
        PACKAGE,
        (),
    ),
    "an event for one seat": (
        WAITING,
        WAITING,
        {"events": (EventRecord((2,), "told", ()),)},
        PACKAGE,
        (CLEO,),
    ),
    "an event for everybody that reveals nothing": (
        WAITING,
        WAITING,
        {"events": (EventRecord(None, "told", ()),)},
        REVEALING,
        (),
    ),
    "a reveal": (
        WAITING,
        WAITING,
        {"events": (EventRecord(None, "revealed", ()),)},
        REVEALING,
        (ADA, BEN, CLEO, DAN),
    ),
    "the end of the pause after a reveal": (
        match(PAUSE),
        WAITING,
        {},
        REVEALING,
        (ADA, BEN, CLEO, DAN),
    ),
    "the end of a pause of a game without reveals is for who owes no answer, and who is asked": (
        match(PAUSE),
        match(OTHER),
        {},
        PACKAGE,
        (ADA, BEN, CLEO),
    ),
    "a pause that people can end": (
        WAITING,
        match(replace(PAUSE, may_end_early=True)),
        {},
        PACKAGE,
        (ADA, BEN, CLEO, DAN),
    ),
    "a computer's move is told to all who owe no answer": (
        match(ASKED, OTHER, computers=(0,)),
        match(ANSWERED, OTHER, computers=(0,)),
        {"actions": (act(0, by_computer=True),)},
        PACKAGE,
        (CLEO,),
    ),
    "the computer answers for somebody": (
        WAITING,
        match(OTHER),
        {"actions": (act(0, by_computer=True),)},
        PACKAGE,
        (ADA,),
    ),
    "somebody else's action ends a question": (
        WAITING,
        match(OTHER),
        {},
        PACKAGE,
        (ADA,),
    ),
    "a question that a pause has ended waits for the end of the pause": (
        WAITING,
        match(PAUSE),
        {"actions": (act(0),)},
        PACKAGE,
        (),
    ),
    "predictions are settled": (
        replace(WAITING, guessers=(Person(EVE, "Eve"),)),
        replace(WAITING, guessers=(Person(EVE, "Eve"),)),
        {"events": (EventRecord(None, PREDICTED_EVENT, ()),)},
        PACKAGE,
        (EVE,),
    ),
    "a race is followed in words": (
        match(replace(ASKED, seconds=5.0)),
        match(replace(ASKED, seconds=5.0)),
        {},
        PACKAGE,
        (EVE,),
    ),
    "the answer to who asked for a seat": (
        replace(WAITING, applicants=(Applicant(DAN, "Dan"),)),
        WAITING,
        {},
        PACKAGE,
        (DAN,),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_change_is_news_for_those_whom_it_concerns(case: str) -> None:
    before, after, what, package, users = CASES[case]
    found = find_users_with_news(before, Change(after, **what), package, READERS)
    assert sorted(found) == sorted(users)


def test_the_beginning_and_the_end_are_news_for_everybody_and_the_end_of_a_lesson_for_nobody():
    lobby, over = in_phase(WAITING, "lobby"), in_phase(WAITING, "over")
    everybody = (ADA, BEN, CLEO, DAN)
    for before, after in ((lobby, WAITING), (WAITING, over)):
        found = find_users_with_news(before, Change(after), PACKAGE, READERS)
        assert found == everybody
    lesson = replace(WAITING, channel=-1)
    assert find_users_with_news(lesson, Change(lesson), PACKAGE, READERS) == everybody
    assert find_users_with_news(lesson, Change(lesson.close()), PACKAGE, READERS) == ()


def test_who_has_left_is_who_had_a_seat_before() -> None:
    left = WAITING.set_player(1, Player("Ben", None, level="tomcat"))
    assert find_departed_users(WAITING, left) == (BEN,)
    assert find_departed_users(left, WAITING) == ()
