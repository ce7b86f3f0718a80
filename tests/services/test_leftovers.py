"""Older copies of own screens: none piles up, and no request is made for each."""

from bot.bench.world import Person, World
from bot.demo.shown import Shown
from bot.services.conversations import MIN_STALE_DELETE_INTERVAL_SECONDS
from tests.play.evening import deal, find_asked_player, find_waiting_player, hand

TOKEN_SECONDS = 15 * 60.0
"""Seconds for which Discord takes an interaction's token."""


def deletions(world: World, since: int) -> int:
    return sum(
        request.method == "DELETE" and request.path.startswith("/webhooks/")
        for request in world.requests[since:]
    )


def there(world: World, copies: list[Shown]) -> list[bool]:
    return [world.find(copy.id) is not None for copy in copies]


async def deal_at_leisure(world: World) -> Person:
    """Deal; return who is asked, for whom nothing was taken away lately."""
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await world.advance(MIN_STALE_DELETE_INTERVAL_SECONDS + 1)
    return find_asked_player(world)


async def test_older_copies_are_taken_away_one_in_a_few_seconds(world: World) -> None:
    ada, ben, *_ = world.people
    who = await deal_at_leisure(world)
    since = len(world.requests)
    for person in (ada, ben):
        await hand(person)
    assert deletions(world, since) == 2, "two people have their own pauses"
    await world.advance(MIN_STALE_DELETE_INTERVAL_SECONDS + 1)
    old = await hand(who)
    await world.advance(MIN_STALE_DELETE_INTERVAL_SECONDS + 1)
    new = await hand(who)
    assert there(world, [old, new]) == [False, True]
    now = world.find(new.id)
    assert now is not None
    assert now.text == new.text, "the newer one stays as it is"

    await world.advance(MIN_STALE_DELETE_INTERVAL_SECONDS + 1)
    since = len(world.requests)
    copies = [await hand(who) for _ in range(2)]
    assert there(world, copies) == [True, True], "one was taken away just now"
    await world.advance(MIN_STALE_DELETE_INTERVAL_SECONDS + 1)
    assert there(world, copies) == [False, True]
    assert deletions(world, since) == 2

    await world.advance(MIN_STALE_DELETE_INTERVAL_SECONDS + 1)
    since = len(world.requests)
    copies = [await hand(who) for _ in range(9)]
    assert deletions(world, since) == 1
    await world.advance(MIN_STALE_DELETE_INTERVAL_SECONDS + 1)
    assert deletions(world, since) == 2
    assert there(world, copies) == [True] * 7 + [False, True], "the newest of the older ones goes"
    await world.advance(3 * MIN_STALE_DELETE_INTERVAL_SECONDS)
    assert deletions(world, since) == 2

    cat = copies[-1].matching("c1:m:*:cat/")[0].custom_id
    assert (await who.press(cat, on=copies[-1])).kind == "update"
    await world.advance(TOKEN_SECONDS)
    await hand(who)
    assert there(world, copies[-1:]) == [True], "it is out of reach"


async def test_a_copy_that_stayed_is_answered_in_place_and_becomes_the_one(world: World) -> None:
    who = await deal_at_leisure(world)
    copies = [await hand(who) for _ in range(4)]
    await world.advance(MIN_STALE_DELETE_INTERVAL_SECONDS + 1)
    stayed, _, _, newest = copies
    cat = stayed.matching("c1:m:*:cat/")[0].custom_id
    answer = await who.press(cat, on=stayed)
    assert answer.kind == "update"
    assert answer.shown.id == stayed.id
    await world.advance(MIN_STALE_DELETE_INTERVAL_SECONDS + 1)
    assert there(world, [stayed, newest]) == [True, False]


async def test_what_was_to_be_taken_away_stays_when_it_is_pressed_meanwhile(world: World) -> None:
    who = await deal_at_leisure(world)
    copies = [await hand(who) for _ in range(3)]
    _, waits, newest = copies
    cat = waits.matching("c1:m:*:cat/")[0].custom_id
    assert (await who.press(cat, on=waits)).kind == "update"
    await world.advance(MIN_STALE_DELETE_INTERVAL_SECONDS + 1)
    assert there(world, [waits, newest]) == [True, False]


async def test_a_copy_that_waits_for_its_deletion_is_forgotten_with_the_process(world):
    who = await deal_at_leisure(world)
    copies = [await hand(who) for _ in range(2)]
    await world.restart()
    await world.advance(MIN_STALE_DELETE_INTERVAL_SECONDS + 1)
    assert there(world, copies) == [True, True]
    other = find_waiting_player(world, *world.people[:2])
    assert (await other.press("My cards", on=world.board())).shown.ephemeral
