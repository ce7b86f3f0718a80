"""Games from the first seat to the final score, played by random presses."""

from random import Random

import pytest

from bot.bench.plugin import OpenWorld
from bot.bench.world import World
from bot.domain.ratings import MIN_ACCOUNT_AGE_SECONDS
from bot.engine.chance import compute_commitment
from tests.play.evening import (
    boards_posted,
    deal,
    find_asked_or_none,
    find_asked_player,
    fingerprint,
    finish,
    is_over,
    load_game,
    others,
    press_any,
    show_deal,
    step,
    to_the_end,
)


@pytest.mark.parametrize(
    ("people", "computers"),
    [
        (2, 2),
        *(
            pytest.param(*seats, marks=pytest.mark.thorough)
            for seats in ((2, 0), (3, 0), (4, 0), (1, 1))
        ),
    ],
)
async def test_a_game_is_played_to_its_end(world: World, people: int, computers: int) -> None:
    players = world.people[:people]
    await deal(world, *players, computers=computers, clock="none")
    locked = await fingerprint(world.people[-1])
    await to_the_end(world, Random(people))

    table = await load_game(world)
    end = world.board()
    assert table.phase == "over"
    assert locked == compute_commitment(table.seed)
    assert "wins!" in end.text or "Shared victory" in end.text
    for player in players:
        assert player.name in end.text
        assert "You " in player.private().content
    assert table.seed.hex() not in str([request.content for request in world.requests])
    opened = (await show_deal(world.people[-1])).text
    assert "✅" in opened
    assert table.seed.hex() in opened
    scores = await world.people[-1].slash("cats scores")
    assert all(f"{player.name}: " in scores.text for player in players)
    assert (await players[0].press("Rematch")).shown.title == "You're in: Cloaked Cats"


async def test_there_is_one_board_and_it_calls_whoever_is_asked_or_nobody(
    open_world: OpenWorld,
) -> None:
    """Chat, breaks and computers at random: each decision calls once at most, and the right one."""
    world = await open_world()
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, cleo, computers=1, clock="1440")
    luck = Random(11)
    posted = called = 0
    while not is_over(world):
        since, what = len(world.requests), luck.randrange(6)
        if what in (0, 3, 4):
            await luck.choice(world.people).say("meow")
        elif what == 1:
            await world.advance(150, step=150)
        elif what == 2:
            await luck.choice([ada, ben, cleo]).slash("cats board")
        who = find_asked_or_none(world)
        assert world.list_pinged(since) in ([], [who.name] if who else [])
        called += len(world.list_pinged(since))
        since, before = len(world.requests), world.board().id
        await step(world, luck)
        assert world.list_pinged(since) == [], "somebody has just clicked"
        for _ in boards_posted(world, since):
            assert world.find(before) is None
            posted += 1
        boards = [message for message in world.messages() if message.controls]
        assert len(boards) == 1
        edits = [request for request in world.requests[since:] if request.method == "PATCH"]
        assert not any(edit.pinged for edit in edits)
    assert posted > 5
    assert called > 2
    assert not any(request.files for request in world.requests), "the table is text only"


async def test_scores_show_the_game_here_and_all_games_of_the_server(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await world.jump(MIN_ACCOUNT_AGE_SECONDS)
    assert "Nobody has finished a game here yet." in (await cleo.slash("cats scores")).text
    await deal(world, ada, ben)
    running = (await cleo.slash("cats scores")).text
    assert "Round 1" in running
    assert "Nobody has finished a game here yet." in running
    await finish(world)
    finished = (await cleo.slash("cats scores")).text
    assert "In this channel\n🏁 This game is over.\n" in finished
    assert "Round" not in finished
    assert finished.count(" · one game, ") == 2
    elsewhere = (await cleo.slash("cats scores", channel=world.new_channel("other"))).text
    assert elsewhere.count(" · one game, ") == 2
    assert "In this channel" not in elsewhere


async def test_the_router_answers_after_every_screen(world: World) -> None:
    """Each press makes a new message; none of them may unregister the buttons of all others."""
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben)
    for command in ("help", "rules", "scores", "hand", "board", "leave", "end", "play"):
        await ada.slash(f"cats {command}")
        assert (await cleo.press("How to play", on=world.board())).shown.labels
    for button in ("How to play", "Table", "My cards"):
        await ada.press(button, on=world.board())
        await cleo.press("Table", on=world.board())
    luck = Random(9)
    for _ in range(10):
        who = find_asked_player(world)
        await press_any(who, luck)
        spectator = luck.choice(others(world, who))
        assert (await spectator.press("My cards", on=world.board())).text
