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
Case = tuple[Match, Change, GamePackage, tuple[int, ...]]


def news(
    after: Match, *users: int, before: Match = WAITING, of: GamePackage = PACKAGE, **what: Any
) -> Case:
    return before, Change(after, **what), of, users


GUESSED = replace(WAITING, guessers=(Person(EVE, "Eve"),))
RACE = match(replace(ASKED, seconds=5.0))
ASKS_CLEO = match(Prompt(2, 2, "name"))
CLEO_AWAY = ASKS_CLEO.set_player(2, Player("Cleo", CLEO, away=True))
CASES: dict[str, Case] = {
    "who has just moved reads it in the answer": news(match(ANSWERED, OTHER), actions=(act(0),)),
    "a new question is for whom it asks": news(
        ASKS_CLEO, CLEO, before=match(OTHER), actions=(act(1),)
    ),
    "who is away is asked nothing": news(CLEO_AWAY, before=match(OTHER), actions=(act(1),)),
    "an event for one seat": news(WAITING, CLEO, events=(EventRecord((2,), "told", ()),)),
    "an event for everybody that reveals nothing": news(
        WAITING, of=REVEALING, events=(EventRecord(None, "told", ()),)
    ),
    "a reveal": news(
        WAITING, ADA, BEN, CLEO, DAN, of=REVEALING, events=(EventRecord(None, "revealed", ()),)
    ),
    "the end of the pause after a reveal": news(
        WAITING, ADA, BEN, CLEO, DAN, before=match(PAUSE), of=REVEALING
    ),
    "the end of a pause of a game without reveals is for who owes no answer, and who is asked": (
        news(match(OTHER), ADA, BEN, CLEO, before=match(PAUSE))
    ),
    "a pause that people can end": news(
        match(replace(PAUSE, may_end_early=True)), ADA, BEN, CLEO, DAN
    ),
    "a computer's move is told to all who owe no answer": news(
        match(ANSWERED, OTHER, computers=(0,)),
        CLEO,
        before=match(ASKED, OTHER, computers=(0,)),
        actions=(act(0, by_computer=True),),
    ),
    "the computer answers for somebody": news(
        match(OTHER), ADA, actions=(act(0, by_computer=True),)
    ),
    "somebody else's action ends a question": news(match(OTHER), ADA),
    "a question that a pause has ended waits for the end of the pause": news(
        match(PAUSE), actions=(act(0),)
    ),
    "predictions are settled": news(
        GUESSED, EVE, before=GUESSED, events=(EventRecord(None, PREDICTED_EVENT, ()),)
    ),
    "a race is followed in words": news(RACE, EVE, before=RACE),
    "the answer to who asked for a seat": news(
        WAITING, DAN, before=replace(WAITING, applicants=(Applicant(DAN, "Dan"),))
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_change_is_news_for_those_whom_it_concerns(case: str) -> None:
    before, change, package, users = CASES[case]
    assert sorted(find_users_with_news(before, change, package, READERS)) == sorted(users)


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
