"""Paths in buttons and records in databases of earlier releases are read as they were written."""

import pytest

from bot.engine.events import Event, EventRecord, Notice, to_record
from bot.engine.moves import Move
from bot.games.cloaked_cats.model import events
from bot.games.cloaked_cats.model.moves import GuessFeature, PlayCat, Skip
from tests.games.cloaked_cats.playing import GAME

MOVES = (
    ("cat/0", PlayCat(0)),
    ("cat/39", PlayCat(39)),
    ("guess/2/14", GuessFeature(2, 14)),
    ("skip", Skip()),
)
EVENTS: tuple[tuple[str, tuple[int, ...], Event], ...] = (
    ("starts", (2,), events.GameStarted(2)),
    ("dealt", (3, 7, 17, 26, 5, 4), events.CardsDealt((3, 7, 17), (26, 5, 4))),
    ("drew", (13,), events.CatDrawn(13)),
    ("cat-played", (1, 24, 0, 1), events.CatPlayed(1, 24, (0, 1))),
    ("cat-played", (1, 24), events.CatPlayed(1, 24)),
    ("guess-right", (1, 0, 17), events.GuessRight(1, 0, 17)),
    ("guess-wrong", (0, 1, 3), events.GuessWrong(0, 1, 3)),
    ("skipped", (3,), events.GuessSkipped(3)),
    ("unmasked", (0,), events.Unmasked(0)),
    ("last-cat", (1,), events.LastCatPlayed(1)),
    ("last-round", (), events.LastRoundBegan()),
    ("round-begins", (2,), events.RoundBegan(2)),
    ("out-of-masks", (3,), events.MasksRanOut(3)),
    ("game-over", (), events.GameEnded()),
)


@pytest.mark.parametrize(("path", "move"), MOVES)
def test_a_move_has_the_path_that_it_always_had(path: str, move: Move) -> None:
    assert GAME.read_move(path) == move
    assert move.path == path


@pytest.mark.parametrize(("name", "values", "event"), EVENTS)
def test_an_event_has_the_record_that_it_always_had(
    name: str, values: tuple[int, ...], event: Event
) -> None:
    record, notice = EventRecord((1,), name, values), Notice(event, (1,))
    assert GAME.read_events((record,)) == (notice,)
    assert to_record(notice) == record
