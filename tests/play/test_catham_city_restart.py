"""Catham City through the whole bot: a restart is noticed by nobody."""

from bot.bench.moves import enter
from bot.bench.world import World
from tests.games.catham_city.playing import cats
from tests.play.city import MARKET, all_cards, arrange, game_of, sign, three
from tests.play.evening import deadline, first_line, hand
from tests.play.test_restart import restart

AWAY_SECONDS = 3
"""Seconds that a restart takes, which nobody loses."""


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
