"""Whole games of every kind on the shelf, played by pressing what the screens offer."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec import Struct
from msgspec.structs import replace

from bot.games.box import Box
from bot.games.chance import SeededChance
from bot.games.contract.people import offered
from bot.games.contract.playing import choices
from bot.games.game import Act, Elapse, IllegalMove, Input, Prompt
from bot.games.screen import Look, Move, Scene
from bot.text import LANGUAGES
from tests.games.looks import (
    assert_fits,
    buttons_of,
    everything_of,
    longest_emojis,
    scene_of,
)
from tests.toys import SHELF

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Flo", "Gus", "Hal")
ROOM = 4500
"""For the words of a board, beside what the table adds to them."""
GAMES = 4
"""So many of each, from the least to the most players, and always with other choices."""
APART = 3000
"""Milliseconds between two presses."""
MOST = 3000
"""So many presses end any game."""


def emojis_of(box: Box) -> dict[str, str]:
    """Return the longest emojis for a game's signs."""
    files = sorted(box.signs.glob("*.webp")) if box.signs else ()
    return longest_emojis(file.stem for file in files)


def entered(box: Box, state: Struct, prompt: Prompt, told: Scene, luck: Random) -> str:
    """Press through board and own screens to a move, back and forth; return the move."""
    seat, path = prompt.seat or 0, ""
    moves, view = box.game.moves(state, seat), box.game.view(state, seat)
    board = box.screens.board(box.game.view(state, None), told)
    while True:
        own = box.screens.private(view, seat, prompt, moves, path, told)
        assert_fits(own)
        presses = [*offered(board, prompt, luck), *offered(own, prompt, luck)]
        press = luck.choice([p for p in presses if isinstance(p, Look) or p.path in moves])
        if isinstance(press, Move):
            return press.path
        path = press.path
        assert path == "" or any(m == path or m.startswith(f"{path}/") for m in moves), path


def played(box: Box, number: int, told: Scene) -> Iterator[Struct]:
    """Play one of `GAMES`; check every screen on the way; yield each state."""
    game, screens, luck = box.game, box.screens, Random(number)
    seats, seed = len(told.names), luck.randbytes(32)
    options = {o.name: choices(o)[number % len(choices(o))] for o in game.options}
    state: Struct
    state, events = game.deal(seats, options, SeededChance(seed, 0))
    for step in range(1, MOST):
        yield state
        prompts = game.prompts(state)
        if not prompts:
            return
        scene = replace(told, pictures=box.pictures and luck.random() < 0.5)
        for event in events:
            screens.told(event, scene)
        assert_fits(screens.board(game.view(state, None), scene), room=ROOM)
        check_waiting(box, state, seats, scene)
        prompt = luck.choice(prompts)
        together = [each for each in prompts if each.decision == prompt.decision]
        screens.asked(game.view(state, None), together, scene)
        given: Input = Elapse(prompt.decision)
        if prompt.seat is not None:
            move = entered(box, state, prompt, scene, luck)
            given = Act(prompt.seat, prompt.decision, move, (step * APART) << 22)
        try:
            state, events = game.step(state, given, SeededChance(seed, step))
        except IllegalMove as refused:
            assert told.say(refused.key, **refused.values)
    raise AssertionError("the game never ends")


def check_waiting(box: Box, state: Struct, seats: int, told: Scene) -> None:
    """Assert that whoever is asked nothing has a screen, and nothing to press on it."""
    asked = {prompt.seat for prompt in box.game.prompts(state)}
    for seat in set(range(seats)) - asked:
        screen = box.screens.private(box.game.view(state, seat), seat, None, (), "", told)
        assert_fits(screen)
        assert all(item.disabled for item in buttons_of(screen))


def check_end(box: Box, state: Struct, seats: int, told: Scene) -> None:
    """Assert that the end tells of everybody, with pictures and without."""
    places = box.game.standings(state) or ()
    for scene in (replace(told, pictures=box.pictures), replace(told, pictures=False)):
        end = box.screens.end(box.game.view(state, None), places, scene)
        assert_fits(end, room=ROOM)
        assert all(name in everything_of(end) for name in NAMES[:seats])
        assert not end.rows
        for seat in range(seats):
            assert box.screens.result(box.game.view(state, seat), places, seat, scene)


def scene_for(box: Box, number: int) -> Scene:
    """Return the scene of one of `GAMES`; the languages take turns."""
    seats = box.game.seats[number * (len(box.game.seats) - 1) // (GAMES - 1)]
    language = LANGUAGES[number % len(LANGUAGES)]
    return scene_of(box, language, names=NAMES[:seats], emojis=emojis_of(box))


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("name", SHELF)
def test_a_game_can_be_played_by_pressing_what_the_screens_offer(name: str, number: int) -> None:
    box = SHELF[name]
    told = scene_for(box, number)
    *_, end = played(box, number, told)
    check_end(box, end, len(told.names), told)


def test_these_games_ask_every_question_of_catham_city() -> None:
    box = SHELF["catham_city"]
    games = (state for number in range(2) for state in played(box, number, scene_for(box, number)))
    kinds = {prompt.kind for state in games for prompt in box.game.prompts(state)}
    assert kinds == {"action", "discard", "detectives", "mafia", "journalists"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SHELF)
def test_the_rules_can_be_read_by_anybody(name: str, language: str) -> None:
    box = SHELF[name]
    for pictures in (True, False):
        told = scene_of(box, language, names=(), pictures=pictures, emojis=emojis_of(box))
        pages = [box.screens.rules(page, told) for page in range(box.screens.rules_pages)]
        assert pages
        for page in pages:
            assert_fits(page)
            assert not page.rows
