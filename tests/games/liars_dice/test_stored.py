"""Paths in buttons and stored events are what they have always been."""

import pytest

from bot.engine.events import Event, EventRecord, Notice, to_record
from bot.engine.moves import Move
from bot.games.liars_dice.model.events import BidMade, CupsLifted, DieLost, GameBegun
from bot.games.liars_dice.model.moves import CALL_LIAR, MakeBid
from tests.games.liars_dice.playing import GAME


@pytest.mark.parametrize(("path", "move"), [("bid/14/6", MakeBid(14, 6)), ("liar", CALL_LIAR)])
def test_moves_have_their_paths(path: str, move: Move) -> None:
    assert move.path == path
    assert GAME.read_move(path) == move


@pytest.mark.parametrize(
    ("name", "values", "event"),
    [
        ("begins", (2,), GameBegun(first=2)),
        ("bid", (1, 14, 6), BidMade(seat=1, count=14, face=6)),
        ("opened", (2, 1, 14, 6, 9), CupsLifted(2, 1, count=14, face=6, found=9)),
        ("lost-die", (1, 0), DieLost(seat=1, left=0)),
    ],
)
def test_events_are_stored_under_their_names(
    name: str, values: tuple[int, ...], event: Event
) -> None:
    record = EventRecord(None, name, values)
    assert GAME.read_events((EventRecord(None, "table-back", ("Ada",)), record)) == (Notice(event),)
    assert to_record(Notice(event)) == record
