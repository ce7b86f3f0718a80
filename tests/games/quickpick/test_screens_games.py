"""What the screens must not tell, along whole games by the real rules."""

from collections.abc import Mapping
from random import Random

import pytest
from msgspec.structs import replace

from bot.engine.events import Seat
from bot.engine.screens import make_question
from bot.games.quickpick.model.state import State, find_matching_masks
from bot.games.quickpick.package import PACKAGE
from tests.games.quickpick.looks import EMOJIS, SCREENS, context, list_shown
from tests.games.quickpick.playing import CHOICES, put_hands_down, racing, walk

RULES = PACKAGE.game
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Flo", "Gus", "Hal")


def list_all_shown(state: State, viewer: Seat | None) -> tuple[object, ...]:
    """Return all that is told to one viewer, the board and the lines of who is asked included."""
    told = context(names=NAMES[: len(state.present)], emojis=EMOJIS)
    view, prompts = RULES.view(state, viewer), RULES.prompts(state)
    found = [*list_shown(SCREENS.board(RULES.view(state, None), told))]
    found += [SCREENS.describe_prompts(view, [prompt], told) for prompt in prompts]
    if viewer is not None:
        prompt = next((p for p in prompts if p.seat == viewer), None)
        question = make_question(RULES, state, viewer, prompt, "", told)
        found += list_shown(SCREENS.own_screen(question))
        found += list_shown(PACKAGE.pages.make_page("masks", view, told))
    return tuple(found)


def swap_secret_mask(state: State, luck: Random) -> State:
    """Exchange the secret mask for another one that shows the same parts, and the deck."""
    others = [mask for mask in find_matching_masks(state.shown) if mask != state.mask]
    deck = tuple(luck.randrange(16) for _ in state.deck)
    return replace(state, mask=luck.choice(others), deck=deck)


@pytest.mark.parametrize("options", CHOICES, ids=lambda chosen: "-".join(chosen.values()))
def test_only_the_mime_is_shown_anything_of_the_secret_mask(options: Mapping[str, str]) -> None:
    luck, exchanges = Random(7), 0
    for state, _ in walk(5, options, 11):
        ends_soon = state.phase == "closing"
        if state.mask is None or ends_soon or len(find_matching_masks(state.shown)) == 1:
            continue
        other = swap_secret_mask(state, luck)
        for viewer in (None, *range(5)):
            same = list_all_shown(state, viewer) == list_all_shown(other, viewer)
            assert same == (viewer != state.mime)
        exchanges += 1
        if exchanges == 12:
            break
    assert exchanges == 12


@pytest.mark.parametrize("choosing", ["calm", "all"])
def test_a_calm_choice_is_shown_to_its_owner_alone(choosing: str) -> None:
    one, other = (
        put_hands_down(racing({"choosing": choosing}, 4), (1, tile, 5))[0] for tile in (2, 9)
    )
    for viewer in (None, 0, 2, 3):
        assert (list_all_shown(one, viewer) == list_all_shown(other, viewer)) == (
            choosing == "calm"
        )
    assert list_all_shown(one, 1) != list_all_shown(other, 1)
