"""When people want to be called, and when a lobby may call them."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from bot.domain.calls import CallSubscription, LobbyCall, select_called
from bot.domain.changes import Refused
from bot.domain.lobby_calls import (
    FULL_DECISION,
    PEOPLE_DECISION,
    call_people,
    find_mentioned_in_lobby,
    find_mentioned_role,
)
from bot.domain.table import Lobby, Person, Player
from bot.domain.time_zones import DEFAULT_ZONES
from bot.games.registry import GAMES
from bot.presenters.time_zones import ZONES
from tests.tables import expect_lobby, in_phase

CATS = GAMES["cloaked_cats"]
ALWAYS = CallSubscription(1, 7)


def at(hour: int, minute: int = 0, *, month: int = 1) -> float:
    """Return a time of a day in UTC."""
    return datetime(2026, month, 15, hour, minute, tzinfo=UTC).timestamp()


def wants_call(wish: CallSubscription, game: str, now: float) -> bool:
    """Tell whether a person is called beside somebody who always wants to be called."""
    return wish in select_called((wish, replace(ALWAYS, user=8)), game, now)


def sit(*names: str) -> Lobby:
    """Return a lobby of these people; the first one is user 1 and the host."""
    players = tuple(Player(name, user) for user, name in enumerate(names, 1))
    return Lobby("cloaked_cats", 1, 2, "en", "10", 0.0, 0.0, players=players, host=1)


def called(lobby: Lobby, call: LobbyCall) -> Lobby:
    """Return the lobby after its call, before the next message."""
    change = call_people(lobby, CATS, call)
    table = expect_lobby(change.table)
    return replace(table, board=table.board.request_move(table.version + 1, change.calls))


@pytest.mark.parametrize(
    ("first", "end", "hour", "minute", "wants"),
    [
        (0, 24, 0, 0, True),
        (0, 24, 23, 59, True),
        (18, 23, 17, 59, False),
        (18, 23, 18, 0, True),
        (18, 23, 22, 59, True),
        (18, 23, 23, 0, False),
        (22, 2, 21, 59, False),
        (22, 2, 23, 0, True),
        (22, 2, 1, 59, True),
        (22, 2, 2, 0, False),
        (8, 8, 7, 0, True),
        (8, 8, 8, 0, True),
        (23, 24, 23, 30, True),
        (23, 24, 0, 0, False),
    ],
)
def test_people_are_called_in_their_hours(
    first: int, end: int, hour: int, minute: int, wants: bool
) -> None:
    wish = replace(ALWAYS, from_hour=first, until_hour=end)
    assert wants_call(wish, "quickpick", at(hour, minute)) is wants


def test_the_hours_are_those_of_the_persons_clock_in_winter_and_in_summer() -> None:
    evening = replace(ALWAYS, zone="Europe/Berlin", from_hour=20, until_hour=21)
    assert wants_call(evening, "quickpick", at(19))
    assert not wants_call(evening, "quickpick", at(18))
    assert wants_call(evening, "quickpick", at(18, month=7))
    half = replace(evening, zone="Asia/Kolkata")
    assert wants_call(half, "quickpick", at(14, 30))
    assert not wants_call(half, "quickpick", at(14, 29))


def test_people_are_called_for_their_games() -> None:
    wish = replace(ALWAYS, games=("quickpick", "gone_since"))
    assert wants_call(wish, "quickpick", at(1))
    assert not wants_call(wish, "liars_dice", at(1))


def test_the_zones_fill_a_menu_once_and_lie_around_the_world() -> None:
    assert len(ZONES) == len({*ZONES}) == 23
    assert {*DEFAULT_ZONES.values(), "UTC"} <= {*ZONES}
    now = datetime(2026, 1, 15, tzinfo=UTC)
    offsets = {now.astimezone(ZoneInfo(zone)).utcoffset() for zone in ZONES}
    assert len(offsets) == 18
    assert [*ZONES] == sorted(
        ZONES, key=lambda zone: now.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    ), "from west to east"


def test_a_call_is_made_by_who_sits_there_once_while_a_seat_is_free() -> None:
    call = LobbyCall(1, (7, 8))
    with pytest.raises(Refused, match="call-seated-only"):
        call_people(sit("Ada"), CATS, replace(call, by=9))
    kept = sit("Ada", "Ben").change_player(1, confirmed=False)
    with pytest.raises(Refused, match="call-seated-only"):
        call_people(kept, CATS, replace(call, by=2))
    with pytest.raises(Refused, match="call-no-seat"):
        call_people(sit("Ada", "Ben", "Cleo", "Dan"), CATS, call)
    rematch = sit("Ada", "Ben", "Cleo", "Dan").change_player(1, confirmed=False)
    with pytest.raises(Refused, match="call-no-seat"):
        call_people(rematch, CATS, call)
    with pytest.raises(Refused, match="call-once"):
        call_people(called(sit("Ada"), call), CATS, call)
    with pytest.raises(Refused, match="already-over"):
        call_people(in_phase(sit("Ada"), "over"), CATS, call)
    change = call_people(sit("Ada"), CATS, call)
    assert change.calls == ((PEOPLE_DECISION, -1),)


def test_a_computer_gives_its_seat_to_whoever_is_called() -> None:
    lobby = sit("Ada", "Ben", "Cleo", "Minka").change_player(3, user=None, level="kitten")
    assert expect_lobby(call_people(lobby, CATS, LobbyCall(1, (7,))).table).call


def test_only_the_next_message_mentions_those_who_still_have_no_seat() -> None:
    lobby = called(sit("Ada"), LobbyCall(1, (2, 7)))
    assert find_mentioned_in_lobby(lobby) == (2, 7)
    assert find_mentioned_in_lobby(replace(lobby, players=sit("Ada", "Ben").players)) == (7,)
    shown = replace(lobby, version=1, board=lobby.board.show_version(5, 1, (), 1))
    moved = replace(shown, board=shown.board.request_move(2, ()))
    assert find_mentioned_in_lobby(moved) == ()


def test_a_call_and_a_host_whose_table_is_full_are_mentioned_together() -> None:
    lobby = called(sit("Ada"), LobbyCall(1, (7,)))
    both = replace(lobby, board=lobby.board.request_move(2, ((FULL_DECISION, 0),)))
    assert find_mentioned_in_lobby(both) == (7, 1)


def test_a_role_is_mentioned_in_place_of_people() -> None:
    lobby = called(sit("Ada"), LobbyCall(1, role=77))
    assert (find_mentioned_role(lobby), find_mentioned_in_lobby(lobby)) == (77, ())
    assert find_mentioned_role(replace(lobby, board=lobby.board.show_version(5, 1, (), 1))) == 0
    assert find_mentioned_role(sit("Ada")) == 0


def test_a_started_or_closed_table_keeps_no_call() -> None:
    lobby = called(replace(sit("Ada"), removed=(Person(3, "Cleo"),)), LobbyCall(1, (7,)))
    assert not hasattr(lobby.close(), "call")
