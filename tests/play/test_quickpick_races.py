"""Races of Quickpick through the whole bot: whose hand was first, and what people see of it."""

from bot.bench.world import World
from tests.play.evening import hand
from tests.play.island import (
    NAMES,
    RACE_CLOSING_SECONDS,
    begin,
    count_won_masks,
    draw,
    find_mime,
    game_of,
    guessers,
    other,
    race,
    show,
    slap,
    use,
)

# A race


async def test_what_counts_as_no_hand(world: World) -> None:
    await begin(world, *world.people[:3])
    assert not world.board().matching("c1:m:"), "no tiles before the mime has looked, ruling Q4"
    mime, mask = await draw(world)
    old, (ben, cleo) = world.board(), await guessers(world)
    await slap(mime, mask)
    assert "You're the mime, so you know" in mime.private().text
    assert "You're not playing at this table" in (await slap(world.people[3], mask)).text
    assert (await game_of(world)).hands == ()
    for _ in range(2):
        await slap(ben, other(mask))
        assert not any("moved on" in message.text for message in ben.privates())
    assert len((await game_of(world)).hands) == 1, "a second press of a tile changes nothing"
    await use(cleo, "pass")
    await world.advance(RACE_CLOSING_SECONDS)
    await slap(cleo, 3, on=old)
    assert (await game_of(world)).hands == (), "the tiles of an older race are stale"


async def test_the_mime_takes_a_breath_of_two_seconds(world: World) -> None:
    await begin(world, *world.people[:3])
    mime, _ = await draw(world)
    await use(mime, "show/brows")
    assert "Not so fast" in (await use(mime, "show/eyes")).text
    await world.advance(1.8)
    assert "Not so fast" in (await use(mime, "show/eyes")).text
    await world.advance(0.3)
    assert "Not so fast" not in (await use(mime, "show/eyes")).text
    assert len((await game_of(world)).shown) == 2


async def test_the_first_hand_gets_the_tile_and_a_later_one_is_spent(world: World) -> None:
    await begin(world, *world.people)
    _, mask = await draw(world)
    first, second, third = await guessers(world)
    tiles = world.board()
    await slap(first, other(mask))
    assert world.board().control(NAMES[other(mask)]).disabled
    await slap(second, other(mask), on=tiles)
    assert f"Somebody got to **{NAMES[other(mask)]}** first" in second.private().text
    assert f"{second.name} (too late)" in world.board().text
    await slap(second, mask)
    assert "You've already guessed, and that's final" in second.private().text
    await slap(third, mask)
    assert [hand.seat for hand in (await game_of(world)).turns[0].hands] == [
        (await world.list_players()).index(person) for person in (first, second, third)
    ]
    assert (await count_won_masks(world))[third.name] == 1


async def test_in_a_race_that_closes_the_earliest_id_wins(world: World) -> None:
    """Rulings Q10 and Q6: until half a second after the right hand, late ones still count."""
    await begin(world, *world.people)

    mime, mask = await draw(world)
    first, second, _ = await guessers(world)
    late = await world.hold_up(slap(first, mask))
    await world.advance(0.1)
    await slap(second, mask)
    assert "Last guesses" in world.board().text
    await world.advance(0.4)
    assert (await game_of(world)).phase == "closing"
    await world.repeat(late)
    await world.advance(0.2)
    assert f"It was {NAMES[mask]}!" in world.board().text
    won = {first.name: 1, mime.name: 1, second.name: 0}
    counts = await count_won_masks(world)
    assert {name: counts[name] for name in won} == won

    _, mask = await draw(world)
    first, second, third = await guessers(world)
    before, tiles = await count_won_masks(world), world.board()
    late = await world.hold_up(slap(third, mask, on=tiles))
    await world.race(slap(first, mask, on=tiles), slap(second, mask, on=tiles))
    await world.repeat(late)
    await world.advance(RACE_CLOSING_SECONDS)
    counts = await count_won_masks(world)
    gained = [counts[person.name] - before[person.name] for person in (first, second, third)]
    assert gained == [0, 0, 1], "all three in the same instant"


async def test_calm_choices_stay_secret_and_the_first_clockwise_is_right(world: World) -> None:
    await begin(world, *world.people, chosen={"choosing": "calm"})
    _, mask = await draw(world)
    first, second, third = await guessers(world)
    await slap(third, mask)
    await slap(second, mask)
    assert not any(control.disabled for control in world.board().controls)
    assert "→" not in world.board().text
    await world.advance(RACE_CLOSING_SECONDS)
    assert (await game_of(world)).phase == "race"
    await slap(first, other(mask))
    counts = await count_won_masks(world)
    assert [counts[person.name] for person in (first, second, third)] == [0, 1, 0]


async def test_the_prize_comes_to_the_guessers_own_screen_without_a_click(world: World) -> None:
    """Ruling Q12; and an onlooker is told at once who found the monster."""
    *players, onlooker = world.people
    await begin(world, *players)
    _, mask = await draw(world)
    lucky, second = await guessers(world)
    await hand(lucky)
    await hand(onlooker)
    prize = NAMES[(await game_of(world)).deck[0]]
    await slap(lucky, mask)
    assert NAMES[mask] not in onlooker.private().text, "the race is still on"
    await world.advance(RACE_CLOSING_SECONDS)
    told = onlooker.private().text
    assert lucky.name in told and NAMES[mask] in told
    assert f"Your prize: {prize}." in lucky.private().text
    for person in (second, onlooker, await find_mime(world)):
        assert person is lucky or not any("Your prize" in each.text for each in person.privates())
    assert "Your prize" not in "".join(message.text for message in world.messages())


async def test_slapping_leaves_no_pile_of_private_messages(world: World) -> None:
    people = world.people[:3]
    await begin(world, *people)
    for turn in range(3):
        await race(world, right=turn % 2 == 0)
        assert all(len(person.privates()) <= 1 for person in people)
    _, mask = await draw(world)
    following, last = await guessers(world)
    await hand(following)
    await slap(last, other(mask))
    before = len(following.privates())
    await slap(following, other(mask, 2))
    assert len(following.privates()) == before, "the last tap of the next mime"
    assert "Look at my mask" in following.private().labels


async def test_parts_that_are_shown_push_nothing_to_those_who_guess(world: World) -> None:
    people = world.people[:3]
    await begin(world, *people)
    mime, _ = await draw(world)
    for person in await guessers(world):
        await hand(person)
    since = len(world.requests)
    await show(world, mime, "brows", "eyes", "mouth", "tongue")
    readers = {request.reader for request in world.requests[since:]}
    assert readers == {None, mime.id}
