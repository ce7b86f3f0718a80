"""Deadlines, calls, absence and pauses of a table, as pure functions of the time."""

import pytest
from msgspec.structs import replace

from bot.domain import leaving, opening, presence, seating
from bot.domain.changes import Change, Click, Refused
from bot.domain.consequences import apply_consequences, lobby_closing_time, set_resting_timers
from bot.domain.opening import TableOptions
from bot.domain.playing import apply_move
from bot.domain.presence import call_person, changes_board, note_arrival, resume, time_out
from bot.domain.presence import users_to_call as list_called
from bot.domain.table import (
    OPEN_PHASES,
    Call,
    ComputerTurn,
    Deadline,
    IdleCheck,
    Leaver,
    Lobby,
    Match,
    Player,
    Reminder,
    Skip,
    Table,
    TableDeletion,
    Timer,
    next_timer,
    seat_decision,
)
from bot.engine.records import list_legal_paths
from bot.games.registry import GAMES
from tests.games.quickpick.playing import racing
from tests.tables import (
    deal_table,
    expect_finished,
    expect_match,
    find_asked_seat,
    in_phase,
    settle,
)
from tests.toys import REGISTRY

DAY = 86_400.0
DEALT = 1000.0
"""When `deal_table` deals."""
CATS = GAMES["cloaked_cats"]


def times(table: Table, kind: type[Timer]) -> list[float]:
    return [timer.at for timer in table.timers if isinstance(timer, kind)]


def click_of(table: Match, seat: int) -> Click:
    return Click(1, table.players[seat].user or 9, table.players[seat].name, "en", 2)


def move(table: Match, now: float) -> Match:
    prompt = table.prompts[0]
    assert prompt.seat is not None
    path = list_legal_paths(CATS.game, table.state, prompt.seat)[0]
    user = table.players[prompt.seat].user or 0
    return settle(apply_move(table, GAMES, user, prompt.decision, path, 1), now)


def miss(table: Match, now: float) -> Match:
    return settle(time_out(table, table.prompts[0].clock), now)


def all_away(now: float = 1200.0) -> Match:
    table = deal_table("Ada", "Ben", clock="1")
    for seat, player in enumerate(table.players):
        table = table.set_player(seat, replace(player, away=True))
    return settle(Change(table), now)


@pytest.mark.parametrize(
    ("clock", "ends", "reminders", "call"),
    [
        ("none", [], [], 120),
        ("1", [60], [], 20),
        ("3", [180], [], 60),
        ("10", [600], [], 120),
        ("60", [3600], [1800], 120),
        ("1440", [86_400], [43_200], 120),
    ],
)
def test_a_turn_has_a_deadline_a_reminder_if_it_is_long_and_a_call(
    clock: str, ends: list[float], reminders: list[float], call: float
) -> None:
    table = deal_table("Ada", "Ben", clock=clock)
    assert times(table, Deadline) == [DEALT + seconds for seconds in ends]
    assert times(table, Reminder) == [DEALT + seconds for seconds in reminders]
    assert times(table, Call) == [DEALT + call]


def test_the_cat_and_the_guess_share_one_clock_and_the_next_turn_has_its_own() -> None:
    table = deal_table("Ada", "Ben", clock="60")
    after = move(table, DEALT + 120)
    assert after.prompts[0].decision != table.prompts[0].decision
    assert times(after, Deadline) == times(table, Deadline)
    assert times(after, Reminder) == times(table, Reminder)
    missed = miss(after, DEALT + 3600)
    assert times(missed, Deadline) == []
    assert len(times(missed, ComputerTurn)) == 1


def test_two_misses_in_a_row_make_somebody_away_and_a_move_between_them_does_not() -> None:
    table = deal_table("Ada", "Ben", clock="1")
    seat = find_asked_seat(table)
    change = time_out(table, table.prompts[0].clock)
    assert [told.name for told in change.events] == ["table-time-out"]
    once = settle(change, 1061.0)
    assert (once.players[seat].misses, once.players[seat].away) == (1, False)
    assert once.players[seat].is_answered_for(once.prompts[0])
    moved = move(once, 1062.0)
    assert moved.players[seat].misses == 0, "a move in the computer's pause still counts"
    again = once.set_player(seat, replace(once.players[seat], overdue=""))
    change = time_out(again, again.prompts[0].clock)
    assert [told.name for told in change.events] == ["table-away"]
    assert change.table.players[seat].away


def test_a_deadline_is_missed_only_by_whom_it_is_for() -> None:
    players = (Player("Ada", 1), Player("Ben", 2), Player("Cleo", 3))
    lobby = Lobby("quickpick", 1, 2, "en", "10", 0.0, 0.0, players=players)
    match = in_phase(lobby, "playing", state=racing())
    (clock,) = [prompt.clock for prompt in match.prompts if prompt.kind == "mime"]
    assert [player.misses for player in time_out(match, clock).table.players] == [1, 0, 0]


def test_a_missed_turn_of_before_is_forgotten() -> None:
    table = deal_table("Ada", "Ben")
    table = table.set_player(0, replace(table.players[0], overdue="turn:old"))
    assert settle(Change(table), 1010.0).players[0].overdue == ""


def test_any_click_brings_somebody_back_and_is_told() -> None:
    table = deal_table("Ada", "Ben", clock="1")
    seat = find_asked_seat(table)
    gone = replace(table.players[seat], away=True, misses=2)
    table = settle(Change(table.set_player(seat, gone)), 1100.0)
    assert table.waiting() == ()
    change = note_arrival(table, replace(click_of(table, seat), name="X" * 40), 1150.0)
    assert [(told.name, told.values) for told in change.events] == [("table-back", (seat,))]
    back = settle(change, 1150.0)
    player = back.players[seat]
    assert (player.away, player.misses, player.name) == (False, 0, "X" * 32)
    assert (back.clicked_at, player.clicked_at) == (1150.0, 1150.0)
    assert times(back, Deadline) == [1210.0], "the clock begins anew"


def test_a_clock_begins_anew_but_once_a_turn() -> None:
    table = deal_table("Ada", "Ben", clock="1440")
    seat = find_asked_seat(table)
    for backs in (1, 2):
        gone = replace(table.players[seat], away=True)
        table = settle(Change(table.set_player(seat, gone)), DEALT + backs * 43_300)
        at = DEALT + backs * 43_300 + 10
        table = settle(note_arrival(table, click_of(table, seat), at), at)
        assert (times(table, Deadline) != []) is (backs == 1)
    assert not table.players[seat].away
    assert len(times(table, ComputerTurn)) == 1, "the computer plays this turn alone"


def test_nobody_gets_a_missed_turn_back_by_a_look() -> None:
    missed = miss(deal_table("Ada", "Ben", clock="1"), 1060.0)
    seat = missed.prompts[0].seat or 0
    looked = settle(note_arrival(missed, click_of(missed, seat), 1061.0), 1061.0)
    assert looked.waiting() == ()
    assert times(looked, Deadline) == []


def test_only_what_others_see_of_a_click_is_stored() -> None:
    table = deal_table("Ada", "Ben")
    looked = note_arrival(table, click_of(table, 1), 1100.0).table
    assert not changes_board(table, looked)
    renamed = note_arrival(table, replace(click_of(table, 1), name="Benny"), 1100.0).table
    assert changes_board(table, renamed)
    for field, value in (("away", True), ("overdue", "turn:0")):
        assert changes_board(
            table, table.set_player(1, replace(table.players[1], **{field: value}))
        )
    for changes in ({"paused": "away"}, {"host": 2}, {"timers": ()}):
        assert changes_board(table, replace(table, **changes))


def test_the_table_pauses_when_all_are_away_and_only_its_people_end_that() -> None:
    table = all_away()
    assert (table.paused, table.paused_at) == ("away", 1200.0)
    timer = next_timer(table)
    assert isinstance(timer, IdleCheck), "all else waits"
    onlooker = Click(1, 9, "Cleo", "en", 2)
    assert note_arrival(table, onlooker, 1300.0).table.paused == "away"
    assert note_arrival(table, click_of(table, 0), 1300.0).table.paused == ""


def test_timers_move_by_the_length_of_a_pause_and_leave_time_to_answer() -> None:
    table = replace(deal_table("Ada", "Ben", clock="1"), paused="channel", paused_at=1050.0)
    skip = Skip(0, 0, 15.0, at=1052.0)
    resumed = resume(replace(table, timers=(*table.timers, skip)), 5000.0)
    assert (resumed.paused, resumed.paused_at) == ("", 0.0)
    assert times(resumed, Deadline) == [5020.0], "twenty seconds, not ten"
    assert times(resumed, Skip) == [5015.0]
    assert times(resumed, Call) == [at + 3950.0 for at in times(table, Call)]
    assert times(resumed, IdleCheck) == times(table, IdleCheck)
    (asked,) = (player.asked_at for player in resumed.players if player.asked is not None)
    assert asked == DEALT + 3950.0


@pytest.mark.parametrize(
    ("paused", "missing", "expected"),
    [("channel", (), ""), ("channel", ("view_channel",), "channel"), ("away", (), "away")],
)
def test_anybodys_click_proves_that_the_channel_can_be_reached(
    paused: str, missing: tuple[str, ...], expected: str
) -> None:
    table = replace(all_away(), paused=paused)
    onlooker = Click(1, 9, "Cleo", "en", 2, missing_permissions=missing)
    assert note_arrival(table, onlooker, 1300.0).table.paused == expected


def test_timers_that_begin_in_a_pause_begin_with_it() -> None:
    table = replace(deal_table("Ada", "Ben", clock="1"), paused="channel", paused_at=1010.0)
    seat = find_asked_seat(table)
    left = table.set_player(seat, Player("Minka", None, "kitten"))
    (computer,) = times(settle(Change(left), 9000.0), ComputerTurn)
    assert computer == 1012.0, "the end of the pause moves it by the length of the pause"


def test_who_does_not_click_is_called_together_with_others_who_are_due() -> None:
    table = deal_table("Ada", "Ben", "Cleo", clock="1")
    prompt = table.prompts[0]
    second = replace(prompt, seat=(prompt.seat or 0) - 1)
    table = settle(Change(replace(table, prompts=(prompt, second))), DEALT)
    calls = [timer for timer in table.timers if isinstance(timer, Call)]
    assert len(calls) == 2
    change = call_person(table, calls[0], DEALT + 20)
    assert sorted(change.calls) == sorted(map(seat_decision, (prompt, second)))
    assert not [timer for timer in change.table.timers if isinstance(timer, Call)]
    one_in_time = table.set_player(second.seat or 0, replace(table.players[0], user=9, away=True))
    assert call_person(one_in_time, calls[0], DEALT + 20).calls == (seat_decision(prompt),)


def test_who_has_clicked_since_the_question_is_not_called() -> None:
    table = deal_table("Ada", "Ben")
    seat = find_asked_seat(table)
    looked = settle(note_arrival(table, click_of(table, seat), DEALT + 5), DEALT + 5)
    assert times(looked, Call) == []
    wanted = replace(table, board=table.board.request_move(1, (seat_decision(table.prompts[0]),)))
    assert list_called(wanted) == (table.players[seat].user,)
    assert list_called(note_arrival(wanted, click_of(table, seat), DEALT + 5).table) == ()
    assert list_called(replace(wanted, paused="channel")) == ()


def test_a_lesson_calls_nobody() -> None:
    lesson = replace(deal_table("Ada", "Ben"), channel=-1)
    assert times(settle(Change(lesson), DEALT), Call) == []


@pytest.mark.parametrize(
    ("clicked_at", "closes_at"),
    [(0.0, DAY), (3600.0, DAY + 3600), (1.9 * DAY, 2 * DAY), (9 * DAY, 2 * DAY)],
)
def test_a_lobby_closes_a_day_after_the_last_click_and_after_two_days(
    clicked_at: float, closes_at: float
) -> None:
    lobby = Lobby("cloaked_cats", 1, 2, "en", "10", 0.0, clicked_at, players=(Player("Ada", 1),))
    assert lobby_closing_time(lobby) == closes_at
    assert times(set_resting_timers(lobby, clicked_at), IdleCheck) == [closes_at]


def test_a_game_gives_notice_after_six_days_and_closes_after_seven() -> None:
    table = deal_table("Ada", "Ben", clock="none", clicked_at=500.0)
    assert times(table, IdleCheck) == [500 + 6 * DAY, 500 + 7 * DAY]
    clicked = settle(note_arrival(table, click_of(table, 0), 6.5 * DAY), 6.5 * DAY)
    assert times(clicked, IdleCheck) == [12.5 * DAY, 13.5 * DAY], "a click takes it back"
    noticed = settle(Change(replace(table, timers=())), 500 + 6 * DAY)
    assert times(noticed, IdleCheck) == [500 + 7 * DAY], "notice is given once"
    assert times(all_away(), IdleCheck) == [6 * DAY, 7 * DAY], "a pause does not stop it"


@pytest.mark.parametrize(("dealt", "days"), [(False, 1), (True, 90)])
def test_a_cancelled_lobby_is_deleted_after_a_day_a_game_after_ninety(
    dealt: bool, days: int
) -> None:
    match = deal_table("Ada", "Ben")
    closed = (match if dealt else in_phase(match, "lobby")).close()
    ended = apply_consequences(Change(closed), CATS, 5000.0, 2.0).table
    assert [timer.at for timer in ended.timers if isinstance(timer, TableDeletion)] == [
        5000 + days * DAY
    ]


ADA, BEN = Click(1, 1, "Ada", "en", 1), Click(2, 2, "Ben", "en", 1)
PACKAGE = REGISTRY["secret_numbers"]
HALF_AN_HOUR, TWO_DAYS = 1800.0, 2 * 86_400.0


def lobby() -> Lobby:
    """Return a lobby of Ada and Ben, who clicked at 0 and 100 seconds."""
    table = opening.open_lobby(ADA, 1, 1, "secret_numbers", PACKAGE, TableOptions(), 0.0)
    changed = seating.join(table, PACKAGE, BEN, 100.0).table
    assert isinstance(changed, Lobby)
    return changed


def deserted_match() -> Match:
    """Return a game that pauses since 500 seconds, because all its people are away."""
    match = in_phase(lobby(), "playing", paused="away", paused_at=500.0)
    return replace(match, players=tuple(replace(each, away=True) for each in match.players))


@pytest.mark.parametrize(("seconds", "expected"), [(1799.0, False), (1800.0, True)])
def test_a_lobby_is_abandoned_half_an_hour_after_the_last_click(
    seconds: float, *, expected: bool
) -> None:
    assert presence.is_abandoned(lobby(), 100.0 + seconds) is expected


@pytest.mark.parametrize(("seconds", "expected"), [(1799.0, False), (1800.0, True)])
def test_a_game_is_abandoned_after_half_an_hour_without_its_people(
    seconds: float, *, expected: bool
) -> None:
    assert presence.is_abandoned(deserted_match(), 500.0 + seconds) is expected


@pytest.mark.parametrize("paused", ["", "channel"])
def test_a_game_whose_people_are_not_away_is_abandoned_after_two_days(paused: str) -> None:
    match = in_phase(lobby(), "playing", clock="none", paused=paused)
    assert not presence.is_abandoned(match, 100.0 + TWO_DAYS - 1.0)
    assert presence.is_abandoned(match, 100.0 + TWO_DAYS)


def test_a_table_that_is_over_is_never_abandoned() -> None:
    assert not presence.is_abandoned(in_phase(lobby(), "over"), 100.0 + 9 * TWO_DAYS)


def test_a_game_put_aside_frees_its_channel_and_keeps_everything_else() -> None:
    match = deserted_match()
    change = presence.put_aside(match, 500.0 + HALF_AN_HOUR)
    aside = expect_match(change.table)
    assert replace(aside, phase="playing") == match
    assert aside.phase == "aside"
    assert aside.phase not in OPEN_PHASES
    assert [event.name for event in change.events] == ["table-aside"]
    assert presence.put_aside(aside, 9999.0).events == (), "two people may press"


def test_a_game_put_aside_is_paused_whoever_is_there() -> None:
    match = in_phase(lobby(), "playing", clock="none")
    change = apply_consequences(presence.put_aside(match, TWO_DAYS + 100.0), PACKAGE, 9e6, 1.0)
    assert change.table.paused == "away"


def test_a_lobby_that_makes_room_is_closed() -> None:
    closed = expect_finished(presence.put_aside(lobby(), 100.0 + HALF_AN_HOUR).table)
    assert presence.put_aside(closed, 9999.0).table is closed


def test_nobody_makes_room_who_is_back() -> None:
    with pytest.raises(Refused, match="not-abandoned"):
        presence.put_aside(lobby(), 200.0)


def test_a_click_of_its_people_lets_a_game_go_on_and_no_other_click_does() -> None:
    aside = expect_match(presence.put_aside(deserted_match(), 9999.0).table)
    assert (
        expect_match(presence.note_arrival(aside, replace(BEN, user=3), 1e4).table).phase == "aside"
    )
    back = expect_match(presence.note_arrival(aside, BEN, 1e4).table)
    assert (back.phase, back.paused, back.players[1].away) == ("playing", "", False)


def test_who_left_a_game_comes_back_to_it_after_it_was_put_aside() -> None:
    match = replace(deserted_match(), leavers=(Leaver(2, "Ben", 1),))
    match = match.set_player(1, Player("Minka", None, "easy"))
    aside = expect_match(presence.put_aside(match, 9999.0).table)
    assert expect_match(leaving.come_back(aside, BEN, 1e4).table).phase == "playing"
