"""Who is the host of a table, and to whom the role goes."""

import pytest
from msgspec.structs import replace

from bot.domain.changes import Change, Click, Refused
from bot.domain.host import add_host_event, check_host, find_host, format_host_name, pass_host_role
from bot.domain.presence import note_arrival
from bot.domain.table import Lobby, Player
from tests.tables import deal_table, in_phase

LOBBY = Lobby(
    "cloaked_cats", 1, 2, "en", "10", 0.0, 0.0, host=1, players=(Player("Ada", 1), Player("Ben", 2))
)
BEN = Click(1, 2, "Ben", "en", 2)


@pytest.mark.parametrize(
    ("host", "ben_away", "heir"),
    [(2, True, 3), (2, False, 2), (1, True, 1), (9, True, 1), (None, True, 1)],
)
def test_the_role_goes_to_the_next_person_clockwise_who_is_here(
    host: int | None, ben_away: bool, heir: int
) -> None:
    match = deal_table("Ada", "Ben", "Cleo", computers=1)
    match = match.set_player(1, replace(match.players[1], away=ben_away))
    assert pass_host_role(replace(match, host=host)).host == heir


@pytest.mark.parametrize(("host", "heir"), [(2, 2), (9, None)])
def test_if_nobody_is_here_a_host_who_still_sits_there_keeps_the_role(
    host: int, heir: int | None
) -> None:
    match = deal_table("Ada", "Ben")
    for seat, player in enumerate(match.players):
        match = match.set_player(seat, replace(player, away=True))
    assert pass_host_role(replace(match, host=host)).host == heir


@pytest.mark.parametrize(("clock", "seconds"), [("10", 3600), ("1440", 86_400), ("none", 86_400)])
def test_after_a_whole_clock_of_silence_whoever_clicks_is_the_host(
    clock: str, seconds: int
) -> None:
    lobby = replace(LOBBY, clock=clock)
    assert note_arrival(lobby, BEN, seconds).table.host == 1
    assert note_arrival(lobby, BEN, seconds + 1).table.host == 2
    kept = lobby.set_player(1, Player("Ben", 2, confirmed=False))
    assert note_arrival(kept, BEN, seconds + 1).table.host == 1, "the seat is not taken"


def test_everybody_is_told_of_a_new_host_and_of_no_former_one() -> None:
    before, after = LOBBY, replace(LOBBY, host=2)
    (told,) = add_host_event(before, Change(after)).events
    assert (told.name, told.values) == ("table-host", ("Ben",))
    for same in (before, replace(before, host=None), in_phase(after, "closed")):
        assert add_host_event(before, Change(same)).events == ()


@pytest.mark.parametrize(("user", "reason"), [(1, "host-only"), (7, "host-none")])
def test_what_only_the_host_may_do_is_refused_with_the_reason(user: int, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        check_host(replace(LOBBY, host=user), BEN)
    check_host(replace(LOBBY, host=2), BEN)


def test_the_host_is_named_wherever_they_sit() -> None:
    assert format_host_name(replace(LOBBY, host=2)) == "Ben"
    assert find_host(replace(LOBBY, host=None)) is None
