"""What the screens must not tell, along whole games by the real rules."""

from random import Random

import pytest

from bot.engine.chance import SeededChance
from bot.engine.records import list_legal_paths
from bot.engine.screens import ScreenContext
from bot.games.catham_city.model.state import State
from bot.games.catham_city.package import PACKAGE
from tests.games.catham_city.looks import NAMES, SCREENS, context, own
from tests.games.catham_city.playing import walk
from tests.games.looks import everything_of

RULES = PACKAGE.game
TABLES = (
    (2, "first-game", "one"),
    (3, "robocats.hackers.police.journalists.bureaucrats", "two"),
    (4, "detectives.mafia.police.journalists.bureaucrats", "one"),
    (6, "random", "two"),
)
"""Seats, factions and actions of the games that are played."""


@pytest.mark.parametrize(("seats", "factions", "actions"), TABLES)
def test_cards_in_hands_of_others_and_in_the_pile_change_no_screen(
    seats: int, factions: str, actions: str
) -> None:
    luck = Random(seats)
    told = context(names=NAMES[:seats])
    options = {"factions": factions, "actions": actions, "leavers": "computer"}
    states = [state for state, _ in walk(seats, seats, options, "keen")]
    for state in luck.sample(states[:-1], 30):
        seat = luck.randrange(seats)
        other = RULES.resample_hidden(state, seat, luck)
        assert other
        assert list_all_shown(state, seat, told) == list_all_shown(other, seat, told)


def list_all_shown(state: State, seat: int, told: ScreenContext) -> list[object]:
    """Return all that a seat and an onlooker are shown: words, presses, pictures, lines."""
    view, onlooker = RULES.view(state, seat), RULES.view(state, None)
    prompts = RULES.prompts(state)
    prompt = next((prompt for prompt in prompts if prompt.seat == seat), None)
    moves = list_legal_paths(RULES, state, seat)
    paths = {"", *(m.rsplit("/", n)[0] for m in moves for n in range(5))} if prompt else {""}
    screens = [
        SCREENS.board(view, told),
        SCREENS.board(onlooker, told),
        PACKAGE.pages.make_page("factions", view, told),
        *(own(view, seat, prompt, moves, path, told) for path in sorted(paths)),
    ]
    return [
        SCREENS.describe_prompts(onlooker, prompts, told),
        SCREENS.score(view, told),
        *((everything_of(s), s.rows, *(p and (p.alt, p.key) for p in (s.picture, s.below)))
          for s in screens),
    ]  # fmt: skip


def test_the_exchange_of_hands_would_be_seen_by_their_owners() -> None:
    luck = Random(1)
    state, _ = RULES.deal(4, {"factions": "random"}, SeededChance(bytes(32), 0))
    other = RULES.resample_hidden(state, 0, luck)
    assert other
    told = context(names=NAMES[:4])
    assert any(
        list_all_shown(state, seat, told) != list_all_shown(other, seat, told) for seat in (1, 2, 3)
    )
