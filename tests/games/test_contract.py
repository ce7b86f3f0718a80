"""The contract in `bot/games/game.py` and `screen.py`: what every game must say."""

import re
from abc import ABC
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.games.events import EventRecord
from bot.games.game import Game, Prompt
from bot.games.moves import one_field
from bot.games.screen import Look, Scene, Screens, SubmitMove, field_buttons
from bot.tables.lobby.levels import LIKE_US, offered
from bot.text import LANGUAGES, Text, text
from tests.toys.race.box import BOX as RACE
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


LEVELS = ("easy", "medium", "hard")


@pytest.mark.parametrize("language", LANGUAGES)
def test_usual_levels_have_words_already(language: str) -> None:
    game = type("Levels", (Race,), {"levels": LEVELS})()
    say = text(language, RACE.text)
    offer = offered(say, replace(RACE, game=game))
    assert [*offer] == [LIKE_US, *LEVELS]
    assert all(len(told) <= 100 for told in offer.values())


def test_an_event_that_a_game_does_not_tell_itself_is_told_with_its_values(tmp_path: Path) -> None:
    (tmp_path / "en.ftl").write_text("asks = { $name1 } asks { $name2 } for { $value3 }.\n")
    scene = Scene(Text("en", (tmp_path,)), ("Ada", "Ben"), ("Ada", "Ben"), pictures=False)
    assert (
        RaceScreens().told(EventRecord(None, "asks", (1, 0, "fish")), scene)
        == "Ben asks Ada for fish."
    )


def test_the_fields_of_a_move_are_buttons_and_the_last_one_submits_it() -> None:
    moves, prompt = ("pass", "take/1", "take/2"), Prompt(7, 0, "pick")
    (first,) = field_buttons(prompt, moves, "", str.upper)
    assert [(b.label, b.press) for b in first] == [
        ("PASS", SubmitMove(7, "pass")),
        ("TAKE", Look(7, "take")),
    ]
    (second,) = field_buttons(prompt, moves, "take", str.upper)
    assert [b.press for b in second] == [SubmitMove(7, "take/1"), SubmitMove(7, "take/2")]


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
