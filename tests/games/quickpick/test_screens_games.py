"""The screens along whole games by the real rules, and what they must not tell."""

from collections.abc import Mapping
from random import Random

import pytest
from msgspec.structs import replace

from bot.games.game import Act, Elapse, Prompt, Seat
from bot.games.quickpick.box import BOX
from bot.games.quickpick.masks import candidates
from bot.games.quickpick.state import State
from bot.games.screen import Move
from bot.tables.chance import SeededChance
from bot.text import LANGUAGES
from tests.games.looks import assert_fits, buttons_of
from tests.games.quickpick.looks import EMOJIS, SCREENS, scene, shown_of
from tests.games.quickpick.playing import CHOICES, racing, slapped, walk

RULES = BOX.game
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Flo", "Gus", "Hal")


def shown_to(state: State, viewer: Seat | None) -> tuple[object, ...]:
    """Return all that is told to one viewer, the board and the lines of who is asked included."""
    told = scene(names=NAMES[: len(state.present)], emojis=EMOJIS)
    view, prompts = RULES.view(state, viewer), RULES.prompts(state)
    found = [*shown_of(SCREENS.board(RULES.view(state, None), told))]
    found += [SCREENS.asked(view, [prompt], told) for prompt in prompts]
    if viewer is not None:
        prompt = next((p for p in prompts if p.seat == viewer), None)
        moves = RULES.moves(state, viewer)
        found += shown_of(SCREENS.private(view, viewer, prompt, moves, "", told))
        found += shown_of(SCREENS.page("masks", view, (), told))
    return tuple(found)


def exchanged(state: State, luck: Random) -> State:
    """Exchange the secret mask for another one that shows the same parts, and the deck."""
    others = [mask for mask in candidates(state.shown) if mask != state.mask]
    deck = tuple(luck.randrange(16) for _ in state.deck)
    return replace(state, mask=luck.choice(others), deck=deck)


@pytest.mark.parametrize("options", CHOICES, ids=lambda chosen: "-".join(chosen.values()))
def test_only_the_mime_is_shown_anything_of_the_secret_mask(options: Mapping[str, str]) -> None:
    luck, exchanges = Random(7), 0
    for state, _ in walk(5, options, 11):
        ends_soon = state.phase == "closing"
        if state.mask is None or ends_soon or len(candidates(state.shown)) == 1:
            continue
        other = exchanged(state, luck)
        for viewer in (None, *range(5)):
            same = shown_to(state, viewer) == shown_to(other, viewer)
            assert same == (viewer != state.mime)
        exchanges += 1
        if exchanges == 12:
            break
    assert exchanges == 12


@pytest.mark.parametrize("choosing", ["calm", "all"])
def test_a_calm_choice_is_shown_to_its_owner_alone(choosing: str) -> None:
    one, other = (slapped(racing({"choosing": choosing}, 4), (1, tile, 5))[0] for tile in (2, 9))
    for viewer in (None, 0, 2, 3):
        assert (shown_to(one, viewer) == shown_to(other, viewer)) == (choosing == "calm")
    assert shown_to(one, 1) != shown_to(other, 1)


def pressed(state: State, prompt: Prompt, luck: Random, language: str) -> Act:
    """Press one of the buttons that the board or the own screen offers for a decision."""
    told = scene(language, names=NAMES[: len(state.present)], emojis=EMOJIS)
    seat = prompt.seat
    assert seat is not None
    board = SCREENS.board(RULES.view(state, None), told)
    moves = RULES.moves(state, seat)
    own = SCREENS.private(RULES.view(state, seat), seat, prompt, moves, "", told)
    assert_fits(board, room=4500)
    assert_fits(own)
    presses = [
        item.press
        for screen in (board, own)
        for item in buttons_of(screen)
        if isinstance(item.press, Move) and not item.disabled
    ]
    press = luck.choice([p for p in presses if p.decision == prompt.decision and p.path in moves])
    return Act(seat, press.decision, press.path, 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("options", CHOICES[::3], ids=lambda chosen: "-".join(chosen.values()))
def test_a_game_can_be_played_by_pressing_what_the_screens_offer(
    options: Mapping[str, str], language: str
) -> None:
    luck, step, seats = Random(3), 0, 4
    told = scene(language, names=NAMES[:seats])
    state, events = RULES.deal(seats, options, SeededChance(bytes(32), 0))
    while prompts := RULES.prompts(state):
        step += 1
        for event in events:
            assert bool(SCREENS.told(event, told)) != (event.name in ("part-shown", "sound-made"))
        prompt = luck.choice(prompts)
        if prompt.seat is None:
            given: Act | Elapse = Elapse(prompt.decision)
        else:
            given = replace(pressed(state, prompt, luck, language), at=(step * 3000) << 22)
        state, events = RULES.step(state, given, SeededChance(bytes(32), step))
    places = RULES.standings(state)
    assert places is not None
    end = SCREENS.end(RULES.view(state, None), places, told)
    assert_fits(end, room=4500)
    assert all(name in end.text for name in NAMES[:seats])
