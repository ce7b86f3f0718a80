"""What a lesson explains, and when."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from bot.engine.chance import PythonChance
from bot.engine.game import Place
from bot.engine.lessons import Lesson
from bot.engine.records import ActRecord, apply_record, list_legal_paths
from bot.engine.screen import Button, Select
from bot.games.catham_city.model.state import CARDS_PER_FACTION, FIRST_GAME_FACTIONS, State
from bot.games.catham_city.package import PACKAGE
from bot.games.catham_city.rules import LESSON_DEAL
from bot.i18n import LANGUAGES
from tests.games.catham_city.playing import GAME, cats, choose
from tests.games.lessons import ME, Learner

KITTEN = 1
LEARNER = Learner(PACKAGE, "Ada", "Minka")
show, hints, list_green_labels = LEARNER.own, LEARNER.hints, LEARNER.list_green_labels


def after(*moves: str, state: State = LESSON_DEAL[0]) -> State:
    """Return the lesson after these moves of both, in their order."""
    return LEARNER.play(state, *moves)


def later(hand: tuple[int, ...], **changes: object) -> State:
    """Return the learner's third turn with these cards in hand."""
    state = after("take/4/1", "take/0/1", "take/4/1", "take/3/1")
    return replace(state, hands=(hand, state.hands[KITTEN]), discards=(), **changes)


NINE = later(cats(mafia=3, hackers=3, robocats=3))
FULL = after("take/3/1", state=later(cats(mafia=3, hackers=3, robocats=4), market=cats(mafia=1)))


def test_the_learner_sits_in_the_first_seat_of_the_lessons_deal() -> None:
    assert PACKAGE.lesson == Lesson(*LESSON_DEAL, seat=ME)


def test_the_deal_is_one_of_the_first_game_and_short() -> None:
    state, _ = LESSON_DEAL
    cards = Counter((*state.hands[0], *state.hands[1], *state.market, *state.pile))
    assert state.factions == FIRST_GAME_FACTIONS
    assert max(cards.values()) <= CARDS_PER_FACTION
    assert GAME.view(state, ME).target == 8


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (after(), "First to **8 points** is mayor"),
        (after(), "**Take** cards of one faction, **play** them later."),
        (after(), "Take 2 × 🧪 Scientists: then you can play **🧪 Scientists** next turn."),
        (later(cats(robocats=1), market=cats(robocats=1, mafia=1)), "Take 1 × 🦾 Robocat: then"),
        (later(cats(robocats=1), market=cats(robocats=1, mafia=3)), "more cards, more choice"),
        (NINE, "You can only keep **ten** cards"),
        (FULL, "Discard what you have fewest of"),
        (later(cats(mafia=1), points=(5, 0)), "Just 3 points to go, and you win on the spot!"),
        (later(cats(mafia=1), points=(4, 7)), "Minka only needs 1 more point."),
        (after("play/0/3", state=later(cats(detectives=3, mafia=1))),
         "💡 First, 🔴 Minka has to answer. Press **Continue** to see how."),
        (after("take/4/1", "take/0/1", "take/4/1"),
         "💡 Next up: 🔴 Minka. Press **Continue** when you're ready."),
    ],
)  # fmt: skip
def test_what_to_do_is_explained_when_it_matters(state: State, words: str) -> None:
    assert any(words in line for line in hints(state))


def test_the_race_is_explained_when_the_other_is_on_for_the_first_time() -> None:
    assert show(after("take/4/1")).text == (
        "💡 Next up: 🔴 Minka. Press **Continue** when you're ready."
        " The bottom of the picture shows the race to the golden 8."
    )
    assert "race" not in show(after("take/4/1", "take/0/1", "take/4/1")).text


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        (cats(scientists=3), "and two new cards"),
        (cats(detectives=3, mafia=1), "Add one that 🔴 Minka probably doesn't have"),
        (cats(mafia=4), "Minka loses two cards or 1 point"),
        (cats(robocats=2), "two get you **five cards**"),
        (cats(hackers=1), "into 🔴 Minka's hand"),
    ],
)
def test_a_faction_is_explained_when_it_can_be_played(hand: tuple[int, ...], words: str) -> None:
    (line,) = hints(later(hand))
    assert words in line
    known = replace(later(hand), discards=hand)
    assert not any(words in line for line in hints(known)), "it was played before"


def test_three_detectives_alone_cannot_be_played() -> None:
    assert not any("You can play" in line for line in hints(later(cats(detectives=3))))


def test_the_advised_cards_have_a_green_button_above_the_menu() -> None:
    assert list_green_labels(after()) == ["Take 2 × Scientists"]
    first, menu, *_ = show(after()).rows
    assert isinstance(first[0], Button)
    assert isinstance(menu[0], Select)


def test_the_play_that_is_explained_is_the_green_one_step_by_step() -> None:
    (play,) = list_green_labels(later(cats(detectives=3, mafia=1)))
    assert play.startswith("Detectives")
    state = later(cats(hackers=3, scientists=1))
    assert [label.split(" ")[0] for label in list_green_labels(state)] == ["Hackers"]
    assert len(list_green_labels(state, "play/4")) == 1
    assert list_green_labels(FULL) == ["Discard 1 × Hacker"]


@pytest.mark.parametrize(
    ("theirs", "move", "words", "label"),
    [
        (cats(mafia=4), "play/3", "Better to lose two cards you hardly need", "Discard 1 "),
        (cats(detectives=3, hackers=1), "play/0/4", "Got a match? Discard it",
         "Discard Hacker → 1 point"),
    ],
)  # fmt: skip
def test_a_question_is_explained_and_the_advised_answer_is_green(
    theirs: tuple[int, ...], move: str, words: str, label: str
) -> None:
    state = after("take/4/1")
    state = replace(state, hands=(state.hands[ME], theirs), points=(2, 0))
    asked = after(move, state=state)
    (line,), (green,) = hints(asked), list_green_labels(asked)
    assert words in line and green.startswith(label)


@pytest.mark.parametrize(
    ("points", "words"),
    [((4, 7), "fehlt nur noch 1 Punkt."), ((4, 6), "fehlen nur noch 2 Punkte.")],
)
def test_one_point_is_not_spoken_of_as_several(points: tuple[int, int], words: str) -> None:
    assert words in show(later(cats(mafia=1), points=points), language="de").text


def test_the_screen_shows_what_a_board_would() -> None:
    screen = show(after())
    assert screen.picture
    assert (screen.picture.name, screen.below, screen.fields) == ("hand.jpg", None, ())
    assert "The market: 1 × Detective" in screen.picture.alt
    assert (
        "Ada: 0 points, 6 cards, their turn; Minka: 0 points, 6 cards. The goal is 8."
        in screen.picture.alt
    )
    words = show(after(), pictures=False)
    assert (words.picture, words.below) == (None, None)
    assert "🔴 B · Minka · 0 points · 6 cards" in words.text


def test_factions_that_are_far_away_have_no_button_in_a_lesson() -> None:
    hand = cats(detectives=2, scientists=1, robocats=1, mafia=1)
    labels = [item.label for item in show(later(hand)).rows[-1] if isinstance(item, Button)]
    assert labels == ["Detectives · needs 3, you have 2", "Robocats · needs 2, you have 1"]
    assert len(show(later(hand), lesson=False).rows[-1]) == 5


def test_a_step_of_a_move_and_a_usual_game_have_no_lesson() -> None:
    state = later(cats(hackers=3))
    step = show(state, "play/4")
    assert "💡" not in step.text
    assert step.picture and "The goal is 8." in step.picture.alt
    assert "💡" not in show(state, lesson=False).text


@pytest.mark.parametrize(("winner", "words"), [(ME, "**Well done!**"), (KITTEN, "Luckily, it was")])
def test_the_end_tells_what_comes_after_the_lesson(winner: int, words: str) -> None:
    points = (8, 5) if winner == ME else (5, 8)
    state = replace(after(), phase="over", winner=winner, points=points)
    places = tuple(Place(seat, 1 + (seat != winner), points[seat]) for seat in (winner, 1 - winner))
    view = GAME.view(state, ME)
    assert words in PACKAGE.screens.end(view, places, LEARNER.context()).text
    assert words not in PACKAGE.screens.end(view, places, LEARNER.context(lesson=False)).text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("luck", range(2))
def test_every_way_to_play_is_explained_and_short(language: str, luck: int) -> None:
    state, random = LESSON_DEAL[0], Random(luck)
    for number in range(400):
        assert len(show(state, language=language).text) < 400
        if not (prompts := GAME.prompts(state)):
            break
        seat, moves = prompts[0].seat, list_legal_paths(GAME, state, prompts[0].seat or 0)
        assert seat is not None
        level = "kitten" if luck else "absent"
        move = (
            random.choice(moves)
            if seat == ME
            else choose(GAME.view(state, seat), moves, level, random)
        )
        state, _ = apply_record(
            GAME, state, ActRecord(seat, prompts[0].decision, move, number), PythonChance(number)
        )
