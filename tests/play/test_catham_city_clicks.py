"""Catham City through the whole bot: clicks at the same time, twice, too late, by others."""

from bot.bench.moves import enter
from bot.bench.world import World
from tests.games.catham_city.playing import cats
from tests.play.city import MARKET, arrange, game_of, list_owing_seats, list_told_lines, sign, three
from tests.play.evening import (
    first_line,
    hand,
    is_over,
    load_table,
    others,
    press_id,
)


async def test_answers_of_the_same_instant_count_clockwise_and_an_answer_is_final(
    world: World,
) -> None:
    first, second, third = await three(world)
    hands = (cats(mafia=4), cats(hackers=3), cats(hackers=3))
    await arrange(world, *hands, market=MARKET, points=(0, 1, 1))
    await enter(world, first, "play/3")
    old, other = await hand(second), await hand(third)
    await world.race(third.press("c1:m:*:pay", on=other), second.press("c1:m:*:pay", on=old))
    after = await game_of(world)
    assert (after.points, after.active, after.phase) == ((2, 0, 0), 1, "action")
    assert list_told_lines(world)[-3:] == [
        f"{sign(first)} {first.name} plays the mafia and gets 2 points.",
        f"{sign(second)} {second.name} pays the mafia 1 point.",
        f"{sign(third)} {third.name} pays the mafia 1 point.",
    ]

    await arrange(world, *hands, market=MARKET, points=(0, 1, 1))
    await enter(world, first, "play/3")
    old = await hand(second)
    await second.press("c1:m:*:pay", on=old)
    changed = await second.choose("c1:m:*:drop", "4~1", "4~2", on=old)
    assert changed.shown.note.startswith("Too late, the game has moved on")
    assert "Your answer is in: you pay 1 point." in changed.text


async def test_the_first_clockwise_wins_whoever_answered_first(world: World) -> None:
    first, second, third = await three(world)
    hands = (cats(detectives=3, hackers=1), cats(hackers=3), cats(hackers=3))
    await arrange(world, *hands, market=MARKET, points=(12, 15, 15))
    await enter(world, first, "play/0/4")
    await enter(world, third, "discard")
    assert not is_over(world)
    await enter(world, second, "discard")
    assert is_over(world)
    assert f"{sign(second)} {second.name} is the new mayor of Catham City" in world.board().text
    assert (await game_of(world)).points == (15, 16, 15)


async def test_presses_that_come_twice_too_late_or_from_others_change_nothing(
    world: World,
) -> None:
    first, second, third = await three(world)
    hands = (cats(scientists=6), cats(hackers=3), cats(hackers=3))
    state = await arrange(world, *hands, market=MARKET)
    table = await load_table(world)
    move = f"c1:m:{table.id}:{state.decision}:play/1"
    for other in others(world, first):
        answer = await press_id(other, await hand(other), move)
        sits = other in (second, third)
        told = answer.shown.note if sits else answer.text
        assert told.startswith("Too late, the game has moved on" if sits else "You're not playing")
        assert answer.shown.ephemeral
    assert await game_of(world) == state

    sure = await hand(first)
    clicks = await world.race(
        first.press("c1:m:*:play/1", on=sure), first.press("c1:m:*:play/1", on=sure)
    )
    assert (await game_of(world)).points == (2, 0, 0), "a double click acts once"
    assert not any(click.shown.note for click in clicks)
    await world.repeat(clicks[0])
    assert (await game_of(world)).points == (2, 0, 0)
    assert await list_owing_seats(world) == (1,)
    assert first_line(world).startswith(f"▶️ **{sign(second)} {second.name}: ")

    await arrange(world, cats(robocats=6), *hands[1:], market=MARKET)
    old = await hand(first)
    await first.choose("c1:m:*:take", "4/2", on=old)
    again = await first.choose("c1:m:*:take", "4/1", on=old)
    assert again.shown.note.startswith("Too late, the game has moved on")
    looked = await first.press("c1:l:*:play/2", on=old)
    assert "Somebody else is playing." in looked.text, "an old button shows how it stands"
    assert len((await game_of(world)).hands[0]) == 8


async def test_an_answer_that_the_cards_do_not_allow_is_grey_and_an_old_button_explains_it(
    world: World,
) -> None:
    first, second, third = await three(world)
    hands = (cats(detectives=3, hackers=1), cats(mafia=3), cats(mafia=3))
    await arrange(world, *hands, market=MARKET)
    await enter(world, first, "play/0/4")
    asked, table, state = await hand(second), await load_table(world), await game_of(world)
    assert asked.control("Hacker · you have none").disabled
    answer = await press_id(second, asked, f"c1:m:{table.id}:{state.decision}:discard")
    assert answer.shown.note.startswith("You don't have the cards for that. Pick something else.")
    assert answer.shown.labels == (await hand(third)).labels
    assert await list_owing_seats(world) == (1, 2)
    await enter(world, second, "pass")
    assert await list_owing_seats(world) == (2,)
