"""Whom others can have the computer play for, from when on, and what ends that again."""

import pytest
from msgspec.structs import replace

from bot.domain.changes import Change, Click, Refused, close_table
from bot.domain.consequences import apply_consequences
from bot.domain.leaving import leave_game
from bot.domain.playing import apply_move, note_ready
from bot.domain.presence import note_arrival, resume, time_out, users_to_call
from bot.domain.skipping import (
    SKIP_ANSWER_SECONDS,
    SKIPPED_EVENT,
    ask_to_skip,
    end_skip,
    find_next_skip,
    find_silent_seats,
    find_skip,
    hand_over,
    list_skippable,
)
from bot.domain.table import Call, ComputerTurn, Match, Skip, seat_decision
from bot.engine.records import list_legal_paths
from bot.games.registry import GAMES
from bot.games.who_barked.model.state import State
from tests.games.quickpick.playing import racing
from tests.tables import deal_table, expect_match, find_asked_seat, settle

DEALT = 1000.0
"""When `deal_table` deals."""
CATS = GAMES["cloaked_cats"]


def ask_for_turn(table: Match, now: float) -> Change:
    """Let the person on the seat after the silent one ask for the turn of the silent one."""
    seat = (find_asked_seat(table) + 1) % len(table.players)
    return ask_to_skip(table, table.players[seat].user or 0, seat_decision(table.waiting()[0]), now)


def deal_called(clock: str = "10") -> Match:
    """Return a game of three, one of whom was called at 1,130 seconds to be skipped."""
    return settle(ask_for_turn(deal_table("Ada", "Ben", "Cleo", clock=clock), DEALT + 130), 1130.0)


def click_of(table: Match, seat: int) -> Click:
    return Click(1, table.players[seat].user or 0, table.players[seat].name, "en", 2)


@pytest.mark.parametrize(
    ("clock", "seconds"), [("none", 120), ("1", 30), ("3", 90), ("10", 120), ("1440", 120)]
)
def test_a_guest_can_skip_after_half_of_the_clock_or_two_minutes(clock: str, seconds: int) -> None:
    table = deal_table("Ada", "Ben", "Cleo", clock=clock)
    silent = find_asked_seat(table)
    guest = table.players[silent - 1].user or 0
    ((prompt, earliest),) = list_skippable(table, guest)
    assert (prompt.seat, earliest) == (silent, DEALT + seconds)
    assert find_next_skip(table, guest, DEALT) == earliest
    with pytest.raises(Refused, match="skip-too-soon") as refused:
        ask_for_turn(table, DEALT + seconds - 0.5)
    assert refused.value.values == {"name": table.players[silent].name, "until": str(int(earliest))}
    assert find_skip(settle(ask_for_turn(table, earliest), earliest), prompt)


def test_who_has_just_clicked_has_the_whole_time_again() -> None:
    table = deal_table("Ada", "Ben", "Cleo")
    silent = find_asked_seat(table)
    table = settle(note_arrival(table, click_of(table, silent), DEALT + 100), DEALT + 100)
    ((_, earliest),) = list_skippable(table, table.players[silent - 1].user or 0)
    assert earliest == DEALT + 220


def test_who_is_skipped_is_called_once_and_has_fifteen_seconds() -> None:
    table = deal_table("Ada", "Ben", "Cleo")
    owed = seat_decision(table.waiting()[0])
    assert [seat_decision(timer) for timer in table.timers if isinstance(timer, Call)] == [owed]
    change = ask_for_turn(table, DEALT + 120)
    assert change.calls == (owed,)
    called = settle(change, DEALT + 120)
    assert [timer.at for timer in called.timers if isinstance(timer, Skip)] == [DEALT + 135]
    assert not [timer for timer in called.timers if isinstance(timer, Call)], "it is called already"
    again = ask_for_turn(called, DEALT + 125)
    assert again == Change(called), "nothing changes if two ask"
    silent = owed[1]
    assert find_next_skip(called, called.players[silent - 1].user or 0, DEALT + 121) == DEALT + 135


def test_who_is_to_be_skipped_is_called_although_they_have_clicked_since_they_were_asked() -> None:
    table = deal_table("Ada", "Ben", "Cleo")
    silent = find_asked_seat(table)
    table = settle(note_arrival(table, click_of(table, silent), DEALT + 5), DEALT + 5)
    wanted = replace(table, board=table.board.request_move(1, (seat_decision(table.prompts[0]),)))
    assert users_to_call(wanted) == ()
    wanted = settle(ask_for_turn(wanted, DEALT + 200), DEALT + 200)
    assert users_to_call(wanted) == (table.players[silent].user,)


def test_the_computer_plays_one_turn_and_nobody_comes_closer_to_being_away() -> None:
    table = deal_called()
    silent = find_asked_seat(table)
    (timer,) = (timer for timer in table.timers if isinstance(timer, Skip))
    change = end_skip(table, timer)
    assert [(event.name, event.values) for event in change.events] == [(SKIPPED_EVENT, (silent,))]
    after = settle(change, timer.at)
    assert after.waiting() == ()
    assert [timer.seat for timer in after.timers if isinstance(timer, ComputerTurn)] == [silent]
    assert (after.players[silent].misses, after.players[silent].away) == (0, False)
    assert not [timer for timer in after.timers if isinstance(timer, Skip)]
    assert end_skip(after, timer) == Change(after), "it ends once"


@pytest.mark.parametrize("whose", ["click", "move", "leave", "deadline", "end"])
def test_what_ends_the_call(whose: str) -> None:
    table = deal_called(clock="1")
    silent, decision = find_asked_seat(table), table.prompts[0].decision
    click = click_of(table, silent)
    move = list_legal_paths(CATS.game, table.state, silent)[0]
    change = {
        "click": lambda: note_arrival(table, click, 1140.0),
        "move": lambda: apply_move(table, GAMES, click.user, decision, move, 1),
        "leave": lambda: leave_game(table, CATS, silent),
        "deadline": lambda: time_out(table, table.prompts[0].clock),
        "end": lambda: close_table(table),
    }[whose]()
    after = apply_consequences(change, CATS, 1140.0, 2.0).table
    assert not [timer for timer in after.timers if isinstance(timer, Skip)]
    if whose == "deadline":
        assert after.players[silent].misses == 1, "this one counts as missed"


def test_the_click_of_somebody_else_keeps_the_call() -> None:
    table = deal_called()
    other = (find_asked_seat(table) + 1) % 3
    after = settle(note_arrival(table, click_of(table, other), 1140.0), 1140.0)
    assert [timer for timer in after.timers if isinstance(timer, Skip)]


@pytest.mark.parametrize(
    ("who", "reason"),
    [("onlooker", "not-seated"), ("silent", "not-silent"), ("late", "not-silent")],
)
def test_who_skips_nobody(who: str, reason: str) -> None:
    table = deal_table("Ada", "Ben", "Cleo")
    silent, decision = find_asked_seat(table), seat_decision(table.prompts[0])
    user = 9 if who == "onlooker" else table.players[silent].user or 0
    if who == "late":
        user = table.players[silent - 1].user or 0
        decision = (decision[0] + 1, silent)
    else:
        assert list_skippable(table, user) == ()
        assert find_next_skip(table, user, DEALT) == 0
    with pytest.raises(Refused, match=reason):
        ask_to_skip(table, user, decision, DEALT + 500)


def test_a_pause_stops_the_call_and_leaves_time_to_answer() -> None:
    paused = replace(deal_called(), paused="channel", paused_at=1140.0)
    assert list_skippable(paused, 1) == list_skippable(paused, 2) == ()
    (timer,) = (timer for timer in resume(paused, 1600.0).timers if isinstance(timer, Skip))
    assert timer.at == 1600.0 + SKIP_ANSWER_SECONDS


def test_in_a_game_of_seconds_the_computer_plays_at_once_and_nobody_is_called() -> None:
    table = deal_table("Ada", "Ben", "Cleo", game="quickpick", clock="45s")
    mime = find_asked_seat(table)
    with pytest.raises(Refused, match="skip-too-soon"):
        ask_for_turn(table, DEALT + 29)
    change = ask_for_turn(table, DEALT + 30)
    assert change.calls == ()
    after = settle(change, DEALT + 30)
    assert [timer.seat for timer in after.timers if isinstance(timer, ComputerTurn)] == [mime]
    assert after.players[mime].misses == 0


def test_a_mime_who_shows_nothing_is_skipped_like_one_who_draws_nothing() -> None:
    prompts = GAMES["quickpick"].game.prompts(racing({"mode": "sounds", "choosing": "calm"}))
    assert [each.timing.skip_seconds for each in prompts if each.kind == "mime"] == [30.0]


def test_computers_are_not_skipped() -> None:
    table = deal_table("Ada", computers=2)
    table = replace(table, prompts=(replace(table.prompts[0], seat=1),))
    assert list_skippable(table, 1) == ()


@pytest.mark.parametrize(
    ("clock", "seconds"), [("1", 120), ("3", 120), ("10", 300), ("60", 1800), ("none", 600)]
)
def test_the_host_may_hand_over_a_seat_after_half_of_the_time_limit(
    clock: str, seconds: int
) -> None:
    table = deal_table("Ada", "Ben", clock=clock)
    silent = find_asked_seat(table)
    table = replace(table, host=table.players[1 - silent].user)
    assert find_silent_seats(table, CATS, DEALT + seconds) == ()
    assert find_silent_seats(table, CATS, DEALT + seconds + 1) == (silent,)
    own = replace(table, host=table.players[silent].user)
    assert find_silent_seats(own, CATS, DEALT + 90_000) == (), "the host is not among them"
    change = hand_over(table, silent)
    assert change.table.players[silent].away
    assert [event.name for event in change.events] == ["table-away"]


def test_silence_begins_when_somebody_is_asked() -> None:
    table = deal_table("Ada", "Ben", clock="none")
    silent = find_asked_seat(table)
    asked_later = table.set_player(silent, replace(table.players[silent], asked_at=4000.0))
    asked_later = replace(asked_later, host=table.players[1 - silent].user)
    assert find_silent_seats(asked_later, CATS, 4600.0) == ()
    assert find_silent_seats(asked_later, CATS, 4601.0) == (silent,)


@pytest.mark.parametrize(("clock", "silent"), [("none", (2,)), ("10", ())])
def test_a_talk_without_a_time_limit_does_not_wait_for_ever_for_somebody_silent(
    clock: str, silent: tuple[int, ...]
) -> None:
    package = GAMES["who_barked"]
    table = deal_table("Ada", "Ben", "Cleo", game="who_barked", computers=2, clock=clock)
    assert isinstance(table.state, State)
    table = table.in_state(replace(table.state, phase="talk", decision=1), package.game)
    table = table.change_player(1, asked=table.prompts[0].decision)
    table = settle(Change(table.change_player(2, clicked_at=DEALT)), DEALT)
    assert find_silent_seats(table, package, DEALT + 600) == ()
    assert find_silent_seats(table, package, DEALT + 601) == silent
    for seat in silent:
        table = expect_match(note_ready(table, package, 1, str(table.step)).table)
        assert table.is_pausing
        after = settle(hand_over(table, seat), DEALT + 602)
        assert [timer.at for timer in after.timers if timer.kind == "elapse"] == [DEALT + 602]
