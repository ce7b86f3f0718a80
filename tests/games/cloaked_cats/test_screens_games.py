"""The screens along whole games by the real rules."""

from random import Random

import pytest
from msgspec.structs import replace

from bot.games.cloaked_cats.box import BOX
from bot.games.game import Act
from bot.games.screen import Look, Move
from bot.tables.chance import SeededChance
from bot.text import LANGUAGES
from tests.games.cloaked_cats.looks import EMOJIS, NAMES, SCREENS, scene
from tests.games.looks import assert_fits, buttons_of, everything_of

RULES = BOX.game


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_can_be_played_by_pressing_what_the_screens_offer(seats: int, language: str) -> None:
    luck = Random(seats)
    told = scene(language, names=NAMES[:seats], emojis=EMOJIS)
    state, events = RULES.deal(seats, {}, SeededChance(bytes(32), 0))
    step = 0
    while prompts := RULES.prompts(state):
        step += 1
        (prompt,) = prompts
        seat = prompt.seat
        assert seat is not None
        assert all(SCREENS.told(event, told) for event in events if event.name != "round-begins")
        assert SCREENS.asked(RULES.view(state, None), (prompt,), told)
        assert_fits(SCREENS.board(RULES.view(state, None), told), room=4500)
        other = (seat + 1) % seats
        waiting = SCREENS.private(RULES.view(state, other), other, None, (), "", told)
        assert_fits(waiting)
        assert all(item.disabled for item in buttons_of(waiting))
        press, pressed = None, ""
        while not isinstance(press, Move):
            moves = RULES.moves(state, seat)
            screen = SCREENS.private(RULES.view(state, seat), seat, prompt, moves, pressed, told)
            assert_fits(screen)
            press = luck.choice([b.press for b in buttons_of(screen) if not b.disabled])
            assert isinstance(press, Move | Look)
            pressed = press.path
        act = Act(seat, press.decision, press.path, step)
        state, events = RULES.step(state, act, SeededChance(bytes(32), step))
    view = RULES.view(state, None)
    end = SCREENS.end(view, RULES.standings(state) or (), told)
    assert_fits(end, room=4500)
    words = SCREENS.end(view, RULES.standings(state) or (), replace(told, pictures=False))
    assert_fits(words, room=4500)
    assert sum(field.text.count("\n") for field in words.fields) == seats * 5
    for seat in range(seats):
        assert SCREENS.result(view, RULES.standings(state) or (), seat, told)
    assert all(name in everything_of(end) for name in NAMES[:seats])
