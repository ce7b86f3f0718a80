"""What the lesson explains, and that whoever follows it can win."""

from random import Random

import pytest

from bot.engine.chance import SeededChance
from bot.engine.game import Act, Elapse, find_waiting
from bot.engine.screen import OpenScreen, SubmitMove
from bot.games.who_barked.model.moves import SNEAK_MOVE
from bot.games.who_barked.model.state import State
from bot.games.who_barked.package import PACKAGE
from bot.games.who_barked.rules import LESSON_STATE
from bot.services.lessons import LESSON_SEED
from tests.games.lessons import ME, Learner, find_green_buttons
from tests.games.who_barked.playing import (
    GAME,
    accuse,
    act,
    go_on,
    play_hour,
    propose,
    raid,
    refuse,
    vote,
)

LEARNER = Learner(PACKAGE, "Ada", "Minka", "Felix", "Luna", "Tom")
MANY_LESSONS = 12


def begin() -> State:
    return go_on(LESSON_STATE)


def hint(state: State, language: str = "en") -> str:
    (told,) = [
        line
        for line in LEARNER.own(state, language=language).text.splitlines()
        if line[0:1] == "💡"
    ]
    return told


def eat(state: State) -> State:
    for crew in ((0, 2), (0, 4), (0, 2, 4)):
        state = play_hour(state, *crew)
    return state


INSIDE = vote(propose(begin(), 0, 1))[0]
MOMENTS = [
    (LESSON_STATE, "Welcome to the kitchen!"),
    (begin(), "You lead! Pick a crew for one of the goals"),
    (propose(begin(), 0, 1), "Everybody votes at once"),
    (INSIDE, "A dog could bark now, but you're a cat"),
    (act(INSIDE, 0, SNEAK_MOVE)[0], "to see what the others do"),
    (raid(INSIDE), "you'll hear if somebody barks"),
    (go_on(raid(INSIDE)), "All quiet! That can mean that no dog was there"),
    (go_on(raid(INSIDE, (1,))), "Somebody of that crew is a dog, but who?"),
    (vote(propose(begin(), 0, 1), against=range(5))[0], "They stay home, and an hour is gone."),
    (refuse(begin(), 0, 1), "to see what the others do"),
    (eat(begin()), "Now the top dog may name one cat."),
    (accuse(eat(begin()), 2), "does the top dog know it's you?"),
]


@pytest.mark.parametrize(("state", "words"), MOMENTS)
def test_one_hint_explains_each_moment(state: State, words: str) -> None:
    assert words in hint(state)
    assert hint(state, "de")
    with_pictures, without = (LEARNER.own(state, pictures=drawn).text for drawn in (True, False))
    assert words in with_pictures and words in without


@pytest.mark.parametrize("state", [state for state, _ in MOMENTS])
def test_a_learner_is_not_told_to_talk_with_computers(state: State) -> None:
    told = LEARNER.own(state, pictures=False).text
    assert "💬" not in told
    assert "Talk about it" not in told and "good word" not in told


def test_the_advised_crew_is_picked_button_by_button() -> None:
    state = begin()
    assert LEARNER.list_green_labels(state) == ["A · Ada"]
    assert LEARNER.list_green_labels(state, "crew/0") == ["B · Minka"]
    assert LEARNER.list_green_labels(state, "crew/0.1") == ["Send them: Biscuits"]
    assert LEARNER.list_green_labels(state, "crew/3") == ["D · Luna"], "taken back first"


def test_the_nose_is_told_why_to_refuse_a_dog() -> None:
    state = play_hour(begin(), 0, 1)
    state = propose(state, 0, 1)
    assert "I'd say **Stay**: your nose says there's a dog with them." in hint(state)
    assert LEARNER.list_green_labels(state) == ["Stay"]


def test_without_a_spare_hour_the_learner_is_told_to_let_them_go() -> None:
    state = begin()
    for _ in range(6):
        state = refuse(state, 1, 2)
    assert state.spare_hours == 0
    state = propose(state, 0, 2)
    assert "I'd say **Go**: there's no hour left to lose." in hint(state)


def play_as_advised(seed: int) -> State:
    """Play a lesson to its end: the learner presses what is green, and computers are weak."""
    state, luck, step = LESSON_STATE, Random(seed), 0
    while GAME.standings(state) is None:
        prompts = [*find_waiting(GAME.prompts(state))]
        step += 1
        action: Act | Elapse = Elapse(state.decision)
        mine = [prompt for prompt in prompts if prompt.seat == ME]
        if mine:
            state = press_green(state)
            continue
        if (seat := prompts[0].seat) is not None:
            view, legal = GAME.view(state, seat), GAME.legal_moves(state, seat)
            move = PACKAGE.computers.choose_move(view, legal, "kitten", luck)
            action = Act(seat, state.decision, move, at=0)
        state, _ = GAME.apply(state, action, SeededChance(LESSON_SEED, step))
    return state


def press_green(state: State) -> State:
    """Press the green buttons until a move is made."""
    path = ""
    while True:
        (button,) = find_green_buttons(LEARNER.own(state, path))
        if isinstance(button.press, SubmitMove):
            moves = {move.path: move for move in GAME.legal_moves(state, ME)}
            return act(state, ME, moves[button.press.path])[0]
        assert isinstance(button.press, OpenScreen)
        path = button.press.path


def test_whoever_follows_the_advice_reaches_the_end_and_can_win() -> None:
    ends = [GAME.view(play_as_advised(seed), ME).winner for seed in range(MANY_LESSONS)]
    assert ends.count("cats") >= MANY_LESSONS // 3
    assert "dogs" in ends, "nothing is won for sure"
