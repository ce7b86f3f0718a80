"""What a lesson explains, and when."""

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from bot.domain.computers import make_computer_task
from bot.domain.table import Match, Player
from bot.engine.chance import PythonChance
from bot.engine.lessons import Lesson
from bot.engine.records import ActRecord, apply_record, list_legal_paths
from bot.engine.screen import SubmitMove
from bot.games.cloaked_cats.model.state import FEATURES, State
from bot.games.cloaked_cats.package import PACKAGE
from bot.games.cloaked_cats.rules import LESSON_DEAL, from_deal
from bot.i18n import text
from bot.services.lessons import LESSON_SEED
from tests.games.lessons import ME, Learner, find_green_buttons

KITTEN = 1
DEAL, _ = from_deal(
    features=((3, 10, 17), (0, 9, 18)),
    hands=((38, 30, 23), (15, 0, 12)),
    draw_pile=(39, 17, 16, 1),
    starter=0,
)
EN = text("en", PACKAGE.text)
GAME = PACKAGE.game
LEARNER = Learner(PACKAGE, "Ada", "Minka")
own, hints, after_more = LEARNER.own, LEARNER.hints, LEARNER.play


def after(*moves: str) -> State:
    """Return a game that is dealt as a lesson after these moves of both, in their order."""
    return after_more(DEAL, *moves)


CERTAIN = ("cat/23", "skip", "cat/12", "skip", "cat/39", "guess/1/1", "cat/0", "skip", "cat/16")
"""The kitten is green, spotted or a strutting beauty, and neither of the last two."""
TWO_ROUNDS = ("cat/38", "skip", "cat/0", "skip", "cat/30", "skip", "cat/12", "skip")
CAUGHT = ("cat/38", "guess/1/0", "cat/15", "skip", "cat/30", "skip", "cat/12", "skip")


@pytest.mark.parametrize(
    ("moves", "words", "not_said"),
    [
        ((), ("Welcome to the masked ball!", "Send a cat onto the dance", "Most points win"), ()),
        (("cat/38",), (), ("Welcome",)),
        (("cat/38", "skip", "cat/0", "skip", "cat/30"), ("Worth a guess",), ()),
        (TWO_ROUNDS, (), ("at least one of its features",)),  # it is explained once
        (("cat/38", "skip", "cat/0", "skip", "cat/39", "skip", "cat/12", "skip"),
         ("You didn't place a mask on your last cat",), ()),
        ((*TWO_ROUNDS, "cat/23", "skip", "cat/15", "skip"),
         ("so they have at least one of these", "strutting beauty"), ("red",)),
        (CERTAIN, ("**Guess now:** 🟩 green is certain!",), ()),
        ((*CERTAIN, "skip"), ("**You missed a sure thing:** 🟩 green!",), ()),
        ((*CERTAIN, "skip", "cat/15", "skip"), (), ("sure thing",)),
        ((*CERTAIN, "guess/1/9"), (), ("sure thing",)),
        ((*CERTAIN, "guess/1/9", "cat/15", "skip"), (), ("sure thing",)),
        ((*CERTAIN[:3], "skip"), (), ("sure thing",)),
        ((*CAUGHT, "cat/23", "skip", "cat/0", "skip"), ("nothing new",), ()),
        (("cat/38", "guess/1/0"), ("That mask is a point for you, and",), ()),
        (("cat/38", "guess/1/1"), ("a point for 👹 Minka. But now you know",), ()),
        (("cat/38", "guess/1/1", "cat/0"), ("But now you know",), ()),
        (("cat/38", "guess/1/1", "cat/0", "skip"), ("Your mask",), ()),
        (("cat/38", "guess/1/1", "cat/0", "skip", "cat/30", "guess/1/2"), (), ("But now you",)),
        (("cat/38", "skip", "cat/0", "guess/0/3"), ("You no longer get a point for",), ()),
        (("cat/38", "skip", "cat/0", "guess/0/1"), ("When you guess wrong",), ()),
    ],
)  # fmt: skip
def test_one_hint_at_a_time_explains_what_is_new(
    moves: tuple[str, ...], words: tuple[str, ...], not_said: tuple[str, ...]
) -> None:
    (told,) = hints(after(*moves))
    assert all(each in told for each in words)
    assert not any(each in told for each in not_said)


def test_the_learner_sits_in_the_first_seat_of_the_lessons_deal() -> None:
    assert PACKAGE.lesson == Lesson(*LESSON_DEAL, seat=ME)


def play_as_advised(table: Match) -> Iterator[tuple[int, int]]:
    """Play a lesson to its end as it advises, with every choice of cats, and yield the points."""
    state = table.state
    assert isinstance(state, State)
    if not (prompts := GAME.prompts(state)):
        yield GAME.view(state, ME).points[:2]
        return
    (prompt,) = prompts
    moves = list_legal_paths(GAME, state, prompt.seat or 0)
    if prompt.seat == KITTEN:
        chosen = make_computer_task(table, PACKAGE, KITTEN, PACKAGE.computers.levels[0]).choose()
        assert chosen.move is not None
        moves = (chosen.move,)
    elif prompt.kind == "guess":
        (told,) = hints(state)
        moves = (find_advised_move(told, moves),)
        assert list_green_moves(state) == [*moves]
    for move in moves:
        after_it, _ = apply_record(
            GAME, state, ActRecord(prompt.seat or 0, prompt.decision, move, 0), PythonChance(0)
        )
        moved = replace(table, step=table.step + 1).in_state(after_it, GAME)
        yield from play_as_advised(moved)


def list_green_moves(state: State, path: str = "") -> list[str]:
    """Return the moves of the green buttons."""
    presses = (button.press for button in find_green_buttons(own(state, path)))
    return [press.path for press in presses if isinstance(press, SubmitMove)]


@pytest.mark.parametrize("moves", [(), ("cat/38", "skip", "cat/0", "skip")])
def test_one_cat_is_advised_with_few_features_of_the_learner(moves: tuple[str, ...]) -> None:
    (advised,) = list_green_moves(after(*moves))
    assert advised in list_legal_paths(GAME, after(*moves), ME)


def test_a_guess_that_is_certainly_wrong_is_never_green() -> None:
    state = after("cat/38")
    wrong = next(number for number in DEAL.fans[ME] if number >= 0)
    assert list_green_moves(state, f"guess/1/{wrong}") == []


def find_advised_move(told: str, moves: tuple[str, ...]) -> str:
    """Return the move that a hint advises."""
    if "**Guess now:**" not in told and "**Worth a guess:**" not in told:
        return "skip"
    advice = told.rpartition(":**")[2]
    named = [n for n, name in enumerate(FEATURES) if f" {EN(f'feature-{name}')} is " in advice]
    (move,) = (f"guess/{KITTEN}/{number}" for number in named)
    assert move in moves
    return move


def test_whoever_follows_the_advice_wins_whichever_cats_they_play() -> None:
    players = (Player("Ada", 7), Player("Minka", None, PACKAGE.computers.levels[0]))
    table = Match(
        game="cloaked_cats", guild=1, channel=-7, language="en", clock="none", opened_at=0.0,
        clicked_at=0.0, players=players, state=LESSON_DEAL[0], seed=LESSON_SEED, dealt=b"",
    )  # fmt: skip
    ends = list(play_as_advised(table))
    assert len(ends) == 54
    assert all(mine > theirs for mine, theirs in ends)


@pytest.mark.parametrize("cat", LESSON_DEAL[0].hands[ME])
def test_whichever_cat_comes_first_the_missing_mask_tells_something_and_then_the_own_one(
    cat: int,
) -> None:
    (theirs,) = hints(after_more(LESSON_DEAL[0], f"cat/{cat}"))
    assert "No mask from" in theirs
    assert re.search(r" and \S+ [^,]+ are out\. \*\*Better skip:\*\*", theirs)
    (mine,) = hints(after_more(LESSON_DEAL[0], f"cat/{cat}", "skip", "cat/17", "skip"))
    assert "you have at least one of its features" in mine


def test_the_first_screen_is_short_and_says_how_to_come_back() -> None:
    first = own(after())
    assert first.picture and first.picture.name == "hand.jpg"
    assert "/cats learn" in first.text and "points**" not in first.text
    assert "/cats learn" not in own(after("cat/38")).text
    assert "Points" not in own(after("cat/38", "skip")).text, "nobody has guessed"


def test_the_screen_shows_what_a_board_would() -> None:
    hand, guess = own(after("cat/38", "guess/1/1", "cat/0", "skip")), own(after("cat/38"))
    waiting = own(after("cat/38", "guess/1/1"))
    shown = [screen.picture and screen.picture.name for screen in (hand, guess, waiting)]
    assert shown == ["hand.jpg", "clues.jpg", "floor.jpg"]
    assert {screen.below for screen in (hand, guess, waiting)} == {None}
    assert re.findall(r"\*\*(\d)\*\*", waiting.text.splitlines()[-1]) == ["3", "4"]


def test_a_lesson_in_words_tells_the_cats_too() -> None:
    words = own(after("cat/38", "skip", "cat/0", "skip"), pictures=False)
    assert (words.picture, words.below) == (None, None)
    names = [field.name for field in words.fields]
    assert names == ["Your cat", "Your cards", "Dance floor"]
    assert len(words.fields[-1].text.splitlines()) == 2


def test_a_confirmation_and_a_usual_game_have_no_lesson() -> None:
    state = after("cat/38")
    assert "💡" not in own(state, "guess/1/4").text
    assert "💡" not in own(state, lesson=False).text


def test_at_the_end_the_points_are_explained() -> None:
    state = replace(after("cat/38"), phase="over", received=(2, 1))
    view, places = GAME.view(state, ME), GAME.standings(state) or ()
    assert "5 in all." in PACKAGE.screens.end(view, places, LEARNER.context()).text
    usual = LEARNER.context(lesson=False)
    assert "lesson" not in PACKAGE.screens.end(view, places, usual).text
