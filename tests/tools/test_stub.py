"""What every new game begins with: it keeps the contract, and is played with what all games get."""

import pytest

from bot.bench.plugin import OpenWorld
from bot.engine.chance import PythonChance
from bot.engine.events import EventRecord
from bot.engine.records import ActRecord, apply_record, begin_game
from bot.testing.suite import check_game
from tools.new_game.stub.package import PACKAGE

REGISTRY = {"stub": PACKAGE}
GAMES = 20


def test_the_stub_of_a_new_game_keeps_the_contract() -> None:
    found = check_game(PACKAGE, range(GAMES))
    assert [str(each) for each in found if not each.holds] == []
    assert [each.rule.name for each in found if not each.games] == [], "these were not checked"


def test_an_onlooker_sees_no_card_before_all_are_shown() -> None:
    state, events = begin_game(PACKAGE.game, 2, {}, PythonChance(1))
    assert events == ()
    assert PACKAGE.game.view(state, None).cards == (0, 0)
    assert PACKAGE.game.view(state, 1).cards == (0, state.cards[1])


@pytest.mark.parametrize(
    ("language", "swap", "drew", "end"),
    [
        ("en", "Swap", "You drew ", "Stub: game over"),
        ("de", "Tauschen", "Du hast ", "Stub: Spielende"),
    ],
)
async def test_it_is_played_to_the_end_with_a_computer(
    open_world: OpenWorld, language: str, swap: str, drew: str, end: str
) -> None:
    world = await open_world(registry=REGISTRY)
    ada, ben, *_ = world.people
    for person in world.people:
        person.set_locale(language)
    await ada.slash("cats play", game="stub", language=language)
    await ben.press("c1:d:*:join")
    await ada.press("c1:d:*:computer-add")
    await ada.press("c1:d:*:start")
    await world.advance(60)
    assert "✅ Minka 🤖" in world.board().text
    hand = (await ada.press("c1:l:*", on=world.board())).shown
    answer = (await ada.press(swap, on=hand)).shown
    assert drew in answer.text
    assert drew not in world.board().text
    hand = (await ben.press("c1:l:*", on=world.board())).shown
    assert drew not in hand.text
    await ben.press(swap, on=hand)
    assert end in world.board().text
    assert "🥇" in world.board().text


def test_who_swaps_alone_is_told_what_they_drew() -> None:
    game = PACKAGE.game
    state, _ = begin_game(game, 2, {}, PythonChance(1))
    (prompt, _) = game.prompts(state)
    state, events = apply_record(
        game, state, ActRecord(0, prompt.decision, "swap", 1), PythonChance(2)
    )
    assert events == (
        EventRecord(None, "answered", (0,)),
        EventRecord((0,), "drew", (state.cards[0],)),
    )
