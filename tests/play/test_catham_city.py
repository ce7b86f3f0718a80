"""Catham City through the whole bot: games, restarts, leaving, clocks, clicks at the same time."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.games.catham_city.cards import COPIES
from bot.games.catham_city.state import State
from bot.tables.chance import commitment
from tests.bench.moves import enter
from tests.bench.sim import Person, World
from tests.conftest import OpenWorld
from tests.games.catham_city.playing import cats
from tests.play.city import GAME, arrange, begin, game_of, owing, put, seated
from tests.play.evening import (
    THINKING,
    deadline,
    first_line,
    hand,
    is_over,
    others,
    press_id,
    sit_down,
    stored,
)
from tests.play.test_leaving import leave_for_good
from tests.play.test_restart import how, restart

MARKET = cats(detectives=2, scientists=1, robocats=1, hackers=3)
OTHER_FACTIONS = (0, 4, 5, 6, 7)
OTHER_MARKET = cats(detectives=1, hackers=2, police=2, bureaucrats=2)
PICKED = ("detectives", "hackers", "police", "journalists", "bureaucrats")


def all_cards(state: State) -> Counter[int]:
    """Return how many cards of each faction there are, wherever they are."""
    piles = (*state.hands, state.market, state.pile, state.discards, state.table)
    return Counter(card for pile in piles for card in pile)


def told(world: World) -> list[str]:
    """Return the lines of what happened, oldest first."""
    fields = world.board().embeds[0]["fields"]
    return next(f["value"] for f in fields if f["name"] == "What happened").split("\n")


async def three(world: World, **options: Any) -> list[Person]:
    """Let three people sit down and start; return them by seat."""
    seats = await begin(world, *world.people[:3], **options)
    return [person for person in seats if person is not None]


async def with_option(world: World, people: int, name: str, *values: str) -> None:
    """Let so many people sit down, choose one of the game's options and start."""
    host = world.people[0]
    await sit_down(world, *world.people[:people], game="catham_city", text_only=True)
    await host.press("Options")
    await host.press("Options of Catham City")
    await host.choose(f"c1:d:*:{name}", *values, on=host.private())
    await host.press("Start", on=world.board())


async def play_on(world: World, luck: Random) -> None:
    """Let whoever is asked make a move as a kitten would, or the computers make theirs."""
    state, seats = await game_of(world), await seated(world)
    seat = luck.choice(await owing(world))
    person = seats[seat]
    if person is None:
        await world.advance(THINKING)
        return
    moves = GAME.moves(state, seat)
    await enter(world, person, GAME.choose(GAME.view(state, seat), moves, "kitten", luck))


# Whole games


@pytest.mark.parametrize(
    ("people", "computers", "picked", "actions", "begun"),
    [(2, 0, ("first-game",), "one", 0), (3, 1, PICKED, "two", 6), (4, 2, ("random",), "one", 8)],
)
async def test_a_game_is_played_to_its_end(
    world: World, people: int, computers: int, picked: tuple[str, ...], actions: str, begun: int
) -> None:
    """`begun`: the points with which everybody starts; they make larger games shorter."""
    host, *_ = players = world.people[:people]
    wishes: dict[str, Any] = {"computers": computers, "clock": "none", "text_only": True}
    await sit_down(world, *players, game="catham_city", **wishes)
    await host.press("Options")
    await host.press("Options of Catham City")
    menu = "c1:d:*:pick:factions" if len(picked) > 1 else "c1:d:*:set:factions"
    await host.choose(menu, *picked, on=host.private())
    await host.choose("c1:d:*:set:actions", actions, on=host.private())
    await host.press("Start", on=world.board())
    locked = world.board().embeds[0]["footer"]["text"].removeprefix("🔒 Fair deal: ")
    luck, dealt = Random(people), await game_of(world)
    put(world, replace(dealt, points=(begun,) * len(dealt.hands)))
    deck = all_cards(dealt)
    assert set(deck.values()) == {COPIES}
    for _ in range(400):
        if is_over(world):
            break
        await play_on(world, luck)
        assert all_cards(await game_of(world)) == deck

    table, state, end = await stored(world), await game_of(world), world.board()
    assert table.phase == "over"
    assert state.winner is not None
    assert state.points[state.winner] >= state.target
    assert table.seed.hex() in end.text
    assert locked.replace(" ", "") == commitment(table.seed)
    winner = table.players[state.winner].name
    assert f"{winner}" in end.text.split("is the new mayor of Catham City")[0]
    for player in players:
        assert player.name in end.text
        assert "The game is over" in player.private().text
    assert not any(request.files for request in world.requests), "the table is text only"
    assert "✅" in (await world.people[-1].press("Check the deal")).text
    scores = (await host.slash("cats scores")).text
    assert all(f"{player.name}: " in scores.split("On this server")[1] for player in players)


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
    assert first_line(world).startswith(f"▶️ **🟡 {first.name}: ")
    await arrange(world, cats(mafia=4), cats(hackers=3), cats(hackers=3), market=MARKET)
    await enter(world, first, "play/3")
    await enter(world, second, "drop/4.4")
    assert "Hacker" in world.board().text
    assert "geheim" in world.board().text
    for person in players:
        assert "Meine Karten" in (await hand(person)).text
    refused = await third.press("c1:m:*:pay", on=await hand(third))
    assert refused.text.startswith("Du hast keine Punkte")


async def test_a_table_with_pictures_shows_and_tells_them(world: World) -> None:
    first, *_ = await three(world, text_only=False)
    assert set(world.board().files) == {"market.webp", "race.webp"}
    assert all(file.startswith(b"RIFF") for file in world.board().files.values())
    assert all(world.board().alts.values())
    own = await hand(first)
    assert set(own.files) == {"hand.webp"}
    assert own.alts["hand.webp"].startswith("My cards: ")


# Restarts


@how
async def test_restart_while_an_action_is_due(open_world: OpenWorld, crash: bool) -> None:
    world = await open_world()
    first, second, _ = await three(world)
    hands = (cats(hackers=2), cats(mafia=3), cats(mafia=3))
    state = await arrange(world, *hands, market=MARKET)
    step = (await first.press("c1:l:*:play/4", on=await hand(first))).shown
    until = deadline(world)
    await restart(world, crash=crash)
    assert (await game_of(world), deadline(world)) == (state, until)
    step = (await first.press("c1:l:*:play/4/2", on=step)).shown
    await restart(world, crash=crash)
    sure = (await first.press("c1:l:*:play/4/2/1", on=step)).shown
    await first.press("c1:m:*:play/4/2/1", on=sure)
    assert f"🟡 {first.name} slips 🔴 {second.name} 2 hackers" in world.board().text
    assert all_cards(await game_of(world)) == all_cards(state)


@how
async def test_restart_while_answers_are_awaited(open_world: OpenWorld, crash: bool) -> None:
    world = await open_world()
    first, second, third = await three(world)
    hands = (cats(mafia=4), cats(hackers=3, mafia=1), cats(hackers=3))
    begun = await arrange(world, *hands, market=MARKET, points=(0, 1, 1))
    await enter(world, first, "play/3")
    await enter(world, second, "drop/3.4")
    waiting, board = await game_of(world), world.board().text
    await restart(world, crash=crash)
    assert await game_of(world) == waiting
    assert world.board().text == board
    assert "you drop 1 × 🎩 Mafia · 1 × 💻 Hackers." in (await hand(second)).text
    await enter(world, third, "pay")
    after = await game_of(world)
    assert (after.points, after.hands[1]) == ((2, 1, 0), cats(hackers=2))
    assert all_cards(after) == all_cards(begun)


@how
async def test_restart_while_cards_are_to_be_put_down(open_world: OpenWorld, crash: bool) -> None:
    world = await open_world()
    first, _, _ = await three(world)
    hands = (cats(mafia=5, robocats=4), cats(mafia=3), cats(mafia=3))
    begun = await arrange(world, *hands, market=MARKET)
    await enter(world, first, "take/4/3")
    menu = await hand(first)
    await restart(world, crash=crash)
    assert "has 2 cards too many and puts them down" in first_line(world)
    await first.choose("c1:m:*:discard", "2~1", "3~4", on=menu)
    after = await game_of(world)
    assert after.discards == cats(robocats=1, mafia=1)
    assert (after.active, len(after.hands[0])) == (1, 10)
    assert all_cards(after) == all_cards(begun)


@how
async def test_restart_after_the_end(open_world: OpenWorld, crash: bool) -> None:
    world = await open_world()
    first, second, _ = await three(world)
    hands = (cats(scientists=3), cats(mafia=3), cats(mafia=3))
    await arrange(world, *hands, market=MARKET, points=(15, 0, 0))
    await enter(world, first, "play/1")
    text = world.board().text
    await restart(world, crash=crash)
    assert world.board().text == text
    assert "These five are in this game" in (await second.press("What factions do")).text
    await second.press("Rematch")
    assert world.board().matching("c1:d:*:start")


async def test_a_board_that_discord_did_not_take_heals_after_a_crash(open_world: OpenWorld) -> None:
    world = await open_world()
    first, second, third = await three(world)
    hands = (cats(mafia=4), cats(hackers=3), cats(hackers=3))
    await arrange(world, *hands, market=MARKET)
    await enter(world, first, "play/3")
    world.fail("PATCH", f"/channels/{world.channel.id}/*", times=None)
    await enter(world, second, "drop/4.4")
    assert second.name in first_line(world)
    world.env.backend.faults.clear()
    await restart(world, crash=True)
    assert first_line(world).startswith(f"▶️ **🟢 {third.name}: answer the mafia**")


# Leaving


async def test_a_computer_answers_for_whoever_leaves_in_mid_question(world: World) -> None:
    first, second, third = await three(world, clock="none")
    hands = (cats(mafia=4), cats(hackers=3), cats(hackers=3))
    begun = await arrange(world, *hands, market=MARKET)
    await enter(world, first, "play/3")
    await enter(world, second, "drop/4.4")
    await leave_for_good(third)
    assert "plays on" in world.board().text
    await world.advance(THINKING)
    after = await game_of(world)
    assert (after.phase, after.active) == ("action", 1)
    assert [len(held) for held in after.hands] == [0, 1, 1]
    assert all_cards(after) == all_cards(begun)


async def test_where_nobody_plays_on_the_cards_of_whoever_leaves_are_discarded(
    world: World,
) -> None:
    await with_option(world, 3, "set:leavers", "nobody")
    first, second, third = [person for person in await seated(world) if person]
    hands = (cats(mafia=4), cats(hackers=3), cats(hackers=4))
    begun = await arrange(world, *hands, market=MARKET, points=(1, 2, 3))
    await enter(world, first, "play/3")
    await enter(world, second, "pay")
    asked = await third.slash("cats leave")
    assert "computer" not in asked.text
    await third.press("Yes, leave", on=asked.shown)
    after = await game_of(world)
    assert (after.points, after.hands[2]) == ((3, 1, 0), ())
    assert Counter(after.discards) == Counter(cats(hackers=4, mafia=4))
    assert all_cards(after) == all_cards(begun)
    assert "🚪 has left" in world.board().text
    await enter(world, second, "take/0/1")
    assert first_line(world).startswith(f"▶️ **🟡 {first.name}: "), "the empty seat is skipped"
    assert not (await hand(first)).matching("c1:l:*:play/4/1/2")
    await leave_for_good(first)
    assert is_over(world)
    assert f"🔴 {second.name} is the new mayor" in world.board().text
    await second.press("Rematch")
    assert [player.name for player in (await stored(world)).players] == [second.name]


async def test_whoever_asked_and_leaves_takes_the_question_along(world: World) -> None:
    await with_option(world, 3, "set:leavers", "nobody")
    first, second, third = [person for person in await seated(world) if person]
    hands = (cats(mafia=4, robocats=1), cats(hackers=3), cats(hackers=4))
    begun = await arrange(world, *hands, market=MARKET)
    await enter(world, first, "play/3")
    late = await hand(third)
    await leave_for_good(first)
    after = await game_of(world)
    assert (after.active, after.phase, after.answers) == (1, "action", ())
    assert all_cards(after) == all_cards(begun)
    answer = await third.choose("c1:m:*:drop", "4~1", "4~2", on=late)
    assert answer.text.startswith("The game has moved on")
    assert await owing(world) == (1,)
    await enter(world, second, "take/0/1")


# Clocks


async def test_whose_turn_runs_out_takes_one_card(world: World) -> None:
    first, *_ = await three(world, clock="1")
    hands = (cats(mafia=4, scientists=3), cats(hackers=3), cats(hackers=3))
    begun = await arrange(world, *hands, market=MARKET)
    await world.advance(61)
    await world.advance(THINKING)
    after = await game_of(world)
    assert "Time is up" in world.board().text
    assert (after.active, len(after.hands[0]), after.points) == (1, 8, (0, 0, 0))
    assert all_cards(after) == all_cards(begun)
    assert f"🟡 {first.name} takes 1 ×" in world.board().text


async def test_who_puts_nothing_down_in_time_keeps_ten_cards(world: World) -> None:
    first, *_ = await three(world, clock="1")
    hands = (cats(mafia=5, robocats=5), cats(scientists=3), cats(scientists=3))
    begun = await arrange(world, *hands, market=MARKET)
    await enter(world, first, "take/4/3")
    await world.advance(61)
    await world.advance(THINKING)
    after = await game_of(world)
    assert (after.active, len(after.hands[0]), len(after.discards)) == (1, 10, 3)
    assert f"🟡 {first.name} puts down " in world.board().text
    assert all_cards(after) == all_cards(begun)


@pytest.mark.parametrize(
    ("play", "answer", "mildest"),
    [("play/3", "pay", "drops"), ("play/0/4", "discard", None), ("play/6", "give/4", None)],
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
    assert "Answers are in from 🔴" in early
    assert f"🔴 {second.name} pays" not in early
    await world.advance(59)
    assert await owing(world) == (2,)
    assert (await game_of(world)).points[1] == 2
    await world.advance(2)
    await world.advance(THINKING)
    after = await game_of(world)
    assert (after.phase, after.active) == ("action", 1)
    assert f"⏰ Time is up for {third.name}" in world.board().text
    assert any(line.startswith(f"🔴 {second.name}") for line in told(world))
    assert [line for line in told(world) if line.startswith(f"🟢 {third.name}")] == (
        [f"🟢 {third.name} {mildest} 2 × 💻 Hackers."] if mildest else []
    )
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
    state = await game_of(world)
    while seats[(await game_of(world)).active] is None:
        await world.advance(THINKING)
    asker = (await game_of(world)).active
    hands = [cats(hackers=3)] * 4
    hands[asker] = cats(mafia=4)
    await arrange(world, *hands, market=MARKET, active=asker)
    person = seats[asker]
    assert person is not None
    await enter(world, person, "play/3")
    await world.advance(THINKING)
    (left,) = await owing(world)
    assert seats[left] in (ada, ben)
    assert first_line(world).endswith(": answer the mafia**")
    await enter(world, ada if seats[left] is ada else ben, "drop/4.4")
    assert all(len(held) == 1 for seat, held in enumerate((await game_of(world)).hands)
               if seat != asker)  # fmt: skip
    assert state.turn < (await game_of(world)).turn


# Clicks at the same time, twice, too late, by others


async def test_answers_of_the_same_instant_both_count_and_are_carried_out_clockwise(
    world: World,
) -> None:
    first, second, third = await three(world)
    hands = (cats(mafia=4), cats(hackers=3), cats(hackers=3))
    await arrange(world, *hands, market=MARKET, points=(0, 1, 1))
    await enter(world, first, "play/3")
    screens = [await hand(person) for person in (third, second)]
    await world.race(
        third.press("c1:m:*:pay", on=screens[0]), second.press("c1:m:*:pay", on=screens[1])
    )
    after = await game_of(world)
    assert (after.points, after.active, after.phase) == ((2, 0, 0), 1, "action")
    assert told(world)[-3:] == [
        f"🟡 {first.name} plays the mafia: ⭐ 2.",
        f"🔴 {second.name} pays the mafia ⭐ 1.",
        f"🟢 {third.name} pays the mafia ⭐ 1.",
    ]


async def test_the_first_clockwise_wins_whoever_answered_first(world: World) -> None:
    first, second, third = await three(world)
    hands = (cats(detectives=3, hackers=1), cats(hackers=3), cats(hackers=3))
    await arrange(world, *hands, market=MARKET, points=(12, 15, 15))
    await enter(world, first, "play/0/4")
    await enter(world, third, "discard")
    assert not is_over(world)
    await enter(world, second, "discard")
    assert is_over(world)
    assert f"🔴 {second.name} is the new mayor of Catham City" in world.board().text
    assert (await game_of(world)).points == (15, 16, 15)


async def test_a_double_click_acts_once(world: World) -> None:
    first, second, _ = await three(world)
    hands = (cats(scientists=6), cats(hackers=3), cats(hackers=3))
    await arrange(world, *hands, market=MARKET)
    sure = (await first.press("c1:l:*:play/1", on=await hand(first))).shown
    clicks = await world.race(
        first.press("c1:m:*:play/1", on=sure), first.press("c1:m:*:play/1", on=sure)
    )
    assert (await game_of(world)).points == (2, 0, 0)
    assert any(click.text.startswith("The game has moved on since") for click in clicks)
    await world.repeat(clicks[0])
    assert (await game_of(world)).points == (2, 0, 0)
    assert await owing(world) == (1,)
    assert first_line(world).startswith(f"▶️ **🔴 {second.name}: ")


async def test_an_answer_is_final(world: World) -> None:
    first, second, _ = await three(world)
    hands = (cats(mafia=4), cats(hackers=3), cats(hackers=3))
    await arrange(world, *hands, market=MARKET, points=(0, 1, 1))
    await enter(world, first, "play/3")
    old = await hand(second)
    await second.press("c1:m:*:pay", on=old)
    changed = await second.choose("c1:m:*:drop", "4~1", "4~2", on=old)
    assert changed.text.startswith("The game has moved on since")
    assert "Your answer is in: you pay ⭐ 1." in changed.text


async def test_a_button_of_an_earlier_turn_shows_how_it_stands(world: World) -> None:
    first, *_ = await three(world)
    hands = (cats(scientists=6), cats(hackers=3), cats(hackers=3))
    await arrange(world, *hands, market=MARKET)
    old = await hand(first)
    await first.choose("c1:m:*:take", "4/2", on=old)
    again = await first.choose("c1:m:*:take", "4/1", on=old)
    assert again.text.startswith("The game has moved on since")
    looked = await first.press("c1:l:*:play/1", on=old)
    assert "is on turn" in looked.text
    assert len((await game_of(world)).hands[0]) == 8


async def test_strangers_and_those_who_are_not_asked_change_nothing(world: World) -> None:
    first, second, third = await three(world)
    hands = (cats(scientists=6), cats(hackers=3), cats(hackers=3))
    state = await arrange(world, *hands, market=MARKET)
    table = await stored(world)
    move = f"c1:m:{table.id}:{state.decision}:play/1"
    for other in others(world, first):
        answer = await press_id(other, await hand(other), move)
        sits = other in (second, third)
        assert answer.text.startswith("The game has moved on" if sits else "You do not sit")
        assert answer.shown.ephemeral
    assert await game_of(world) == state


async def test_an_answer_that_the_cards_do_not_allow_is_explained(world: World) -> None:
    first, second, third = await three(world)
    hands = (cats(detectives=3, hackers=1), cats(mafia=3), cats(mafia=3))
    await arrange(world, *hands, market=MARKET)
    await enter(world, first, "play/0/4")
    answer = await second.press("c1:m:*:discard", on=await hand(second))
    assert answer.text.startswith("You do not hold the cards for that. Choose something else.")
    assert answer.shown.labels == (await hand(third)).labels
    assert await owing(world) == (1, 2)
    await enter(world, second, "pass")
    assert await owing(world) == (2,)
