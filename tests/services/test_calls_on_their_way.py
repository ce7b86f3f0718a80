"""Calls when something comes between: clicks, failures, restarts, pauses, other boards."""

import pytest

from bot.bench.moves import enter
from bot.bench.world import Person, World
from tests.games.catham_city.playing import cats
from tests.play.city import MARKET, arrange, three
from tests.play.evening import (
    boards_posted,
    deal,
    find_asked_or_none,
    find_asked_player,
    hand,
    others,
    play_cat,
    take_turn,
)

POSTS = "/channels/*/messages"
CALL_DELAY_SECONDS = 120.0
"""Seconds from being asked to the call, at the default clock."""


async def one_turn(world: World, **options: str) -> tuple[Person, int]:
    """Let Ada and Ben begin; return who is asked after the first turn, and the requests so far."""
    ada, ben, *_ = world.people
    await deal(world, ada, ben, **options)
    await take_turn(find_asked_player(world))
    return find_asked_player(world), len(world.requests)


async def call_that_fails(world: World) -> tuple[Person, int]:
    """Return who is called by a board that Discord has not taken so far, and the requests."""
    who, since = await one_turn(world)
    world.fail("POST", POSTS)
    await world.advance(CALL_DELAY_SECONDS + 1)
    assert world.list_pinged(since) == []
    return who, since


@pytest.mark.parametrize("then", ["wait", "crash", "board"])
async def test_a_call_that_discord_does_not_take_is_made_later_and_once(world, then):
    who, since = await call_that_fails(world)
    match then:
        case "wait":
            await world.advance(5)
        case "crash":
            await world.restart(crash=True)
        case _:
            await others(world, who)[-1].slash("cats board")
    assert boards_posted(world, since) == [(who.id,)]
    await world.advance(300)
    assert boards_posted(world, since) == [(who.id,)]


async def test_who_moves_while_the_call_is_on_its_way_is_not_called_to_the_next_decision(world):
    who, since = await call_that_fails(world)
    await play_cat(who)
    await world.advance(5)
    assert boards_posted(world, since) == [()], "the guess is a decision of its own"
    await world.advance(CALL_DELAY_SECONDS)
    assert boards_posted(world, since) == [(), (who.id,)]


async def test_who_clicks_when_the_call_is_due_is_not_called_twice(world: World) -> None:
    who, since = await one_turn(world)
    world.env.backend.advance_clock(CALL_DELAY_SECONDS)
    await hand(who)
    called = world.list_pinged(since)
    assert called in ([], [who.name])
    await world.advance(300)
    assert world.list_pinged(since) == called


async def test_the_command_for_the_board_saves_the_call_of_whoever_uses_it(world: World) -> None:
    who, since = await one_turn(world)
    await world.advance(60)
    await others(world, who)[-1].slash("cats board")
    await world.advance(1)
    await who.slash("cats board")
    await world.advance(300)
    assert boards_posted(world, since) == [()]
    await take_turn(who)
    who, since = find_asked_player(world), len(world.requests)
    await world.advance(CALL_DELAY_SECONDS - 1)
    await others(world, who)[-1].slash("cats board")
    await world.advance(2)
    assert boards_posted(world, since) == [(), (who.id,)], "another's command does not"


async def test_a_call_brings_a_deleted_board_back(world: World) -> None:
    who, since = await one_turn(world)
    await world.delete(world.board())
    await world.advance(CALL_DELAY_SECONDS + 2)
    assert boards_posted(world, since) == [(who.id,)]
    assert len(world.messages()) == 1


async def test_who_brings_the_channel_back_within_reach_is_not_called(world: World) -> None:
    who, since = await one_turn(world)
    await world.permit(view_channel=False, send_messages=False)
    await world.advance(CALL_DELAY_SECONDS + 10)
    await world.permit(view_channel=None, send_messages=None)
    await who.press("Table", on=world.board())
    await world.advance(300)
    assert boards_posted(world, since) == [()]


async def test_who_comes_back_from_being_away_at_the_own_turn_is_called_if_they_sleep_on(world):
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="1")
    slow = find_asked_player(world)
    for _ in range(2):
        await world.advance(61)
        await world.advance(5)
        await take_turn(find_asked_player(world))
    since = len(world.requests)
    await slow.press("Table", on=world.board())
    assert find_asked_or_none(world) is slow
    await world.advance(18)
    assert world.list_pinged(since) == [], "they have just been here"
    await world.advance(4)
    assert world.list_pinged(since) == [slow.name]
    await world.advance(35)
    assert world.list_pinged(since) == [slow.name]


async def ask_two_together(world: World) -> tuple[list[Person], int]:
    """Let the first of three ask both others of Catham City for cards; return them by seat."""
    seats = await three(world)
    await arrange(world, cats(mafia=4), cats(hackers=4), cats(hackers=4), market=MARKET)
    since = len(world.requests)
    await enter(world, seats[0], "play/3")
    return seats, since


async def test_all_who_owe_an_answer_are_called_by_one_board(world: World) -> None:
    (_, second, third), since = await ask_two_together(world)
    await world.advance(CALL_DELAY_SECONDS + 2)
    assert [sorted(who) for who in boards_posted(world, since)] == [sorted((second.id, third.id))]
    assert world.board().content.startswith(f"<@{second.id}> <@{third.id}> It's your turn!")
    await enter(world, second, "drop/4.4")
    assert "<@" not in world.board().content
    await world.advance(300)
    assert len(boards_posted(world, since)) == 1, "one call for each decision"


async def test_who_answers_while_the_others_call_is_on_its_way_is_not_called(world):
    (_, second, third), since = await ask_two_together(world)
    world.fail("POST", POSTS)
    await world.advance(CALL_DELAY_SECONDS + 1)
    await enter(world, second, "drop/4.4")
    await world.advance(5)
    assert boards_posted(world, since) == [(third.id,)]
