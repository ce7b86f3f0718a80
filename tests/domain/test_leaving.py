"""Who leaves a running game, who plays on for them, and how they come back."""

import pytest
from msgspec.structs import replace

from bot.domain.changes import Click, Refused
from bot.domain.leaving import come_back, computer_takes_over, leave_game, seats_by_leaver
from bot.domain.table import Deadline, Finished, Leaver, Match
from bot.games.registry import GAMES
from tests.tables import deal_table, expect_match, find_asked_seat, in_phase, settle

CATS = GAMES["cloaked_cats"]
BEN = Click(1, 2, "Benny", "en", 2)


def leave(table: Match, seat: int, now: float = 1010.0) -> Match:
    return settle(leave_game(table, GAMES[table.game], seat), now)


def clocks(table: Match) -> list[float]:
    return [timer.at for timer in table.timers if isinstance(timer, Deadline)]


@pytest.mark.parametrize("game", ["cloaked_cats", "catham_city", "liars_dice", "quickpick"])
def test_who_left_any_game_comes_back_to_the_same_seat(game: str) -> None:
    table = deal_table("Ada", "Ben", "Cleo", game=game)
    change = leave_game(table, GAMES[game], 1)
    assert [(told.name, told.values) for told in change.events] == [("table-left", (1, "Ben"))]
    left = settle(change, 1010.0)
    assert left.state == table.state
    assert (left.players[1].user, left.players[1].is_vacant) == (None, False)
    assert left.players[1].letter == table.players[1].letter
    assert (left.leavers, seats_by_leaver(left)) == ((Leaver(2, "Ben", 1),), {2: 1})
    change = come_back(left, BEN, 1020.0)
    assert [(told.name, told.values) for told in change.events] == [
        ("table-back", (1, left.players[1].name))
    ]
    back = settle(change, 1020.0)
    assert (back.players[1].name, back.players[1].user) == ("Benny", 2)
    assert (back.leavers, back.clicked_at, back.state) == ((), 1020.0, table.state)


def test_whoever_leaves_in_mid_turn_finds_the_turn_as_it_is() -> None:
    table = deal_table("Ada", "Ben")
    seat = find_asked_seat(table)
    left = leave(table, seat)
    assert left.waiting() == ()
    click = Click(1, table.players[seat].user or 0, "X", "en", 2)
    assert find_asked_seat(settle(come_back(left, click, 1020.0), 1020.0)) == seat


def test_leaving_and_coming_back_buys_no_time_twice() -> None:
    table = deal_table("Ada", "Ben", clock="1")
    seat = find_asked_seat(table)
    click = Click(1, table.players[seat].user or 0, "X", "en", 2)
    back = settle(come_back(leave(table, seat), click, 1050.0), 1050.0)
    assert clocks(back) == [1110.0], "the clock begins anew"
    again = settle(come_back(leave(back, seat, 1060.0), click, 1070.0), 1070.0)
    assert again.waiting() == (), "now the computer plays this turn"
    assert again.players[seat].overdue


def test_the_host_role_passes_on_clockwise_and_whoever_comes_back_first_takes_it() -> None:
    table = deal_table("Ada", "Ben", "Cleo")
    assert leave(table, 0).host == 2
    assert leave(replace(table, host=3), 2).host == 1
    assert leave(replace(table, host=3), 0).host == 3
    deserted = leave(leave(leave(table, 0), 1), 2)
    assert deserted.host is None
    assert not deserted.paused, "computers play on"
    assert settle(come_back(deserted, BEN, 1020.0), 1020.0).host == 2


def test_a_game_that_waits_because_all_others_are_away_goes_on() -> None:
    left = leave(deal_table("Ada", "Ben", clock="1"), 1)
    away = left.set_player(0, replace(left.players[0], away=True))
    waiting = replace(away, paused="away", paused_at=1100.0, phase="aside")
    back = settle(come_back(waiting, BEN, 1200.0), 1200.0)
    assert (back.paused, back.phase, back.players[0].away) == ("", "playing", True)


def test_who_took_over_a_computers_seat_comes_back_as_such() -> None:
    table = deal_table("Ada", "Ben")
    table = table.set_player(1, replace(table.players[1], joined_step=7))
    back = settle(come_back(leave(table, 1), BEN, 1020.0), 1020.0)
    assert back.players[1].joined_step == 7


@pytest.mark.parametrize("user", [1, 9])
def test_only_who_left_comes_back(user: int) -> None:
    left = leave(deal_table("Ada", "Ben"), 1)
    with pytest.raises(Refused, match="not-a-leaver"):
        come_back(left, replace(BEN, user=user), 1020.0)


def test_nobody_comes_back_for_good_or_when_it_is_over() -> None:
    gone = replace(leave(deal_table("Ada", "Ben"), 1), leavers=(Leaver(2, "Ben"),))
    with pytest.raises(Refused, match="not-a-leaver"):
        come_back(gone, BEN, 1020.0)
    with pytest.raises(Refused, match="already-over"):
        come_back(in_phase(gone, "over"), BEN, 1020.0)


def test_where_no_computer_may_take_the_seat_leaving_stays_for_good() -> None:
    table = deal_table("Ada", "Ben", "Cleo", game="catham_city", options=(("leavers", "nobody"),))
    package = GAMES["catham_city"]
    assert not computer_takes_over(table, package)
    change = leave_game(table, package, 1)
    assert change.events[0].name == "table-left-vacant"
    left = expect_match(change.table)
    assert left.players[1].is_vacant
    assert (left.leavers, seats_by_leaver(left)) == ((Leaver(2, "Ben"),), {})


def test_only_a_running_game_is_left_and_a_lesson_closes() -> None:
    table = deal_table("Ada", "Ben")
    with pytest.raises(Refused, match="nothing-runs"):
        leave_game(in_phase(table, "over"), CATS, 1)
    assert isinstance(leave_game(replace(table, channel=-1), CATS, 0).table, Finished)
