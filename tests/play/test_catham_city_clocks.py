"""Catham City through the whole bot: what happens when time is up, and computers that answer."""

import pytest

from bot.bench.moves import enter
from bot.bench.world import World
from tests.games.catham_city.playing import cats
from tests.play.city import (
    MARKET,
    all_cards,
    arrange,
    begin,
    game_of,
    list_owing_seats,
    list_told_lines,
    sign,
    three,
)
from tests.play.evening import (
    COMPUTER_MOVE_SECONDS,
    deadline,
    first_line,
)


async def test_whose_turn_runs_out_takes_one_card_and_then_keeps_ten(world: World) -> None:
    first, *_ = await three(world, clock="1")
    hands = (cats(mafia=4, scientists=3), cats(hackers=3), cats(hackers=3))
    begun = await arrange(world, *hands, market=MARKET)
    await world.advance(61)
    await world.advance(COMPUTER_MOVE_SECONDS)
    after = await game_of(world)
    assert "The computer plays this turn for" in world.board().text
    assert (after.active, len(after.hands[0]), after.points) == (1, 8, (0, 0, 0))
    assert all_cards(after) == all_cards(begun)
    assert f"{sign(first)} {first.name} takes 1 ×" in world.board().text

    hands = (cats(mafia=5, robocats=5), cats(scientists=3), cats(scientists=3))
    begun = await arrange(world, *hands, market=MARKET)
    await enter(world, first, "take/4/3")
    await world.advance(61)
    await world.advance(COMPUTER_MOVE_SECONDS)
    after = await game_of(world)
    assert (after.active, len(after.hands[0]), len(after.discards)) == (1, 10, 3)
    assert f"{sign(first)} {first.name} discards " in world.board().text
    assert all_cards(after) == all_cards(begun)


@pytest.mark.parametrize(
    ("play", "answer", "mildest"),
    [("play/3", "pay", "discards"), ("play/0/4", "discard", None), ("play/6", "give/4", None)],
)
async def test_when_time_is_up_for_an_answer_the_mildest_one_is_given(
    world: World, play: str, answer: str, mildest: str | None
) -> None:
    first, second, third = await three(world, clock="1")
    hands = (cats(detectives=3, mafia=4, hackers=1, journalists=2), *[cats(hackers=4)] * 2)
    factions = (0, 1, 3, 4, 6)
    market = cats(scientists=7)
    await arrange(world, *hands, market=market, points=(0, 2, 2), factions=factions)
    await enter(world, first, play)
    await enter(world, second, answer)
    early = world.board().text
    assert [line for line in early.splitlines() if line.endswith("has answered")] == [
        line
        for line in early.splitlines()
        if line.startswith(f"{sign(second)} {second.name[0]} · ")
    ]
    assert f"{sign(second)} {second.name} pays" not in early
    await world.advance(59)
    assert await list_owing_seats(world) == (2,)
    assert (await game_of(world)).points[1] == 2
    await world.advance(2)
    await world.advance(COMPUTER_MOVE_SECONDS)
    after = await game_of(world)
    assert (after.phase, after.active) == ("action", 1)
    assert f"⏰ The computer plays this turn for {third.name}" in world.board().text
    assert any(line.startswith(f"{sign(second)} {second.name}") for line in list_told_lines(world))
    assert [
        line for line in list_told_lines(world) if line.startswith(f"{sign(third)} {third.name}")
    ] == ([f"{sign(third)} {third.name} {mildest} 2 × 💻 Hackers."] if mildest else [])
    assert after.points[2] == 2


async def test_the_clock_of_answers_is_their_own(world: World) -> None:
    first, second, _ = await three(world, clock="3")
    hands = (cats(mafia=4), cats(hackers=4), cats(hackers=4))
    await arrange(world, *hands, market=MARKET)
    await world.advance(170)
    await enter(world, first, "play/3")
    until = deadline(world)
    assert until is not None
    assert abs(until - world.now() - 180) <= 2
    await world.advance(60)
    await enter(world, second, "drop/4.4")
    assert deadline(world) == until


async def test_computers_answer_beside_people(world: World) -> None:
    ada, ben, *_ = world.people
    seats = await begin(world, ada, ben, computers=2, clock="none")
    while seats[(await game_of(world)).active] is None:
        await world.advance(COMPUTER_MOVE_SECONDS)
    asker = (await game_of(world)).active
    hands = [cats(hackers=3)] * 4
    hands[asker] = cats(mafia=4)
    await arrange(world, *hands, market=MARKET, active=asker)
    person = seats[asker]
    assert person is not None
    await enter(world, person, "play/3")
    await world.advance(COMPUTER_MOVE_SECONDS)
    (left,) = await list_owing_seats(world)
    other = seats[left]
    assert other in (ada, ben)
    assert first_line(world).endswith(": answer the mafia**")
    asked = await game_of(world)
    await enter(world, other, "drop/4.4")  # two hackers
    answered = await game_of(world)
    assert [len(held) for seat, held in enumerate(answered.hands) if seat != asker] == [1, 1, 1]
    assert answered.turn > asked.turn, "the next turn has begun"
