"""Moves, events and states are read and written as 0.3.0 did."""

import pytest

from bot.engine.events import Event, EventRecord, Notice, from_records, to_record
from bot.engine.moves import Move, Prefix, parse_move, parse_prefix
from bot.games.catham_city.model.events import (
    EVENT_TYPES,
    BureaucratsPlayed,
    CardGiven,
    CardsDiscarded,
    CardsDrawn,
    CardsTaken,
    DetectivesPlayed,
    ElectionWon,
    ExtraDiscarded,
    HackersPlayed,
    HandChanged,
    JournalistsPlayed,
    MafiaPlayed,
    PileReshuffled,
    PointPaid,
    PolicePlayed,
    RobocatsDrew,
    RobocatsScored,
    ScientistsPlayed,
    SeatLeft,
)
from bot.games.catham_city.model.moves import (
    MOVE_TYPES,
    Discard,
    Drop,
    Give,
    Pass,
    Pay,
    PlayBureaucrats,
    PlayDetectives,
    PlayHackers,
    PlayJournalists,
    PlayMafia,
    PlayPolice,
    PlayRobocats,
    PlayScientists,
    Take,
)

MOVES: dict[str, Move] = {
    "take/3/2": Take(3, 2),
    "play/0/4": PlayDetectives(4),
    "play/1": PlayScientists(),
    "play/2/4": PlayRobocats(4),
    "play/3": PlayMafia(),
    "play/4/2/1": PlayHackers(2, 1),
    "play/5/15/6/1": PlayPolice(15, 6, 1),
    "play/6": PlayJournalists(),
    "play/7/9": PlayBureaucrats(9),
    "discard": Discard(),
    "discard/0.0.4": Discard((0, 0, 4)),
    "pass": Pass(),
    "pay": Pay(),
    "drop/3.4": Drop((3, 4)),
    "give/6": Give(6),
    "give/6/discard": Give(6, "discard"),
}
EVENTS: tuple[tuple[str, tuple[int, ...], Event], ...] = (
    ("took", (1, 4, 2), CardsTaken(1, 4, 2)),
    ("drew", (0, 4, 4, 6), CardsDrawn(0, (4, 4, 6))),
    ("hand", (0,), HandChanged(0, ())),
    ("discarded", (0, 4, 4), CardsDiscarded(0, (4, 4))),
    ("detectives", (1, 4), DetectivesPlayed(1, 4)),
    ("scientists", (1,), ScientistsPlayed(1)),
    ("robocats-drew", (2, 5), RobocatsDrew(2, 5)),
    ("robocats-scored", (2,), RobocatsScored(2)),
    ("mafia", (3,), MafiaPlayed(3)),
    ("hackers", (0, 1, 3, 4, 0, 4), HackersPlayed(0, 1, 3, (4, 0, 4))),
    ("police", (0, 1, 2, 6), PolicePlayed(0, 1, 2, 6, ())),
    ("police", (0, 1, 2, 6, 6, 3), PolicePlayed(0, 1, 2, 6, (6, 3))),
    ("journalists", (5,), JournalistsPlayed(5)),
    ("bureaucrats", (0, 1, 4), BureaucratsPlayed(0, (1, 4))),
    ("pursued", (4, 0), ExtraDiscarded(4, 0)),
    ("paid", (1,), PointPaid(1)),
    ("gave", (1, 0, 4, 0), CardGiven(1, 0, 4, has_discarded=False)),
    ("gave", (1, 0, 4, 1), CardGiven(1, 0, 4, has_discarded=True)),
    ("reshuffled", (30,), PileReshuffled(30)),
    ("left", (3,), SeatLeft(3)),
    ("won", (1, 14), ElectionWon(1, 14)),
)


def test_there_is_an_example_of_every_kind() -> None:
    assert {type(move) for move in MOVES.values()} == {*MOVE_TYPES}
    assert {type(event) for _, _, event in EVENTS} == {*EVENT_TYPES}


@pytest.mark.parametrize("path", MOVES)
def test_paths_stand_for_moves(path: str) -> None:
    assert parse_move(MOVE_TYPES, path) == MOVES[path]
    assert MOVES[path].path == path


@pytest.mark.parametrize("path", ["play/0", "take", "play/4/2", "play/5/15/6", "drop", "give"])
def test_the_beginnings_of_paths_are_no_moves(path: str) -> None:
    prefix = parse_prefix(MOVE_TYPES, path)
    assert prefix is not None and prefix.path == path
    assert parse_move(MOVE_TYPES, path) is None


def test_a_play_is_entered_field_by_field() -> None:
    assert parse_prefix(MOVE_TYPES, "play/5/15") == Prefix(PlayPolice, (15,))


@pytest.mark.parametrize("path", ["play/8", "play/1/1", "give/6/", "give/6/no", "pay/1", "drop/03"])
def test_forged_paths_are_no_moves(path: str) -> None:
    assert parse_move(MOVE_TYPES, path) is None


@pytest.mark.parametrize(("name", "values", "event"), EVENTS)
def test_records_stand_for_events(name: str, values: tuple[int, ...], event: Event) -> None:
    record = EventRecord((0,), name, values)
    assert from_records(EVENT_TYPES, [record]) == (Notice(event, (0,)),)
    assert to_record(Notice(event, (0,))) == record
