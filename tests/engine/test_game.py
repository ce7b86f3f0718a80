"""The contract in `bot/engine/game.py` and `screen.py`: what every game must say."""

import re
from abc import ABC
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.domain.levels import LIKE_US, list_level_choices
from bot.engine.chance import PythonChance
from bot.engine.computers import Computers
from bot.engine.events import Event, Notice
from bot.engine.game import Game, Place, Prompt, rank_seats
from bot.engine.moves import EMPTY_PREFIX, Prefix
from bot.engine.screen import OpenScreen, SubmitMove
from bot.engine.screens import Question, ScreenContext, Screens, make_field_buttons, make_question
from bot.i18n import LANGUAGES, Text, text
from tests.toys.race.model.moves import Grab, Pass
from tests.toys.race.package import PACKAGE as RACE
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
    computers = type("Levels", (Computers,), {"levels": LEVELS})()
    say = text(language, RACE.text)
    offer = list_level_choices(say, replace(RACE, computers=computers))
    assert [*offer] == [LIKE_US, *LEVELS]
    assert all(len(told) <= 100 for told in offer.values())


class Asks(Event, tag="asks", frozen=True):
    """Somebody asks somebody for something."""

    asker: int
    other: int
    what: str
    again: bool = False
    cards: tuple[int, ...] = ()


def test_an_event_that_a_game_does_not_tell_itself_is_told_with_its_fields(tmp_path: Path) -> None:
    (tmp_path / "en.ftl").write_text("asks = { $asker_name } asks { $other_name } for { $what }.\n")
    context = ScreenContext(Text("en", (tmp_path,)), ("Ada", "Ben"), ("Ada", "Ben"), pictures=False)
    view, event = View(0, (), (0, 0), None), Asks(1, 0, "fish")
    assert RaceScreens().describe_event(view, event, context) == "Ben asks Ada for fish."


def test_the_news_of_a_game_that_tells_none_itself_are_the_last_three_secrets(
    tmp_path: Path,
) -> None:
    (tmp_path / "en.ftl").write_text("asks = { $asker_name } wants { $what }.\n")
    context = ScreenContext(Text("en", (tmp_path,)), ("Ada", "Ben"), ("Ada", "Ben"), pictures=False)
    secrets = [Notice(Asks(1, 0, what), (0,)) for what in ("milk", "fish", "yarn", "mice")]
    told = RaceScreens().news(
        [*secrets, Notice(Asks(0, 1, "cream"))], View(0, (), (0, 0), None), 0, context
    )
    assert told == ("Ben wants fish.", "Ben wants yarn.", "Ben wants mice.")


def test_a_game_that_draws_no_banner_has_none() -> None:
    assert RACE.make_banner(text("en", RACE.text)) is None


def ask_for_tile(entered: Prefix) -> Question[View]:
    """Return the question which tile to grab."""
    view, prompt = View(0, (), (0, 0), None), Prompt(7, 0, "grab")
    say = text("en", RACE.text)
    context = ScreenContext(say, ("Ada", "Ben"), ("Ada", "Ben"), pictures=False)
    return Question(view, 0, prompt, (Pass(), Grab(1), Grab(2)), entered, context)


def test_the_fields_of_a_move_are_buttons_and_the_last_one_submits_it() -> None:
    (first,) = make_field_buttons(ask_for_tile(EMPTY_PREFIX), lambda prefix: prefix.path.upper())
    assert [(b.label, b.press) for b in first] == [
        ("PASS", SubmitMove(7, "pass")),
        ("GRAB", OpenScreen(7, "grab")),
    ]
    (second,) = make_field_buttons(ask_for_tile(Prefix(Grab)), lambda prefix: prefix.path)
    assert [b.press for b in second] == [SubmitMove(7, "grab/1"), SubmitMove(7, "grab/2")]


@pytest.mark.parametrize(
    ("path", "entered"),
    [
        ("", EMPTY_PREFIX),
        ("grab", Prefix(Grab)),
        ("grab/3", Prefix(Grab, (3,))),
        ("grab/4", EMPTY_PREFIX),
        ("grab/3/1", EMPTY_PREFIX),
        ("grap", EMPTY_PREFIX),
        ("grab/x", EMPTY_PREFIX),
    ],
)
def test_what_begins_no_legal_move_counts_as_nothing_entered(path: str, entered: Prefix) -> None:
    state, _ = RACE.game.deal(2, {}, PythonChance(1))
    (prompt, _) = RACE.game.prompts(state)
    assert (
        make_question(RACE.game, state, 0, prompt, path, ask_for_tile(EMPTY_PREFIX).context).entered
        == entered
    )
    assert (
        make_question(RACE.game, state, 0, None, path, ask_for_tile(EMPTY_PREFIX).context).entered
        == EMPTY_PREFIX
    )


@pytest.mark.parametrize("contract", [Game, Screens])
def test_the_guide_names_all_that_a_game_must_say(contract: type[ABC]) -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    (told,) = re.findall(rf"^`{contract.__name__}` asks for (.+?)\.\s", guide, re.M | re.S)
    assert set(re.findall(r"`(\w+)`", told)) == contract.__abstractmethods__


scores = st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=1, max_size=8)


def test_a_game_that_says_nothing_else_plays_the_first_move_for_the_absent() -> None:
    game, computers = Race(), Computers[View]()
    state, _ = game.deal(2, {}, PythonChance(1))
    moves = (Grab(2), Grab(1), Pass())
    assert computers.choose_move(game.view(state, 0), moves, "absent", Random(1)) == Grab(2)
    chosen = {
        computers.choose_move(game.view(state, 0), moves, "sly", Random(n)) for n in range(20)
    }
    assert chosen == {*moves}


def test_points_are_shown_and_scores_decide() -> None:
    assert rank_seats(((5, 0), (5, 2), (7, 1), (5, 2)), points=(5, 5, 7, 5)) == (
        Place(2, 1, 7),
        Place(1, 2, 5),
        Place(3, 2, 5),
        Place(0, 4, 5),
    )


@given(scores)
def test_each_seat_has_the_place_that_those_before_it_leave(each: list[tuple[bool, int]]) -> None:
    places = rank_seats(each, points=range(len(each)))
    assert sorted(place.seat for place in places) == [*range(len(each))]
    assert all(place.points == place.seat for place in places)
    for place in places:
        assert place.rank == 1 + sum(other > each[place.seat] for other in each)
    order = [(place.rank, place.seat) for place in places]
    assert order == sorted(order)
