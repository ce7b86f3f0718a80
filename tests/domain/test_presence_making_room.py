"""When a table has to make room in its channel, and how it does that."""

import pytest
from msgspec.structs import replace

from bot.domain import leaving, opening, presence, seating
from bot.domain.changes import Click, Refused
from bot.domain.consequences import apply_consequences
from bot.domain.opening import TableOptions
from bot.domain.table import OPEN_PHASES, Leaver, Lobby, Match, Player
from tests.tables import expect_finished, expect_match, in_phase
from tests.toys import REGISTRY

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
