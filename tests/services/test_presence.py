"""What people see of clocks, reminders, absence and tables that nobody touches."""

from bot.bench.world import World
from bot.services.timer_heap import TimerHeap
from tests.play.evening import (
    boards_posted,
    deadline,
    deal,
    find_asked_or_none,
    find_asked_player,
    hand,
    load_table,
    rewrite,
    sit_down,
)

DAY = 86_400
GONE = "That table is gone. `/cats play` opens a new one."


async def time_out(world: World) -> None:
    await world.advance(61)
    await world.advance(5)


async def test_long_clocks_remind_once_and_a_turn_ends_when_its_time_is_up(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="60")
    slow, half = find_asked_player(world), 1800
    until = deadline(world)
    assert until is not None
    assert abs(until - world.now() - 2 * half) <= 2
    since = len(world.requests)
    await world.jump(half - 5)
    assert boards_posted(world, since) == []
    await world.advance(10)
    await world.jump(half - 60)
    assert boards_posted(world, since) == [(slow.id,)]
    assert f"<t:{until}:t>" in world.messages()[-1].text
    await world.jump(until - world.now() - 2)
    assert find_asked_or_none(world) is slow
    await world.advance(3)
    assert f"⏰ The computer plays this turn for {slow.name}." in world.board().text
    assert "💤" not in world.board().text
    await world.advance(5)
    assert find_asked_player(world) is not slow
    assert deadline(world) is not None


async def test_the_table_pauses_when_all_are_away_and_clocks_stand_still(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="1")
    slow = find_asked_player(world)
    old = await hand(slow)
    for number in range(4):
        assert (f"{slow.name} 💤" in world.board().text) is (number > 2)
        await time_out(world)
    board = world.board()
    assert "Everybody's away, so the game is on pause." in board.content
    assert board.text.count("Everybody's away") == 1, "once is enough"
    assert "the computer takes over" not in board.text, "it waits, too"
    await cleo.press("Table", on=world.board())
    assert "the game is on pause" in world.board().content, "an onlooker does not wake it"
    version = (await load_table(world)).version
    await world.jump(3 * DAY)
    assert (await load_table(world)).version == version
    told = """UPDATE events SET name = 'table-paused', "values" = '[]' WHERE name = 'table-away'"""
    rewrite(world, told)  # as a former version told it
    answer = await world.click(slow, old, old.matching("c1:m:")[0], {})
    assert answer.shown.note.startswith("Too late, the game has moved on.")
    assert f"{slow.name} is back." in world.board().text
    assert "waiting" not in world.board().text
    if find_asked_or_none(world) is None:
        await world.advance(5)
    assert find_asked_or_none(world) is slow
    until = deadline(world)
    assert until is not None
    assert 50 <= until - world.now() <= 60


async def test_a_lobby_closes_after_a_day_and_is_forgotten_after_another(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    lobby = world.board()
    await world.jump(DAY - 60)
    assert world.board().title == lobby.title
    await ben.press("Join")
    await world.jump(DAY - 60)
    assert world.board().title == lobby.title, "somebody was here"
    await world.jump(120)
    assert "Nobody's been here for ages" in world.messages()[-1].text
    assert world.list_pinged() == []
    assert (await ada.press("Start", on=lobby)).text != GONE
    await world.jump(DAY)
    assert (await ada.press("Start", on=lobby)).text == GONE
    assert (await ben.slash("cats board")).text.startswith("There's no table")


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


async def test_computers_alone_end_the_game_without_a_busy_loop(world, monkeypatch):
    looks = 0
    find = TimerHeap.find_due_tables

    def counted(agenda: TimerHeap, now: float, most: int) -> tuple[int, ...]:
        nonlocal looks
        looks += 1
        return find(agenda, now, most)

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
