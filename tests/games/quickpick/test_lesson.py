"""What a lesson explains, and when."""

import pytest

from bot.engine.chance import PythonChance
from bot.engine.game import Elapse
from bot.engine.records import ActRecord, apply_record, list_legal_paths
from bot.engine.screen import SubmitMove
from bot.games.quickpick.model.state import State, find_matching_masks
from bot.games.quickpick.package import PACKAGE
from tests.games.lessons import ME, Learner, find_green_buttons
from tests.games.looks import buttons_of, everything_of
from tests.games.quickpick.playing import GAME, click

LEFT, RIGHT = 1, 2
"""The seats of the computers."""
LEARNER = Learner(PACKAGE, "Ada", "Minka", "Felix")
own, hints, list_green_labels = LEARNER.own, LEARNER.hints, LEARNER.list_green_labels
WRONG = 1
"""A tile that is none of the lesson's masks."""


def deal_lesson() -> State:
    lesson = PACKAGE.lesson
    assert lesson is not None
    assert isinstance(lesson.state, State)
    return lesson.state


def after(*moves: tuple[int, str], state: State | None = None) -> State:
    """Return the lesson after these moves, each (seat, move), with a breath between them."""
    now = state or deal_lesson()
    for number, (seat, move) in enumerate(moves, 1):
        (decision,) = {p.decision for p in GAME.prompts(now) if p.seat == seat}
        at = now.shown_at + click(3000 * number)
        now, _ = apply_record(GAME, now, ActRecord(seat, decision, move, at), PythonChance(0))
    return now


def show_parts(parts: int, state: State | None = None) -> State:
    """Return a race in which the mime has shown so many parts."""
    begun = state or deal_lesson()
    features = ("brows", "eyes", "mouth", "tongue", "head")[:parts]
    moves = [(begun.mime, f"show/{feature}") for feature in features]
    return after((begun.mime, "draw"), *moves, state=begun)


def play_race(mine: str, theirs: str, state: State | None = None) -> State:
    """Return the lesson after a race in which learner and computer choose so."""
    begun = show_parts(2, state)
    rival = next(seat for seat in (LEFT, RIGHT) if seat != begun.mime)
    return after((rival, theirs), (ME, mine), state=begun)


def play_own_turn(state: State, guess: str = "pass") -> State:
    """Return the lesson after the learner's own turn."""
    begun = after((ME, "draw"), (ME, "done"), state=state)
    return after((LEFT, guess), (RIGHT, "pass"), state=begun)


def pass_all(state: State) -> tuple[list[int], State]:
    """Return the mimes to come, and the end of a lesson in which nobody guesses."""
    mimes = []
    while GAME.prompts(state):
        mimes.append(state.mime)
        state = after((state.mime, "draw"), state=state)
        for seat in {0, 1, 2} - {state.mime}:
            state = after((seat, "pass"), state=state)
    return mimes, state


def right(state: State) -> str:
    """Return the move that will be right in the race to come."""
    return f"tile/{state.deck[0]}"


def test_the_deal_is_a_game_of_four_turns_in_which_the_learner_mimes_the_second() -> None:
    lesson, state = PACKAGE.lesson, deal_lesson()
    assert lesson is not None
    assert (lesson.seat, lesson.seats, lesson.notices) == (ME, 3, ())
    assert GAME.view(state, ME).all_turns == 4
    assert pass_all(state)[0] == [RIGHT, ME, LEFT, RIGHT]


def test_nobody_is_hurried() -> None:
    """Neither a quick hand nor a short clock ends a race."""
    state = show_parts(5)
    state = after((LEFT, right(deal_lesson())), state=state)
    assert state.phase == "race"
    assert LEARNER.prompt_of(state) is not None
    (end,) = [prompt for prompt in GAME.prompts(state) if prompt.seat is None]
    assert (end.seconds or 0) >= 600
    assert not any(prompt.seat == ME and prompt.clock for prompt in GAME.prompts(deal_lesson()))


def test_at_first_the_island_and_what_comes_is_explained() -> None:
    welcome, coming = hints(deal_lesson())
    assert "Welcome to the island!" in welcome
    assert "Felix is about to draw a secret mask" in coming
    screen = own(deal_lesson())
    assert screen.picture is not None, "the tiles to look at"
    assert screen.picture.name == "tiles.jpg"


def test_in_a_race_the_learner_has_the_tiles_right_above_their_buttons() -> None:
    screen = own(show_parts(0))
    assert hints(show_parts(0)) == [
        "💡 **Continue** shows you a part of the face, right above the buttons. After a few, press"
        " the letter of the monster that has them all. You get one guess."
    ]
    assert screen.below is not None
    assert screen.below.name == "tiles.jpg"
    moves = [b.press.path for b in buttons_of(screen) if isinstance(b.press, SubmitMove)]
    assert moves == list(list_legal_paths(GAME, show_parts(0), ME))
    assert "on the board" not in screen.text


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (show_parts(1), "leaves 8 monsters"),
        (show_parts(2), "leaves 4 monsters"),
        (show_parts(3), "Dare to guess"),
        (show_parts(3), "leaves 2 monsters"),
        (after((ME, "tile/1"), state=show_parts(2)), "In a normal game the first hand gets the"),
        (play_race("pass", "pass"), "Just guess next time"),
        (play_race("pass", "pass"), "Now you're the mime!"),
        (play_own_turn(play_race("pass", "pass")), "It happens to the best"),
    ],
)
def test_what_has_happened_and_what_to_do_is_explained(state: State, words: str) -> None:
    assert any(words in line for line in hints(state))


@pytest.mark.parametrize("parts", [4, 5])
def test_when_one_is_left_it_is_time_to_press_and_it_is_not_named(parts: int) -> None:
    state = show_parts(parts)
    (only,) = find_matching_masks(state.shown)
    assert hints(state) == ["💡 Only one monster fits now. Find it and press its letter!"]
    assert LEARNER.context().say(f"mask-{'abcdefghijklmnop'[only]}") not in own(state).text


def test_the_first_right_guess_is_explained_once() -> None:
    state = deal_lesson()
    state = play_race(right(state), "pass", state)
    assert "a mask for both of you" in hints(state)[0]
    state = play_own_turn(state)
    state = play_race(right(state), "pass", state)
    assert hints(state) == []


def test_a_wrong_guess_is_explained_by_what_differs() -> None:
    state = play_race(f"tile/{WRONG}", "pass")
    assert hints(state)[0] == (
        "💡 A wrong guess costs nothing. The difference: Kez has tongue out and head right,"
        " but Bim doesn't."
    )
    state = play_race(f"tile/{WRONG}", "pass", play_own_turn(state))
    assert hints(state)[0].startswith("💡 The difference: Fip has")


@pytest.mark.parametrize("own_turns", [0, 1, 2])
def test_the_learner_wins_the_race_if_others_are_right_too(own_turns: int) -> None:
    state = deal_lesson()
    for _ in range(own_turns):
        state = play_race("pass", "pass", state)
        state = play_own_turn(state) if state.mime == ME else state
    won = play_race(right(state), right(state), state)
    assert won.turns[-1].right == ME


@pytest.mark.parametrize(
    ("parts", "green", "goes_on"),
    [
        (0, ["Continue"], True),
        (3, ["Continue"], True),
        (4, [], True),
        (5, [], False),  # nothing is left to show
    ],
)
def test_going_on_is_advised_until_only_one_face_fits(
    parts: int, green: list[str], goes_on: bool
) -> None:
    assert list_green_labels(show_parts(parts)) == green
    labels = [button.label for button in buttons_of(own(show_parts(parts)))]
    assert ("Continue" in labels) is goes_on


def test_the_mime_is_advised_to_show_part_after_part_and_then_to_stop() -> None:
    state, advised = play_race("pass", "pass"), list[str]()
    for _ in range(6):
        (green,) = find_green_buttons(own(state))
        assert isinstance(green.press, SubmitMove)
        advised.append(green.label)
        state = after((ME, green.press.path), state=state)
    assert advised == ["Look at my mask", "Brows", "Eyes", "Mouth", "Tongue", "Done"]


def test_the_mime_is_told_what_to_do_step_by_step() -> None:
    state = play_race("pass", "pass")
    assert "Now you're the mime!" in hints(state)[-1]
    state = after((ME, "draw"), state=state)
    assert "This is your secret" in hints(state)[0]
    for feature in ("brows", "eyes", "mouth"):
        state = after((ME, f"show/{feature}"), state=state)
        assert "Keep going!" in hints(state)[0]
    state = after((ME, "show/head"), state=state)
    assert "Four parts give it away. Press **Done**" in hints(state)[0]
    state = after((ME, "done"), state=state)
    assert "and the others guess" in hints(state)[0]
    screen = own(state)
    assert screen.picture is not None
    assert screen.picture.name == "mask.jpg"


def test_the_last_race_stays_explained_until_the_next_face_is_shown() -> None:
    state = play_own_turn(play_race("pass", "pass"), right(play_race("pass", "pass")))
    begun = after((LEFT, "draw"), state=state)
    assert "draws a prize" in hints(begun)[0]
    going_on = after((LEFT, "show/eyes"), state=begun)
    assert "draws a prize" not in hints(going_on)[0]


def test_at_the_end_the_learner_reads_the_own_result_and_what_comes_next() -> None:
    _, state = pass_all(deal_lesson())
    places = GAME.standings(state) or ()
    end = PACKAGE.screens.end(GAME.view(state, ME), places, LEARNER.context())
    assert "That was the lesson, well done!" in end.text
    assert end.text.startswith("🏆 **You share the victory**")
    usual = PACKAGE.screens.end(GAME.view(state, ME), places, LEARNER.context(lesson=False))
    assert "lesson" not in usual.text


def test_a_usual_game_has_no_lesson() -> None:
    for state in (deal_lesson(), show_parts(0), show_parts(3), play_race("pass", "pass")):
        assert "💡" not in everything_of(own(state, lesson=False))


def test_the_time_of_a_race_can_end_it_too() -> None:
    state = show_parts(1)
    for _ in range(2):
        (pause,) = [prompt for prompt in GAME.prompts(state) if prompt.seat is None]
        state, _ = apply_record(GAME, state, Elapse(pause.decision), PythonChance(0))
    assert "Just guess next time" in hints(state)[0]
