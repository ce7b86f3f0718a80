"""What was stored of a game is joined by its steps, and packed."""

from functools import cache

import pytest
from msgspec import Raw, Struct
from msgspec.json import decode, encode
from msgspec.structs import replace

from bot.domain.game_records import (
    Course,
    OnlookerGuess,
    Participant,
    RatingWeight,
    Record,
    Step,
    Stored,
    make_course,
    make_record,
    pack_course,
    unpack_course,
)
from bot.domain.outcomes import list_honours
from bot.domain.table import Finished, Leaver, Player
from bot.domain.transcripts import Views, encode_transcript_step, make_views, read_transcript
from bot.engine.events import EventRecord
from bot.engine.records import ActionRecord, ActRecord
from bot.testing.playing import make_setup, play_game
from tests.toys import REGISTRY

CUT, LEFT, WON = (
    EventRecord((1,), "cut", (3,)),
    EventRecord(None, "left", ("Ada",)),
    EventRecord(None, "won"),
)
TABLE = Finished(
    game="secret_numbers",
    guild=1,
    channel=2,
    language="de",
    clock="3",
    opened_at=5.0,
    clicked_at=5.0,
    id=9,
    is_complete=True,
    seed=bytes(range(32)),
    options=(("pace", "slow"),),
    ended_at=30.0,
    players=(
        Player("Ben", 7, rank=1, points=4, away=True),
        Player("Minka", None, "sly", rank=2, letter=5),
    ),
    leavers=(Leaver(8, "Ada"),),
)
ACT = ActRecord(0, 1, "cut/3", 77)
STORED = Stored(
    [(1, ACT, 20.0)],
    [(0, CUT), (0, LEFT), (1, WON)],
    [(0, 10.0, b'[{"a":1}]'), (1, 20.0, b"[{}]")],
)
COURSE = make_course(TABLE, STORED)


def test_what_happened_stands_with_its_step() -> None:
    assert COURSE.steps == (
        Step(0, 10.0, None, (CUT, LEFT), Raw(b'[{"a":1}]')),
        Step(1, 20.0, ACT, (WON,), Raw(b"[{}]")),
    )


def test_a_game_that_began_in_an_older_version_lacks_what_that_did_not_store() -> None:
    course = make_course(TABLE, Stored([(1, ACT, 20.0)], [(0, CUT)], []))
    assert course.steps == (
        Step(0, 5.0, None, (CUT,), Raw(b"null")),
        Step(1, 20.0, ACT, (), Raw(b"null")),
    )


def test_a_course_comes_back_as_it_was_packed() -> None:
    assert unpack_course(pack_course(COURSE)) == COURSE
    assert unpack_course(pack_course(Course((), b"", ()))) == Course((), b"", ())


def test_a_record_tells_who_finished_where() -> None:
    record = make_record(TABLE, COURSE, RatingWeight((0.0, 40.0)))
    ben, minka = record.seats
    assert (ben.user, ben.rank, ben.points, ben.away) == (7, 1, 4, True)
    assert (minka.user, minka.level, minka.letter, minka.mu) == (None, "sly", 5, 40.0)
    assert record.leavers == TABLE.leavers
    assert (record.began_at, record.ended_at, record.moves) == (10.0, 30.0, 1)


def test_a_record_tells_how_it_ended() -> None:
    closed = replace(TABLE, is_complete=False)
    tables = (TABLE, replace(closed, ended_by=7), closed)
    assert [make_record(table, COURSE, RatingWeight()).ending for table in tables] == [
        "played",
        "ended",
        "left",
    ]


def test_only_what_was_played_to_its_end_by_two_people_is_rated() -> None:
    alone = replace(TABLE, leavers=())
    ended = replace(TABLE, is_complete=False, ended_by=7)
    assert [make_record(each, COURSE, RatingWeight()).rated for each in (TABLE, alone, ended)] == [
        True,
        False,
        False,
    ]
    assert not make_record(TABLE, COURSE, RatingWeight(min_moves=2)).rated, "it came too soon"


GAME_NUMBERS = range(6, 9)
SLOW_GAME_NUMBERS = range(6)
"""Games of all levels of computers, of the absent and of the stubborn."""


@cache
def list_views(game: str, number: int) -> tuple[Views, ...]:
    """Return the views after each step of a game that is played once for all tests."""
    played = play_game(REGISTRY[game], make_setup(REGISTRY[game], number))
    return tuple(make_views(played.game, each.state, played.setup.seats) for each in played.steps)


@pytest.mark.parametrize("game", sorted(REGISTRY))
def test_views_come_back_as_they_were_also_when_a_restart_has_told_all_anew(
    game: str, thorough: bool
) -> None:
    for number in (*GAME_NUMBERS, *(SLOW_GAME_NUMBERS if thorough else ())):
        known = list_views(game, number)
        middle = len(known) // 2
        for before in ([(), *known], [(), *known[: middle - 1], (), *known[middle:]]):
            steps = [encode_transcript_step(*pair) for pair in zip(before, known, strict=False)]
            for views, again in zip(known, read_transcript(steps), strict=True):
                read = zip(views, again.views, strict=True)
                assert tuple(decode(raw, type=type(view)) for view, raw in read) == views


class Seen(Struct, frozen=True):
    card: str


def test_a_card_that_one_player_saw_before_is_told_to_all_when_it_is_turned_up() -> None:
    before, after = (Seen("?"), Seen("ace")), (Seen("ace"), Seen("ace"))
    steps = [encode_transcript_step((), before), encode_transcript_step(before, after)]
    _, told = read_transcript(steps)
    assert tuple(decode(view, type=Seen) for view in told.views) == after


def test_most_of_it_is_left_out() -> None:
    known = list_views("catham_city", GAME_NUMBERS[2])
    whole = sum(len(encode_transcript_step((), after)) for after in known)
    less = sum(
        len(encode_transcript_step(old, new)) for old, new in zip([(), *known], known, strict=False)
    )
    assert less < whole / 2


def test_a_finished_game_honours_people_by_their_places_and_right_onlookers() -> None:
    players = (Player("Ada", 1, rank=2), Player("Ben", 2, rank=1), Player("Minka", None, rank=3))
    table = replace(TABLE, players=players, is_complete=True)
    guesses = (OnlookerGuess("Cleo", 3, 1), OnlookerGuess("Dan", 4, 0))
    awards = (("first", 0), ("second", 0), ("third", 1), ("fourth", 2))
    course = Course(table.options, table.seed, ())
    record = make_record(table, course, RatingWeight((0.0,) * 3), guesses, awards)
    first, second = (seat.user or 0 for seat in record.seats[:2])
    assert list_honours(record, {first: ("second",), second: ("third",)}) == (
        EventRecord(None, "table-award", (1, "third", 0)),
        EventRecord(None, "table-award", (0, "first", 1)),
        EventRecord(None, "table-foreseen", (1, 2, "Cleo")),
    )
    assert list_honours(replace(record, awards=(), readers=()), {}) == ()


@pytest.mark.parametrize(
    ("own", "computer", "is_told"), [(0, 1, True), (1, 2, True), (2, 2, False), (3, 1, False)]
)
def test_a_seat_is_played_by_the_computer_if_it_made_more_than_half_of_its_moves(
    own: int, computer: int, is_told: bool
) -> None:
    played = [ACT] * own + [replace(ACT, by_computer=True)] * computer
    played += [replace(ACT, seat=1, by_computer=True)] * 5
    inputs: list[tuple[int, ActionRecord, float]] = [
        (step, act, 20.0) for step, act in enumerate(played, 1)
    ]
    course = make_course(TABLE, Stored(inputs, [], []))
    record = make_record(TABLE, course, RatingWeight((0.0, 0.0)))
    assert [seat.by_computer for seat in record.seats] == [is_told, True]
    told = (EventRecord(None, "table-stood-in", (0,)),) if is_told else ()
    assert list_honours(record, {}) == told, "of people alone"
    unended = make_record(replace(TABLE, is_complete=False), course, RatingWeight((0.0, 0.0)))
    assert list_honours(unended, {}) == (), "a table that closed by itself has no places"


def test_whoever_took_a_computers_seat_is_in_the_game_but_it_counts_for_the_others() -> None:
    ada, ben = Player("Ada", 1, rank=2), Player("Ben", 2, rank=3)
    dan = Player("Dan", 4, rank=1, joined_step=3)
    played = [replace(ACT, seat=2, by_computer=True)] * 3 + [replace(ACT, seat=2)] * 2
    inputs: list[tuple[int, ActionRecord, float]] = [
        (step, act, 20.0) for step, act in enumerate(played, 1)
    ]
    table = replace(TABLE, players=(ada, ben, dan), leavers=())
    course = make_course(table, Stored(inputs, [], []))
    guesses = (OnlookerGuess("Cleo", 3, 1), OnlookerGuess("Dan", 4, 0))
    awards = (("first", 2), ("second", 0))
    record = make_record(table, course, RatingWeight((0.0,) * 3), guesses, awards)
    assert sorted(record.people) == [1, 2, 4]
    assert sorted(record.starters) == [1, 2]
    assert record.rated
    assert not record.seats[2].by_computer, "since he has the seat"
    assert record.readers == guesses[:1]
    assert [event.values for event in list_honours(record, {})] == [(0, "second", 1), (0, 1)]
    assert not make_record(replace(table, players=(ada, dan)), COURSE, RatingWeight()).rated


def test_what_older_versions_stored_was_played_by_people() -> None:
    act = b'{"type":"Act","seat":0,"decision":1,"move":"cut/3","at":77}'
    assert decode(act, type=ActRecord) == ACT
    assert encode(ACT) == act
    assert encode(replace(ACT, by_computer=True)) != act
    seat = b'{"name":"Ada","user":1,"level":"","away":true,"rank":1,"points":2,"letter":null}'
    assert not decode(seat, type=Participant).by_computer


def test_a_record_tells_who_was_in_which_team_and_whether_a_guess_was_right() -> None:
    weight = RatingWeight(teams=("cats", "dogs"), teams_by_seat=("dogs", "cats"))
    guesses = OnlookerGuess("Cleo", 1, 0), OnlookerGuess("Dan", 2, 1)
    record = make_record(TABLE, COURSE, weight, guesses)
    assert [seat.team for seat in record.seats] == ["dogs", "cats"]
    assert [seat.rank for seat in record.seats] == [1, 2]
    assert [record.proves_right(guess) for guess in guesses] == [False, True]
    assert list_honours(record, {})[-1].values == (1, 2, "Dan")


def test_a_record_of_an_older_version_has_no_teams() -> None:
    stored = decode(encode(make_record(TABLE, COURSE, RatingWeight())))
    for seat in stored["seats"]:
        del seat["team"]
    del stored["teams"]
    record = decode(encode(stored), type=Record)
    assert record == make_record(TABLE, COURSE, RatingWeight())
    assert (record.teams, [seat.team for seat in record.seats]) == ((), ["", ""])
