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
    begin,
    game_of,
    list_owing_seats,
    list_told_lines,
    sign,
    three,
    with_option,
)
from tests.play.evening import (
    COMPUTER_MOVE_SECONDS,
    COMPUTERS_MOVE_SECONDS,
    deadline,
    fingerprint,
    first_line,
    hand,
    is_over,
    load_game,
    load_table,
    others,
    press_id,
    show_deal,
    sit_down,
    write_state,
)
from tests.play.test_restart import restart
from tests.services.test_leaving import leave_for_good

PICKED = ("detectives", "hackers", "police", "journalists", "bureaucrats")


async def play_on(world: World, luck: Random) -> None:
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
        pytest.param(2, 0, ("first-game",), "one", 0, marks=pytest.mark.thorough),
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
    opened = (await show_deal(world.people[-1])).text
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


async def test_presses_that_come_twice_too_late_or_from_others_change_nothing(world: World) -> None:
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
    await world.advance(COMPUTERS_MOVE_SECONDS)
    (left,) = await list_owing_seats(world)
    other = seats[left]
    assert other in (ada, ben)
    assert first_line(world).endswith(": answer the mafia**")
    asked = await game_of(world)
    await enter(world, other, "drop/4.4")  # two hackers
    answered = await game_of(world)
    assert [len(held) for seat, held in enumerate(answered.hands) if seat != asker] == [1, 1, 1]
    assert answered.turn > asked.turn, "the next turn has begun"


AWAY_SECONDS = 3


async def test_at_each_point_of_a_game(world: World) -> None:
    first, second, third = await three(world)

    hands = (cats(hackers=2), cats(mafia=3), cats(mafia=3))
    state = await arrange(world, *hands, market=MARKET)
    step = (await first.press("c1:l:*:play/4", on=await hand(first))).shown
    until = deadline(world) or 0
    await restart(world, crash=False)
    assert (await game_of(world), deadline(world)) == (state, until + AWAY_SECONDS)
    step = (await first.press("c1:l:*:play/4/2", on=step)).shown
    await restart(world, crash=True)
    await first.press("c1:m:*:play/4/2/1", on=step)
    assert f"{sign(first)} {first.name} hacks {sign(second)} {second.name}" in world.board().text
    assert all_cards(await game_of(world)) == all_cards(state)

    hands = (cats(mafia=4), cats(hackers=3, mafia=1), cats(hackers=3))
    begun = await arrange(world, *hands, market=MARKET, points=(0, 1, 1))
    await enter(world, first, "play/3")
    await enter(world, second, "drop/3.4")
    waiting, board, until = await game_of(world), world.board().text, deadline(world) or 0
    await restart(world, crash=True)
    assert await game_of(world) == waiting, "answers are awaited"
    assert world.board().text == board.replace(f"<t:{until}:", f"<t:{until + AWAY_SECONDS}:")
    assert "you discard 1 × 🎩 Mafia · 1 × 💻 Hacker." in (await hand(second)).text
    await enter(world, third, "pay")
    after = await game_of(world)
    assert (after.points, after.hands[1]) == ((2, 1, 0), cats(hackers=2))
    assert all_cards(after) == all_cards(begun)

    hands = (cats(mafia=5, robocats=4), cats(mafia=3), cats(mafia=3))
    begun = await arrange(world, *hands, market=MARKET)
    await enter(world, first, "take/4/3")
    menu = await hand(first)
    await restart(world, crash=True)
    assert "has to discard 2 cards" in first_line(world)
    await first.choose("c1:m:*:discard", "2~1", "3~4", on=menu)
    after = await game_of(world)
    assert after.discards == cats(robocats=1, mafia=1)
    assert (after.active, len(after.hands[0])) == (1, 10)
    assert all_cards(after) == all_cards(begun)

    hands = (cats(scientists=3), cats(mafia=3), cats(mafia=3))
    await arrange(world, *hands, market=MARKET, points=(15, 0, 0))
    await enter(world, first, "play/1")
    text = world.board().text
    await restart(world, crash=True)
    assert world.board().text == text, "the game is over"
    assert "What the factions do" not in world.board().labels
    await second.press("Rematch")
    assert world.board().matching("c1:d:*:start")
