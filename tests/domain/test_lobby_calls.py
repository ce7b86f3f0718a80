"""Who is called in a lobby, and who may start its game if the host stays silent."""

import pytest
from msgspec.structs import replace

from bot.domain.changes import Change, Click, Refused
from bot.domain.consequences import set_resting_timers
from bot.domain.lobby_calls import (
    FULL_DECISION,
    HOST_ANSWER_SECONDS,
    REMATCH_DECISION,
    START_DECISION,
    call_host,
    find_mentioned_in_lobby,
    host_answer_deadline,
    invite_to_rematch,
    is_silent,
    may_start,
    tell_host_if_full,
)
from bot.domain.presence import note_arrival, resume, time_out
from bot.domain.seating import free_seat
from bot.domain.table import Deadline, Lobby, Player
from bot.games.registry import GAMES
from tests.tables import expect_lobby

ADA, BEN = Click(1, 1, "Ada", "en", 2), Click(1, 2, "Ben", "en", 2)
CATS = GAMES["cloaked_cats"]
CALLED = 1000.0


def sit(*names: str, kept: tuple[str, ...] = ()) -> Lobby:
    """Return a lobby of these people; the first one is user 1 and the host."""
    players = tuple(
        Player(name, user, confirmed=name not in kept, clicked_at=CALLED)
        for user, name in enumerate(names, 1)
    )
    return Lobby("cloaked_cats", 1, 2, "en", "10", 0.0, 0.0, players=players, host=1)


def call(lobby: Lobby, now: float = CALLED) -> Lobby:
    return expect_lobby(set_resting_timers(expect_lobby(call_host(lobby, now).table), now))


def silence(lobby: Lobby) -> Lobby:
    silent = expect_lobby(time_out(lobby, "start").table)
    timers = tuple(timer for timer in silent.timers if not isinstance(timer, Deadline))
    return replace(silent, timers=timers)


def test_the_host_is_called_once_and_has_a_minute() -> None:
    change = call_host(sit("Ada", "Ben"), CALLED)
    assert change.calls == ((START_DECISION, 0),)
    called = call(sit("Ada", "Ben"))
    assert host_answer_deadline(called) == CALLED + HOST_ANSWER_SECONDS
    assert call_host(called, CALLED + 40) == Change(called), "the time does not begin anew"
    assert not is_silent(called)


def test_after_the_minute_whoever_sits_there_may_start() -> None:
    lobby = sit("Ada", "Ben", "Cleo", kept=("Cleo",))
    for user in (2, 3, 9):
        if user == 2:
            assert not may_start(lobby, user)
        else:
            with pytest.raises(Refused, match="host-only"):
                may_start(lobby, user)
    silent = silence(call(lobby))
    assert is_silent(silent)
    assert may_start(silent, 1) and may_start(silent, 2)
    for user in (3, 9):
        with pytest.raises(Refused, match="host-only"):
            may_start(silent, user)


def test_a_host_who_presses_anything_is_not_silent_and_can_be_called_a_minute_later() -> None:
    called = call(sit("Ada", "Ben"))
    other = expect_lobby(note_arrival(called, BEN, CALLED + 30).table)
    assert host_answer_deadline(other), "somebody else pressed something"
    here = expect_lobby(note_arrival(called, ADA, CALLED + 30).table)
    assert host_answer_deadline(here) is None
    with pytest.raises(Refused, match="host-answered"):
        call_host(here, CALLED + 59)
    assert call_host(here, CALLED + 60).calls == ((START_DECISION, 0),)


def test_a_host_who_comes_back_after_the_minute_starts_alone_again() -> None:
    silent = silence(call(sit("Ada", "Ben")))
    here = expect_lobby(note_arrival(silent, ADA, CALLED + 70).table)
    assert not is_silent(here)
    assert not may_start(here, 2)


def test_with_the_host_the_call_goes() -> None:
    pressed = note_arrival(call(sit("Ada", "Ben")), ADA, CALLED + 10).table
    left = expect_lobby(free_seat(pressed, 0).table)
    assert (left.host, host_answer_deadline(left)) == (2, None)


def test_without_a_host_nobody_is_called() -> None:
    with pytest.raises(Refused, match="host-none"):
        call_host(replace(sit("Ada", "Ben"), host=None), CALLED)


def test_a_pause_or_an_outage_leaves_the_host_time() -> None:
    called = replace(call(sit("Ada", "Ben")), paused="channel", paused_at=CALLED + 10)
    assert host_answer_deadline(resume(called, CALLED + 600)) == CALLED + 650
    late = replace(called, paused_at=CALLED + 58)
    assert host_answer_deadline(resume(late, CALLED + 600)) == CALLED + 620


def test_a_full_table_is_told_once() -> None:
    full = sit("Ada", "Ben", "Cleo", "Dan")
    told = tell_host_if_full(Change(full), CATS)
    assert told.calls == ((FULL_DECISION, 0),)
    assert tell_host_if_full(Change(told.table), CATS).calls == ()
    assert tell_host_if_full(Change(sit("Ada", "Ben")), CATS).calls == ()
    called = call(full)
    assert tell_host_if_full(Change(called), CATS).calls == (), "they were called before"


def test_a_rematch_mentions_those_whose_seats_it_keeps_until_they_take_them() -> None:
    lobby = sit("Ada", "Ben", "Cleo", kept=("Ben", "Cleo"))
    change = invite_to_rematch(lobby)
    assert change.calls == ((REMATCH_DECISION, 1), (REMATCH_DECISION, 2))
    wanted = replace(lobby, board=lobby.board.request_move(1, change.calls))
    assert find_mentioned_in_lobby(wanted) == (2, 3)
    taken = wanted.set_player(1, replace(wanted.players[1], confirmed=True))
    assert find_mentioned_in_lobby(taken) == (3,)


def test_a_called_host_is_mentioned_until_they_press_something() -> None:
    called = call(sit("Ada", "Ben"))
    wanted = replace(called, board=called.board.request_move(1, ((START_DECISION, 0),)))
    assert find_mentioned_in_lobby(wanted) == (1,)
    here = expect_lobby(note_arrival(wanted, ADA, CALLED + 5).table)
    assert find_mentioned_in_lobby(here) == ()
    assert find_mentioned_in_lobby(replace(wanted, host=2)) == ()
