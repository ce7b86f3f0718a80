"""Who wants to be called is stored a choice at a time, and found by server."""

import asyncio

from msgspec.structs import replace

from bot.domain.calls import CallSubscription, LobbyCall
from bot.domain.table import Commit, Lobby
from bot.storage.call_repository import MAX_SUBSCRIPTIONS_READ
from bot.storage.store import Store
from tests.tables import expect_lobby

ADA, BEN = CallSubscription(1, 7, zone="Asia/Tokyo"), CallSubscription(1, 8)


async def test_a_choice_leaves_the_others_as_they_are(store: Store) -> None:
    await store.calls.store(ADA, "zone")
    assert await store.calls.find_of_person(7) == (ADA,)
    await store.calls.store(replace(ADA, zone="UTC", from_hour=18), "from_hour")
    await store.calls.store(replace(ADA, zone="UTC", until_hour=22), "until_hour")
    await store.calls.store(replace(ADA, zone="UTC", games=("x", "y")), "games")
    whole = CallSubscription(1, 7, ("x", "y"), "Asia/Tokyo", 18, 22)
    assert await store.calls.find_of_person(7) == (whole,)
    await store.calls.store(CallSubscription(1, 7), None)
    assert await store.calls.find_of_person(7) == (whole,), "it is on the list already"
    await asyncio.gather(
        store.calls.store(replace(ADA, from_hour=1), "from_hour"),
        store.calls.store(replace(ADA, until_hour=2), "until_hour"),
    )
    assert await store.calls.find_of_person(7) == (replace(whole, from_hour=1, until_hour=2),)


async def test_a_server_has_its_own_list_without_those_who_are_left_alone(store: Store) -> None:
    for wish in (ADA, BEN, replace(ADA, guild=2), replace(BEN, user=9)):
        await store.calls.store(wish, None)
    await store.people.set_preference(8, "served", False)
    await store.people.set_preference(9, "in_words", True)
    found = await store.calls.find_of_server(1)
    assert {each.user for each in found} == {7, 9}
    await store.calls.delete(1, 7)
    assert {each.user for each in await store.calls.find_of_server(1)} == {9}
    assert await store.calls.find_of_person(7) == (replace(ADA, guild=2),)
    await store.calls.store(ADA, None)
    await store.calls.delete_of_person(7)
    assert await store.calls.find_of_person(7) == ()
    assert await store.calls.find_of_server(2) == ()


async def test_of_a_large_list_some_are_found_at_random(store: Store) -> None:
    wishes = [CallSubscription(1, user) for user in range(MAX_SUBSCRIPTIONS_READ + 1)]
    await asyncio.gather(*(store.calls.store(wish, None) for wish in wishes))
    orders = [[each.user for each in await store.calls.find_of_server(1)] for _ in range(2)]
    assert orders[0] != orders[1]
    assert {len(order) for order in orders} == {MAX_SUBSCRIPTIONS_READ}
    assert all(len({*order}) == len(order) for order in orders)


async def test_a_lobby_keeps_its_call_until_a_person_in_it_is_erased(
    store: Store, lobby: Lobby
) -> None:
    calls = {1: LobbyCall(5, (70, 80)), 2: LobbyCall(70, role=3), 3: LobbyCall(5, (80,)), 4: None}
    ids = {}
    for channel, call in calls.items():
        table = replace(lobby, channel=channel, call=call)
        ids[channel] = (await store.tables.commit(Commit(table, at=1.0, writes_board=True))).id
    versions = []
    await store.personal_data.erase(70)
    for channel, id_ in ids.items():
        stored = await store.tables.load(id_)
        assert stored is not None
        versions.append(stored.version)
        expected = {1: LobbyCall(5, (80,)), 2: LobbyCall(0, role=3)}.get(channel, calls[channel])
        assert expect_lobby(stored).call == expected
    assert versions == [2, 2, 1, 1], "no process writes the erased call again"
