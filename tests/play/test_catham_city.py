"""Catham City through the whole bot: games to their end, and what happens when somebody leaves."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.bench.moves import enter
from bot.bench.world import World
from bot.engine.chance import compute_commitment
from bot.engine.records import list_legal_paths
from bot.games.catham_city.model.state import CARDS_PER_FACTION
from tests.games.catham_city.playing import cats, choose
from tests.play.city import (
    GAME,
    MARKET,
    OTHER_FACTIONS,
    OTHER_MARKET,
    all_cards,
    arrange,
    game_of,
    list_owing_seats,
    sign,
    three,
    with_option,
)
from tests.play.evening import (
    COMPUTER_MOVE_SECONDS,
    fingerprint,
    first_line,
    hand,
    is_over,
    load_game,
    load_table,
    sit_down,
    write_state,
)
from tests.services.test_leaving import leave_for_good

PICKED = ("detectives", "hackers", "police", "journalists", "bureaucrats")


async def play_on(world: World, luck: Random) -> None:
    """Let whoever is asked make a move as a kitten would, or the computers make theirs."""
    state, seats = await game_of(world), await world.list_players()
    seat = luck.choice(await list_owing_seats(world))
    person = seats[seat]
    if person is None:
        await world.advance(COMPUTER_MOVE_SECONDS)
        return
    moves = list_legal_paths(GAME, state, seat)
    await enter(world, person, choose(GAME.view(state, seat), moves, "kitten", luck))


@pytest.mark.parametrize(
    ("people", "computers", "picked", "actions", "begun"),
    [
        (2, 0, ("first-game",), "one", 0),
        (3, 1, PICKED, "two", 6),
        pytest.param(4, 2, ("random",), "one", 8, marks=pytest.mark.thorough),
    ],
)
async def test_a_game_is_played_to_its_end(
    world: World, people: int, computers: int, picked: tuple[str, ...], actions: str, begun: int
) -> None:
    """`begun`: the points with which everybody starts; they make larger games shorter."""
    host, *_ = players = world.people[:people]
    options: dict[str, Any] = {"computers": computers, "clock": "none", "text_only": True}
    await sit_down(world, *players, game="catham_city", **options)
    await host.press("Options")
    await host.press("Options for Catham City")
    menu = "c1:d:*:pick:factions" if len(picked) > 1 else "c1:d:*:set:factions"
    await host.choose(menu, *picked, on=host.private())
    await host.choose("c1:d:*:set:actions", actions, on=host.private())
    await host.press("Start", on=world.board())
    locked = await fingerprint(world.people[-1])
    luck, dealt = Random(people), await game_of(world)
    write_state(world, replace(dealt, points=(begun,) * len(dealt.hands)))
    deck = all_cards(dealt)
    assert set(deck.values()) == {CARDS_PER_FACTION}
    for _ in range(400):
        if is_over(world):
            break
        await play_on(world, luck)
        assert all_cards(await game_of(world)) == deck

    table, state, end = await load_game(world), await game_of(world), world.board()
    assert table.phase == "over"
    assert state.winner is not None
    assert state.points[state.winner] >= state.target
    assert locked == compute_commitment(table.seed)
    winner = table.players[state.winner].name
    assert f"{winner}" in end.text.split("is the new mayor of Catham City")[0]
    for player in players:
        assert player.name in end.text
        assert player.private().content.startswith(("You came ", "🏛️ **You're "))
    assert not any(request.files for request in world.requests), "the table is text only"
    opened = (await world.people[-1].press("Fair deal")).text
    assert ("❔" if begun else "✅") in opened, "points that no seed explains are noticed"
    assert table.seed.hex() in opened
    scores = (await host.slash("cats scores")).text
    assert "🏁 This game is over." in scores
    assert "points wins" not in scores
    assert all(f"**{player.name}** · " in scores.split("On this server")[1] for player in players)


async def test_a_rematch_keeps_seats_and_options(world: World) -> None:
    ada, ben, *_ = world.people
    await with_option(world, 2, "pick:factions", *PICKED)
    hands = (cats(journalists=2), cats(police=6))
    state = await arrange(world, *hands, market=OTHER_MARKET, points=(14, 3))
    assert state.factions == OTHER_FACTIONS
    await enter(world, ada, "play/6")
    assert "🟡 Ada is the new mayor of Catham City, with 16 points!" in world.board().text
    await ben.press("Rematch")
    assert "Detectives · Hackers · Police · Journalists · Bureaucrats" in world.board().text
    await ada.press("Join")
    await ben.press("Start")
    again = await game_of(world)
    assert (again.factions, again.points) == (OTHER_FACTIONS, (0, 0))


async def test_the_table_speaks_german(world: World) -> None:
    players = world.people[:3]
    for person in world.people:
        person.set_locale("de")
    first, second, third = await three(world)
    assert first_line(world).startswith(f"▶️ **{sign(first)} {first.name}: ")
    await arrange(world, cats(mafia=4), cats(hackers=3), cats(hackers=3), market=MARKET)
    await enter(world, first, "play/3")
    await enter(world, second, "drop/4.4")
    assert "Hacker" in world.board().text
    assert "hat geantwortet" in world.board().text
    for person in players:
        assert "Deine Karten" in (await hand(person)).text
    pay = (await hand(third)).control("1 Punkt zahlen · hast du nicht")
    assert pay.disabled


async def test_a_table_with_pictures_shows_and_tells_them(world: World) -> None:
    first, *_ = await three(world, text_only=False)
    assert set(world.board().files) == {"board.jpg"}
    assert all(file.startswith(b"\xff\xd8") for file in world.board().files.values())
    assert all(world.board().alts.values())
    own = await hand(first)
    assert set(own.files) == {"hand.jpg"}
    assert own.alts["hand.jpg"].startswith("Your cards: ")


async def test_a_computer_answers_for_whoever_leaves_in_mid_question(world: World) -> None:
    first, second, third = await three(world, clock="none")
    hands = (cats(mafia=4), cats(hackers=3), cats(hackers=3))
    begun = await arrange(world, *hands, market=MARKET)
    await enter(world, first, "play/3")
    await enter(world, second, "drop/4.4")
    await leave_for_good(third)
    assert "takes over" in world.board().text
    await world.advance(COMPUTER_MOVE_SECONDS)
    after = await game_of(world)
    assert (after.phase, after.active) == ("action", 1)
    assert [len(held) for held in after.hands] == [0, 1, 1]
    assert all_cards(after) == all_cards(begun)


async def test_where_nobody_plays_on_a_seat_that_was_left_is_empty(world: World) -> None:
    await with_option(world, 3, "set:leavers", "nobody")
    first, second, third = [person for person in await world.list_players() if person]
    assert "computer" not in (await third.slash("cats leave")).text
    hands = (cats(mafia=4), cats(hackers=3), cats(hackers=4))
    begun = await arrange(world, *hands, market=MARKET, points=(1, 2, 3))
    await enter(world, first, "play/3")
    await enter(world, second, "pay")
    await leave_for_good(third)

    after = await game_of(world)
    assert (after.points, after.hands[2]) == ((3, 1, 0), ())
    assert Counter(after.discards) == Counter(cats(hackers=4, mafia=4))
    assert all_cards(after) == all_cards(begun)
    board = world.board().text
    assert board.count("has left") == 1
    assert f"{sign(third)} {third.name[0]} · {third.name} 🚪 · 0 points · 0 cards" in board
    assert f"{sign(third)} {third.name} 🚪 is gone: cards discarded" in board

    await enter(world, second, "take/0/1")
    assert first_line(world).startswith(f"▶️ **{sign(first)} {first.name}: ")
    assert not (await hand(first)).matching("c1:l:*:play/4/1/2"), "nobody gets cards of theirs"

    await leave_for_good(first)
    assert is_over(world)
    assert f"{sign(second)} {second.name} is the new mayor" in world.board().text
    await second.press("Rematch")
    assert [player.name for player in (await load_table(world)).players] == [second.name]


async def test_whoever_asked_and_leaves_takes_the_question_along(world: World) -> None:
    await with_option(world, 3, "set:leavers", "nobody")
    first, second, third = [person for person in await world.list_players() if person]
    hands = (cats(mafia=4, robocats=1), cats(hackers=3), cats(hackers=4))
    begun = await arrange(world, *hands, market=MARKET)
    await enter(world, first, "play/3")
    late = await hand(third)
    await leave_for_good(first)
    after = await game_of(world)
    assert (after.active, after.phase, after.answers) == (1, "action", ())
    assert all_cards(after) == all_cards(begun)
    answer = await third.choose("c1:m:*:drop", "4~1", "4~2", on=late)
    assert answer.shown.note.startswith("Too late, the game has moved on")
    assert await list_owing_seats(world) == (1,)
    await enter(world, second, "take/0/1")
