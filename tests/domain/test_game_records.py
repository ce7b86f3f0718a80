"""What was stored of a game is joined by its steps, and packed."""

import pytest
from msgspec import Raw
from msgspec.json import decode
from msgspec.structs import replace

from bot.domain.game_records import (
    Course,
    OnlookerGuess,
    RatingWeight,
    Step,
    Views,
    encode_transcript_step,
    list_honours,
    make_course,
    make_record,
    make_views,
    pack_course,
    read_transcript,
    unpack_course,
)
from bot.domain.table import Finished, Leaver, Player
from bot.engine.events import EventRecord
from bot.engine.game import ActRecord
from bot.testing.playing import Play, make_setup, play_game
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
COURSE = make_course(
    TABLE,
    [(1, ACT, 20.0)],
    [(0, CUT), (0, LEFT), (1, WON)],
    [(0, 10.0, b'[{"a":1}]'), (1, 20.0, b"[{}]")],
)


def test_what_happened_stands_with_its_step() -> None:
    assert COURSE.steps == (
        Step(0, 10.0, None, (CUT, LEFT), Raw(b'[{"a":1}]')),
        Step(1, 20.0, ACT, (WON,), Raw(b"[{}]")),
    )


def test_a_game_that_began_in_an_older_version_lacks_what_that_did_not_store() -> None:
    course = make_course(TABLE, [(1, ACT, 20.0)], [(0, CUT)], [])
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


GAMES = pytest.mark.parametrize("game", sorted(REGISTRY))
GAME_NUMBERS = range(6)


def play(game: str, number: int) -> Play:
    return play_game(REGISTRY[game], make_setup(REGISTRY[game].game, number))


def list_views(play: Play) -> list[Views]:
    return [make_views(play.game, each.state, play.setup.seats) for each in play.steps]


@GAMES
@pytest.mark.parametrize("number", GAME_NUMBERS)
def test_views_come_back_as_they_were(game: str, number: int) -> None:
    known = list_views(play(game, number))
    steps = [
        encode_transcript_step(before, after)
        for before, after in zip([(), *known], known, strict=False)
    ]
    for views_, again in zip(known, read_transcript(steps), strict=True):
        assert (
            tuple(decode(r, type=type(v)) for v, r in zip(views_, again.views, strict=True))
            == views_
        )


@GAMES
def test_after_a_restart_all_is_told_anew(game: str) -> None:
    known = list_views(play(game, 1))
    middle = len(known) // 2
    before = [(), *known[: middle - 1], (), *known[middle:]]
    steps = [encode_transcript_step(old, new) for old, new in zip(before, known, strict=False)]
    for views_, again in zip(known, read_transcript(steps), strict=True):
        assert (
            tuple(decode(r, type=type(v)) for v, r in zip(views_, again.views, strict=True))
            == views_
        )


def test_most_of_it_is_left_out() -> None:
    known = list_views(play("catham_city", 2))
    whole = sum(len(encode_transcript_step((), after)) for after in known)
    less = sum(
        len(encode_transcript_step(old, new)) for old, new in zip([(), *known], known, strict=False)
    )
    assert less < whole / 2


def test_a_finished_game_honours_people_by_their_places_and_right_onlookers() -> None:
    players = (
        Player("Ada", 1, rank=2),
        Player("Ben", 2, rank=1),
        Player("Minka", None, rank=3),
    )
    table = replace(TABLE, players=players, is_complete=True)
    guesses = (OnlookerGuess("Cleo", 3, 1), OnlookerGuess("Dan", 4, 0))
    awards = (("first", 0), ("second", 0), ("third", 1), ("fourth", 2))
    course = Course(table.options, table.seed, ())
    record = make_record(table, course, RatingWeight((0.0,) * 3), guesses, awards)
    assert list_honours(record) == (
        EventRecord(None, "table-award", (1, "third")),
        EventRecord(None, "table-award", (0, "first")),
        EventRecord(None, "table-foreseen", (1, 2, "Cleo")),
    )
    assert list_honours(replace(record, awards=(), readers=())) == ()
