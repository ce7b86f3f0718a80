"""A group plays several games in an evening: votes, points, and a podium in the end."""

import asyncio
from random import Random

import pytest
from msgspec.structs import replace

from bot.bench.plugin import OpenWorld
from bot.bench.world import Person, World
from bot.domain.evening_games import NEXT_GAME_SECONDS
from bot.domain.evenings import Evening
from bot.domain.table import Finished, Table
from bot.domain.voting import VOTE_SECONDS, has_vote
from bot.engine.text_helpers import NO_BREAK_SPACE
from bot.games.liars_dice.model.state import Bid, State
from bot.games.liars_dice.rules import LIFT_PAUSE_SECONDS
from tests.databases import run_sql
from tests.play.evening import (
    check_memory,
    deal,
    end_game,
    load_match,
    load_table,
    move_as_computer,
    press_id,
    write_state,
)
from tests.tables import expect_finished, expect_lobby, expect_match, list_events

DICE, CATS, CITY, PICK = "liars_dice", "cloaked_cats", "catham_city", "quickpick"


async def play_out(world: World, seed: int = 1) -> None:
    """Play the running game to its end, each with the moves of a weak computer."""
    luck = Random(seed)
    for _ in range(3000):
        table = await load_table(world)
        if isinstance(table, Finished):
            return
        asked = [prompt for prompt in expect_match(table).waiting() if prompt.seat is not None]
        if asked:
            await move_as_computer(world, asked[0], luck)
        else:
            await world.advance(2.5)
    raise AssertionError("the game did not end")


async def finish_dice(world: World) -> Person:
    """End a game of Liar's Dice with a bold lie, and return the winner."""
    match = await load_match(world)
    state = match.state
    assert isinstance(state, State)
    others = len(state.cups) - 2
    last = replace(
        state,
        decision=state.decision + 1,
        cups=((5,), (6,), *((),) * others),
        turn=1,
        bids=(Bid(0, 2, 6),),
        out=tuple(range(2, 2 + others)),
        lifting=False,
        looking=False,
        opened=None,
    )
    write_state(world, last)
    people = await world.list_players()
    winner = people[1]
    assert winner is not None
    await press_id(winner, world.board(), f"c1:m:{match.id}:{last.decision}:liar")
    await world.advance(LIFT_PAUSE_SECONDS)
    assert isinstance(await load_table(world), Finished)
    return winner


async def begin(world: World, *people: Person, game: str = DICE) -> None:
    """Begin an evening in words with a game that nobody votes against."""
    host, *guests = people
    await host.slash("cats play", game=game, text_only=True, clock="none")
    for guest in guests:
        await guest.press("c1:d:*:join", on=world.board())
    await host.slash("cats evening")
    await host.press("c1:d:*:start", on=world.board())


async def play_first_game(world: World, *people: Person) -> None:
    """Play the first game of an evening, and wait for the next lobby."""
    await begin(world, *people)
    await finish_dice(world)
    await world.advance(NEXT_GAME_SECONDS + 1)


async def vote(who: Person, game: str) -> None:
    await who.press(f"c1:d:*:vote:{game}", on=who.world.board())


def get_evening(table: Table) -> Evening:
    assert table.evening is not None
    return table.evening


def get_points(table: Table) -> dict[str, int]:
    return {member.name: member.points for member in get_evening(table).members}


def list_stored(world: World) -> list[tuple[object, ...]]:
    return run_sql(world.database, "SELECT name, points, games, wins FROM evenings ORDER BY line")


async def test_an_evening_of_three_games_from_the_first_vote_to_the_podium(world: World) -> None:
    ada, ben, cleo, dan = world.people
    seated = await ada.slash("cats evening")
    assert (seated.shown.title, seated.shown.labels) == ("You're in!", ("Leave",)), "no game yet"
    first = world.board()
    assert "What's next?" in first.text
    assert "One point for playing" in first.text
    await ben.press("Join", on=first)
    refused = await cleo.press(f"c1:d:*:vote:{DICE}", on=first)
    assert refused.text == "Press **🐾 Join** on the board first, then you can vote."
    await vote(ada, DICE)
    assert "Liar's Dice · 1" in world.board().labels
    await vote(ben, DICE)
    assert "**Liar's Dice** it is, with 2 of 2 votes!" in world.board().text
    await ada.press("Start", on=world.board())
    winner = await finish_dice(world)
    loser = ben if winner is ada else ada
    over = world.board()
    told = f"**This evening**, after 1 game: 🥇 {winner.name} 2 points · 🥈 {loser.name} 1"
    assert told in over.text.replace(NO_BREAK_SPACE, " ")
    assert "Next game" in over.labels
    first_table = await load_table(world)

    await world.advance(NEXT_GAME_SECONDS + 1)
    lobby = expect_lobby(await load_table(world))
    assert has_vote(lobby)
    assert [player.name for player in lobby.players] == [
        player.name for player in first_table.players
    ]
    assert "Next game: <t" not in (world.find(over.id) or over).text
    await cleo.press("Join", on=world.board())
    await vote(winner, DICE)
    await vote(loser, CATS)
    await world.advance(VOTE_SECONDS)
    assert "**Cloaked Cats** it is, with 1 of 2 votes!" in world.board().text, "the loser decides"
    await ada.press("Start", on=world.board())
    assert (await load_table(world)).game == CATS
    await play_out(world)
    assert "after 2 games" in world.board().text
    members = get_evening(await load_table(world)).members
    assert {each.name: each.games for each in members} == {"Ada": 2, "Ben": 2, "Cleo": 1}

    await world.advance(NEXT_GAME_SECONDS + 1)
    await cleo.press("Leave", on=world.board())
    await ada.press("End the vote", on=world.board())
    assert "Nobody voted, so it stays **Cloaked Cats**." in world.board().text
    await ada.press("Another game", on=world.board())
    await ada.choose("Pick a game", DICE)
    await ada.press("Start", on=world.board())
    await finish_dice(world)
    await world.advance(NEXT_GAME_SECONDS + 1)
    evening = get_evening(await load_table(world))
    assert evening.games == (DICE, CATS, DICE)
    assert list_stored(world) == []
    await dan.say("Good night!")
    await ada.press("That's it for today", on=world.board())
    podium = world.messages()[-1]
    assert "What an evening!" in podium.text
    assert not podium.controls
    names = {name: points for name, points, *_ in list_stored(world)}
    assert names == get_points(await load_table(world))
    assert set(names) == {"Ada", "Ben", "Cleo"}
    await ada.slash("cats evening")
    assert get_evening(await load_table(world)).members == (), "a new evening begins at nought"


async def test_a_finished_game_becomes_the_first_of_an_evening_but_once(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, game=DICE)
    await finish_dice(world)
    over = world.board()
    refused = await cleo.press("Make it an evening", on=over)
    assert refused.text.startswith("A rematch is for those who played")
    answers = await world.race(
        ada.press("Make it an evening", on=over), ben.press("Make it an evening", on=over)
    )
    assert all("You're in" in answer.text for answer in answers)
    lobby = expect_lobby(await load_table(world))
    assert get_evening(lobby).games == (DICE,)
    assert sum(get_points(lobby).values()) == 3
    assert all(player.confirmed for player in lobby.players)
    await ada.press("That's it for today", on=world.board())
    assert len(list_stored(world)) == 2
    await ben.press("Make it an evening", on=over)
    assert get_evening(await load_table(world)).games == (), "the game does not count again"


async def test_with_pictures_the_menu_of_other_games_begins_an_evening(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, game=DICE, text_only=False)
    await finish_dice(world)
    assert "Make it an evening" not in world.board().labels
    panel = await ada.press("Another game", on=world.board())
    await ada.press("Make it an evening", on=panel.shown)
    assert get_evening(await load_table(world)).games == (DICE,)


async def test_a_running_game_and_a_lobby_become_part_of_an_evening(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, game=DICE)
    pointed = await cleo.slash("cats evening")
    assert "There's a game of **Liar's Dice** here." in pointed.text
    answer = await ben.slash("cats evening")
    assert "Now it's an evening!" in answer.text
    await ada.slash("cats evening")
    await finish_dice(world)
    assert get_evening(await load_table(world)).games == (DICE,)
    await world.advance(NEXT_GAME_SECONDS + 1)
    await ada.press("That's it for today", on=world.board())

    await ada.slash("cats play")
    await ben.press("Join", on=world.board())
    answer = await ben.slash("cats evening")
    assert answer.text == "Only the host can do that, and that's Ada."
    await ada.slash("cats evening")
    assert has_vote(await load_table(world))
    again = await ada.slash("cats evening")
    assert "Now it's an evening!" in again.text


async def test_only_the_host_ends_votes_and_evenings_unless_silent(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await ada.slash("cats evening")
    await ben.press("Join", on=world.board())
    board = world.board()
    for button in ("End the vote", "That's it for today"):
        for guest in (ben, cleo):
            refused = await guest.press(button, on=board)
            assert refused.text == "Only the host can do that, and that's Ada."
    await world.advance(VOTE_SECONDS)
    late = await ben.press(f"c1:d:*:vote:{DICE}", on=board)
    assert late.text == "The vote is over already: the board shows which game it is."
    await ben.press("Start", on=world.board())
    await world.advance(61)
    await ben.press("That's it for today", on=world.board())
    assert (await load_table(world)).phase == "closed"
    assert list_stored(world) == [], "nothing was played"
    assert "This table is closed." in world.messages()[-1].text


async def test_start_ends_an_open_vote_and_plays_its_winner(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await ada.slash("cats evening")
    for guest in (ben, cleo):
        await guest.press("Join", on=world.board())
    await vote(ben, DICE)
    await ben.press("Start", on=world.board())
    assert has_vote(await load_table(world)), "only the host may start"
    await ada.press("Start", on=world.board())
    match = await load_match(world)
    assert match.game == DICE
    assert get_evening(match).choices == ()


async def test_presses_at_the_same_instant_end_a_vote_once(world: World) -> None:
    ada, ben, *_ = world.people
    await ada.slash("cats evening")
    await ben.press("Join", on=world.board())
    board = world.board()
    ended = len(await list_events(world.store, 1))
    await world.race(
        ben.press(f"c1:d:*:vote:{DICE}", on=board),
        ada.press(f"c1:d:*:vote:{DICE}", on=board),
        ada.press("End the vote", on=board),
        ada.press("End the vote", on=board),
    )
    events = await list_events(world.store, 1)
    assert [event.values for event in events[ended:]] == [(2, 2, DICE)]
    assert (await load_table(world)).game == DICE


async def test_next_game_and_another_game_do_not_wait(world: World) -> None:
    ada, ben, *_ = world.people
    await begin(world, ada, ben)
    await finish_dice(world)
    over = world.board()
    assert "Another game" not in over.labels
    await ben.press("Next game", on=over)
    lobby = expect_lobby(await load_table(world))
    assert has_vote(lobby)
    assert (lobby.host, get_evening(lobby).games) == (ada.id, (DICE,))
    await world.advance(NEXT_GAME_SECONDS + 1)
    assert (await load_table(world)).id == lobby.id
    assert "Next game: <t" not in (world.find(over.id) or over).text
    await press_id(ben, over, f"c1:d:{lobby.id - 1}:rematch:")
    assert (await load_table(world)).id == lobby.id


async def test_a_game_that_is_ended_early_brings_no_points_but_the_next_vote(world: World) -> None:
    ada, ben, *_ = world.people
    await play_first_game(world, ada, ben)
    points = get_points(await load_table(world))
    await ada.press("Start", on=world.board())
    await end_game(ada)
    closed = world.messages()[-1].text
    assert "The evening goes on!" in closed
    assert "after 1 game" in closed
    await world.advance(NEXT_GAME_SECONDS + 1)
    lobby = expect_lobby(await load_table(world))
    assert has_vote(lobby)
    assert get_points(lobby) == points


async def test_an_evening_goes_on_through_crashes(open_world: OpenWorld, database: str) -> None:
    world = await open_world(database=database)
    ada, ben, *_ = world.people
    await begin(world, ada, ben)
    await world.restart(crash=True)
    await finish_dice(world)
    await world.restart(crash=True)
    await world.advance(NEXT_GAME_SECONDS + 1)
    await check_memory(world)
    lobby = expect_lobby(await load_table(world))
    await vote(ada, CATS)
    await world.restart(crash=True)
    assert "Cloaked Cats · 1" in world.board().labels
    await world.advance(2 * VOTE_SECONDS)
    assert (await load_table(world)).game == CATS
    await world.restart(crash=True)
    await ada.press("That's it for today", on=world.board())
    await world.restart(crash=True)
    await world.advance(1)
    assert [row[:2] for row in list_stored(world)] == [*get_points(lobby).items()]
    assert "What an evening!" in world.messages()[-1].text


async def test_a_next_lobby_that_opens_twice_is_one_and_counts_once(world: World) -> None:
    ada, ben, *_ = world.people
    await begin(world, ada, ben)
    await finish_dice(world)
    finished = expect_finished(await load_table(world))
    evenings = world.bot.services.scheduler._evenings
    with world.bot_scope():
        await evenings.open_next_lobby(finished.id)  # and its timer is still there
    await world.settle()
    lobby = expect_lobby(await load_table(world))
    await world.advance(NEXT_GAME_SECONDS + 1)
    assert (await load_table(world)).id == lobby.id
    await ada.press("That's it for today", on=world.board())
    with world.bot_scope():
        await evenings.open_next_lobby(finished.id)
    assert (await load_table(world)).id == lobby.id
    assert len(list_stored(world)) == 2


async def test_a_crash_while_the_next_lobby_is_stored_leaves_one_lobby(world: World) -> None:
    ada, ben, *_ = world.people
    await begin(world, ada, ben)
    await finish_dice(world)
    finished = expect_finished(await load_table(world))
    evenings = world.bot.services.scheduler._evenings
    with world.bot_scope():
        opening = asyncio.create_task(evenings.open_next_lobby(finished.id))
        for _ in range(1000):
            if world.store._writer._task:
                break
            await asyncio.sleep(0)
    await world.restart(crash=True)
    assert opening.cancelled()
    await world.advance(NEXT_GAME_SECONDS + 1)
    lobby = expect_lobby(await load_table(world))
    assert (lobby.id, get_evening(lobby).games) == (finished.id + 1, (DICE,))
    assert sum("What's next?" in shown.text for shown in world.messages()) == 1


@pytest.mark.parametrize("command", ["cats play", "cats evening"])
async def test_a_table_that_takes_the_channel_joins_the_evening(world: World, command: str) -> None:
    ada, ben, cleo, _ = world.people
    await begin(world, ada, ben)
    await finish_dice(world)
    await cleo.slash(command)
    before = (await load_table(world)).evening
    assert before is None or not before.games
    await world.advance(NEXT_GAME_SECONDS + 1)
    lobby = expect_lobby(await load_table(world))
    assert get_evening(lobby).games == (DICE,)
    assert has_vote(lobby) == (command == "cats evening")
    assert "after 1 game" in world.board().text


async def test_the_host_leaves_then_all_and_the_podium_stands(world: World) -> None:
    ada, ben, *_ = world.people
    await play_first_game(world, ada, ben)
    await vote(ada, CATS)
    await ada.press("Leave", on=world.board())
    lobby = expect_lobby(await load_table(world))
    assert lobby.host == ben.id
    assert "Cloaked Cats · 1" not in world.board().labels, "her vote went with her"
    await ben.press("Leave", on=world.board())
    assert "What an evening!" in world.messages()[-1].text
    assert len(list_stored(world)) == 2


async def test_an_evening_ends_after_four_hours_without_a_game(world: World) -> None:
    ada, ben, *_ = world.people
    await play_first_game(world, ada, ben)
    await world.jump(3.9 * 3600)
    assert (await load_table(world)).phase == "lobby"
    await world.jump(0.2 * 3600)
    assert (await load_table(world)).phase == "closed"
    assert len(list_stored(world)) == 2
    assert "What an evening!" in world.messages()[-1].text


async def test_whoever_makes_room_ends_the_evening_and_its_points_stay(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await play_first_game(world, ada, ben)
    points = get_points(await load_table(world))
    await world.jump(1800)
    offer = await cleo.slash("cats play")
    assert "Their evening ends with it. The podium stays" in offer.text
    await cleo.press("Close it and open mine")
    assert ["What an evening!" in shown.text for shown in world.messages()].count(True) == 1
    assert {name: each for name, each, *_ in list_stored(world)} == points
    assert (await load_table(world)).evening is None, "Cleo's table begins anew"


async def test_an_evening_survives_a_deleted_channel(world: World) -> None:
    ada, ben, *_ = world.people
    await begin(world, ada, ben)
    await finish_dice(world)
    await world.delete_channel()
    await world.advance(NEXT_GAME_SECONDS + 1)
    await world.advance(60)
    assert len(list_stored(world)) == 2


async def test_an_evening_ends_though_its_game_was_uninstalled(world: World) -> None:
    ada, ben, *_ = world.people
    await play_first_game(world, ada, ben)
    del world.bot.services.registry[DICE]
    await world.advance(VOTE_SECONDS + 1)
    await world.jump(4.1 * 3600)
    assert (await load_table(world)).phase == "closed"
    assert len(list_stored(world)) == 2


async def test_a_vote_is_forgotten_with_the_person(world: World) -> None:
    ada, ben, *_ = world.people
    await ada.slash("cats evening")
    await ben.press("Join", on=world.board())
    await vote(ben, CATS)
    await ben.slash("cats forget")
    await ben.press("Yes, forget me")
    await world.advance(30)
    assert get_evening(await load_table(world)).votes == ()


async def test_a_member_who_is_forgotten_leaves_the_points(world: World) -> None:
    ada, ben, *_ = world.people
    await play_first_game(world, ada, ben)
    await vote(ben, CATS)
    await ben.slash("cats forget")
    await ben.press("Yes, forget me")
    await world.advance(120)
    lobby = expect_lobby(await load_table(world))
    evening = get_evening(lobby)
    assert [player.name for player in lobby.players] == ["Ada"]
    assert sorted(member.name for member in evening.members) == ["", "Ada"]
    assert (evening.votes, evening.losers) == ((), (ada.id,))
    for table in run_sql(world.database, "SELECT evening FROM tables"):
        assert "Ben" not in str(table)
        assert str(ben.id) not in str(table)
