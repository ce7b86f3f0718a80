"""Clocks, reminders, absence, and tables that nobody touches; all by moved time."""

import pytest

from bot.bench.world import World
from bot.domain.host import pass_host_role
from bot.domain.presence import time_out as miss_deadline
from bot.domain.skipping import find_silent_seats
from bot.domain.table import Lobby, Player
from bot.services.scheduler import TimerHeap
from tests.games.quickpick.playing import racing
from tests.play.evening import (
    boards_posted,
    cancel,
    deadline,
    deal,
    end_game,
    find_asked_or_none,
    find_asked_player,
    first_line,
    hand,
    load_table,
    others,
    play_cat,
    rewrite,
    sit_down,
    take_turn,
)
from tests.tables import in_phase

DAY = 86_400
GONE = "That table is gone. `/cats play` opens a new one."


async def time_out(world: World) -> None:
    """Let the asked one's minute run out and the computer play the turn."""
    await world.advance(61)
    await world.advance(5)


async def all_away(world: World) -> None:
    """Let both of two people miss two turns in a row."""
    for _ in range(4):
        await time_out(world)


@pytest.mark.parametrize("minutes", ["1", "3", "10", "60", "1440"])
async def test_a_turn_ends_when_its_time_is_up(world: World, minutes: str) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock=minutes)
    slow, seconds = find_asked_player(world), int(minutes) * 60
    until = deadline(world)
    assert until is not None
    assert abs(until - world.now() - seconds) <= 2
    await world.jump(until - world.now() - 2)
    assert find_asked_or_none(world) is slow
    await world.advance(3)
    assert f"⏰ The computer plays this turn for {slow.name}." in world.board().text
    assert "💤" not in world.board().text
    await world.advance(5)
    assert find_asked_player(world) is not slow
    assert deadline(world) is not None


async def test_without_a_clock_nobody_is_hurried(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    slow = find_asked_player(world)
    assert deadline(world) is None
    await world.jump(3 * DAY)
    assert find_asked_or_none(world) is slow
    await play_cat(slow)
    assert "guess or skip" in first_line(world)


async def test_the_cat_and_the_guess_share_one_clock(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="3")
    slow, until = find_asked_player(world), deadline(world)
    await world.advance(120)
    await play_cat(slow)
    assert deadline(world) == until
    await world.advance(62)
    assert f"The computer plays this turn for {slow.name}" in world.board().text
    await world.advance(3)
    assert find_asked_player(world) is not slow


@pytest.mark.parametrize(("minutes", "reminders"), [("10", 0), ("60", 1), ("1440", 1)])
async def test_long_clocks_remind_once_at_half_of_the_time(
    world: World, minutes: str, reminders: int
) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock=minutes)
    slow, half = find_asked_player(world), int(minutes) * 30
    since = len(world.requests)
    await world.jump(half - 5)
    assert boards_posted(world, since) == []
    await world.advance(10)
    await world.jump(half - 60)
    assert boards_posted(world, since) == [(slow.id,)] * reminders
    if reminders:
        assert f"<t:{deadline(world)}:t>" in world.messages()[-1].text


async def test_who_has_moved_is_not_reminded(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="60")
    await world.advance(20 * 60)
    await take_turn(find_asked_player(world))
    await world.advance(15 * 60)
    assert not any("Half your time" in message.text for message in world.messages())


async def test_two_misses_in_a_row_make_somebody_away(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="1")
    slow = find_asked_player(world)
    for _ in range(2):
        assert f"{slow.name} 💤" not in world.board().text
        await time_out(world)
        await take_turn(find_asked_player(world))
    assert f"{slow.name} 💤" in world.board().text
    assert find_asked_or_none(world) is None
    await world.advance(5)
    assert find_asked_player(world) is not slow, "the computer plays at once for who is away"


def test_the_role_of_a_host_who_is_away_goes_to_the_next_person_clockwise() -> None:
    ben, minka = Player("Ben", 2, away=True), Player("Minka", None, "sly")
    players = (Player("Ada", 1), ben, minka, Player("Cleo", 3))
    lobby = Lobby("secret_numbers", 1, 2, "en", "10", 0.0, 0.0, players=players, host=2)
    assert pass_host_role(in_phase(lobby, "playing")).host == 3
    assert pass_host_role(in_phase(lobby, "playing", host=1)).host == 1


@pytest.mark.parametrize(
    ("clock", "seconds"), [("1", 120), ("3", 120), ("10", 300), ("60", 1800), ("none", 600)]
)
def test_who_does_not_answer_is_silent_after_half_of_the_time_limit(
    clock: str, seconds: int
) -> None:
    players = (Player("Ada", 1), Player("Ben", 2))
    lobby = Lobby("secret_numbers", 1, 2, "en", clock, 0.0, 0.0, players=players, host=1)
    match = in_phase(lobby, "playing")
    assert find_silent_seats(match, seconds) == ()
    assert find_silent_seats(match, seconds + 1) == (1,), "the host is not among them"


def test_a_deadline_is_missed_only_by_whom_it_is_for() -> None:
    players = (Player("Ada", 1), Player("Ben", 2), Player("Cleo", 3))
    lobby = Lobby("quickpick", 1, 2, "en", "10", 0.0, 0.0, players=players)
    match = in_phase(lobby, "playing", state=racing())
    (clock,) = [prompt.clock for prompt in match.prompts if prompt.kind == "mime"]
    assert [player.misses for player in miss_deadline(match, clock).table.players] == [1, 0, 0]


async def test_a_move_between_two_misses_keeps_somebody_here(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="1")
    slow = find_asked_player(world)
    for _ in range(2):
        await time_out(world)
        await take_turn(find_asked_player(world))
        await take_turn(slow)
        await take_turn(find_asked_player(world))
    assert "💤" not in world.board().text


@pytest.mark.parametrize("button", ["My cards", "Table"])
async def test_any_click_brings_somebody_back(world: World, button: str) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="1")
    slow = find_asked_player(world)
    for _ in range(2):
        await time_out(world)
        await take_turn(find_asked_player(world))
    assert f"{slow.name} 💤" in world.board().text
    await slow.press(button, on=world.board())
    assert f"{slow.name} is back." in world.board().text
    assert find_asked_or_none(world) is slow
    assert deadline(world) is not None
    await take_turn(slow)


async def test_the_table_pauses_when_all_are_away_and_clocks_stand_still(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="1")
    await all_away(world)
    board = world.board()
    assert "Everybody's away, so the game is on pause." in board.content
    assert board.text.count("Everybody's away") == 1, "once is enough"
    assert "the computer takes over" not in board.text, "it waits, too"
    version = (await load_table(world)).version
    await world.jump(3 * DAY)
    assert (await load_table(world)).version == version
    await ada.press("Table", on=world.board())
    assert "Ada is back." in world.board().text
    assert "waiting" not in world.board().text
    if find_asked_or_none(world) is None:
        await world.advance(5)
    assert find_asked_or_none(world) is ada
    until = deadline(world)
    assert until is not None
    assert 50 <= until - world.now() <= 60


async def test_a_pause_that_a_former_version_has_told_is_passed_over(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="1")
    await all_away(world)
    told = """UPDATE events SET name = 'table-paused', "values" = '[]' WHERE name = 'table-away'"""
    rewrite(world, told)
    await ada.press("Table", on=world.board())
    assert "Ada is back." in world.board().text


async def test_nobody_gets_a_full_clock_again_by_a_look(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="1")
    who = find_asked_player(world)
    await world.advance(60.6, step=0.3)
    await who.press("Table", on=world.board())
    assert deadline(world) is None, "the missed turn is missed"
    await world.advance(5)
    assert find_asked_player(world) is not who


async def test_a_clock_begins_anew_but_once_a_turn_for_who_comes_back(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="1440")
    if find_asked_or_none(world) is ada:
        await take_turn(ada)
    for backs in (1, 2):
        await world.jump(43_300)
        await ada.press("Table", on=world.board())
        await ada.choose("c1:d:*:hand-over:", str(ben.id))
        await ben.press("Table", on=world.board())
        assert "Ben is back." in world.board().text
        assert (deadline(world) is not None) == (backs == 1)
    await world.advance(5)
    assert find_asked_or_none(world) is ada
    await take_turn(ada)
    assert find_asked_or_none(world) is ben, "the next turn is Ben's own again"


async def test_a_move_in_the_computers_pause_still_counts(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="1")
    who = find_asked_player(world)
    own = await hand(who)
    await world.advance(60.6, step=0.3)
    assert (await load_table(world)).step == 0, "the computer has not moved yet"
    await world.click(who, own, own.matching("c1:m:")[0], {})
    assert (await load_table(world)).step == 1


async def test_leaving_while_out_of_reach_delays_no_computer(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="10")
    who = find_asked_player(world)
    (other,) = [person for person in (ada, ben) if person is not who]
    await world.permit(view_channel=False)
    await play_cat(who)
    await world.jump(5 * 3600)
    await who.slash("cats leave")
    await who.press("Yes, leave")
    await world.permit(view_channel=None)
    await other.press("My cards", on=world.board())
    await world.advance(60)
    assert find_asked_or_none(world) is other


async def test_an_onlooker_does_not_wake_a_table_that_pauses(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="1")
    await all_away(world)
    await cleo.press("My cards", on=world.board())
    await cleo.press("Table", on=world.board())
    assert "the game is on pause" in world.board().content


async def test_an_old_private_message_wakes_the_table_too(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="1")
    slow = find_asked_player(world)
    old = await hand(slow)
    await all_away(world)
    answer = await slow.world.click(slow, old, old.matching("c1:m:")[0], {})
    assert answer.shown.note.startswith("Too late, the game has moved on.")
    assert f"{slow.name} is back." in world.board().text


async def test_a_lobby_closes_after_a_day(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    lobby = world.board()
    await world.jump(DAY - 60)
    assert world.board().title == lobby.title
    await ben.press("Join")
    await world.jump(DAY - 60)
    assert world.board().title == lobby.title
    await world.jump(120)
    assert "Nobody's been here for ages" in world.messages()[-1].text
    assert world.list_pinged() == []
    assert (await ada.press("Start", on=lobby)).shown.ephemeral


async def test_a_game_gives_notice_and_closes_after_a_week(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    since = len(world.requests)
    await world.jump(6 * DAY - 60)
    assert boards_posted(world, since) == []
    await world.jump(120)
    (called,) = boards_posted(world, since)
    assert set(called) == {ada.id, ben.id}
    assert "I'll clear the table tomorrow" in world.messages()[-1].text
    await world.jump(DAY)
    assert len(boards_posted(world, since)) == 1
    assert "Nobody's been here for ages" in world.messages()[0].text
    assert (await load_table(world)).phase == "closed"


async def test_the_notice_is_taken_back_by_a_click(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    await world.jump(6 * DAY + 60)
    await ada.press("My cards", on=world.messages()[-1])
    await world.jump(2 * DAY)
    assert (await load_table(world)).phase == "playing"
    since = len(world.requests)
    await world.jump(4 * DAY)
    assert len(boards_posted(world, since)) == 1
    await world.jump(DAY)
    assert (await load_table(world)).phase == "closed"


async def test_a_table_that_pauses_closes_after_a_week(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="1")
    await all_away(world)
    await world.jump(7 * DAY)
    assert (await load_table(world)).phase == "closed"


async def test_computers_alone_end_the_game_without_a_busy_loop(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0
    due = TimerHeap.find_due_tables

    def counted(agenda: TimerHeap, now: float, most: int) -> tuple[int, ...]:
        nonlocal looks
        looks += 1
        return due(agenda, now, most)

    ada, *_ = world.people
    await deal(world, ada, computers=3)
    await ada.slash("cats leave")
    monkeypatch.setattr(TimerHeap, "find_due_tables", counted)
    before = await load_table(world)
    await ada.press("Yes, leave")
    await world.advance(400)
    table = await load_table(world)
    moves = table.step - before.step
    assert table.phase == "over"
    assert table.version - before.version == moves + 1
    assert looks <= 4 * moves + 4
    looks = 0
    await world.jump(30 * DAY)
    assert looks <= 30 * 24 + 2, "afterwards there is nothing to do but to wake now and then"
    assert (await load_table(world)).version == table.version


@pytest.mark.parametrize(("dealt", "days"), [(False, 1), (True, 90)])
async def test_a_cancelled_lobby_is_forgotten_after_a_day_a_game_after_ninety(
    world: World, dealt: bool, days: int
) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    lobby = world.board()
    if dealt:
        await ada.press("Start")
        await end_game(ada)
    else:
        await cancel(ada)
    await world.jump(days * DAY - 60)
    assert (await ada.press("Join", on=lobby)).text != GONE
    await world.jump(120)
    assert (await ada.press("Join", on=lobby)).text == GONE
    for person in others(world, ada):
        assert (await person.slash("cats board")).text.startswith("There's no table")
