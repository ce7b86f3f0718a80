"""One person's flood of clicks: refused without work, and nobody else waits for it."""

from collections.abc import Callable
from functools import wraps
from inspect import ismethod
from typing import Any

import pytest

from bot.bench.plugin import OpenWorld
from bot.bench.world import World
from bot.discord_adapter.admission import FLOOD_WINDOW_SECONDS, ClickLimit
from bot.i18n import text
from bot.storage.database import Repository
from bot.storage.store import Store
from tests.play.evening import deal, find_asked_player, hand, load_table, sit_down
from tests.play.island import begin, draw, game_of, guessers, other, slap

MAX_CLICKS = 10
TOO_FAST = text("en")("slow-down")


@pytest.fixture
async def world(open_world: OpenWorld) -> World:
    return await open_world(most_clicks=MAX_CLICKS)


def calls(store: Store) -> list[str]:
    """Return a list of the names of all that is asked of the repositories from now on."""
    asked: list[str] = []

    def noted(name: str, ask: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(ask)
        def noting(*given: Any, **named: Any) -> Any:
            asked.append(name)
            return ask(*given, **named)

        return noting

    for repository in (
        store,
        *(each for each in vars(store).values() if isinstance(each, Repository)),
    ):
        for name in dir(repository):
            if not name.startswith("_") and ismethod(getattr(repository, name)):
                setattr(repository, name, noted(name, getattr(repository, name)))
    return asked


async def test_the_eleventh_click_in_five_seconds_is_refused_without_work(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada)
    board = world.board()
    await world.advance(5)
    ben.set_locale("de")
    for number in range(MAX_CLICKS):
        answer = await (
            ben.slash("cats help") if number % 2 else ben.press("How to play", on=board)
        )
        assert answer.text != text("de")("slow-down")
    asked = calls(world.store)
    for answer in (await ben.press("Join", on=board), await ben.slash("cats play")):
        assert answer.kind == "message"
        assert answer.shown.ephemeral
        assert answer.text == text("de")("slow-down")
    assert asked == []
    assert "Ben" not in world.board().text
    assert (await ada.press("Options", on=board)).shown.title == "Options"
    assert asked, "the calls are counted"


async def test_what_somebody_types_is_looked_up_ten_times_in_five_seconds(world: World) -> None:
    ada, ben, *_ = world.people
    wanted = (world.channel, "cats play", "level", "")
    offered = [
        await ada.actor.autocomplete(*wanted, game="quickpick") for _ in range(MAX_CLICKS + 5)
    ]
    assert all(offered[:MAX_CLICKS])
    assert not any(offered[MAX_CLICKS:])
    assert await ben.actor.autocomplete(*wanted, game="quickpick")
    assert (await ada.slash("cats play")).shown.title, "typing costs no clicks"
    await world.advance(5)
    assert await ada.actor.autocomplete(*wanted, game="quickpick")


async def test_a_refused_press_leaves_the_private_message_as_it_is(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await world.advance(5)
    who = find_asked_player(world)
    own = await hand(who)
    for _ in range(MAX_CLICKS - 1):
        await who.slash("cats help")
    before = await load_table(world)
    answer = await who.press(own.matching("c1:m:*:cat/")[0].custom_id, on=own)
    assert answer.text == TOO_FAST
    assert answer.shown.id != own.id
    now = world.find(own.id)
    assert now is not None
    assert now.text == own.text
    assert (await load_table(world)).version == before.version


async def test_ten_quick_presses_in_a_race_are_all_taken(world: World) -> None:
    await begin(world, *world.people)
    await world.advance(5)
    _, mask = await draw(world)
    await world.advance(5)
    first, *_ = await guessers(world)
    tiles = world.board()
    since = len(world.requests)
    await world.race(*(slap(first, other(mask, by), on=tiles) for by in range(1, 11)))
    assert not any(TOO_FAST in str(request.json) for request in world.requests[since:])
    assert len((await game_of(world)).hands) == 1


ADA, BEN = 1, 2
NOW = 1.8e9


def test_the_eleventh_click_within_five_seconds_is_refused() -> None:
    flood = ClickLimit(10)
    assert all(flood.allows_click(ADA, NOW + tenth / 10) for tenth in range(10))
    assert not flood.allows_click(ADA, NOW + FLOOD_WINDOW_SECONDS - 0.01)
    assert flood.allows_click(ADA, NOW + FLOOD_WINDOW_SECONDS)


def test_the_window_slides() -> None:
    flood = ClickLimit(3)
    times = (0.0, 2.0, 4.0, 4.9, 5.0, 6.9, 7.0, 8.9, 9.0)
    assert [flood.allows_click(ADA, NOW + at) for at in times] == [
        *(True, True, True, False),
        *(True, False),
        *(True, False),
        True,
    ]


def test_whoever_clicks_on_and_on_is_taken_now_and_then() -> None:
    flood = ClickLimit(10)
    taken = [flood.allows_click(ADA, NOW + number / 100) for number in range(2000)]
    assert sum(taken) == 40


def test_each_person_is_counted_alone() -> None:
    flood = ClickLimit(1)
    assert flood.allows_click(ADA, NOW)
    assert not flood.allows_click(ADA, NOW)
    assert flood.allows_click(BEN, NOW)


def test_those_who_stopped_are_forgotten() -> None:
    flood = ClickLimit(10)
    for user in range(1000):
        flood.allows_click(user, NOW + user)
    assert len(flood._times_by_user) <= FLOOD_WINDOW_SECONDS


def test_a_click_that_was_held_up_on_its_way_counts_where_it_arrives() -> None:
    flood = ClickLimit(2)
    assert flood.allows_click(ADA, NOW)
    assert flood.allows_click(ADA, NOW - 3)
    assert not flood.allows_click(ADA, NOW + 1)
    assert flood.allows_click(ADA, NOW + FLOOD_WINDOW_SECONDS)
