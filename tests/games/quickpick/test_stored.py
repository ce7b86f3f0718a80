"""Paths and records of version 0.3.0 are read as they were stored."""

import pytest

from bot.engine.events import Event, EventRecord, Notice, Seat, to_record
from bot.engine.game import Act, ActRecord
from bot.engine.moves import Move
from bot.games.quickpick.model.events import (
    EVENT_TYPES,
    MaskGuessed,
    MaskKept,
    MaskLost,
    MaskNotGuessed,
    MimeGone,
    NotWaitedFor,
    Overtaken,
    PartShown,
    PrizeDrawn,
    RaceMissed,
    RolePassedOn,
    SeatLeft,
    SoundMade,
)
from bot.games.quickpick.model.moves import (
    MOVE_TYPES,
    ChooseNothing,
    ChooseTile,
    Draw,
    MakeSound,
    PassOn,
    ShowFeature,
    StopMiming,
)
from tests.games.quickpick.playing import GAME

PATHS: dict[str, Move] = {
    "draw": Draw(),
    "pass-on": PassOn(),
    "show/tongue": ShowFeature("tongue"),
    "sound/muaa": MakeSound("muaa"),
    "done": StopMiming(),
    "tile/14": ChooseTile(14),
    "pass": ChooseNothing(),
}
RECORDS: tuple[tuple[str, tuple[int | str, ...], Event], ...] = (
    ("part-shown", (2, 7), PartShown(2, 7)),
    ("sound-made", (2, "grr"), SoundMade(2, "grr")),
    ("overtaken", (1,), Overtaken(1)),
    ("guessed", (0, 5, 2), MaskGuessed(0, 5, 2)),
    ("not-guessed", (0, 5), MaskNotGuessed(0, 5)),
    ("void", (3,), MimeGone(3)),
    ("prize", (9,), PrizeDrawn(9)),
    ("kept", (5,), MaskKept(5)),
    ("gone", (5,), MaskLost(5)),
    ("missed", (), RaceMissed()),
    ("not-waited-for", (4,), NotWaitedFor(4)),
    ("passed-on", (1,), RolePassedOn(1)),
    ("left", (6,), SeatLeft(6)),
)


@pytest.mark.parametrize("path", PATHS)
def test_the_path_of_each_move_is_read_and_written_as_before(path: str) -> None:
    assert PATHS[path].path == path
    assert GAME.read_action(ActRecord(1, 64, path, 7)) == Act(1, 64, PATHS[path], 7)


@pytest.mark.parametrize("to", [None, (1, 3)])
@pytest.mark.parametrize(("name", "values", "event"), RECORDS)
def test_the_record_of_each_event_is_read_and_written_as_before(
    name: str, values: tuple[int | str, ...], event: Event, to: tuple[Seat, ...] | None
) -> None:
    record = EventRecord(to, name, values)
    assert GAME.read_events((record,)) == (Notice(event, to),)
    assert to_record(Notice(event, to)) == record


def test_no_kind_is_left_out() -> None:
    assert {*map(type, PATHS.values())} == {*MOVE_TYPES}
    assert {type(event) for _, _, event in RECORDS} == {*EVENT_TYPES}
