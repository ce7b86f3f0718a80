"""The contract in `bot/games/game.py` and `screen.py`: what games must say, and what they keep."""

import re
from abc import ABC
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from bot.games.game import Act, Elapse, Game, Leave, Stale, one_field
from bot.games.luck import Luck
from bot.games.screen import Screens
from tests.toys import SHELF
from tests.toys.race.rules import Race, State, View
from tests.toys.race.screens import RaceScreens

GUIDE = Path(__file__).parent.parent.parent / "docs/adding-a-game.md"

STEPS = 60


def played(game: Game[Any, Any], seed: int) -> Iterator[Struct]:
    """Play a random game, and yield each state."""
    luck = Luck(seed)
    seats = game.seats[luck.below(len(game.seats))]
    options = {option.name: luck.random.choice(option.choices) for option in game.options}
    state, _ = game.deal(seats, options, luck)
    at = 0
    while prompts := game.prompts(state):
        yield state
        at += 5_000 << 22
        prompt = luck.random.choice(prompts)
        if prompt.seat is None:
            state, _ = game.step(state, Elapse(prompt.decision), luck)
            continue
        move = luck.random.choice(game.moves(state, prompt.seat))
        state, _ = game.step(state, Act(prompt.seat, prompt.decision, move, at), luck)
    yield state


class Forgetful(Game[State, View]):
    """A game that says how many can play, and nothing else."""

    seats = range(2, 7)


def test_a_type_checker_sees_what_a_game_forgets() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Forgetful()  # type: ignore[abstract]  # an ignore that is not needed is an error


@pytest.mark.parametrize(("contract", "kept"), [(Game, Race), (Screens, RaceScreens)])
def test_what_a_game_must_say_fails_at_once_where_it_is_forgotten(
    contract: type[ABC], kept: type[ABC]
) -> None:
    kept()
    for name in contract.__abstractmethods__:
        forgetful = type("Forgetful", (kept,), {name: getattr(contract, name)})
        with pytest.raises(TypeError, match=name):
            forgetful()


@pytest.mark.parametrize("contract", [Game, Screens])
def test_the_guide_names_all_that_a_game_must_say(contract: type[ABC]) -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    (told,) = re.findall(rf"^`{contract.__name__}` asks for (.+?)\.\s", guide, re.M | re.S)
    assert set(re.findall(r"`(\w+)`", told)) == contract.__abstractmethods__


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", SHELF)
def test_nobody_leaves_by_the_rules_where_a_computer_may_take_the_seat(
    name: str, seed: int
) -> None:
    game = SHELF[name].game
    for state in islice(played(game, seed), STEPS):
        for seat in range(game.seats[0]):
            if game.computer_may_take(state):
                with pytest.raises(Stale):
                    game.step(state, Leave(seat), Luck(seed))


@pytest.mark.parametrize(
    ("values", "field"),
    [
        (("10", "9"), "9.10"),
        (("9", "10", "2"), "2.9.10"),
        (("mafia", "10", "hackers", "9"), "9.10.hackers.mafia"),
        (("4", "4"), "4.4"),
        (("4", "04"), "04.4"),
        (("²", "3"), "3.²"),
        (("7",), "7"),
        ((), ""),
    ],
)
def test_the_values_of_a_menu_are_one_field_numbers_first(
    values: tuple[str, ...], field: str
) -> None:
    assert one_field(values) == field
    assert one_field(reversed(values)) == field
