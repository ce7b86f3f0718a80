"""What a screen tells in one place, it does not repeat in another."""

import pytest

from bot.bench.moves import enter
from bot.bench.world import World
from bot.games.liars_dice.rules import LIFT_PAUSE_SECONDS
from bot.presenters.replay import ReplayPosition, format_events, make_context, render_step
from tests.bench.watching import moments, play_replays
from tests.play.evening import deal, find_asked_player


@pytest.mark.parametrize(("game", "language"), [("cloaked_cats", "de"), ("liars_dice", "en")])
async def test_a_replay_tells_a_moment_and_its_guess_or_bid_once(game, language, tmp_path):
    checked = set()
    for found in await play_replays(tmp_path, game, range(1, 5)):
        told, context = moments(found, language), make_context(found, language)
        places = {each.step: at for at, each in enumerate(found.steps.step_records)}
        for moment in told:
            where = ReplayPosition(places[moment.step])
            if not moment.told_event or where.at == len(found.steps) - 1:
                continue
            shown = render_step(found, where, told, language, may_share=True).content
            others = format_events(found, where, context, without=moment.told_event)
            every = format_events(found, where, context)
            (own,) = {*every} - {*others}
            assert moment.text in shown and own not in shown
            assert all(line in shown for line in others)
            checked.add(moment.kind)
    assert len(checked) >= 3


async def test_the_words_of_catham_city_name_the_market_once(world: World) -> None:
    ada, ben, *_ = world.people
    head = "**Market:** "
    await deal(world, ada, ben, game="catham_city", text_only=False, clock="none")
    asked = find_asked_player(world)
    shown = (await asked.press("c1:d:*:words", on=world.board())).shown
    (market,) = (line[len(head) :] for line in shown.text.splitlines() if line.startswith(head))
    assert market and shown.text.count(market) == 1


async def test_a_lifted_cup_is_called_once(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, game="liars_dice", text_only=False, clock="none")
    await enter(world, find_asked_player(world), "bid/1/6")
    await enter(world, find_asked_player(world), "liar")
    await world.advance(LIFT_PAUSE_SECONDS)
    board = world.board()
    assert "Cups up!" in board.content and board.text.count("Cups up!") == 1
    assert "⏳ On we go" in board.text
