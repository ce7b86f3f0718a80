"""The contract in `bot/games/game.py` and `screen.py`: what every game must say."""

import re
from abc import ABC
from pathlib import Path

import pytest

from bot.games.game import Game, one_field
from bot.games.screen import Screens
from tests.toys.race.rules import Race, State, View
from tests.toys.race.screens import RaceScreens

GUIDE = Path(__file__).parent.parent.parent / "docs/adding-a-game.md"


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
